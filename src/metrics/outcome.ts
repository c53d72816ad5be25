import type { Outcome } from '../schema/verdict.js'

export interface OutcomeEvidence {
  /** The system's own flag, where it has one: it wins over what the text looks like. */
  refused: boolean | undefined
  /** What the judge, or the rules over the text, made of the answer; null where nobody could say. */
  judged: Outcome | null
  falsePremise: boolean
}

/**
 * What kind of reply an answer is. A system that says it refused has refused; one that says it did not may still have said
 * nothing. On a false premise, an answer that does not put it right accepts it.
 */
export function settleOutcome({ refused, judged, falsePremise }: OutcomeEvidence): Outcome {
  if (refused === true) return 'refused'
  const outcome = judged ?? 'undetermined'
  if (refused === false && outcome === 'refused') return 'non-answer'
  if (falsePremise) return outcome === 'answered' ? 'premise-accepted' : outcome
  return outcome === 'premise-corrected' || outcome === 'premise-accepted' ? 'answered' : outcome
}

/** Whether the reply says something about the law: the denominator of the hallucination rate. */
export function isAnswerGiven(outcome: Outcome): boolean {
  return outcome === 'answered' || outcome === 'premise-corrected' || outcome === 'premise-accepted'
}
