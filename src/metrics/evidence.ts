import type { Passage } from '../schema/response.js'
import type { AnswerClaim } from '../schema/verdict.js'
import { type PassageState, standing } from './groundedness.js'

/** The passages that a judge sees, in rank order: those with text. Indexes in a verdict are of this list. */
export function withText(passages: readonly Passage[] = []): (Passage & { text: string })[] {
  return passages.flatMap((passage) => (passage.text?.trim() ? [{ ...passage, text: passage.text }] : []))
}

/** The claim that speaks most against the groundedness of an answer: an unsupported one, else an undetermined one. */
export function worstClaim(claims: readonly AnswerClaim[], state: PassageState): AnswerClaim | undefined {
  const first = (wanted: string) => claims.find((claim) => standing(claim, state) === wanted)
  return first('unsupported') ?? first('undetermined')
}

/** The passage that comes nearest to a claim, where the judge named one. */
export function nearestPassage(
  claim: AnswerClaim,
  passages: readonly Passage[] | undefined,
): (Passage & { text: string }) | undefined {
  return claim.nearest === undefined ? undefined : withText(passages)[claim.nearest]
}

/** `Tenancy Act 2031, 12`; empty where a passage has no name. */
export function passageName({ title, citation, document, id, section }: Passage): string {
  return [title ?? citation ?? id ?? document, section].filter(Boolean).join(', ')
}
