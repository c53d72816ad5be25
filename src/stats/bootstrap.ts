import { below, type Random, seeded } from '../random.js'
import { quantile } from './quantile.js'

/** Enough that the ends of an interval move by less than their second decimal from seed to seed. */
export const RESAMPLES = 2000

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
 */
export function bootstrapInterval<Group>(
  groups: readonly Group[],
  statistic: (groups: readonly Group[]) => number | null,
  { seed, confidence = 0.95, resamples = RESAMPLES }: { seed: number; confidence?: number; resamples?: number },
): { low: number; high: number } | null {
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
