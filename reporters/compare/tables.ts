import { figureOf } from '../../src/run/gates/names.js'
import type { MetricRow, TestedDifference } from '../../src/schema/compare.js'
import type { Column, Table } from '../text-table.js'
import { differenceCell, isShown, pCell, valueCell } from './cells.js'

/** A metric of one run against the reference; null where it is not compared. */
export interface Row {
  row: MetricRow
  difference: TestedDifference | null
}

const DIFFERENCE: Column = { header: 'difference [95%]', align: 'right' }
const P: Column = { header: 'p', align: 'right' }
const FINDING: Column = { header: 'finding', least: 9 }

/** Cells that a head may take where the column is one of six, and where all are runs. */
export const NARROW = 8
export const WIDE = 14

/** Two runs: figures over the cases that both know, so that they add up. */
export function pairTable(heads: readonly string[], rows: readonly Row[]): Table {
  return {
    // What it comes to stands first, so that metrics may wrap: 80 cells have room for no other order.
    columns: [FINDING, { header: 'metric' }, ...heads.map(headColumn), DIFFERENCE, P],
    rows: rows.flatMap(({ row, difference }) => {
      if (difference === null || difference.finding === 'not tested') return []
      const figure = figureOf(row.name)
      const side = (value: number | null) => (value === null ? '–' : figure(value))
      const cells = testedCells(row, difference)
      return [[cells.finding, row.label, side(difference.base), side(difference.now), cells.difference, cells.p]]
    }),
  }
}

/** All runs: each one's own value over all its cases, and its difference over the pairs. */
export function wholeTable([reference = '', ...others]: readonly string[], metrics: readonly MetricRow[]): Table {
  return {
    columns: [
      { header: 'metric' },
      headColumn(reference),
      ...others.flatMap((head) => [headColumn(head), DIFFERENCE, P, FINDING]),
    ],
    rows: metrics.filter(isScored).map((row) => [
      row.label,
      valueCell(row.name, row.values[0] ?? null),
      ...others.flatMap((_, place) => {
        const { finding, difference, p } = testedCells(row, row.differences[place] ?? null)
        return [valueCell(row.name, row.values[place + 1] ?? null), difference, p, finding]
      }),
    ]),
  }
}

export function valuesTable(heads: readonly string[], metrics: readonly MetricRow[]): Table {
  return {
    columns: [{ header: 'metric' }, ...heads.map(headColumn)],
    rows: metrics.filter(isScored).map((row) => [row.label, ...row.values.map((value) => valueCell(row.name, value))]),
  }
}

/** By how many pairs each figure stands: a difference of two pairs is none of two hundred. */
export function countsTable(rows: readonly Row[]): Table {
  const figures = ['up', 'down', 'pairs', 'groups', 'unknown', 'lost']
  return {
    columns: [{ header: 'metric' }, ...figures.map((header): Column => ({ header, align: 'right' }))],
    rows: rows.flatMap(({ row: { label }, difference }) => {
      if (difference === null || difference.finding === 'not tested') return []
      const { pairs, groups, unknown, lost } = difference
      const { up, down } = upAndDown(difference)
      return [[label, ...[up.length, down.length, pairs, groups, unknown, lost].map(String)]]
    }),
  }
}

/** Ids of the pairs in which a metric rose, and in which it fell. */
export function upAndDown({ better, cases: { worse, improved } }: TestedDifference): { up: string[]; down: string[] } {
  return better === 'higher' ? { up: improved, down: worse } : { up: worse, down: improved }
}

/** Whether some run knows something of it. */
export function isScored({ values }: MetricRow): boolean {
  return values.some((value) => value !== null && value.scored > 0)
}

function testedCells({ name }: MetricRow, one: Row['difference']): { finding: string; difference: string; p: string } {
  if (one === null) return { finding: 'not compared', difference: '', p: '' }
  const { finding, adjusted } = one
  return {
    finding: isShown(finding) ? `real ${finding}` : finding,
    difference: differenceCell(name, one),
    p: adjusted === null ? '–' : pCell(adjusted),
  }
}

function headColumn(header: string): Column {
  return { header, align: 'right' }
}
