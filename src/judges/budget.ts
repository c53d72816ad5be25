import { JudgeError } from '../errors.js'
import type { Cost } from '../schema/record.js'

/** `kind` becomes the `JudgeError`'s kind, `reason` its message. */
export type Admission = { ok: true } | { ok: false; kind: 'budget' | 'circuit'; reason: string }

/**
 * What a run may still spend, over all its workers. Every call that is about to go to a provider asks for admission, and whatever
 * becomes of it is settled once. A replayed call asks for nothing.
 */
export interface Ledger {
  /** `estimate` is what the call is likely to cost. It may wait, so that a limit on calls a minute holds. */
  admit(estimate: Cost, signal: AbortSignal): Promise<Admission>
  /** `failed`: the provider did not answer; a run of those opens the circuit. An answer that was merely unreadable is not one. */
  settle(cost: Cost, call: { failed: boolean }): Promise<void>
}

/** Admits everything and counts nothing: for a judge outside a run. */
export const openLedger: Ledger = {
  admit: async () => ({ ok: true }),
  settle: async () => {},
}

export const NO_COST: Cost = { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 }

/** Throws the refusal as a `JudgeError` of its kind. */
export async function admitOrThrow(ledger: Ledger, estimate: Cost, signal: AbortSignal): Promise<void> {
  const admission = await ledger.admit(estimate, signal)
  if (!admission.ok) throw new JudgeError(admission.kind, admission.reason)
}
