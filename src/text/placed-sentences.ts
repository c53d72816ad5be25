import { splitSentences } from './sentences.js'

/** A sentence where it stands: offsets are those of the string, end exclusive. */
export interface PlacedSentence {
  start: number
  end: number
}

/** The sentences of a text as `splitSentences` has them, in order, where they stand in it; none overlap, and what lies between is white space. */
export function placedSentences(text: string, language: string): PlacedSentence[] {
  let at = 0
  // Nothing but white space is lost or changed, so that the characters beside it lead through both.
  return splitSentences(text, language).map((sentence) => {
    let start = -1
    for (let index = 0; index < sentence.length; index += 1) {
      if (isSpace(sentence, index)) continue
      while (isSpace(text, at)) at += 1
      if (start < 0) start = at
      at += 1
    }
    return { start, end: at }
  })
}

const SPACE = /\s/u

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code >= 160 && SPACE.test(text.charAt(at))
}
