import binomialCdf from '@stdlib/stats-base-dists-binomial-cdf'

export interface McNemar {
  /** Two-sided exact p: twice the smaller tail, at most 1. */
  p: number
  /** Two-sided mid-p: the exact one less the chance of what was observed. */
  midP: number
  /** One-sided exact p that the first count is the greater one. */
  greater: number
}

/**
 * McNemar's test of paired yes-or-no values, by the pairs that differ: `b` of one way, `c` of the other. Where none differs all p-values are 1.
 *
 * Sources: Q. McNemar (1947), Psychometrika 12, 153-157; M. W. Fagerland, S. Lydersen and P. Laake (2013), BMC Medical Research Methodology 13:91 (exact
 * conditional test and mid-p).
 *
 * @throws RangeError unless both are whole numbers of at least 0.
 */
export function mcnemar(b: number, c: number): McNemar {
  if (![b, c].every((count) => Number.isSafeInteger(count) && count >= 0)) {
    throw new RangeError(`expected whole counts of at least 0, received ${b} and ${c}`)
  }
  const n = b + c
  if (n === 0) return { p: 1, midP: 1, greater: 1 }
  const least = Math.min(b, c)
  const tail = binomialCdf(least, n, 0.5)
  const below = least === 0 ? 0 : binomialCdf(least - 1, n, 0.5)
  const p = Math.min(1, 2 * tail)
  // Fagerland et al.: the mid-p is 2 · tail - point, and 1 - point where both ways are equal.
  const point = tail - below
  return { p, midP: b === c ? 1 - point : 2 * tail - point, greater: b === 0 ? 1 : 1 - binomialCdf(b - 1, n, 0.5) }
}
