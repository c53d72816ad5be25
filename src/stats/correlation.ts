import { sampleCorrelation, sampleRankCorrelation } from 'simple-statistics'

const LEAST_POINTS = 3

/**
 * Pearson's product-moment correlation, -1 to 1. null with fewer than three points, or where either side is constant.
 *
 * Source: K. Pearson (1895), Proceedings of the Royal Society of London 58, 240-242.
 *
 * @throws RangeError unless both sides are of equal length and finite.
 */
export function pearson(x: readonly number[], y: readonly number[]): number | null {
  return isDefined(x, y) ? within(sampleCorrelation([...x], [...y])) : null
}

/**
 * Spearman's rank correlation: Pearson's of the ranks, ties having the average of the ranks they span. null and errors as for `pearson`.
 *
 * Source: C. Spearman (1904), American Journal of Psychology 15, 72-101; ties after M. G. Kendall (1945), Biometrika 33, 239-251.
 */
export function spearman(x: readonly number[], y: readonly number[]): number | null {
  return isDefined(x, y) ? within(sampleRankCorrelation([...x], [...y])) : null
}

/** Constancy is seen in the values: a mean of equal ones can differ from them by a rounding error, and that would be correlated. */
function isDefined(x: readonly number[], y: readonly number[]): boolean {
  if (x.length !== y.length) throw new RangeError(`expected two sides of equal length, received ${x.length} and ${y.length}`)
  const wrong = [...x, ...y].find((value) => !Number.isFinite(value))
  if (wrong !== undefined) throw new RangeError(`expected finite values, received ${wrong}`)
  return x.length >= LEAST_POINTS && [x, y].every((side) => side.some((value) => value !== side[0]))
}

/** Rounding can leave the range by its last digit, and values beyond all squares leave no number at all. */
const within = (value: number) => (Number.isFinite(value) ? Math.min(1, Math.max(-1, value)) : null)
