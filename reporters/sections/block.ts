import type { Table } from '../text-table.js'

/** A piece of a section, as data: what it says is settled, how it looks is the renderer's. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] /** Whether each item begins with a status word. */; statusFirst?: boolean }
  | { kind: 'table'; table: Table }
  | { kind: 'cards'; cards: Card[] }

/** A headed list of short fields. */
export interface Card {
  title: string
  fields: { name: string; text: string }[]
}

export interface Section {
  title: string
  blocks: Block[]
}

export const MOST_LISTED = 20

/** At most twenty entries, and how many more there are. */
export function capped(items: readonly string[], most = MOST_LISTED): string[] {
  return items.length <= most ? [...items] : [...items.slice(0, most), `and ${items.length - most} more`]
}

/** A section, or nothing where every block is empty. */
export function section(title: string, blocks: readonly Block[]): Section[] {
  const kept = blocks.filter((block) => !isEmpty(block))
  return kept.length === 0 ? [] : [{ title, blocks: kept }]
}

function isEmpty(block: Block): boolean {
  switch (block.kind) {
    case 'text':
      return block.text === ''
    case 'list':
      return block.items.length === 0
    case 'table':
      return block.table.rows.length === 0
    case 'cards':
      return block.cards.length === 0
  }
}
