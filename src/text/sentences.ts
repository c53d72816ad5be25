import { abbreviationClass } from './abbreviations.js'
import { baseLanguage, guessLanguage } from './languages.js'
import { BULLETS, ENUMERATOR, LIST_MARKER } from './list-marker.js'
import { fold } from './normalise.js'
import { STOP_WORDS } from './stop-words.js'

const LIST_ITEM = new RegExp(String.raw`^\s*(?:(?:${LIST_MARKER}|#{1,6}|>)\s|\|)`, 'iu')
const MARKER_ALONE = new RegExp(String.raw`^[${BULLETS}#>\s]*${ENUMERATOR}$`, 'iu')
const TERMINATED = /[.!?:;…。！？۔؟]["'”’»)\]*_]*\s*$/u
// A lone short line is a line of its own; longer ones are prose that was wrapped.
const SHORT_LINE = 45
const MONTHS_DE = /^(?:jan|feb|mär|märz|apr|mai|jun|jul|aug|sep|okt|nov|dez)/iu

const segmenters = new Map<string, Intl.Segmenter>()

/**
 * Sentences in order, trimmed, none empty; list items and headings are pieces of their own, with their markers. Nothing is lost:
 * the pieces hold every character of the text that is not white space. Legal abbreviations (Art., Abs., v., cpv., U.S.C.) do not
 * end a sentence. Text without a full stop is one sentence a paragraph; an empty text has none.
 */
export function splitSentences(text: string, language: string): string[] {
  const base = baseLanguage(language)
  const known = base === 'und' ? (guessLanguage(text) ?? 'en') : base
  return blocks(text).flatMap((block) => mergePieces(segments(block, known), known))
}

/** Paragraphs, list items and table rows. A newline inside a wrapped sentence is no border. */
function blocks(text: string): string[] {
  const found: string[] = []
  let current = ''
  let last = ''
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029\f]/u)) {
    if (line.trim() === '') {
      if (current !== '') found.push(current)
      current = ''
      continue
    }
    const apart =
      current === '' || LIST_ITEM.test(line) || /^\s*#/u.test(last) || TERMINATED.test(last) || isOwnLine(last, line.trimStart())
    if (apart && current !== '') found.push(current)
    current = apart ? line : `${current} ${line}`
    last = line
  }
  if (current !== '') found.push(current)
  return found
}

function isOwnLine(previous: string, next: string): boolean {
  const unfinished = /(?:,|\s\p{Ll}{1,3})\s*$/u.test(previous)
  return previous.trim().length < SHORT_LINE && /^["'“«*_]*\p{Lu}/u.test(next) && !unfinished
}

function segments(block: string, language: string): string[] {
  const locale = language.split('-')[0] ?? 'en'
  let segmenter = segmenters.get(locale)
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
    segmenters.set(locale, segmenter)
  }
  return Array.from(segmenter.segment(block), ({ segment }) => segment)
}

function mergePieces(pieces: readonly string[], language: string): string[] {
  const merged: string[] = []
  let current = ''
  for (const piece of pieces) {
    if (current !== '' && !joins(current.trim(), piece.trim(), language)) {
      merged.push(current.trim())
      current = ''
    }
    current += piece
  }
  if (current.trim() !== '') merged.push(current.trim())
  return merged
}

function joins(left: string, right: string, language: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(left) || !/[\p{L}\p{N}]/u.test(right)) return true
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
    const before = /(\S+)\s+\d{1,2}\.$/u.exec(left)?.[1] ?? ''
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
