import { groupBy } from '../group-by.js'
import { below, type Random, seeded } from '../random.js'
import { checkedConfidence } from './checks.js'
import { clopperPearson } from './clopper-pearson.js'
import type { MaybeGroupedValue } from './effective-n.js'
import { type PairedGroup, totalOf } from './exchange-test.js'
import { pairedDifference } from './paired-difference.js'
import { quantile } from './quantile.js'

/** Enough that the ends of an interval move by less than their second decimal from seed to seed. */
export const RESAMPLES = 2000

export interface BootstrapOptions {
  seed: number
  /** @default 0.95 */
  confidence?: number
  /** @default 2000 */
  resamples?: number
}

/** As many of the values as there are, drawn with replacement. */
export function resample<Value>(values: readonly Value[], random: Random): Value[] {
  return values.map(() => values[below(random, values.length)] as Value)
}

/**
 * Percentile bootstrap interval of a statistic, groups being drawn with replacement: what is not independent belongs in one group. The same seed
 * gives the same interval. Resamples on which the statistic is not defined are left out; null where there are fewer than two groups, or where
 * it is defined on less than half of them.
 *
 * Source: B. Efron and R. J. Tibshirani (1993), An Introduction to the Bootstrap, ch. 13 (percentile interval); A. C. Davison and D. V. Hinkley (1997),
 * Bootstrap Methods and their Application, 3.8 (resampling of whole groups).
 *
 * @throws RangeError unless 0 < confidence < 1, and seed and resamples are whole numbers, resamples above 0.
 */
export function bootstrapInterval<Group>(
  groups: readonly Group[],
  statistic: (groups: readonly Group[]) => number | null,
  { seed, confidence = 0.95, resamples = RESAMPLES }: BootstrapOptions,
): { low: number; high: number } | null {
  checkedConfidence(confidence)
  if (!(Number.isSafeInteger(resamples) && resamples > 0)) {
    throw new RangeError(`expected a whole number above 0 as \`resamples\`, received ${resamples}`)
  }
  if (groups.length < 2) return null
  const random = seeded(seed)
  const values: number[] = []
  for (let i = 0; i < resamples; i += 1) {
    const value = statistic(resample(groups, random))
    if (value !== null) values.push(value)
  }
  if (values.length < resamples / 2) return null
  const low = quantile(values, (1 - confidence) / 2)
  const high = quantile(values, (1 + confidence) / 2)
  return low === null || high === null ? null : { low, high }
}

/**
 * Percentile bootstrap interval of a rate or a mean, groups being drawn; values are within 0..1. Unknown ones count as 0 for its low end and as 1 for its high one.
 * null where there are no values.
 *
 * Resampling cannot say how far a rate may lie from one at which nothing varies. Where all values are equal, where there is one group, or wherever else the interval would be
 * of width zero, the exact interval on the number of groups stands (`clopperPearson`). With few groups, fewer than some twenty, a percentile interval is too narrow; `rateInterval`
 * is not.
 *
 * @throws RangeError as `bootstrapInterval` does.
 */
export function bootstrapRate(
  values: readonly MaybeGroupedValue[],
  options: BootstrapOptions,
): { low: number; high: number } | null {
  const least = rateOf(values, 0, options)
  const most = values.some(({ value }) => value === null) ? rateOf(values, 1, options) : least
  return least && most && { low: least.low, high: most.high }
}

interface Sums {
  sum: number
  n: number
}

function rateOf(
  values: readonly MaybeGroupedValue[],
  unknown: number,
  options: BootstrapOptions,
): { low: number; high: number } | null {
  const groups: Sums[] = [...groupBy(values, ({ group }) => group).values()].map((members) => ({
    sum: members.reduce((sum, { value }) => sum + Number(value ?? unknown), 0),
    n: members.length,
  }))
  const mean = meanOf(groups)
  if (mean === null) return null
  return (
    withWidth(bootstrapInterval(groups, meanOf, options)) ??
    clopperPearson(mean * groups.length, groups.length, options.confidence)
  )
}

function meanOf(groups: readonly Sums[]): number | null {
  let sum = 0
  let n = 0
  for (const group of groups) {
    sum += group.sum
    n += group.n
  }
  return n === 0 ? null : sum / n
}

/**
 * Percentile bootstrap interval of a difference of two shares or means, now minus base, over groups that both runs have, as `exchangeTest` tests it. null where either
 * side counts nothing.
 *
 * Where it would be of width zero or none at all, as where no group differs or where there is one group, the interval of `pairedDifference` over the groups' means stands, each
 * group being one pair. With few groups it is too narrow, as that of `bootstrapRate` is.
 *
 * @throws RangeError as `bootstrapInterval` does.
 */
export function bootstrapDifference(
  groups: readonly PairedGroup[],
  options: BootstrapOptions,
): { low: number; high: number } | null {
  const found = withWidth(bootstrapInterval(groups, differenceOf, options))
  if (found !== null) return found
  const pairs = groups.map(({ base, now }, i) => ({ base: meanOf([base]), now: meanOf([now]), group: `${i}` }))
  const exact = pairedDifference(pairs, options.confidence)
  return exact && { low: exact.low, high: exact.high }
}

function differenceOf(groups: readonly PairedGroup[]): number | null {
  const { base, now } = totalOf(groups)
  return base.n === 0 || now.n === 0 ? null : now.sum / now.n - base.sum / base.n
}

/** Of one value up to rounding, resamples say nothing. */
const ROUNDING = 1e-10

function withWidth(interval: { low: number; high: number } | null): { low: number; high: number } | null {
  return interval !== null && interval.high - interval.low > ROUNDING ? interval : null
}
