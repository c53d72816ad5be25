import type { AnswerClaim, Verdict } from '../schema/verdict.js'

/** What the judge had to go by: every passage with its text, some without, none found, or retrieval not reported. */
export type PassageState = 'all with text' | 'some without text' | 'none found' | 'not reported'

/** How one claim counts. The same rule decides g, a panel's votes, and the claim that a message shows. */
export function standing(claim: AnswerClaim, passages: PassageState): 'harmless' | 'supported' | 'unsupported' | 'undetermined' {
  if (claim.support === 'entailment' && passages !== 'none found') return 'supported'
  if (claim.harmless !== undefined) return 'harmless'
  if (passages === 'none found') return 'unsupported'
  if (claim.support === 'undetermined' || passages !== 'all with text') return 'undetermined'
  return 'unsupported'
}

/** g by a verdict: of its claims; or of the whole answer, where a judge labels no claims and says that instead. */
export function groundOfVerdict(
  { claims, grounded }: Pick<Verdict, 'claims' | 'grounded'>,
  passages: PassageState,
): boolean | null {
  return claims.length === 0 && grounded !== undefined ? grounded : groundOf(claims, passages)
}

/** g of an answer by its claims: false if one is unsupported, null if one is undetermined or none counts, else true. */
export function groundOf(claims: readonly AnswerClaim[], passages: PassageState): boolean | null {
  if (passages === 'not reported') return null
  const standings = new Set(claims.map((claim) => standing(claim, passages)))
  if (standings.has('unsupported')) return false
  return standings.has('supported') && !standings.has('undetermined') ? true : null
}
