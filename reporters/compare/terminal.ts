import type { RunsComparison } from '../../src/schema/compare.js'
import { plainText } from '../../src/text/plain-text.js'
import { clip, displayWidth, wrap } from '../layout.js'
import type { Block } from '../sections/block.js'
import { type Table, textTable } from '../text-table.js'
import { shortHeads } from './heads.js'
import { viewComparison } from './view.js'

export interface CompareTerminalOptions {
  /** Width of the terminal in display cells. @default 80 */
  columns?: number
  /** Items that are listed of each kind. @default 10 */
  items?: number
}

/** A comparison of runs as plain text of at most `columns` cells a line, safe to print whatever ids and labels say. Ends with a newline. */
export function renderCompareTerminal(
  comparison: RunsComparison,
  { columns: asked = 80, items }: CompareTerminalOptions = {},
): string {
  // Some terminals of CI services say that they are 0 wide.
  const columns = asked >= 1 ? Math.floor(asked) : 80
  const { headline, sections } = viewComparison(comparison, {
    fits: (table) => naturalWidth(table) <= columns,
    headsOf: shortHeads,
    ...(items === undefined ? {} : { items }),
  })
  const lines = [
    ...wrap(plainText(headline), columns),
    ...sections.flatMap(({ title, blocks }) => [
      '',
      ...wrap(title, columns),
      ...blocks.flatMap((block, place) => [...(place > 0 ? [''] : []), ...blockLines(block, columns)]),
    ]),
  ]
  return `${lines.map((line) => clip(line, columns)).join('\n')}\n`
}

function blockLines(block: Block, columns: number): string[] {
  switch (block.kind) {
    case 'list':
      return block.items.flatMap((item) => wrap(plainText(item), columns - 2).map((line, i) => (i === 0 ? '- ' : '  ') + line))
    case 'table':
      return textTable(block.table, columns)
    case 'text':
      return wrap(plainText(block.text), columns)
    case 'cards':
      return []
  }
}

function naturalWidth({ columns, rows }: Table): number {
  const widths = columns.map(({ header }, place) =>
    Math.max(...header.split('\n').map(displayWidth), ...rows.map((row) => displayWidth(row[place] ?? ''))),
  )
  return widths.reduce((sum, width) => sum + width + 2, -2)
}
