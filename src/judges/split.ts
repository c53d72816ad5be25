import { JudgeError } from '../errors.js'
import type { JudgeRequest } from './judge.js'
import { type NumberedClaim, type Piece, pieceOverhead } from './prompt.js'

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

/** What one call judges against further passages. */
interface Group {
  claims: NumberedClaim[]
  referenceClaims: NumberedClaim[]
}

/** Calls for one part of the passages, at most. */
const MOST_GROUPS = 4
/** Characters that a claim takes in a message beside its text: its two fence lines. */
const CLAIM_OVERHEAD = 90

/**
 * Claims and statements, in this order, in as few groups as hold `room` characters each, and in no more than four: a first reply may word more
 * than was left room for. `leftOut` is how many are in none, since they came later or do not fit into a call alone.
 */
export function groupsOf({ claims, referenceClaims }: Group, room: number): { groups: Group[]; leftOut: number } {
  const groups: Group[] = []
  let left = 0
  let leftOut = 0
  for (const name of ['claims', 'referenceClaims'] as const) {
    for (const claim of name === 'claims' ? claims : referenceClaims) {
      const size = claim.text.length + CLAIM_OVERHEAD
      if (size > left && size <= room && groups.length < MOST_GROUPS) {
        groups.push({ claims: [], referenceClaims: [] })
        left = room
      }
      const last = groups.at(-1)
      if (last === undefined || size > left) {
        leftOut += 1
        continue
      }
      last[name].push(claim)
      left -= size
    }
  }
  return { groups, leftOut }
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
