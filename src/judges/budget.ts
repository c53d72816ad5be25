import { JudgeError } from '../errors.js'
import type { Cost } from '../schema/record.js'

/** `kind` becomes the `JudgeError`'s kind, `reason` its message. */
export type Admission = { ok: true } | { ok: false; kind: 'budget' | 'circuit'; reason: string }

/** Most that may be started in any 60 seconds, over all workers. */
export interface RateLimits {
  requests?: number | undefined
  tokens?: number | undefined
}

/** Who is about to be called: failures in a row and limits a minute are counted by party. */
export interface Party {
  /** Such as `anthropic claude-sonnet-4-6` or `system Tenancy`. */
  name: string
  limits?: RateLimits | undefined
}

/**
 * What a run may still spend, over all its workers. Every call that is about to go to a provider asks for admission, and whatever
 * becomes of it is settled once. A replayed call asks for nothing.
 */
export interface Ledger {
  /** `estimate` is what the call is likely to cost. It waits, so that a limit on calls a minute holds. */
  admit(party: Party, estimate: Cost, signal: AbortSignal): Promise<Admission>
  /** Waits for a place in the party's minute and for nothing else: a further attempt at a call that was admitted. */
  again?(party: Party, estimate: Cost, signal: AbortSignal): Promise<void>
  /** `failure`: the party did not answer, and why; a run of those opens its circuit. An answer that was merely unreadable is none. */
  settle(party: Party, cost: Cost, failure?: string | undefined): Promise<void>
}

/** Admits everything and counts nothing: for a judge outside a run. */
export const openLedger: Ledger = {
  admit: async () => ({ ok: true }),
  settle: async () => {},
}

export const NO_COST: Cost = { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 }

/** Throws the refusal as a `JudgeError` of its kind. */
export async function admitOrThrow(ledger: Ledger, party: Party, estimate: Cost, signal: AbortSignal): Promise<void> {
  const admission = await ledger.admit(party, estimate, signal)
  if (!admission.ok) throw new JudgeError(admission.kind, admission.reason)
}
