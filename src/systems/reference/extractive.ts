import { refuseUnknown } from '../known-options.js'
import { languageOf } from './bm25.js'
import { bm25Index } from './bm25-index.js'
import { checkCount } from './count-option.js'
import { refusalIn } from './fixed-sentences.js'
import { readQuestion } from './question.js'
import { type Quote, quote } from './quote.js'
import type { Generated, Generator } from './stages.js'

export interface ExtractiveOptions {
  /** The most sentences of an answer. @default 2 */
  sentences?: number
  /** @default "extractive" */
  name?: string
}

/**
 * A generator without a model: it answers with the sentences of the passages that fit the question best, as they stand there, each with its source as a
 * citation ({@link quote}). Without passages, and where none of them shares a word with the question, it refuses in the question's language. Throws an `OptionError` on
 * options that are wrong.
 */
export function extractive(options: ExtractiveOptions = {}): Generator {
  refuseUnknown('extractive', options, ['sentences', 'name'] satisfies (keyof ExtractiveOptions)[])
  const { sentences = 2, name = 'extractive' } = options
  checkCount('extractive', 'sentences', sentences)
  return {
    name,
    async generate({ question, language, passages }) {
      const given = passages ?? []
      const index = bm25Index(given.map((one) => ({ text: one.text, language: languageOf(one) })))
      const read = readQuestion(question, language, index.languages, index.terms)
      return answerOf(quote(given, read, sentences), language)
    },
  }
}

/** Quotations as an answer, a paragraph each; a refusal where there is none. */
export function answerOf(quotes: readonly Quote[], language: string): Generated {
  if (quotes.length === 0) return { answer: refusalIn(language), citations: [], refused: true }
  return {
    answer: quotes.map(({ text }) => text).join('\n\n'),
    citations: quotes.map(({ citation }) => citation),
    refused: false,
  }
}
