import type { GoldSource } from '../../schema/item.js'
import type { Citation } from '../../schema/response.js'
import { oneLine } from '../../text/clip.js'
import { plainText } from '../../text/plain-text.js'

const LONGEST = 240

/** One line of a text, quoted and clipped. */
export function excerpt(text: string): string {
  return `“${plainText(oneLine(text, LONGEST))}”`
}

/** Words of a judge, a system or a data file in a message: nothing in them may start a line or be read as a command. */
export function said(text: string): string {
  return plainText(oneLine(text, 1000))
}

export function citationName({ title, citation, text, id, section }: Citation): string {
  return [title ?? citation ?? text ?? id ?? 'source', section].filter(Boolean).join(', ')
}

export function goldName(gold: GoldSource): string {
  const optional = gold.optional ? ' (optional)' : ''
  switch (gold.kind) {
    case 'statute':
      return `${[gold.title, gold.section].filter(Boolean).join(', ')}${optional}`
    case 'decision':
      return `${[gold.citation, gold.section].filter(Boolean).join(', ')}${optional}`
    case 'document':
    case 'passage':
      return `${gold.id}${optional}`
    case 'span':
      return `${gold.document} ${gold.start}–${gold.end}${optional}`
  }
}

/** How the golds of a matcher are headed: what is expected, which under `.not` they are not. */
export function goldsHeading(isNot: boolean): string {
  return isNot ? 'gold:    ' : 'expected:'
}

/** A list for a message, a line each. */
export function lines(title: string, entries: readonly string[], most = 8): string[] {
  if (entries.length === 0) return [`${title} none`]
  const pad = ' '.repeat(title.length)
  const plain = entries.map((entry) => plainText(oneLine(entry, LONGEST)))
  const shown = plain.slice(0, most).map((entry, index) => `${index === 0 ? title : pad} ${entry}`)
  return entries.length > most ? [...shown, `${pad} … and ${entries.length - most} more`] : shown
}
