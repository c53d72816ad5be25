import { JudgeError } from '../errors.js'
import type { JudgeRequest } from './judge.js'
import { type Piece, pieceOverhead } from './prompt.js'

/** A piece shorter than this says too little to be judged by. */
const LEAST_PIECE = 200

/**
 * The passages of a request in as few parts as hold `room` characters each, in rank order. A passage that is longer than a part is cut at
 * white space into pieces that lose no character. One part with no pieces where there are no passages. Throws a `JudgeError` where
 * `room` is too small for any piece.
 */
export function splitPassages(passages: JudgeRequest['passages'], room: number): Piece[][] {
  const pieces = passages.flatMap((passage, index) => {
    const overhead = pieceOverhead(passage)
    return piecesOf(passage.text, index + 1, room - overhead).map((piece) => ({ piece, size: piece.text.length + overhead }))
  })
  const parts: Piece[][] = [[]]
  let used = 0
  for (const { piece, size } of pieces) {
    const last = parts.at(-1)
    if (last === undefined || (used + size > room && last.length > 0)) {
      parts.push([piece])
      used = size
    } else {
      last.push(piece)
      used += size
    }
  }
  return parts
}

function piecesOf(text: string, number: number, room: number): Piece[] {
  if (text.length <= room) return [{ number, text }]
  if (room < LEAST_PIECE) {
    throw new JudgeError(
      'setup',
      `question, answer and reference leave no room for passages: raise \`judge.maxInputCharacters\` by at least ${LEAST_PIECE - room}`,
    )
  }
  const texts: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = start + room >= text.length ? text.length : cutBefore(text, start, start + room)
    texts.push(text.slice(start, end))
    start = end
  }
  return texts.map((piece, index) => ({ number, text: piece, part: `${index + 1} of ${texts.length}` }))
}

/** The last end of a sentence or word in the second half of the span; never inside a surrogate pair. */
function cutBefore(text: string, start: number, limit: number): number {
  const least = start + Math.ceil((limit - start) / 2)
  for (const mark of [/[.;:!?۔؟]\s$/, /\s$/]) {
    for (let at = limit; at > least; at -= 1) {
      if (mark.test(text.slice(at - 2, at))) return at
    }
  }
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
}
