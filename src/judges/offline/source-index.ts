import { baseLanguage } from '../../text/languages.js'
import { stripMarkdown } from '../../text/markdown.js'
import { fold } from '../../text/normalise.js'
import { numberSet, numbersIn } from '../../text/numbers.js'
import { sentencesOf } from '../../text/sentences.js'
import { contentTokens, type Token } from '../../text/tokens.js'
import { languageUnless, spokenLanguage } from './language.js'
import { LIMITS } from './limits.js'
import type { Steps } from './pace.js'

/** A piece of a source that a claim is held against as one. */
interface Piece {
  tokens: Token[]
  numbers: Set<string>
}

/** A passage cut up for lookup; `windows` are its single pieces and its pairs of neighbours. */
export interface IndexedPassage {
  /** `und` where it is neither declared nor plain. */
  language: string
  /** Folded sentences, for claims that stand in the source word for word. */
  sentences: Set<string>
  windows: Window[]
  stems: Set<string>
  numbers: Set<string>
}

export interface Window {
  pieces: Piece[]
  stems: Set<string>
  bigrams: Set<string>
  numbers: Set<string>
}

/** Passages ready for `checkClaim`, with the weight of every stem over their sentences. */
export interface SourceIndex {
  passages: IndexedPassage[]
  /** So many, from the first, that were read to their end. */
  whole: number
  /** Windows of all passages. */
  windows: number
  /** Of the claims; `und` where it is neither declared nor plain. */
  spoken: string
  /** What words and numbers are read by: the claims', or else the passages'. */
  language: string
  stems: Set<string>
  numbers: Set<string>
  weight(stem: string): number
}

// A "sentence" without any full stop for pages would hold every word: it is cut into pieces of this many content words.
const MAX_PIECE = 60
// Characters of each passage that the language of all is told by.
const OPENING = 200

/**
 * Cuts passages into windows of one and two sentences. Linear in the length of the text, of which `LIMITS.passages` characters are read; an
 * index serves any number of claims. `declared` is what is said of their language, `spoken` the language of the claims.
 */
export function* indexSteps(passages: readonly string[], declared: string, spoken: string = declared): Steps<SourceIndex> {
  // A passage too short to show its language is taken to be in that of the others.
  const common = spokenLanguage(declared, passages.map((text) => text.slice(0, OPENING)).join('\n'))
  const own = baseLanguage(spoken)
  const language = own === 'und' ? common : own
  const indexed: IndexedPassage[] = []
  let left: number = LIMITS.passages
  let whole = 0
  for (const text of passages) {
    const read = text.slice(0, Math.max(0, left))
    left -= text.length
    if (left >= 0) whole += 1
    indexed.push(yield* indexPassage(read, language, languageUnless(read, common)))
  }
  const frequency = new Map<string, number>()
  let pieces = 0
  for (const { windows } of indexed) {
    // Counted over the single pieces: a pair would count its words a second and a third time.
    for (const { pieces: held, stems } of windows) {
      if (held.length > 1) continue
      pieces += 1
      for (const stem of stems) frequency.set(stem, (frequency.get(stem) ?? 0) + 1)
    }
    yield
  }
  return {
    passages: indexed,
    whole,
    windows: indexed.reduce((sum, { windows }) => sum + windows.length, 0),
    spoken: own,
    language,
    stems: new Set(frequency.keys()),
    numbers: new Set(indexed.flatMap(({ numbers }) => Array.from(numbers))),
    // The smoothed inverse document frequency: a stem of every piece still weighs 1, and one of none weighs most, but not twice a rare one.
    weight: (stem) => Math.log((pieces + 1) / ((frequency.get(stem) ?? 0) + 1)) + 1,
  }
}

/** Neighbouring pairs of stems, the order kept. */
export function bigramsOf(tokens: readonly Token[]): Set<string> {
  return new Set(tokens.slice(1).map((token, at) => `${tokens[at]?.stem} ${token.stem}`))
}

function* indexPassage(text: string, language: string, own: string): Steps<IndexedPassage> {
  const sentences = new Set<string>()
  const windows: Window[] = []
  const stems = new Set<string>()
  const numbers = new Set<string>()
  let previous: Piece | undefined
  for (const sentence of sentencesOf(text, language)) {
    yield
    sentences.add(comparable(sentence))
    for (const piece of cut(sentence, language)) {
      if (previous !== undefined) windows.push(windowOf([previous, piece]))
      const single = windowOf([piece])
      windows.push(single)
      for (const stem of single.stems) stems.add(stem)
      for (const number of piece.numbers) numbers.add(number)
      previous = piece
    }
  }
  return { language: own, sentences, windows, stems, numbers }
}

/** A sentence without its marks and closing punctuation, for equality. */
export function comparable(sentence: string): string {
  return fold(stripMarkdown(sentence)).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})]+$/gu, '')
}

function cut(sentence: string, language: string): Piece[] {
  const tokens = contentTokens(sentence, language)
  const numbers = numberSet(numbersIn(sentence, language))
  if (tokens.length <= MAX_PIECE) return [{ tokens, numbers }]
  const count = Math.ceil(tokens.length / MAX_PIECE)
  const length = Math.ceil(sentence.length / count)
  return Array.from({ length: count }, (_, at) => {
    const part = sentence.slice(at * length, (at + 1) * length)
    return { tokens: tokens.slice(at * MAX_PIECE, (at + 1) * MAX_PIECE), numbers: numberSet(numbersIn(part, language)) }
  })
}

function windowOf(pieces: Piece[]): Window {
  const tokens = pieces.flatMap((piece) => piece.tokens)
  return {
    pieces,
    stems: new Set(tokens.map(({ stem }) => stem)),
    bigrams: bigramsOf(tokens),
    numbers: new Set(pieces.flatMap((piece) => Array.from(piece.numbers))),
  }
}
