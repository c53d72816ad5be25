import type { Measurement } from '../../metrics/measure.js'
import type { Difference } from '../../schema/difference.js'
import type { Gate } from '../../schema/gate.js'

/** A gate as far as it can be looked at by itself: closed, or with what it is decided by once all gates of the run are known. */
export interface Assessment {
  gate: Gate
  /** Why nothing is decided. */
  closed?: string
  measured?: Measurement
  difference?: Difference
  /** One-sided p of the gate being kept, where it is decided by one. */
  p?: number
  /** Ids of the cases that count against it. */
  against?: readonly string[]
  /** @param adjusted The p after Holm's correction; 1 where there is none. @param tests How many gates of the run are decided by a p. */
  decide?: (adjusted: number, tests: number) => Decision
}

export interface Decision {
  status: 'pass' | 'fail' | 'undecided'
  /** Without the gate's own words and the cases. */
  message: string
  lower: number | null
  upper: number | null
  /** How many independent cases would decide it, where it is undecided. */
  needed: number | null
}

export function verdictText(status: Decision['status'], undecided: string): string {
  return status === 'undecided' ? undecided : status === 'pass' ? 'passes' : 'fails'
}

export function neededText(needed: number | null): string {
  return needed === null ? '' : `; about ${needed.toLocaleString('en-US')} independent cases would decide it`
}

export function percentOf(alpha: number): string {
  return `${Number(((1 - alpha) * 100).toFixed(1))}%`
}

export function pText(p: number): string {
  return p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/u, '')
}
