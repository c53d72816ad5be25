import { baseLanguage } from './languages.js'
import { NEGATIONS, STOP_WORDS } from './stop-words.js'
import { stemOf, words } from './tokens.js'

/** So many different pieces are remembered for each language; then it begins anew. */
const MOST = 200_000
/** Longer pieces hardly come again, and a sliced string keeps the whole text alive. */
const LONGEST = 40
const readers = new Map<string, (text: string) => string[]>()

/**
 * The terms of a text that it is found by, in order, with repeats: its words (`words`), numbers among them, without the stop words of its language; negations
 * stay. Stemmed by Snowball in en, de, fr and it; elsewhere a term is the word itself. Empty where the text has none.
 */
export function searchTerms(text: string, language: string): string[] {
  const base = baseLanguage(language)
  let read = readers.get(base)
  if (read === undefined) {
    read = reader(base)
    readers.set(base, read)
  }
  return read(text)
}

/**
 * The terms that a query is searched by, each once: those in its own language, then those that the other languages of an index make of it. Stop words are
 * in no index, so a function word of another language finds nothing that is one.
 */
export function queryTerms(query: string, language: string, languages: Iterable<string> = []): string[] {
  const bases = new Set([language, ...languages].map(baseLanguage))
  return [...new Set([...bases].flatMap((base) => searchTerms(query, base)))]
}

/**
 * The words of a query that are no stop words in its language, in order, each once: the terms that its own language and the other languages of an index make of
 * it. A word is found where one of its terms is.
 */
export function queryWords(query: string, language: string, languages: Iterable<string> = []): string[][] {
  const own = baseLanguage(language)
  const bases = new Set([own, ...Array.from(languages, baseLanguage)])
  const found = words(query, own).filter((word) => termsOfWords([word], own).length > 0)
  return [...new Set(found)].map((word) => [...new Set([...bases].flatMap((base) => termsOfWords([word], base)))])
}

/** The terms of words that were read before. Expects a language as `baseLanguage` has it. */
export function termsOfWords(list: readonly string[], base: string): string[] {
  const stop = STOP_WORDS[base]
  const negations = NEGATIONS[base]
  return list.flatMap((word) => {
    if (negations?.has(word)) return [word]
    return stop?.has(word) ? [] : [stemOf(word, base)]
  })
}

/**
 * Words do not cross white space, and a corpus says the same ones again and again: a text is cut at ASCII white space, and the terms of each piece are
 * remembered. Marks at the edges of a piece go first, so that "rent," and "rent" are one.
 */
function reader(base: string): (text: string) => string[] {
  const known = new Map<string, readonly string[]>()
  // A plain word is its own folding.
  const read = (piece: string) => termsOfWords(/^[A-Za-z0-9]+$/.test(piece) ? [piece.toLowerCase()] : words(piece, base), base)
  return (text) => {
    const terms: string[] = []
    let from = -1
    for (let at = 0; at <= text.length; at += 1) {
      if (at < text.length && !isSpace(text.charCodeAt(at))) {
        if (from < 0) from = at
        continue
      }
      if (from < 0) continue
      const piece = bare(text, from, at)
      from = -1
      if (piece.length > LONGEST) {
        for (const term of read(piece)) terms.push(term)
        continue
      }
      let found = known.get(piece)
      if (found === undefined) {
        found = read(piece)
        if (known.size >= MOST) known.clear()
        known.set(piece, found)
      }
      for (const term of found) terms.push(term)
    }
    return terms
  }
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}

function isMark(code: number): boolean {
  return code < 128 && !(code >= 97 && code <= 122) && !(code >= 65 && code <= 90) && !(code >= 48 && code <= 57)
}

function bare(text: string, from: number, to: number): string {
  let [start, end] = [from, to]
  while (start < end && isMark(text.charCodeAt(start))) start += 1
  // A mark in front of an accent may be one character with it.
  if (start < end && text.charCodeAt(start) >= 128) start = from
  while (end > start && isMark(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}
