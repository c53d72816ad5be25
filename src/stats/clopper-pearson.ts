import betaCdf from '@stdlib/stats-base-dists-beta-cdf'
import betaQuantile from '@stdlib/stats-base-dists-beta-quantile'
import { checkCounts, checkedConfidence } from './checks.js'

/** A part of an event so small is none: its bound is 0 as far as a number can hold it, and far below it the beta distribution has no value. */
const LEAST = 1e-9

/**
 * Two-sided exact interval of a proportion: its error is at most 1 - confidence, whatever the proportion. `count` and `n` may be fractions, so
 * that an effective n can stand for n (Korn and Graubard 1998). null where n is 0. Never of width zero.
 *
 * Source: C. J. Clopper and E. S. Pearson (1934), Biometrika 26, 404-413; E. L. Korn and B. I. Graubard (1998), Survey Methodology 24, 193-201.
 *
 * @throws RangeError unless 0 <= count <= n, both finite, and 0 < confidence < 1.
 */
export function clopperPearson(count: number, n: number, confidence = 0.95): { low: number; high: number } | null {
  const bounds = clopperPearsonOneSided(count, n, (1 + checkedConfidence(confidence)) / 2)
  return bounds && { low: bounds.lower, high: bounds.upper }
}

/**
 * The lower and the upper one-sided exact bound, each at `confidence` by itself. null where n is 0.
 *
 * @throws RangeError as `clopperPearson` does.
 */
export function clopperPearsonOneSided(count: number, n: number, confidence = 0.95): { lower: number; upper: number } | null {
  checkedConfidence(confidence)
  checkCounts(count, n)
  if (n === 0) return null
  return {
    lower: count < LEAST ? 0 : betaQuantile(1 - confidence, count, n - count + 1),
    upper: n - count < LEAST ? 1 : betaQuantile(confidence, count + 1, n - count),
  }
}

/**
 * Exact one-sided p-values against a rate: `above`, the chance of `count` or more in `n` at that rate, small where the true rate is above it; `below`, of `count`
 * or fewer. The bounds of {@link clopperPearsonOneSided} are the rates at which they are 1 - confidence. null where n is 0.
 *
 * @throws RangeError unless 0 <= count <= n, both finite, and 0 <= rate <= 1.
 */
export function exactTest(count: number, n: number, rate: number): { above: number; below: number } | null {
  checkCounts(count, n)
  if (!(rate >= 0 && rate <= 1)) throw new RangeError(`expected a rate within 0..1, received ${rate}`)
  if (n === 0) return null
  return {
    above: count < LEAST ? 1 : betaCdf(rate, count, n - count + 1),
    // The other tail of the other share: 1 minus a value near 1 would lose what is small.
    below: n - count < LEAST ? 1 : betaCdf(1 - rate, n - count, count + 1),
  }
}
