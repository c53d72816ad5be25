import type { CorpusDocument } from '../../datasets/corpus.js'
import { guessLanguage } from '../../text/languages.js'

const guessed = new WeakMap<CorpusDocument, string>()

/** The language of a document: as it says, else as its text looks; `und` where that cannot be told. */
export function languageOfDocument(document: CorpusDocument): string {
  const { language = 'und', text } = document
  if (language !== 'und') return language
  const known = guessed.get(document) ?? guessLanguage(text) ?? 'und'
  guessed.set(document, known)
  return known
}
