import { createHash } from 'node:crypto'
import { normalTitle } from '../citations/normalise.js'

/**
 * The words of a passage, for passages that have no id in common: NFC or NFD, any apostrophe, any case, Markdown, punctuation and line breaks are
 * one. Accents stay, and so does the order. Empty where the text has no word.
 */
export function passageWords(text: string): string {
  return normalTitle(text)
}

/** An id made of a passage's words, `sha256:` and hex; null where it has none. Passages of equal words have one id. */
export function textPassageId(text: string): string | null {
  const words = passageWords(text)
  return words === '' ? null : `sha256:${createHash('sha256').update(words).digest('hex')}`
}
