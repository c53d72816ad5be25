import type { EntailmentLabel } from '../schema/verdict.js'
import { known, type MetricScore, quotient, unknown } from './score.js'

/** true, false, or null where nobody can say. */
export type Known = boolean | null

/** One thing of a share: whether it is in the denominator, and if so whether it is in the numerator. */
export interface Member {
  counts: Known
  is: Known
}

/**
 * The share of members that are so. What is not known must not matter: the value stands only where it is the same whichever way every
 * unknown falls, else it is null, "undetermined". `parts` are given where both counts are known. null with the reason `empty` where nothing
 * counts, or nothing could.
 */
export function share(members: readonly Member[], empty: string): MetricScore {
  const certain = members.filter(({ counts }) => counts === true)
  const perhaps = members.filter(({ counts }) => counts === null)
  if (certain.length === 0) return unknown(perhaps.length === 0 ? empty : 'undetermined')
  const least = certain.filter(({ is }) => is === true).length
  const most = certain.filter(({ is }) => is !== false).length
  // Of those that may count, each pulls one way only: the lowest share takes in what may be no, the highest what may be yes.
  const no = perhaps.filter(({ is }) => is !== true).length
  const yes = perhaps.filter(({ is }) => is !== false).length
  const low = least / (certain.length + no)
  if (low !== (most + yes) / (certain.length + yes)) return unknown('undetermined')
  return perhaps.length === 0 ? quotient(least, certain.length) : known(low)
}

/** The share of all values that are true: null with the reason `empty` where there are none. */
export function shareOfAll(values: readonly Known[], empty: string): MetricScore {
  return share(
    values.map((is) => ({ counts: true, is })),
    empty,
  )
}

/** Not, and, or over what may not be known (Kleene's strong three-valued logic). `any` of nothing is false. */
export function not(value: Known): Known {
  return value === null ? null : !value
}

export function both(one: Known, other: Known): Known {
  return one === false || other === false ? false : one === null || other === null ? null : true
}

export function any(values: readonly Known[]): Known {
  return values.includes(true) ? true : values.includes(null) ? null : false
}

/** Whether a label is entailment; contradiction and neutral alike are not. */
export function entails(label: EntailmentLabel): Known {
  return label === 'undetermined' ? null : label === 'entailment'
}
