import { queryTerms, searchTerms } from '../../../text/search-terms.js'
import { languageOf } from '../bm25.js'
import { bm25Index } from '../bm25-index.js'
import { type Chunk, sectionChunks } from '../chunks.js'
import type { GroundedOrSilentOptions } from '../grounded-or-silent.js'
import { type Question, readQuestion, withoutTerms } from '../question.js'
import { type CitedNowhere, type CitedPlace, citationLookup } from './citation-lookup.js'
import { withoutFrame } from './frame-words.js'
import { chunksOf } from './looked-up.js'
import { nameLookup } from './name-lookup.js'
import { asksFor, pooled } from './pooling.js'
import { titleAffinity } from './title-affinity.js'

/** So many candidates are lifted and pooled for each passage that is wanted. */
const CANDIDATES = 20

/** What was found for a question. */
export interface Found {
  passages: Chunk[]
  /** Whether the first of them is a section that the question names, if of an act that is there in another year. */
  meant: boolean
  /** A part of that section, where the question names one: of "section 12(2)" `['2']`. */
  marks: readonly string[]
  question: Question
  /** The question but for what it cites: that was looked up, and says nothing of what is asked. */
  asked: Question
  missing: readonly CitedNowhere[]
  labels(chunk: Chunk): readonly string[]
}

export type Search = (question: string, language: string, k: number) => Found

/** Retrieves with what the options have not taken out; reads the corpus once. */
export function searchOf(options: GroundedOrSilentOptions): Search {
  const { corpus, variant = 'lucene' } = options
  const chunks = options.chunks ?? sectionChunks(corpus)
  const index = bm25Index(
    chunks.map((chunk) => ({ text: chunk.text, language: languageOf(chunk) })),
    { variant },
  )
  const affinity = options.titleAffinity === false ? undefined : titleAffinity(corpus)
  const cited = options.citationLookup === false ? undefined : citationLookup(corpus)
  const named = options.nameLookup === false ? undefined : nameLookup(corpus)
  const kinds = new Map(corpus.documents.map(({ id, kind }) => [id, kind]))
  const poolOf = ({ document }: Chunk) => kinds.get(document) ?? 'statute'
  const labels = (chunk: Chunk) =>
    searchTerms([chunk.title, chunk.citation, chunk.section, 'section'].join(' '), languageOf(chunk))

  return (text, language, k) => {
    const question = readQuestion(text, language, index.languages, index.terms)
    const titled = affinity?.(question)
    const ranked = index
      .search(text, CANDIDATES * k, language)
      .flatMap(({ index: at, score }) => {
        const chunk = chunks[at]
        return chunk ? [{ ...chunk, score: score * (1 + (titled?.get(chunk.document) ?? 0)) }] : []
      })
      .sort((a, b) => b.score - a.score)
    const lookUp = cited?.(text) ?? { found: [], missing: [], cited: [] }
    const names = (named?.(text) ?? []).map((document): CitedPlace => ({ document, sections: null }))
    const sameInOthers = lookUp.missing.flatMap(({ kind, nearest }) => (kind === 'act' && nearest ? [nearest.place] : []))
    const near = lookUp.missing.flatMap(({ nearest }) => nearest?.place ?? [])
    const places = [...lookUp.found, ...names, ...near]
    const first = chunksOf(places, chunks, ranked, k)
    const ids = new Set(first.map(({ id }) => id))
    const rest = ranked.filter(({ id }) => !ids.has(id))
    const pool = asksFor(
      text,
      language,
      places.some(({ document }) => kinds.get(document) === 'decision'),
    )
    const free = k - first.length
    const said = new Set(lookUp.cited.flatMap((one) => queryTerms(one, language, index.languages)))
    return {
      passages: [...first, ...(options.pooling === false ? rest.slice(0, free) : pooled(rest, free, pool, poolOf))],
      meant: first.length > 0 && [...lookUp.found, ...sameInOthers].some(({ sections }) => sections !== null),
      marks: lookUp.found.find(({ sections }) => sections !== null)?.marks ?? [],
      question,
      asked: places.length + lookUp.missing.length === 0 ? question : withoutFrame(withoutTerms(question, said)),
      missing: lookUp.missing,
      labels,
    }
  }
}
