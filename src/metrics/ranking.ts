import { shown } from './score.js'

/** Ids as they were returned, best first: of passages, or of documents. null or undefined: retrieval was not reported. */
export type Ranking = readonly string[]

/** Ids that are relevant; in a record or map with their grade, where above 0 is relevant and 0 was judged not to be. */
export type Relevant = readonly string[] | ReadonlySet<string> | Readonly<Record<string, number>> | ReadonlyMap<string, number>

/**
 * The ids in order of their scores, highest first; equal scores in code-point order of the ids, so that the order of the input says nothing.
 * Empty of none.
 *
 * @throws RangeError on a score that is not a number, and on an id that is no string.
 */
export function rankByScore(entries: readonly { id: string; score: number }[]): string[] {
  if (!Array.isArray(entries)) throw new RangeError(`\`entries\`: expected an array of { id, score }, got ${shown(entries)}`)
  for (const entry of entries as readonly unknown[]) {
    if (typeof entry !== 'object' || entry === null || !('id' in entry && 'score' in entry))
      throw new RangeError(`\`entries\`: expected entries as { id, score }, got ${shown(entry)}`)
    const { id, score } = entry
    checkId('id', id)
    if (typeof score !== 'number' || Number.isNaN(score))
      throw new RangeError(`\`score\`: expected a number for "${id}", got ${shown(score)}`)
  }
  // Not their difference, which is NaN for two infinite ones.
  return entries
    .toSorted((a, b) => (a.score > b.score ? -1 : a.score < b.score ? 1 : byCodePoints(a.id, b.id)))
    .map(({ id }) => id)
}

/**
 * The distinct documents of a ranking of passages, in the order of their first passage; a cut at k then counts documents.
 *
 * @throws RangeError where the ranking is no array of strings.
 */
export function documentRanking(ranking: Ranking, documentOf: (id: string) => string): string[] {
  checkRanking(ranking)
  return [...new Set(ranking.map(documentOf))]
}

/** The relevant ids with their grades above 0; 1 where no grade was given. */
export function gradesOf(relevant: Relevant): Map<string, number> {
  const grades = new Map<string, number>()
  for (const [id, grade] of entriesOf(relevant)) {
    checkId('relevant', id)
    if (!(Number.isFinite(grade) && grade >= 0)) {
      throw new RangeError(`\`relevant\`: expected a finite grade of at least 0 for "${id}", got ${grade}`)
    }
    if (grade > 0) grades.set(id, grade)
  }
  return grades
}

function entriesOf(relevant: Relevant): Iterable<readonly [string, number]> {
  if (relevant instanceof Map) return relevant
  if (Array.isArray(relevant) || relevant instanceof Set) return [...relevant].map((id) => [id, 1] as const)
  if (typeof relevant === 'object' && relevant !== null) return Object.entries(relevant)
  throw new RangeError(
    `\`relevant\`: expected an array or a set of ids, or a record or a map of their grades, got ${shown(relevant)}`,
  )
}

/** @throws RangeError where it is no array of ids: the letters of one id are no ranking. */
export function checkRanking(ranking: Ranking): void {
  if (!Array.isArray(ranking)) throw new RangeError(`\`ranking\`: expected an array of ids, got ${shown(ranking)}`)
  for (const id of ranking) checkId('ranking', id)
}

/** @throws RangeError where an id is no string: the number 1 would silently never be the id "1". */
export function checkId(name: string, id: unknown): void {
  if (typeof id !== 'string')
    throw new RangeError(`\`${name}\`: expected ids as strings, got ${typeof id} ${String(id)}; use String(id)`)
}

/** UTF-16 order puts characters beyond the BMP before some within it. */
function byCodePoints(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  const at = left.findIndex((character, index) => character !== right[index])
  if (at < 0) return left.length - right.length
  return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1)
}
