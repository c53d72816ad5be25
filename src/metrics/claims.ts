import type { CaseRecord } from '../schema/record.js'
import type { AnswerClaim } from '../schema/verdict.js'
import { isMisgrounded } from './groundedness.js'

type ClaimCounts = Pick<NonNullable<CaseRecord['claims']>, 'cited' | 'kinds' | 'againstReference' | 'referenceKinds'>

/**
 * Counts of one answer's claims beside how they stand: supported claims that were judged against what they cite, unsupported claims that
 * are not harmless by kind, and claims that the reference does not support by kind. A claim whose judge gave no kind is in no kind.
 */
export function countClaims(claims: readonly AnswerClaim[]): ClaimCounts {
  const against = claims.filter(({ reference }) => reference === 'neutral' || reference === 'contradiction')
  const unsupported = claims.filter(
    ({ support, harmless }) => harmless === undefined && (support === 'neutral' || support === 'contradiction'),
  )
  return {
    cited: claims.filter((claim) => isMisgrounded(claim) || (claim.support === 'entailment' && claim.cited === 'entailment'))
      .length,
    kinds: tally(unsupported.flatMap(({ kind }) => kind ?? [])),
    againstReference: against.length,
    referenceKinds: tally(against.flatMap(({ referenceKind }) => referenceKind ?? [])),
  }
}

function tally<Kind extends string>(kinds: readonly Kind[]): Partial<Record<Kind, number>> {
  const counts: Partial<Record<Kind, number>> = {}
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

const words = new Intl.Segmenter('und', { granularity: 'word' })

/** Words, as `Intl.Segmenter` finds them, and code points of a text; 0 of an empty one. */
export function lengthOf(text: string): { words: number; characters: number } {
  return { words: [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length, characters: [...text].length }
}
