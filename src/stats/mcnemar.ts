import binomialCdf from '@stdlib/stats-base-dists-binomial-cdf'

export interface McNemar {
  /** Two-sided exact p: twice the smaller tail, at most 1. */
  p: number
  /** Two-sided mid-p: of what was observed, half the chance counts. Less strict than the exact one, and in practice still at or under its alpha. */
  midP: number
  /** One-sided exact p that the first count is the greater one. */
  greater: number
}

/**
 * McNemar's test of paired yes-or-no values, by the pairs that differ: `b` of one way, `c` of the other. Where none differs all p-values are 1.
 *
 * Pairs are taken to be independent; where some are not, `exchangeTest` takes them by group.
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
  if (b + c === 0) return { p: 1, midP: 1, greater: 1 }
  const atMost = (count: number) => (count < 0 ? 0 : binomialCdf(count, b + c, 0.5))
  const least = Math.min(b, c)
  const tail = atMost(least)
  const beyond = atMost(least - 1)
  return {
    p: Math.min(1, 2 * tail),
    // Twice the tail less the point is tail + beyond; of two equal counts both tails hold the point, and half of it is left out.
    midP: b === c ? 1 - (tail - beyond) / 2 : tail + beyond,
    // `b` or more of the one way are `c` or fewer of the other.
    greater: atMost(c),
  }
}
