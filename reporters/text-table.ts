import { displayWidth, pad, wrap } from './layout.js'

export interface Column {
  header: string
  /** The header where room is short; `\n` breaks it. */
  short?: string
  align?: 'left' | 'right'
  /** Cells that wrapping must leave. */
  least?: number
}

export interface Table {
  columns: Column[]
  /** One string a column; `''` where there is nothing to say. */
  rows: string[][]
}

const GAP = 2
/** Longer words may be broken to make room. */
const LONGEST_WORD = 16
/** The first column names the rows: it keeps its words together longer than the others. */
const FIRST_COLUMN_SHARE = 0.3

/**
 * A table as lines of at most `width` cells. Where it is too wide, its left-aligned columns wrap inside their cells; where that is
 * not enough, the columns are split into blocks that repeat the first one. `paint` may colour a padded cell: it must not change what
 * the cell looks like otherwise.
 */
export function textTable(
  table: Table,
  width: number,
  paint: (cell: string, column: Column) => string = (cell) => cell,
): string[] {
  const widths = fitted(table, width)
  return blocks(widths, width).flatMap((block, i) => [...(i > 0 ? [''] : []), ...renderBlock(table, block, widths, paint)])
}

function renderBlock(
  { columns, rows }: Table,
  block: readonly number[],
  widths: readonly number[],
  paint: (cell: string, column: Column) => string,
): string[] {
  const line = (cells: string[][], row: number) =>
    block
      .map((index) => {
        const column = columns[index] ?? { header: '' }
        return paint(pad(cells[index]?.[row] ?? '', widths[index] ?? 0, column.align), column)
      })
      .join(' '.repeat(GAP))
      .trimEnd()
  const lines = (cells: string[][]) => {
    const height = Math.max(1, ...block.map((index) => cells[index]?.length ?? 0))
    return Array.from({ length: height }, (_, row) => line(cells, row))
  }
  const header = columns.map((column) => headerLines(column))
  const wrapped = rows.map((row) => row.map((cell, index) => wrap(cell, widths[index] ?? 0)))
  return [header, ...wrapped].flatMap(lines)
}

function headerLines({ header, short }: Column): string[] {
  return (short ?? header).split('\n')
}

/**
 * Natural widths, then one cell less at a time, where that costs the fewest lines, until the table fits or nothing can wrap further.
 * Right-aligned columns hold figures and never wrap.
 */
function fitted(table: Table, width: number): number[] {
  const least = table.columns.map((column, index) => leastWidth(table, column, index, width))
  const widths = table.columns.map((column, index) =>
    Math.min(width, Math.max(headerWidth(column), naturalWidth(table.rows, index))),
  )
  const heights = new Heights(table)
  while (total(widths) > width) {
    const steps = widths.flatMap((value, index) => (value > (least[index] ?? 0) ? [index] : []))
    const cheapest = steps.toSorted(
      (a, b) => heights.with(widths, a) - heights.with(widths, b) || (widths[b] ?? 0) - (widths[a] ?? 0),
    )[0]
    if (cheapest === undefined) break
    widths[cheapest] = (widths[cheapest] ?? 0) - 1
  }
  return widths
}

function leastWidth({ rows }: Table, column: Column, index: number, width: number): number {
  if (column.align === 'right') return width
  const words = rows.flatMap((row) => (row[index] ?? '').split(' ').map(displayWidth))
  const longest = Math.min(LONGEST_WORD, Math.max(0, ...words))
  const named = index === 0 ? Math.min(naturalWidth(rows, index), Math.floor(width * FIRST_COLUMN_SHARE)) : 0
  return Math.max(headerWidth(column), column.least ?? 0, longest, named)
}

/** How many lines a table takes at given widths; cells are wrapped once a width. */
class Heights {
  readonly #table: Table
  readonly #lines = new Map<string, number[]>()

  constructor(table: Table) {
    this.#table = table
  }

  /** Lines if column `narrower` lost one cell. */
  with(widths: readonly number[], narrower: number): number {
    const columns = widths.map((width, index) => this.#column(index, index === narrower ? width - 1 : width))
    return this.#table.rows.reduce((sum, _, row) => sum + Math.max(...columns.map((lines) => lines[row] ?? 1)), 0)
  }

  #column(index: number, width: number): number[] {
    const key = `${index} ${width}`
    const known = this.#lines.get(key)
    if (known !== undefined) return known
    const lines = this.#table.rows.map((row) => wrap(row[index] ?? '', width).length)
    this.#lines.set(key, lines)
    return lines
  }
}

function headerWidth(column: Column): number {
  return Math.max(...headerLines(column).map(displayWidth))
}

function naturalWidth(rows: readonly string[][], index: number): number {
  return Math.max(0, ...rows.map((row) => displayWidth(row[index] ?? '')))
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, value) => sum + value, 0) + GAP * (widths.length - 1)
}

/** Which columns stand in which block: the first in each, the others in order. */
function blocks(widths: readonly number[], width: number): number[][] {
  const found: number[][] = []
  let block = [0]
  for (let index = 1; index < widths.length; index++) {
    const wider = [...block, index]
    if (block.length > 1 && total(wider.map((one) => widths[one] ?? 0)) > width) {
      found.push(block)
      block = [0, index]
    } else block = wider
  }
  return [...found, block]
}
