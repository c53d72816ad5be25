import { LIST_MARKER } from './list-marker.js'

const ITEM_START = new RegExp(String.raw`^\s*${LIST_MARKER}\s+(?=\S)`, 'iu')

// Without brackets inside, and bounded, since a text of open links would be read to its end from each of them.
const LINK = /!?\[([^[\]]{0,500})\]\([^)\s]{0,1000}\)/gu

/** A sentence without Markdown: list and heading marks, emphasis, code ticks, links (their words stay) and table bars are gone. */
export function stripMarkdown(sentence: string): string {
  return sentence
    .replace(/^\s*(?:>\s*)*/u, '')
    .replace(/^\s*#{1,6}\s+/u, '')
    .replace(ITEM_START, '')
    .replace(LINK, '$1')
    .replace(/`+/gu, '')
    .replace(/\*\*|__/gu, '')
    .replace(/(?<![\p{L}\p{N}*])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}*])/gu, '')
    .replace(/^\s*\||\|\s*$/gu, '')
    .replace(/(?:(?<!\s)\s+)?\|\s*/gu, ' ')
    .trim()
}

/** A line that only titles what follows: `## Penalty`, `**Penalty**`, `**Penalty:**`. */
export function isHeading(line: string): boolean {
  const text = line.trim()
  if (/^#{1,6}\s+\S/u.test(text)) return true
  return /^(?:[-*+]\s+|\d{1,2}[.)]\s+)?(?:\*\*|__)[^*_]{1,80}(?:\*\*|__):?$/u.test(text) && !/[.!?۔](?:\*\*|__)$/u.test(text)
}

/** A line that begins as a list item. */
export function isListItem(line: string): boolean {
  return ITEM_START.test(line)
}
