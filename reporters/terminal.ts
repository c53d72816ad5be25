import { stripVTControlCharacters } from 'node:util'
import type { GridTable } from '../src/schema/grid.js'
import type { Report, RunStatus, SuiteReport } from '../src/schema/report.js'
import { plainText } from '../src/text/plain-text.js'
import { clip, displayWidth, pad, wrap } from './layout.js'
import type { Block, Card, Section } from './sections/block.js'
import { gridSections, suitesInGrids } from './sections/grid.js'
import { suiteSections } from './sections/sections.js'
import { furtherProblems, suiteFacts, suiteReasons } from './suite-head.js'
import { tableOf, tableRows } from './table.js'
import { type Table, textTable } from './text-table.js'

export interface TerminalOptions {
  /** Width of the terminal in display cells. @default 80 */
  columns?: number
  /** Whether status words are coloured. */
  color: boolean
  /** Whether the run is one of watch mode. @default false */
  watch?: boolean
}

const INDENT = 2
const CARD_INDENT = 4
const CARD_GAP = 2
/** Lines that one field of a card may take. */
const FIELD_LINES = 3

const COLORS: Record<string, number> = {
  PASS: 32,
  pass: 32,
  FAIL: 31,
  UNDECIDED: 33,
  undecided: 33,
  INFRASTRUCTURE: 35,
  closed: 35,
}

/**
 * The report as plain text: the headline first, then each suite with its table. No line is longer than `columns`, and nothing that an
 * answer says can colour, move, break a line or give a CI runner a command. Ends with a newline.
 */
export function renderTerminal(report: Report, { columns: asked = 80, color, watch = false }: TerminalOptions): string {
  // Some terminals of CI services say that they are 0 wide.
  const columns = asked >= 1 ? Math.floor(asked) : 80
  const view: View = { columns, watch, paint: color ? paintStatus : (text) => text }
  const inGrids = suitesInGrids(report)
  const blocks = [
    [...opening(report.status, report.headline, view), ...bullets(furtherProblems(report), columns)],
    ...report.grids.map((grid) => gridLines(grid, report, view)),
    ...report.suites.flatMap((suite) => (inGrids.has(suite) ? [] : [suiteLines(suite, report, view)])),
  ]
  const lines = blocks.flatMap((block, i) => [...(i > 0 ? [''] : []), ...block])
  return `${lines.map((line) => fitLine(line, columns)).join('\n')}\n`
}

interface View {
  columns: number
  watch?: boolean
  paint: (text: string) => string
}

function suiteLines(suite: SuiteReport, report: Report, { columns, watch = false, paint }: View): string[] {
  return [
    ...(report.suites.length > 1 ? ['─'.repeat(columns)] : []),
    ...opening(suite.status, `${suite.status} · ${suite.suite} · ${suite.file}`, { columns, paint }),
    ...indented(wrap(plainText(suiteFacts(suite, report)), columns - INDENT)),
    ...indented(bullets(suiteReasons(suite, report), columns - INDENT)),
    '',
    ...textTable(plainTable(tableOf(tableRows(suite))), columns, (cell, { header }) => (header === 'gate' ? paint(cell) : cell)),
    ...suiteSections(suite, { watch }).flatMap((section) => ['', ...sectionLines(section, { columns, paint })]),
  ]
}

function gridLines(grid: GridTable, report: Report, view: View): string[] {
  const sections = gridSections(grid, report).flatMap((section, index) => [
    ...(index > 0 ? [''] : []),
    ...sectionLines(section, view),
  ])
  return ['─'.repeat(view.columns), ...sections]
}

/** A text that begins with a status. */
function opening(status: RunStatus, text: string, { columns, paint }: View): string[] {
  return wrap(plainText(text), columns).map((line, i) =>
    i === 0 && line.replace('\u2068', '').startsWith(status) ? paint(line) : line,
  )
}

function sectionLines({ title, blocks }: Section, { columns, paint }: View): string[] {
  const lines = blocks.flatMap((block) => blockLines(block, { columns: columns - INDENT, paint }))
  return [...wrap(title, columns), ...indented(lines)]
}

function blockLines(block: Block, { columns, paint }: View): string[] {
  switch (block.kind) {
    case 'text':
      return wrap(plainText(block.text), columns)
    case 'list':
      return bullets(block.items, columns).map((line) => (block.statusFirst && line.startsWith('- ') ? paint(line) : line))
    case 'table':
      return textTable(plainTable(block.table), columns)
    case 'cards':
      return block.cards.flatMap((card, i) => cardLines(card, i + 1, columns))
  }
}

function cardLines({ title, fields }: Card, number: number, columns: number): string[] {
  const names = Math.max(0, ...fields.map(({ name }) => displayWidth(name))) + CARD_GAP
  const texts = fields.flatMap(({ name, text }) =>
    wrap(plainText(text), columns - CARD_INDENT - names, FIELD_LINES).map((line, i) => pad(i === 0 ? name : '', names) + line),
  )
  const titles = wrap(plainText(title), columns - CARD_INDENT)
  return [
    ...titles.map((line, i) => pad(i === 0 ? `${number}.` : '', CARD_INDENT) + line),
    ...texts.map((line) => ' '.repeat(CARD_INDENT) + line),
  ]
}

function bullets(items: readonly string[], columns: number): string[] {
  return items.flatMap((item) => wrap(plainText(item), columns - 2).map((line, i) => (i === 0 ? '- ' : '  ') + line))
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(INDENT) + line))
}

function plainTable({ columns, rows }: Table): Table {
  return { columns, rows: rows.map((row) => row.map(plainText)) }
}

/** The last word on width: on a terminal too narrow for the layout, lines lose their colour and their end. */
function fitLine(line: string, columns: number): string {
  return displayWidth(line) <= columns ? line : clip(stripVTControlCharacters(line), columns)
}

/** Colours the first status word. */
function paintStatus(text: string): string {
  return text.replace(/\b(?:PASS|pass|FAIL|UNDECIDED|undecided|INFRASTRUCTURE|closed)\b/u, (word) => {
    return `\u001B[${COLORS[word] ?? 0}m${word}\u001B[0m`
  })
}
