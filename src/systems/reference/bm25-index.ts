import { OptionError } from '../../errors.js'
import { baseLanguage } from '../../text/languages.js'
import { queryTerms, type TermReader, termReader } from '../../text/search-terms.js'
import { shown } from '../sample-mapping.js'
import type { Hit } from './best-hits.js'
import { TermIds } from './postings.js'
import { type Bm25Options, indexIds, type TermIndex } from './term-index.js'

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
  const ids = new TermIds()
  const readers = new Map<string, TermReader<number>>()
  const terms = indexIds(read(texts, ids, readers), ids, options)
  const languages = [...readers.keys()]
  return {
    languages,
    terms,
    search: (query, k, language = 'und') => terms.search(queryTerms(query, language, languages), k),
  }
}

function* read(texts: Iterable<IndexedText>, ids: TermIds, readers: Map<string, TermReader<number>>): Generator<number[]> {
  const list: number[] = []
  for (const one of texts) {
    const { text, language = 'und' } = one
    if (typeof text !== 'string') throw new OptionError(`bm25Index: expected texts as { text, language }, received ${shown(one)}`)
    const base = baseLanguage(language)
    let reader = readers.get(base)
    if (reader === undefined) {
      reader = termReader(base, (term) => ids.of(term))
      readers.set(base, reader)
    }
    list.length = 0
    reader(text, list)
    yield list
  }
}
