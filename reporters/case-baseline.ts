import { isRight } from '../src/metrics/right.js'
import type { CaseRecord } from '../src/schema/record.js'
import type { SuiteReport } from '../src/schema/report.js'
import type { FieldValue } from './case-fields.js'

export const BASELINE_FIELDS = ['baselineClass', 'newlyWrong'] as const

/**
 * What the baseline had of each case of a suite: its class, and whether it was right then and is wrong now. Null where the case has no pair in it; the latter also
 * where nobody knows whether the case is right now.
 */
export function baselineOfCases({ comparison, task }: SuiteReport): (record: CaseRecord) => Record<string, FieldValue> {
  if (comparison === null || comparison.refused !== null) return () => ({ baselineClass: null, newlyWrong: null })
  const { added, edited, newlyWrong, newlyRight, changed } = comparison
  const alone = new Set([...added, ...edited])
  const wrong = new Set(newlyWrong.map(({ id }) => id))
  const before = new Map([...newlyWrong, ...newlyRight, ...changed].map((change) => [change.id, change.before]))
  return ({ id, errorClass, outcome, signals }) => {
    if (alone.has(id)) return { baselineClass: null, newlyWrong: null }
    const isKnown = wrong.has(id) || isRight({ errorClass, outcome, ...signals }, task) !== null
    // What a comparison does not list is as it was.
    return { baselineClass: before.get(id) ?? errorClass, newlyWrong: isKnown ? wrong.has(id) : null }
  }
}
