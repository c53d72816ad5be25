import { groundOf, type PassageState, standing } from '../judges/standing.js'
import type { UnscoredReason } from '../schema/record.js'
import type { AnswerClaim } from '../schema/verdict.js'

// What decides g of claims stands with the judges, since the votes of a panel are decided by it too.
export { type PassageState, standing }

export interface Groundedness {
  /** true, false, or null for unknown. */
  g: boolean | null
  reason?: UnscoredReason
  counts: ClaimCounts
}

export interface ClaimCounts {
  total: number
  supported: number
  unsupported: number
  undetermined: number
  harmless: number
  /** Supported by a passage, but not by the source that the claim cites; counted among the supported as well. */
  misgrounded: number
}

export function passageState(passages: readonly { text?: string | undefined }[] | undefined): PassageState {
  if (passages === undefined) return 'not reported'
  if (passages.length === 0) return 'none found'
  const withText = passages.filter((passage) => passage.text?.trim()).length
  if (withText === 0) return 'not reported'
  return withText === passages.length ? 'all with text' : 'some without text'
}

/**
 * Whether an answer is grounded in its passages: false if any claim that is not harmless is unsupported (neutral or contradicted),
 * null if any is undetermined, else true. Without a claim that counts it is null ("no claims"): there is nothing to be grounded.
 * Passages without text support nothing and refute nothing: with some of them missing, an unsupported claim is undetermined.
 * Retrieval that found nothing supports nothing, so every claim is unsupported; retrieval that was not reported is null. `whole` is what
 * a judge that labels no claims says of the answer. It is read where there are none, and stands as it is said, also where nothing was retrieved or
 * nothing was reported: such a judge saw the context itself, which a published run need not repeat.
 */
export function groundedness(claims: readonly AnswerClaim[], passages: PassageState, whole?: boolean | null): Groundedness {
  const counts = { total: claims.length, supported: 0, unsupported: 0, undetermined: 0, harmless: 0, misgrounded: 0 }
  for (const claim of claims) {
    const how = standing(claim, passages)
    counts[how] += 1
    if (how === 'supported' && (claim.cited === 'neutral' || claim.cited === 'contradiction')) counts.misgrounded += 1
  }
  if (claims.length === 0 && whole !== undefined)
    return whole === null ? { g: null, reason: 'undetermined', counts } : { g: whole, counts }
  const g = groundOf(claims, passages)
  if (g !== null) return { g, counts }
  if (passages === 'not reported') return { g, reason: 'no passages', counts }
  return { g, reason: counts.undetermined > 0 ? 'undetermined' : 'no claims', counts }
}
