import { baseLanguage } from '../../text/languages.js'
import { queryTerms, searchTerms } from '../../text/search-terms.js'
import { type Bm25Options, type Hit, indexTerms, type TermIndex } from './term-index.js'

/** A text in its language; `und`, or none: its words as they stand. */
export interface IndexedText {
  text: string
  language?: string | undefined
}

export interface Bm25Index {
  /** The languages of the texts, without regions. */
  languages: readonly string[]
  /** Indexed by terms, to count documents or to search by terms. */
  terms: TermIndex
  /** The best `k` texts that have a term of the query, by their place, from 0; equal scores in the order of the texts. */
  search(query: string, k: number, language?: string): Hit[]
}

/**
 * BM25 over texts, each analysed in its language; a query is analysed in its own and in every language of the texts. The formulas are those of
 * {@link indexTerms}, as are the options and what is thrown. Of no text nothing is found.
 */
export function bm25Index(texts: Iterable<IndexedText>, options: Bm25Options = {}): Bm25Index {
  const languages = new Set<string>()
  const terms = indexTerms(analysed(texts, languages), options)
  return {
    languages: [...languages],
    terms,
    search: (query, k, language = 'und') => terms.search(queryTerms(query, language, languages), k),
  }
}

function* analysed(texts: Iterable<IndexedText>, languages: Set<string>): Generator<string[]> {
  for (const { text, language = 'und' } of texts) {
    languages.add(baseLanguage(language))
    yield searchTerms(text, language)
  }
}
