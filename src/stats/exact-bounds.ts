import { clopperPearsonOneSided, exactTest } from './clopper-pearson.js'
import { effectiveN, type GroupedValue, type MaybeGroupedValue } from './effective-n.js'

/**
 * One-sided exact bounds of a rate or a mean on the effective n of its groups, each at `confidence` by itself: the lower one counts every unknown value as
 * false, the upper one as true. null where there are no values.
 *
 * Source: Clopper and Pearson (1934) on an effective n, as E. L. Korn and B. I. Graubard (1998), Survey Methodology 24, 193-201.
 *
 * @throws RangeError unless 0 < confidence < 1.
 */
export function exactBounds(values: readonly MaybeGroupedValue[], confidence = 0.95): { lower: number; upper: number } | null {
  const least = scaled(values, false)
  const most = scaled(values, true)
  const lower = clopperPearsonOneSided(least.count, least.n, confidence)?.lower
  const upper = clopperPearsonOneSided(most.count, most.n, confidence)?.upper
  return lower === undefined || upper === undefined ? null : { lower, upper }
}

/**
 * One-sided p-values against a rate: `above` is small where the true rate is shown to be above it though every unknown value is false, `below` where it is shown to be
 * below it though every unknown is true. null where there are no values.
 *
 * @throws RangeError unless 0 <= rate <= 1.
 */
export function exactPValues(values: readonly MaybeGroupedValue[], rate: number): { above: number; below: number } | null {
  const least = scaled(values, false)
  const most = scaled(values, true)
  const above = exactTest(least.count, least.n, rate)?.above
  const below = exactTest(most.count, most.n, rate)?.below
  return above === undefined || below === undefined ? null : { above, below }
}

/** Count and n on the effective n. */
function scaled(values: readonly MaybeGroupedValue[], unknown: boolean): { count: number; n: number } {
  const resolved: GroupedValue[] = values.map(({ value, group }) => ({ value: value ?? unknown, group }))
  const { n, effective } = effectiveN(resolved)
  if (n === 0) return { count: 0, n: 0 }
  const count = resolved.reduce((sum, { value }) => sum + Number(value), 0)
  // The division first: all of n must stay all of the effective n, whatever the rounding.
  return { count: (count / n) * effective, n: effective }
}
