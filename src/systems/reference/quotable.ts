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
  terms: readonly string[]
}

/** An enumeration goes on: its introduction and each item but the last end so. */
const GOES_ON = /[:;,](?:\s+(?:and|or|und|oder|sowie|et|ou|e|o|aur|ya))?$/u
const ENDS = /[.!?:;…。！？۔؟]["'”’»)\]]*$/u
/** A longer enumeration is quoted by its items. */
const LONGEST = 1_500

/**
 * What can be quoted of a passage, in order. A passage may be cut out of its document inside of a sentence: a beginning that begins small and an end
 * without a full stop are left out, unless there is nothing else.
 */
export function quotables(passage: Retrieved): Quotable[] {
  const { text } = passage
  const language = languageOf(passage)
  const found: { start: number; end: number }[] = []
  let open = false
  for (const { start, end } of placedSentences(text, language)) {
    const last = found.at(-1)
    if (open && last && end - last.start <= LONGEST) last.end = end
    else found.push({ start, end })
    open = GOES_ON.test(text.slice(Math.max(start, end - 20), end))
  }
  const whole = found.filter(
    ({ start, end }, at) =>
      (at > 0 || !/^\p{Ll}/u.test(text.slice(start, start + 2))) &&
      (at < found.length - 1 || ENDS.test(text.slice(end - 5, end))),
  )
  const points = (place: number) => (/[\ud800-\udbff]/.test(text) ? Array.from(text.slice(0, place)).length : place)
  return (whole.length > 0 ? whole : found).map(({ start, end }) => {
    const quoted = text.slice(start, end)
    return {
      text: quoted.replace(/\s+/gu, ' '),
      start: points(start),
      end: points(end),
      terms: searchTerms(quoted, language),
    }
  })
}
