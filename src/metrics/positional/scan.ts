/** A range has at least this many items that the signal is known of. */
export const SMALLEST_RANGE = 8

/**
 * Outage strengths that the scan tries: the chance that an item inside the range signals though it would not have. The last ones
 * set the ends of a total outage sharply, the first ones find one that hits few of its items.
 */
const STRENGTHS = [0.1, 0.3, 0.6, 0.9, 0.995] as const

/** A signal along an order: 0 or 1 for each item, and its stratum, from 0. */
export interface Series {
  values: Uint8Array
  strata: Uint32Array
}

export interface Peak {
  /** First item of the range, from 0; it signals. */
  from: number
  /** Last item of the range, inclusive; it signals. */
  to: number
  /** Natural logarithm of the likelihood ratio, above 0. */
  score: number
}

/** Items and signalling items of each stratum. */
export interface Counts {
  items: Uint32Array
  yes: Uint32Array
}

export function countStrata({ values, strata }: Series): Counts {
  const size = strata.reduce((most, stratum) => Math.max(most, stratum + 1), 0)
  const items = new Uint32Array(size)
  const yes = new Uint32Array(size)
  strata.forEach((stratum, i) => {
    items[stratum] = (items[stratum] ?? 0) + 1
    yes[stratum] = (yes[stratum] ?? 0) + (values[i] ?? 0)
  })
  return { items, yes }
}

/**
 * A scan for the range with the largest likelihood ratio. Outside, an item signals at the rate of its stratum, r. Inside, an outage of strength
 * q makes it r + q(1 - r). So a signalling item adds log((r + q(1 - r)) / r) to the score of a range and another adds log(1 - q),
 * and the best range is the one of the largest sum: one pass over the signalling items for every strength. The rates depend on
 * the strata's totals only, so one scanner serves every permutation within the strata.
 *
 * Source: the scan statistic of M. Kulldorff (1997), Communications in Statistics 26, 1481-1496, in one dimension, with the
 * strata's rates as expectation and the outage's strength as the alternative.
 */
export function scanner(strata: Uint32Array, { items, yes }: Counts): (values: Uint8Array) => Peak | null {
  const tries = STRENGTHS.map((strength) => {
    const gains = Float64Array.from(yes, (count, stratum) => {
      const rate = count / (items[stratum] ?? 1)
      return rate === 0 ? 0 : Math.log((rate + strength * (1 - rate)) / rate)
    })
    return { loss: Math.log(1 - strength), gains: Float64Array.from(strata, (stratum) => gains[stratum] ?? 0) }
  })
  const places = new Uint32Array(strata.length)
  const starts = new Float64Array(strata.length)

  return (values) => {
    let signals = 0
    for (let place = 0; place < values.length; place += 1) {
      // Written always, kept only where it counts: a branch here would be mispredicted at every signal.
      places[signals] = place
      signals += values[place] as number
    }
    let best: Peak | null = null
    for (const { loss, gains } of tries) {
      let gained = 0
      let candidate = 0
      let lowest = Number.POSITIVE_INFINITY
      let lowestPlace = 0
      for (let i = 0; i < signals; i += 1) {
        const place = places[i] as number
        const lost = loss * (place - i)
        starts[i] = gained + lost
        gained += gains[place] as number
        for (; (places[candidate] as number) + SMALLEST_RANGE - 1 <= place; candidate += 1) {
          if ((starts[candidate] as number) < lowest) {
            lowest = starts[candidate] as number
            lowestPlace = places[candidate] as number
          }
        }
        const score = gained + lost - lowest
        if (score > (best?.score ?? 0)) best = { from: lowestPlace, to: place, score }
      }
    }
    return best
  }
}

/**
 * An upper bound of the chance that any range of `n` exchangeable items reaches `score`, by Markov's inequality over all ranges and
 * strengths. The mean likelihood ratio of one range is 1 where items signal independently, and at most 1 when they are drawn without
 * replacement: W. Hoeffding (1963), JASA 58, 13-30, theorem 4. Far above the chance itself, yet it never needs a permutation.
 */
export function chanceBound(score: number, n: number): number {
  const spare = n - SMALLEST_RANGE + 1
  const ranges = spare > 0 ? (spare * (spare + 1)) / 2 : 0
  // The product would underflow to 0, and no chance is 0.
  return Math.min(1, Math.max(1e-300, STRENGTHS.length * ranges * Math.exp(-score)))
}
