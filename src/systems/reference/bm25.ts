import { bm25Index } from './bm25-index.js'
import { checkPassages } from './checked-input.js'
import type { Retrieved, Retriever } from './stages.js'
import type { Bm25Options } from './term-index.js'

/**
 * BM25 over passages, or BM25L where `variant` says so ({@link indexTerms} has the formulas). A passage is analysed in the language under its `meta`, a question in its own and in all
 * that the passages have. Passages without a term of the query are not found. Throws an `OptionError` on options that are wrong.
 */
export function bm25(passages: readonly Retrieved[], options: Bm25Options = {}): Retriever {
  checkPassages('bm25', passages)
  const index = bm25Index(
    passages.map((passage) => ({ text: passage.text, language: languageOf(passage) })),
    options,
  )
  return {
    name: options.variant === 'bm25l' ? 'bm25l' : 'bm25',
    async retrieve(query, k, { item }) {
      const hits = index.search(query, k, item.language)
      return { passages: hits.flatMap(({ index: at, score }) => (passages[at] ? [{ ...passages[at], score }] : [])) }
    },
  }
}

/** The language that a passage of a corpus says under `meta`; `und` without one. */
export function languageOf({ meta }: Pick<Retrieved, 'meta'>): string {
  const language = meta?.['language']
  return typeof language === 'string' ? language : 'und'
}
