import type { Slice } from '../../src/schema/gate.js'
import type { SliceRow, SuiteReport } from '../../src/schema/report.js'
import { metricCells } from '../metric-cells.js'
import type { Column } from '../text-table.js'
import { type Section, section } from './block.js'

export const MOST_SLICES = 30

/** Whether slices say something that the whole does not: several, and not mostly of single cases. */
export function partsCases(slices: readonly SliceRow[], n: number): boolean {
  const single = slices.filter((slice) => slice.n === 1).length
  return slices.length > 0 && (slices.length > 1 || slices[0]?.n !== n) && single * 2 <= slices.length
}

const RATES: readonly (readonly [key: string, header: string, short: string])[] = [
  ['hallucinationRate', 'hallucination rate', 'halluci-\nnation'],
  ['correct', 'correct', 'correct'],
  ['overRefusal', 'over-refusal', 'over-\nrefusal'],
  ['falseConfidence', 'false confidence', 'false\nconfid.'],
  ['goldRetrieved', 'gold retrieved', 'gold\nretrieved'],
]

/** `15 (13 lost)`: what did not run or was not judged is in no figure beside it. */
function countOfSlice(n: number, lost: number): string {
  return lost === 0 ? String(n) : `${n} (${lost} lost)`
}

/** Rates by who asks, where, how hard it is and where the question is from; all of them are in the JSON. */
export function rateSlicesSection(suite: SuiteReport): Section[] {
  const fields = ['persona', 'jurisdiction', 'difficulty', 'source'] as const
  return fields.flatMap((field) => rateSlices(suite, field, suite.slices[field] ?? []))
}

function rateSlices(suite: SuiteReport, field: keyof Slice, slices: readonly SliceRow[]): Section[] {
  if (suite.task === 'retrieval' || !partsCases(slices, suite.n)) return []
  const shown = RATES.filter(([key]) => (suite.metrics[key]?.scored ?? 0) > 0)
  if (shown.length === 0) return []
  const columns: Column[] = [
    { header: field },
    { header: 'n', align: 'right' },
    ...shown.map(([, header, short]): Column => ({ header, short, align: 'right' })),
  ]
  const rows = slices.slice(0, MOST_SLICES).map(({ slice, n, metrics }) => [
    slice[field] ?? '',
    countOfSlice(n, Math.max(...shown.map(([key]) => metrics[key]?.lost ?? 0))),
    ...shown.map(([key]) => {
      const metric = metrics[key]
      return metric === undefined || metric.total === 0 ? '·' : metricCells(suite, key, metric).value
    }),
  ])
  const more = slices.length - MOST_SLICES
  return section(`By ${field}`, [
    { kind: 'table', table: { columns, rows } },
    { kind: 'text', text: more > 0 ? `and ${more} more` : '' },
  ])
}
