import { placedSentences } from '../../text/placed-sentences.js'
import { searchTerms } from '../../text/search-terms.js'
import { languageOf } from './bm25.js'
import type { Retrieved } from './stages.js'

/** What can be quoted of a passage by itself: a sentence, or an enumeration with what introduces it. Offsets are code points of the passage's text. */
export interface Quotable {
  /** As the passage has it, with single spaces for its white space. */
  text: string
  start: number
  end: number
  /** Its own, and those of the heading that it stands below. */
  terms: readonly string[]
}

/** An enumeration goes on: its introduction and each item but the last end so. */
const GOES_ON = /[:;,](?:\s+(?:and|or|und|oder|sowie|et|ou|e|o|aur|ya))?$/u
const ENDS = /[.!?:;…。！？۔؟]["'”’»)\]]*$/u
/** A longer enumeration is quoted by its items. */
const LONGEST = 1_500
/** A longer line is a paragraph that lacks its full stop. */
const LONGEST_HEADING = 120

interface Piece {
  start: number
  end: number
  heading: boolean
}

/**
 * What can be quoted of a passage, in order: no heading, which alone says nothing. A passage may be cut out of its document inside of a sentence: a
 * beginning that begins small and an end without a full stop are left out, unless there is nothing else.
 */
export function quotables(passage: Retrieved): Quotable[] {
  const { text } = passage
  const language = languageOf(passage)
  const pieces = piecesOf(text, language)
  const points = (place: number) => (/[\ud800-\udbff]/.test(text) ? Array.from(text.slice(0, place)).length : place)
  let above: readonly string[] = []
  const found = pieces.map((piece) => {
    const quoted = text.slice(piece.start, piece.end)
    const own = searchTerms(quoted, language)
    if (piece.heading) above = own
    const terms = piece.heading ? own : [...above, ...own]
    return {
      ...piece,
      text: quoted.replace(/\s+/gu, ' '),
      start: points(piece.start),
      end: points(piece.end),
      terms,
      whole: isWhole(text, piece, pieces),
    }
  })
  const whole = found.filter((one) => one.whole)
  const kept = whole.length > 0 ? whole : found.filter((one, at) => !one.heading && !isTitle(text, pieces[at]))
  return kept.map(({ text: quoted, start, end, terms }) => ({ text: quoted, start, end, terms }))
}

function piecesOf(text: string, language: string): Piece[] {
  const found: Piece[] = []
  let open = false
  for (const { start, end } of placedSentences(text, language)) {
    const last = found.at(-1)
    if (open && last && end - last.start <= LONGEST) last.end = end
    else found.push({ start, end, heading: isHeading(text, start, end) })
    open = GOES_ON.test(text.slice(Math.max(start, end - 20), end))
  }
  return found
}

/** A short line of its own in front of something, without the end of a sentence. */
function isHeading(text: string, start: number, end: number): boolean {
  const line = end - start <= LONGEST_HEADING && /^[^\S\n\r]*[\n\r]\s*\S/u.test(text.slice(end, end + LONGEST_HEADING))
  return (
    line && /(?:^|[\n\r])[^\S\n\r]*$/u.test(text.slice(Math.max(0, start - 20), start)) && !ENDS.test(text.slice(end - 5, end))
  )
}

/** A line that could be a heading, with nothing behind it: a part's, a decision's name. */
function isTitle(text: string, piece: Piece | undefined): boolean {
  if (piece === undefined) return false
  const { start, end } = piece
  return (
    /^[^\p{Ll}]/u.test(text.slice(start, end)) &&
    !/: /u.test(text.slice(start, end)) &&
    isHeading(`${text.slice(0, end)}\n.`, start, end)
  )
}

function isWhole(text: string, piece: Piece, pieces: readonly Piece[]): boolean {
  const { start, end, heading } = piece
  if (heading) return false
  const begins = piece !== pieces[0] || !/^\p{Ll}/u.test(text.slice(start, start + 2))
  return begins && (piece !== pieces.at(-1) || ENDS.test(text.slice(end - 5, end)))
}
