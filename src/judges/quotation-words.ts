import { LIST_MARKER } from '../text/list-marker.js'
import { normalise } from '../text/normalise.js'

/** A text as its words, so that white space, quotation marks and punctuation do not matter; with where a quotation may begin and end. */
export interface Wording {
  /** Words in order, each between two marks of its own: a sequence is looked for as a text. */
  joined: string
  /** Of each word, by its place in `joined`: whether something begins with it, or ends. */
  borders: ReadonlyMap<number, { opens: boolean; closes: boolean }>
  count: number
}

const MARK = '\u0001'
/** A figure with its separators is one word: 1,500 is no 500, and not 1.500. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:[.,'-][\p{L}\p{M}\p{N}]+)*/gu
/** What parts clauses that can be quoted by themselves. A comma parts none: what follows it may be the exception. */
const BORDER = /[.!?:;)(\]\u2013\u2014\n…۔؟]/u
/** The number of a cited passage, or of a paragraph, is no part of what is said. */
const NUMBERED = /\[\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]/gu
const LEADING = new RegExp(`^(?:${LIST_MARKER}\\s+)+`, 'iu')

export function wordingOf(text: string): Wording {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029\f]/u).map(normalise)
  const spelled = lines.join('\n').replace(NUMBERED, (found) => '.'.padEnd(found.length, ' '))
  const borders = new Map<number, { opens: boolean; closes: boolean }>()
  let joined = MARK
  let last: { opens: boolean; closes: boolean } | undefined
  let behind = 0
  let count = 0
  for (const { 0: word, index } of spelled.matchAll(WORD)) {
    const between = spelled.slice(behind, index)
    const border = last === undefined || BORDER.test(between)
    if (last !== undefined) last.closes = border
    last = { opens: border, closes: true }
    borders.set(joined.length, last)
    joined += `${word}${MARK}`
    behind = index + word.length
    count += 1
  }
  return { joined, borders, count }
}

/** The words of a sentence of an answer, without the marker of a list in front of it. */
export function withoutMarker(text: string): Wording {
  return wordingOf(normalise(text).replace(LEADING, ''))
}

/** Whether a text has the words of another, in order and side by side; never where there is none. */
export function holds({ joined }: Wording, sought: Wording): boolean {
  return sought.count > 0 && joined.includes(sought.joined)
}

/** Whether words stand in a text as a whole: from where something begins to where something ends, so that no "not" was cut off in front of them, and no exception behind. */
export function quotes(text: Wording, quotation: Wording): boolean {
  if (quotation.count === 0) return false
  const { joined, borders } = text
  for (let at = joined.indexOf(quotation.joined); at >= 0; at = joined.indexOf(quotation.joined, at + 1)) {
    const end = at + quotation.joined.length - 1
    const last = joined.lastIndexOf(MARK, end - 1) + 1
    if (borders.get(at + 1)?.opens === true && borders.get(last)?.closes === true) return true
  }
  return false
}
