import { sectionsIn } from '../../../citations/section-forms.js'
import type { Chunk } from '../chunks.js'
import type { CitedPlace } from './citation-lookup.js'

/**
 * The passages of places that were looked up, in their order: of a section those that name it, of a document those that fit the question best, of each at most
 * three of five places; never more than `k` together.
 *
 * @param ranked Passages that share a word with the question, the best first.
 */
export function chunksOf(places: readonly CitedPlace[], chunks: readonly Chunk[], ranked: readonly Chunk[], k: number): Chunk[] {
  const most = Math.ceil((3 * k) / 5)
  const found = places.flatMap(({ document, sections }) => {
    const those = [...ranked.filter((one) => one.document === document), ...chunks.filter((one) => one.document === document)]
    return distinct(sections === null ? those : those.filter(({ section }) => names(section, sections))).slice(0, most)
  })
  return distinct(found).slice(0, k)
}

function names(section: string | undefined, sought: readonly string[]): boolean {
  if (section === undefined) return false
  const numbers = sectionsIn(section).map(({ number }) => number)
  return sought.some((one) => one === section || sectionsIn(one).some(({ number }) => numbers.includes(number)))
}

function distinct(chunks: readonly Chunk[]): Chunk[] {
  const seen = new Set<string>()
  return chunks.filter(({ id }) => !seen.has(id) && seen.add(id))
}
