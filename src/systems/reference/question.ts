import { queryWords } from '../../text/search-terms.js'
import { weightOf } from './term-index.js'

/** A question as a search sees it. */
export interface Question {
  text: string
  language: string
  /** Its words, folded, each with the terms that it may be found by and with what it weighs: the rarer, the more. */
  words: readonly { word: string; terms: readonly string[]; weight: number }[]
}

/** How many of `size` texts have a term. */
export interface TermCounts {
  size: number
  documents(term: string): number
}

/** Reads a question for texts in some languages. A word weighs as in BM25, by the commonest of its terms; one that no text has weighs most. */
export function readQuestion(text: string, language: string, languages: Iterable<string>, counts: TermCounts): Question {
  const words = queryWords(text, language, languages).map(({ word, terms }) => {
    const df = Math.max(...terms.map((term) => counts.documents(term)))
    return { word, terms, weight: weightOf(df, counts.size) }
  })
  return { text, language, words }
}

/** The question without the words of which a term is among those given. */
export function withoutTerms(question: Question, terms: ReadonlySet<string>): Question {
  return { ...question, words: question.words.filter((word) => !word.terms.some((term) => terms.has(term))) }
}
