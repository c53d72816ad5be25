import { placedSentences } from '../../text/placed-sentences.js'

export interface CutOptions {
  /** The most code points of a chunk; at least 1. */
  size: number
  /** How many code points of the chunk before a chunk may begin with; below half of `size`. */
  overlap: number
  /** For the ends of sentences. */
  language: string
}

/** Offsets are code points, end exclusive. */
export interface Cut {
  start: number
  end: number
  text: string
}

/** From the coarsest to the finest; behind them stands a cut anywhere. */
type Level = 'blank line' | 'line' | 'sentence' | 'space' | 'anywhere'
const FINER: Readonly<Record<Level, Level>> = {
  'blank line': 'line',
  line: 'sentence',
  sentence: 'space',
  space: 'anywhere',
  anywhere: 'anywhere',
}
/** So much in front of a window tells where its sentences begin. */
const CONTEXT = 400

/** Places in the string, end exclusive; white space at neither side. */
interface Range {
  start: number
  end: number
}

/**
 * Cuts a text recursively: at blank lines; what is still too long at line ends, then at sentence ends, at white space, anywhere. Neighbouring pieces are
 * joined while they fit. Every chunk but the first begins with up to `overlap` code points of the one before, from the first sentence that begins among them, else
 * from the first word; fewer where what follows needs the room. Chunks hold every character but white space between them; of white space alone there is none.
 */
export function cutText(text: string, options: CutOptions): Cut[] {
  const points = pointsOf(text)
  return joined(text, pieces(text, points, options), points, options).map(({ start, end }) => ({
    start: points.at(start),
    end: points.at(end),
    text: text.slice(start, end),
  }))
}

interface Points {
  /** Code points in front of a place. */
  at(place: number): number
  /** The place that is so many code points in front of (below 0) or behind another. */
  move(place: number, by: number): number
}

function pointsOf(text: string): Points {
  const wide = Array.from(text.matchAll(/[\u{10000}-\u{10ffff}]/gu), ({ index }) => index)
  if (wide.length === 0) return { at: (place) => place, move: (place, by) => place + by }
  const at = (place: number) => {
    let [low, high] = [0, wide.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((wide[middle] ?? place) < place) low = middle + 1
      else high = middle
    }
    return place - low
  }
  const move = (place: number, by: number) => {
    const target = at(place) + by
    let [low, high] = [Math.max(0, target), Math.min(text.length, 2 * target)]
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(middle) < target) low = middle + 1
      else high = middle
    }
    return low
  }
  return { at, move }
}

function* pieces(text: string, points: Points, options: CutOptions): Generator<Range> {
  yield* cut(text, trimmed(text, 0, text.length), 'blank line', points, options)
}

function* cut(text: string, range: Range, level: Level, points: Points, options: CutOptions): Generator<Range> {
  const { start, end } = range
  if (start >= end) return
  if (points.at(end) - points.at(start) <= options.size) yield range
  else for (const part of parts(text, range, level, points, options)) yield* cut(text, part, FINER[level], points, options)
}

function* parts(text: string, { start, end }: Range, level: Level, points: Points, options: CutOptions): Generator<Range> {
  if (level === 'sentence') {
    for (const one of placedSentences(text.slice(start, end), options.language))
      yield { start: start + one.start, end: start + one.end }
  } else if (level === 'anywhere') {
    for (let at = start; at < end; ) {
      const next = Math.min(end, points.move(at, options.size))
      yield { start: at, end: next }
      at = next
    }
  } else {
    const least = level === 'blank line' ? 2 : level === 'line' ? 1 : 0
    let from = start
    for (const { index, 0: space } of text.slice(start, end).matchAll(/\s+/gu)) {
      if (lineEnds(space) < least) continue
      yield { start: from, end: start + index }
      from = start + index + space.length
    }
    yield { start: from, end }
  }
}

function lineEnds(space: string): number {
  return space === ' ' ? 0 : (space.match(/\r\n|[\n\r\f\u2028\u2029]/gu)?.length ?? 0)
}

function trimmed(text: string, start: number, end: number): Range {
  const part = text.slice(start, end)
  return { start: start + part.length - part.trimStart().length, end: end - (part.length - part.trimEnd().length) }
}

function joined(text: string, given: Iterable<Range>, points: Points, options: CutOptions): Range[] {
  const chunks: Range[] = []
  for (const piece of given) {
    const last = chunks.at(-1)
    if (last === undefined) chunks.push({ ...piece })
    else if (points.at(piece.end) - points.at(last.start) <= options.size) last.end = piece.end
    else chunks.push({ start: overlapStart(text, last, piece, points, options), end: piece.end })
  }
  return chunks
}

/** Where the chunk of `next` begins, which is behind the one that ends with `last`. */
function overlapStart(text: string, last: Range, next: Range, points: Points, { size, overlap, language }: CutOptions): number {
  const [end, needed] = [points.at(last.end), points.at(next.end)]
  const room = Math.min(overlap, end - (needed - size))
  if (room <= 0) return next.start
  const from = points.move(last.end, -room)
  const context = Math.max(last.start, from - CONTEXT)
  const [, ...sentences] = placedSentences(text.slice(context, last.end), language)
  const sentence = sentences.find(({ start }) => context + start >= from)
  if (sentence) return context + sentence.start
  for (const { index } of text.slice(from, last.end).matchAll(/\S+/gu))
    if (index > 0 || /\s/u.test(text.charAt(from - 1))) return from + index
  return next.start
}
