import type { RunsComparison } from '../../src/schema/compare.js'
import { escapeMarkdown } from '../escape-markdown.js'
import { list, table } from '../markdown-blocks.js'
import type { Block } from '../sections/block.js'
import { fullHeads } from './heads.js'
import { viewComparison } from './view.js'

export interface CompareMarkdownOptions {
  /** Items that are listed of each kind. @default 10 */
  items?: number
}

/** Columns of a table that a page still shows without scrolling: three runs. */
const MOST_COLUMNS = 10

/** A comparison of runs as GitHub Markdown. Nothing that an id or a label says can break a table, link or mention. */
export function renderCompareMarkdown(comparison: RunsComparison, { items }: CompareMarkdownOptions = {}): string {
  const { headline, sections } = viewComparison(comparison, {
    fits: ({ columns }) => columns.length <= MOST_COLUMNS,
    headsOf: fullHeads,
    ...(items === undefined ? {} : { items }),
  })
  const parts = sections.map(({ title, blocks }) => `### ${escapeMarkdown(title)}\n\n${blocks.map(blockText).join('\n\n')}\n`)
  return [`**${escapeMarkdown(headline)}**\n`, ...parts].join('\n')
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'list':
      return list(block.items)
    case 'table':
      return table(block.table)
    case 'text':
      return escapeMarkdown(block.text)
    case 'cards':
      return ''
  }
}
