import { wilson, wilsonOneSided } from './wilson.js'

/** One value, yes or no or a number within 0..1, and the group that it shares with the values it is not independent of. */
export interface GroupedValue {
  value: boolean | number
  group: string
}

/** As `GroupedValue`; null is a value that nobody knows. */
export interface MaybeGroupedValue {
  value: boolean | number | null
  group: string
}

export interface EffectiveN {
  n: number
  groups: number
  /** Number of independent values that would say as much: between `groups` and `n`. */
  effective: number
  /** Design effect, n / effective; null where n is 0. */
  deff: number | null
}

/** A two-sided interval and two one-sided bounds of a rate or a mean, all within 0..1. */
export interface RateInterval {
  low: number
  high: number
  /** One-sided lower bound at the same confidence. */
  lower1: number
  /** One-sided upper bound at the same confidence. */
  upper1: number
  n: number
  groups: number
  /** n that the bounds rest on; of a bounded interval the smaller of its two. */
  effective: number
}

/**
 * How many independent values a set of grouped ones is worth. The design effect is the linearised (ratio-estimator) cluster
 * variance of the mean, with its G / (G - 1), over the binomial variance p(1 - p) / n, and is kept within 1 and n / groups. Twins
 * that always agree count once; groups of one change nothing. Where all values are equal, or there is one group, the variance
 * cannot be estimated and the number of groups stands, the conservative end.
 *
 * A number counts as its part of a yes: values within 0..1 vary no more than a rate of the same mean, so that an interval on this n is never
 * too narrow for them.
 *
 * Groups are taken to be of similar size: with very unequal ones, n / groups understates the worst case, n² over the sum of squared sizes.
 *
 * Sources: L. Kish (1965), Survey Sampling, ch. 5 and 8.2 (design effect); W. G. Cochran (1977), Sampling Techniques, 3rd ed., 3.12 (proportions in
 * clusters, ratio estimator); E. L. Korn and B. I. Graubard (1998), Survey Methodology 24, 193-201 (effective n in an interval).
 */
export function effectiveN(values: readonly GroupedValue[]): EffectiveN {
  const n = values.length
  if (n === 0) return { n: 0, groups: 0, effective: 0, deff: null }
  const byGroup = new Map<string, { count: number; size: number }>()
  for (const { value, group } of values) {
    const sums = byGroup.get(group) ?? { count: 0, size: 0 }
    sums.count += Number(value)
    sums.size += 1
    byGroup.set(group, sums)
  }
  const groups = byGroup.size
  const most = n / groups
  const count = total(values)
  if (count === 0 || count === n || groups === 1) return { n, groups, effective: groups, deff: most }
  const p = count / n
  let squares = 0
  for (const sums of byGroup.values()) squares += (sums.count - p * sums.size) ** 2
  const deff = ((groups / (groups - 1)) * squares) / (n * p * (1 - p))
  if (deff >= most) return { n, groups, effective: groups, deff: most }
  if (deff <= 1) return { n, groups, effective: n, deff: 1 }
  return { n, groups, effective: n / deff, deff }
}

/**
 * Wilson bounds of the share of true values, or of the mean, on the effective n. null where there are no values.
 *
 * @throws RangeError unless 0 < confidence < 1.
 */
export function rateInterval(values: readonly GroupedValue[], confidence = 0.95): RateInterval | null {
  const { n, groups, effective } = effectiveN(values)
  if (n === 0) return null
  const count = total(values)
  // The division first: all of n must stay all of the effective n, whatever the rounding.
  const scaled = (count / n) * effective
  const both = wilson(scaled, effective, confidence)
  const one = wilsonOneSided(scaled, effective, confidence)
  return both && one && { ...both, lower1: one.lower, upper1: one.upper, n, groups, effective }
}

/**
 * Bounds of a rate some of whose values are not known: the lower ones count every unknown as false, the upper ones as true, each
 * with an effective n of its own. The same as `rateInterval` where all are known; null where there are no values at all.
 *
 * @throws RangeError unless 0 < confidence < 1.
 */
export function boundedInterval(values: readonly MaybeGroupedValue[], confidence = 0.95): RateInterval | null {
  const least = rateInterval(resolved(values, false), confidence)
  const most = rateInterval(resolved(values, true), confidence)
  return (
    least &&
    most && {
      low: least.low,
      high: most.high,
      lower1: least.lower1,
      upper1: most.upper1,
      n: least.n,
      groups: least.groups,
      effective: Math.min(least.effective, most.effective),
    }
  )
}

function total(values: readonly GroupedValue[]): number {
  return values.reduce((sum, { value }) => sum + Number(value), 0)
}

function resolved(values: readonly MaybeGroupedValue[], unknown: boolean): GroupedValue[] {
  return values.map(({ value, group }) => ({ value: value ?? unknown, group }))
}
