import { markdownTable } from 'markdown-table'
import type { Report } from '../src/schema/report.js'
import { escapeMarkdown } from './escape-markdown.js'
import { clip, displayWidth } from './layout.js'
import type { Block, Card, Section } from './sections/block.js'
import type { Table } from './text-table.js'

/** Display cells of the opening line, which must always find room. */
const MOST_OPENING = 1000

/** Status, why, n, cost, and how much was replayed. */
export function openingLine({ status, headline }: Pick<Report, 'status' | 'headline'>): string {
  const line = clip(headline, MOST_OPENING)
  const why = line.startsWith(status) ? line.slice(status.length) : `: ${line}`
  return `**${status}**${escapeMarkdown(why)}`
}

/** A section that a reader opens. */
export function folded({ title, blocks }: Section): string {
  return `\n<details><summary>${escapeMarkdown(title)}</summary>\n\n${blocks.map(block).join('\n\n')}\n\n</details>\n`
}

export function block(one: Block): string {
  switch (one.kind) {
    case 'text':
      return escapeMarkdown(one.text)
    case 'list':
      return list(one.items)
    case 'table':
      return table(one.table)
    case 'cards':
      return one.cards.map(card).join('\n')
  }
}

/** A numbered entry of a list, with its fields below it. */
export function card({ title, fields }: Card, index: number): string {
  const number = `${index + 1}. `
  const lines = fields.map(({ name, text }) => `${' '.repeat(number.length)}- *${escapeMarkdown(name)}*: ${escapeMarkdown(text)}`)
  return [`${number}**${escapeMarkdown(title)}**`, ...lines].join('\n')
}

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${escapeMarkdown(item)}`).join('\n')
}

export function table({ columns, rows }: Table): string {
  return markdownTable(
    [columns.map(({ header }) => header), ...rows].map((row) => row.map(escapeMarkdown)),
    {
      align: columns.map(({ align }) => (align === 'right' ? 'r' : 'l')),
      stringLength: displayWidth,
    },
  )
}
