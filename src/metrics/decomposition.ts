import type { CaseRecord, ErrorClass, Failure, Signal } from '../schema/record.js'
import type { Outcome } from '../schema/verdict.js'

export interface Findings {
  answerable: boolean
  /** What went wrong outside the answer; a failure of the judge leaves its signals null and is no class of its own. */
  failure?: Failure | undefined
  premise: 'true' | 'false'
  /** null where the system failed. */
  outcome: Outcome | null
  signals: { c: Signal; g: Signal; r: Signal }
}

export type Cause = NonNullable<CaseRecord['cause']>

/**
 * The leaf of the decomposition that a case falls on. Correct, hallucination, retrieval error and reasoning error are the four
 * leaves of Butler and Butler (2026); the rest keeps apart what is no answer, or not known.
 *
 * The order matters and is the design's: failure, refusal, non-answer, premise, unanswerable, unknown signals, groundedness,
 * correctness. An ungrounded answer of unknown correctness is unscored here and still counts in the hallucination rate.
 */
export function classify({ answerable, failure, premise, outcome, signals }: Findings): {
  errorClass: ErrorClass
  cause?: Cause
} {
  const { c, g, r } = signals
  if (failure?.kind === 'missing') return { errorClass: 'missing' }
  // Without an outcome the system was not asked, since nobody could have judged what it says.
  if (failure !== undefined && (failure.stage !== 'judge' || outcome === null)) return { errorClass: 'infrastructure' }
  switch (outcome) {
    case null:
    case 'undetermined':
      return { errorClass: 'unscored' }
    case 'refused':
      return answerable ? { errorClass: 'over-refusal', cause: causeOfRefusal(r) } : { errorClass: 'correct refusal' }
    case 'non-answer':
      return { errorClass: answerable ? 'non-answer' : 'correct refusal' }
  }
  if (premise === 'false') return { errorClass: outcome === 'premise-corrected' ? 'premise corrected' : 'premise accepted' }
  if (!answerable) return { errorClass: 'false confidence' }
  if (g === null || c === null) return { errorClass: 'unscored' }
  if (!g) return { errorClass: 'hallucination' }
  if (c) return { errorClass: 'correct' }
  if (r === null) return { errorClass: 'unattributed error' }
  return { errorClass: r ? 'reasoning error' : 'retrieval error' }
}

function causeOfRefusal(r: Signal): Cause {
  if (r === null) return 'unknown'
  return r ? 'policy' : 'retrieval'
}
