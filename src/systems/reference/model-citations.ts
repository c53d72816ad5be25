import type { Citation } from '../../schema/response.js'
import type { Retrieved } from './stages.js'

const BETWEEN = String.raw`\s*(?:[,;]\s*(?:(?:and|und|et|aur)\s)?|&|\s(?:and|und|et|aur)\s)\s*`
/** `[1]`, `[^1]`, `[1, 3]`, `[1 and 3]`, `[1-3]`; four digits are a year, as in `[2033] VSC 84`. */
const NUMBERS = new RegExp(
  String.raw`[[【]\s*(?:passages?\s+)?(\^?\d{1,3}(?:(?:\s*[–-]\s*|${BETWEEN})\^?\d{1,3})*)\s*[\]】]`,
  'giu',
)
const LIST = new RegExp(BETWEEN, 'iu')
/** Of a paragraph of the decision that was cited just before. */
const PINPOINT = /\[\d{4}\][^[\]\n]{1,40}\b(?:at|paras?|paragraphs?|Rn|Rz|N)\.?\s*$/u

/**
 * What an answer cites of the passages that it was given, by their numbers, each once in the order of its first mention. A number that no passage has is kept as it
 * is written.
 */
export function citedPassages(answer: string, passages: readonly Retrieved[]): Citation[] {
  const cited = new Map<string, Citation>()
  for (const { 1: list = '', index } of answer.matchAll(NUMBERS)) {
    if (PINPOINT.test(answer.slice(Math.max(0, index - 60), index))) continue
    for (const part of list
      .replaceAll('^', '')
      .split(LIST)
      .flatMap((each) => expanded(each.trim(), passages.length))) {
      if (!cited.has(part)) cited.set(part, citationOf(passages[Number(part) - 1], part))
    }
  }
  return [...cited.values()]
}

/** A number, or the numbers of a range; what is none of passages stays one thing, as it is written. */
function expanded(part: string, most: number): string[] {
  const [first = 0, last] = part.split(/\s*[–-]\s*/).map(Number)
  if (last === undefined) return [first >= 1 && first <= most ? String(first) : part]
  if (first < 1 || last < first || last > most) return [part]
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
}

const FIELDS = ['title', 'citation', 'section', 'id', 'document', 'start', 'end'] as const

function citationOf(passage: Retrieved | undefined, written: string): Citation {
  if (passage === undefined) return { text: `[${written}]` }
  const { title, citation, id, document } = passage
  const known = Object.fromEntries(FIELDS.flatMap((field) => (passage[field] === undefined ? [] : [[field, passage[field]]])))
  return title === undefined && citation === undefined && id === undefined && document === undefined
    ? { text: `[${written}]`, ...known }
    : known
}
