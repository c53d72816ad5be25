import { abbreviationClass } from './abbreviations.js'
import { baseLanguage, guessLanguage } from './languages.js'
import { BULLETS, ENUMERATOR, LIST_MARKER } from './list-marker.js'
import { fold } from './normalise.js'
import { STOP_WORDS } from './stop-words.js'

const LIST_ITEM = new RegExp(String.raw`^\s*(?:(?:${LIST_MARKER}|#{1,6}|>)\s|\|)`, 'iu')
const MARKER_ALONE = new RegExp(String.raw`^[${BULLETS}#>\s]*${ENUMERATOR}$`, 'iu')
const TERMINATED = /[.!?:;…。！？۔؟]["'”’»)\]*_]*$/u
const HAS_WORD = /[\p{L}\p{N}]/u
// A lone short line is a line of its own; longer ones are prose that was wrapped.
const SHORT_LINE = 45
const MONTHS_DE = /^(?:jan|feb|mär|märz|apr|mai|jun|jul|aug|sep|okt|nov|dez)/iu

/** No sentence has more characters: a text that goes on longer is cut, at white space where there is some. */
const LONGEST = 4_000
// So many characters tell how a line or a piece ends: patterns that look for an end are slow on long texts.
const EDGE = 100

const segmenters = new Map<string, Intl.Segmenter>()

/**
 * Sentences in order, trimmed, none empty; list items and headings are pieces of their own, with their markers. Nothing is lost:
 * the pieces hold every character of the text that is not white space. Legal abbreviations (Art., Abs., v., cpv., U.S.C.) do not
 * end a sentence. Text without a full stop is one sentence a paragraph, of at most 4,000 characters; an empty text has none. Linear in
 * the length of the text, whatever it holds.
 */
export function splitSentences(text: string, language: string): string[] {
  return Array.from(sentencesOf(text, language))
}

/** The same one at a time, for callers that stop early or do other work between two. */
export function* sentencesOf(text: string, language: string): Generator<string, void, void> {
  const base = baseLanguage(language)
  const known = base === 'und' ? (guessLanguage(text) ?? 'en') : base
  for (const block of blocks(text)) yield* mergePieces(block, known)
}

const LINE = /([^\n\r\u2028\u2029\f]*)(?:\r\n|[\n\r\u2028\u2029\f]|$)/g

/** Paragraphs, list items and table rows. A newline inside a wrapped sentence is no border. */
function* blocks(text: string): Generator<string, void, void> {
  let current = ''
  let last = ''
  for (const [, line = ''] of text.matchAll(LINE)) {
    if (line.trim() === '') {
      if (current !== '') yield current
      current = ''
      continue
    }
    const apart = current === '' || LIST_ITEM.test(line) || /^\s*#/u.test(last) || isTerminated(last) || isOwnLine(last, line)
    if (apart && current !== '') yield current
    current = apart ? line : `${current} ${line}`
    last = line
  }
  if (current !== '') yield current
}

function isTerminated(line: string): boolean {
  return TERMINATED.test(line.trimEnd().slice(-EDGE))
}

function isOwnLine(previous: string, next: string): boolean {
  const before = previous.trim()
  if (before.length >= SHORT_LINE || /(?:,|\s\p{Ll}{1,3})$/u.test(before)) return false
  return /^["'“«*_]*\p{Lu}/u.test(next.trimStart())
}

/**
 * The platform's sentences. For each of them it copies the text that it was given, so it is given windows: the last piece of one, which
 * may go on, opens the next.
 */
function* segments(block: string, language: string): Generator<string, void, void> {
  const segmenter = segmenterOf(language)
  let at = 0
  while (at < block.length) {
    const window = block.slice(at, at + LONGEST)
    const pieces = Array.from(segmenter.segment(window), ({ segment }) => segment)
    if (at + window.length < block.length) {
      const open = pieces.pop() ?? ''
      // Whether the piece before ends at all depends on the first letter after it.
      if (!/\p{L}/u.test(open)) pieces.pop()
      if (pieces.length === 0) pieces.push(window.slice(0, cutPlace(window)))
    }
    for (const piece of pieces) {
      at += piece.length
      yield piece
    }
  }
}

function segmenterOf(language: string): Intl.Segmenter {
  const locale = language.split('-')[0] ?? 'en'
  let segmenter = segmenters.get(locale)
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
    segmenters.set(locale, segmenter)
  }
  return segmenter
}

/** After the last white space of the second half, or else at the end, where no surrogate pair is split. */
function cutPlace(window: string): number {
  const half = window.length >> 1
  const space = window.slice(half).search(/\s\S*$/u)
  if (space >= 0) return half + space + 1
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length
}

function* mergePieces(block: string, language: string): Generator<string, void, void> {
  let from = 0
  let to = 0
  let hasWord = false
  for (const piece of segments(block, language)) {
    const pieceHasWord = HAS_WORD.test(piece)
    const apart = hasWord && pieceHasWord && !joins(block.slice(from, to).trim(), piece.trim(), language)
    if (apart || to + piece.length - from > LONGEST) {
      const sentence = block.slice(from, to).trim()
      if (sentence !== '') yield sentence
      from = to
      hasWord = false
    }
    to += piece.length
    hasWord ||= pieceHasWord
  }
  const sentence = block.slice(from, to).trim()
  if (sentence !== '') yield sentence
}

/** Whether two pieces, each with a word, are of one sentence. */
function joins(left: string, right: string, language: string): boolean {
  if (MARKER_ALONE.test(left)) return true
  const stop = /(\S+)\.["'”’»)\]*_]*$/u.exec(left.slice(-60))
  if (stop === null) return false
  const word = (stop[1] ?? '').replace(/^["'“‘«([*_]+/u, '')
  const bare = right.replace(/^["'“‘«([*_]+/u, '')
  const starts = beginsSentence(bare, language)
  const numbered = /^[\d§¶]/u.test(bare) || (!starts && /^(?:[IVXLC]+|[A-Za-z])\b(?!['’])/u.test(bare))
  const kind = abbreviationClass(word, language)
  if (kind === 'always') return true
  if (kind === 'numbered' && numbered) return true
  if (kind === 'perhaps') return numbered || !starts
  // Initials and reporters: S.C.R., U.S., J.
  if (/^(?:\p{Lu}|(?:\p{L}{1,3}\.)+\p{L}{1,4})$/u.test(word)) return numbered || !starts
  if (language === 'de' && /^\d{1,2}$/u.test(word)) {
    if (MONTHS_DE.test(bare)) return true
    const before = /(\S+)\s+\d{1,2}\.$/u.exec(left.slice(-EDGE))?.[1] ?? ''
    const isReference = before.endsWith('.') || /^(?:artikel|absatz|ziffer|§|nr|satz|buchstabe)$/iu.test(before)
    return !isReference && before !== '' && !starts && /^\p{Lu}/u.test(bare)
  }
  return false
}

function beginsSentence(text: string, language: string): boolean {
  const word = fold(/^[\p{L}\p{M}]+/u.exec(text)?.[0] ?? '')
  if (word === '') return false
  return /^\p{Lu}/u.test(text) && ((STOP_WORDS[language]?.has(word) ?? false) || SENTENCE_STARTERS.has(word))
}

const SENTENCE_STARTERS = new Set(
  `no not therefore thus hence accordingly moreover furthermore nevertheless although since section sections article daher somit
  deshalb kein keine nicht gemäss nach toutefois néanmoins selon tuttavia pertanto inoltre secondo non`.split(/\s+/u),
)
