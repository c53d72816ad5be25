import type { AnswerClaim, EntailmentLabel, UnsupportedKind } from '../schema/verdict.js'
import type { ClaimReply } from './reply.js'

/** What one call said of a claim, as far as its kind goes. */
interface Kinded {
  support: EntailmentLabel
  kind: UnsupportedKind | 'none'
}

/** Whether a text speaks against a claim, or says nothing of it: such a claim has a kind. */
export function isAgainst(label: EntailmentLabel | undefined): label is 'neutral' | 'contradiction' {
  return label === 'neutral' || label === 'contradiction'
}

/**
 * The kind by a part that gave the label. That the claim goes beyond the sources is what any part says that lacks the passage in question, so
 * another kind goes before it.
 */
export function kindOf(parts: readonly Kinded[], support: EntailmentLabel): UnsupportedKind | undefined {
  const given = parts.flatMap((part) => (part.support === support && part.kind !== 'none' ? [part.kind] : []))
  return given.find((kind) => kind !== 'beyond-sources') ?? given[0]
}

/** A claim contradicts the reference in kind where it does by its label, and nowhere else; the label stands. */
export function referenceKindOf({ id, reference, referenceKind }: ClaimReply, notes: string[]): AnswerClaim['referenceKind'] {
  if (referenceKind === 'none') return undefined
  if ((referenceKind === 'contradicts') === (reference === 'contradiction')) return referenceKind
  notes.push(`claim ${id}: its kind does not fit its label by the reference (${referenceKind}, but ${reference})`)
  return undefined
}

/** No kind is made up for a claim that the judge gave none: how many there are is said once. */
export function withoutKind(claims: readonly AnswerClaim[]): string[] {
  const unsupported = claims.filter(
    (claim) => isAgainst(claim.support) && claim.harmless === undefined && claim.kind === undefined,
  )
  const against = claims.filter((claim) => isAgainst(claim.reference) && claim.referenceKind === undefined)
  return [
    ...(unsupported.length === 0 ? [] : [`the judge gave no kind for ${unsupported.length} of the unsupported claims`]),
    ...(against.length === 0
      ? []
      : [`the judge gave no kind for ${against.length} of the claims that the reference does not support`]),
  ]
}
