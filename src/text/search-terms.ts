import { baseLanguage } from './languages.js'
import { PieceTable } from './piece-table.js'
import { NEGATIONS, STOP_WORDS } from './stop-words.js'
import { stemOf, words } from './tokens.js'

/** So many different pieces are remembered for each language; then it begins anew. */
const MOST = 200_000
/** Longer pieces hardly come again. */
const LONGEST = 60
const readers = new Map<string, TermReader<string>>()

/** Adds what stands for each term of a text to a list, in order. */
export type TermReader<Value> = (text: string, into: Value[]) => void

/**
 * The terms of a text that it is found by, in order, with repeats: its words (`words`), numbers among them, without the stop words of its language; negations
 * stay. Stemmed by Snowball in en, de, fr and it; elsewhere a term is the word itself. Empty where the text has none.
 */
export function searchTerms(text: string, language: string): string[] {
  const base = baseLanguage(language)
  let read = readers.get(base)
  if (read === undefined) {
    read = termReader(base, (term) => term)
    readers.set(base, read)
  }
  const terms: string[] = []
  read(text, terms)
  return terms
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
export function queryWords(
  query: string,
  language: string,
  languages: Iterable<string> = [],
): { word: string; terms: string[] }[] {
  const own = baseLanguage(language)
  const bases = new Set([own, ...Array.from(languages, baseLanguage)])
  const found = words(query, own).filter((word) => termsOfWords([word], own).length > 0)
  return [...new Set(found)].map((word) => ({
    word,
    terms: [...new Set([...bases].flatMap((base) => termsOfWords([word], base)))],
  }))
}

/** The terms of words that were read before. Expects a language as `baseLanguage` has it. */
export function termsOfWords(list: readonly string[], base: string): string[] {
  const stop = STOP_WORDS[base]
  const negations = NEGATIONS[base]
  const terms: string[] = []
  for (const word of list) {
    if (negations?.has(word)) terms.push(word)
    else if (!stop?.has(word)) terms.push(stemOf(word, base))
  }
  return terms
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
let bytes = new Uint8Array(1 << 14)

/**
 * A reader of `searchTerms` that gives what stands for each term, asked for once or a few times a term. Words do not cross white space, and a corpus says the
 * same ones again and again: a text is cut at ASCII white space, and what each piece comes to is remembered. Marks at the edges of a piece go first, so that "rent,"
 * and "rent" are one.
 */
export function termReader<Value>(language: string, standIn: (term: string) => Value): TermReader<Value> {
  const base = baseLanguage(language)
  const known = new PieceTable<readonly Value[]>(MOST)
  const read = (start: number, end: number) => {
    const piece = decoder.decode(bytes.subarray(start, end))
    // A plain word is its own folding.
    return termsOfWords(/^[A-Za-z0-9]+$/.test(piece) ? [piece.toLowerCase()] : words(piece, base), base).map(standIn)
  }
  return (text, into) => {
    // No character takes more than three bytes a unit.
    if (3 * text.length > bytes.length) bytes = new Uint8Array(3 * text.length)
    const { written } = encoder.encodeInto(text, bytes)
    for (let at = 0; at < written; ) {
      if (isSpace(bytes[at] as number)) {
        at += 1
        continue
      }
      let to = at + 1
      while (to < written && !isSpace(bytes[to] as number)) to += 1
      const [start, end] = [firstSign(at, to), lastSign(at, to)]
      at = to
      if (start >= end) continue
      const found = end - start > LONGEST ? read(start, end) : known.get(bytes, start, end, read)
      for (let each = 0; each < found.length; each += 1) into.push(found[each] as Value)
    }
  }
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}

function isMark(code: number): boolean {
  return code < 128 && !(code >= 97 && code <= 122) && !(code >= 65 && code <= 90) && !(code >= 48 && code <= 57)
}

/** Behind the marks that a piece begins with; a mark in front of an accent may be one character with it, and stays. */
function firstSign(from: number, to: number): number {
  let start = from
  while (start < to && isMark(bytes[start] as number)) start += 1
  return start < to && (bytes[start] as number) >= 128 ? from : start
}

function lastSign(from: number, to: number): number {
  let end = to
  while (end > from && isMark(bytes[end - 1] as number)) end -= 1
  return end
}
