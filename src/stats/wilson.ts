import { checkCounts, checkedConfidence } from './checks.js'
import { normalQuantile } from './normal.js'

/**
 * Two-sided Wilson score interval of a proportion, without continuity correction. `count` and `n` may be fractions, so that an
 * effective n can stand for n. null where n is 0. Never of width zero: 0 of n still has an upper bound above 0.
 *
 * Source: E. B. Wilson (1927), JASA 22, 209-212; method 3 of R. G. Newcombe (1998), Statistics in Medicine 17, 857-872.
 *
 * @throws RangeError unless 0 <= count <= n, both finite, and 0 < confidence < 1.
 */
export function wilson(count: number, n: number, confidence = 0.95): { low: number; high: number } | null {
  const bounds = score(count, n, normalQuantile((1 + checkedConfidence(confidence)) / 2))
  return bounds && { low: bounds[0], high: bounds[1] }
}

/**
 * The lower and the upper one-sided Wilson bound, each at `confidence` by itself: together they are the two-sided interval at
 * 2 · confidence - 1. null where n is 0.
 *
 * @throws RangeError as `wilson` does.
 */
export function wilsonOneSided(count: number, n: number, confidence = 0.95): { lower: number; upper: number } | null {
  const z = normalQuantile(checkedConfidence(confidence))
  // Below one half, z is negative and the bounds change sides.
  const bounds = score(count, n, Math.abs(z))
  if (bounds === null) return null
  return z < 0 ? { lower: bounds[1], upper: bounds[0] } : { lower: bounds[0], upper: bounds[1] }
}

function score(count: number, n: number, z: number): readonly [number, number] | null {
  checkCounts(count, n)
  if (n === 0) return null
  const z2 = z * z
  const centre = 2 * count + z2
  const spread = z * Math.sqrt(z2 + (4 * count * (n - count)) / n)
  const scale = 2 * (n + z2)
  // At the ends the bound is exact; the subtraction would leave a rounding error.
  const low = count === 0 ? 0 : Math.max(0, (centre - spread) / scale)
  const high = count === n ? 1 : Math.min(1, (centre + spread) / scale)
  return [low, high]
}
