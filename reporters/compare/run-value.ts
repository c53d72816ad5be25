import type { ComparedCase } from '../../src/schema/baseline.js'
import type { RunValue } from '../../src/schema/compare.js'

/** A metric over all cases of a run that it counts; no value where none is scored. */
export function runValue(cases: readonly ComparedCase[], name: string): RunValue {
  const counted = cases.flatMap(({ group, metrics: { [name]: standing } }) =>
    standing === undefined ? [] : [{ group, standing }],
  )
  const known = counted.flatMap(({ standing }) => (typeof standing === 'number' ? [standing] : []))
  const unknown = counted.filter(({ standing }) => standing === null).length
  const judged = counted.filter(({ standing }) => standing !== 'lost')
  const sum = known.reduce((total, value) => total + value, 0)
  const ran = known.length + unknown
  const scored = known.length > 0
  return {
    value: scored ? sum / known.length : null,
    least: scored ? sum / ran : null,
    most: scored ? (sum + unknown) / ran : null,
    scored: known.length,
    unknown,
    lost: counted.length - ran,
    groups: new Set(judged.map(({ group }) => group)).size,
  }
}
