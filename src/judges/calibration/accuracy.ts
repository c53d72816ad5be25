import type { CalibrationGroup } from '../../schema/calibration.js'
import { type GroupedValue, rateInterval } from '../../stats/effective-n.js'
import { LEAST_EXAMPLES } from './measure.js'

export interface Bounded {
  value: number
  low: number
  high: number
  count: number
  of: number
}

/** How a judge did in one language. */
export interface Accuracy {
  /** Examples with the fault, and without it, abstentions included. */
  positives: number
  negatives: number
  /** null where none of them has a verdict. */
  sensitivity: Bounded | null
  specificity: Bounded | null
}

/** Sensitivity and specificity over the groups of a language, with two-sided 95% Wilson intervals on the effective n. */
export function accuracyOf(groups: readonly CalibrationGroup[]): Accuracy {
  const sum = (count: (group: CalibrationGroup) => number) => groups.reduce((total, group) => total + count(group), 0)
  return {
    positives: sum(({ truePositive, falseNegative, abstained }) => truePositive + falseNegative + abstained.positive),
    negatives: sum(({ trueNegative, falsePositive, abstained }) => trueNegative + falsePositive + abstained.negative),
    sensitivity: bounded(groups.map(({ truePositive, falseNegative }) => [truePositive, falseNegative])),
    specificity: bounded(groups.map(({ trueNegative, falsePositive }) => [trueNegative, falsePositive])),
  }
}

/** Whether there are examples enough of both sides to speak of the judge at all. */
export function isCalibrated({ positives, negatives }: Accuracy): boolean {
  return Math.min(positives, negatives) >= LEAST_EXAMPLES
}

/**
 * Whether a judge tells the fault from its absence at all: sensitivity + specificity - 1 (Youden 1950), with the lower end of its 95% interval by the square-and-add
 * rule (Newcombe 1998) from those of the two. null where one of them is not known. At 0 or below a verdict says no more than a coin.
 */
export function informedness({ sensitivity, specificity }: Accuracy): { value: number; low: number } | null {
  if (sensitivity === null || specificity === null) return null
  const value = sensitivity.value + specificity.value - 1
  return { value, low: value - Math.hypot(sensitivity.value - sensitivity.low, specificity.value - specificity.low) }
}

function bounded(groups: readonly (readonly [right: number, wrong: number])[]): Bounded | null {
  const values = groups.flatMap(([right, wrong], i): GroupedValue[] =>
    Array.from({ length: right + wrong }, (_, j) => ({ value: j < right, group: String(i) })),
  )
  const interval = rateInterval(values)
  if (interval === null) return null
  const count = values.filter(({ value }) => value).length
  return { value: count / values.length, low: interval.low, high: interval.high, count, of: values.length }
}
