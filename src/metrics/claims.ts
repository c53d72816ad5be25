import type { CaseRecord } from '../schema/record.js'
import type { Spread } from '../schema/report.js'
import type { AnswerClaim } from '../schema/verdict.js'
import { quantile } from '../stats/quantile.js'
import { type PassageState, standing } from './groundedness.js'

type KindCounts = Pick<NonNullable<CaseRecord['claims']>, 'cited' | 'kinds' | 'againstReference' | 'referenceKinds'>

/**
 * Counts of one answer's claims beside how they stand: supported ones that were judged against what they cite, unsupported ones by kind
 * (harmless ones apart), and those that the reference does not support by kind. A claim whose judge gave no kind is in none. All zero without
 * claims.
 */
export function countKinds(claims: readonly AnswerClaim[], passages: PassageState): KindCounts {
  const stands = (how: ReturnType<typeof standing>) => claims.filter((claim) => standing(claim, passages) === how)
  const against = claims.filter(({ reference }) => reference === 'neutral' || reference === 'contradiction')
  return {
    cited: stands('supported').filter(({ cited = 'undetermined' }) => cited !== 'undetermined').length,
    kinds: tally(stands('unsupported').flatMap(({ kind }) => kind ?? [])),
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

/** How values are spread over cases: how many, the median, the 95th percentile (type 7); null of none. Throws a `RangeError` on a NaN. */
export function spreadOf(values: readonly number[]): Spread {
  return { n: values.length, p50: quantile(values, 0.5), p95: quantile(values, 0.95) }
}
