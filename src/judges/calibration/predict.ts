import type { HumanLabel } from '../../datasets/entailment-label.js'
import type { EntailmentLabel, Verdict } from '../../schema/verdict.js'
import { groundOf } from '../standing.js'

/**
 * What a verdict on a single claim says of it, the judge having taken it for an answer of that one claim: any contradiction is one, else any neutral
 * part that is not harmless makes it neutral, else any undetermined part, or none that counts, leaves it open: null.
 */
export function claimPrediction({ claims }: Pick<Verdict, 'claims'>): HumanLabel | null {
  const labels = claims.flatMap(({ support, harmless }): EntailmentLabel[] =>
    harmless === undefined || support === 'entailment' || support === 'contradiction' ? [support] : [],
  )
  if (labels.includes('contradiction')) return 'contradiction'
  if (labels.includes('neutral')) return 'neutral'
  return labels.length === 0 || labels.includes('undetermined') ? null : 'entailment'
}

/**
 * What a verdict on an answer says of its groundedness and correctness, as a run counts them; null where it does not say. An answer that the judge takes
 * for a refusal or a non-answer is in no rate of a run, so here too it says nothing.
 */
export function answerPrediction(
  { claims, correct, outcome }: Pick<Verdict, 'claims' | 'correct' | 'outcome'>,
  passages: number,
): { grounded: boolean | null; correct: boolean | null } {
  if (outcome === 'refused' || outcome === 'non-answer') return { grounded: null, correct: null }
  return { grounded: groundOf(claims, passages === 0 ? 'none found' : 'all with text'), correct }
}
