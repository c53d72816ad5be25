import type { Metric } from '../../src/schema/metric.js'
import type { SuiteReport, VariantTable } from '../../src/schema/report.js'
import { count } from '../../src/text/count.js'
import { share } from '../metric-cells.js'
import type { Column } from '../text-table.js'
import { type Block, capped, type Section, section } from './block.js'

const COLUMNS: Column[] = [
  { header: 'axis' },
  { header: 'pairs', align: 'right' },
  { header: 'same outcome', short: 'same\noutcome', align: 'right' },
  { header: 'same class', short: 'same\nclass', align: 'right' },
  { header: 'same gold retrieved', short: 'same gold\nretrieved', align: 'right' },
]

/** Whether the same becomes of variants: axis by axis, sets of three and more as a whole, and changed facts apart, since they may differ. */
export function variantsSection({ variants, task }: SuiteReport): Section[] {
  const due = variants.filter(({ mayDiffer }) => !mayDiffer)
  const apart = variants.filter(({ mayDiffer }) => mayDiffer)
  const shown = task === 'retrieval' ? [COLUMNS[0], COLUMNS[1], COLUMNS[4]].flatMap((column) => column ?? []) : COLUMNS
  const rows = (tables: readonly VariantTable[]): string[][] => {
    const all = tables
      .flatMap(rowsOf)
      .map((row) => (task === 'retrieval' ? [row[0], row[1], row[4]].flatMap((cell) => cell ?? []) : row))
    // Where no pair is scored in anything there is nothing to show.
    return all.some((row) => row.slice(2).some((cell) => cell !== '–')) ? all : []
  }
  const table = (rows: string[][]): Block => ({ kind: 'table', table: { columns: shown, rows } })
  const changed = rows(apart)
  return section('Variants', [
    table(rows(due)),
    { kind: 'list', items: capped(due.flatMap(differences)) },
    { kind: 'text', text: changed.length === 0 ? '' : 'With changed facts, where another answer may be due:' },
    table(changed),
    { kind: 'list', items: capped(variants.flatMap(leftOut)) },
  ])
}

function rowsOf({ axis, pairs, outcome, errorClass, goldRetrieved, sets }: VariantTable): string[][] {
  return [
    [axis, String(pairs), same(outcome), same(errorClass), same(goldRetrieved)],
    ...(sets === null
      ? []
      : [
          [
            `${axis}, sets that all agree`,
            String(sets.sets),
            same(sets.outcome),
            same(sets.errorClass),
            same(sets.goldRetrieved),
          ],
        ]),
  ]
}

/** `52 of 59 (88.1%)`; what is not known is in no pair that is scored. */
function same({ count, scored }: Metric): string {
  return scored === 0 ? '–' : `${count} of ${scored} (${share(count, scored)})`
}

function differences({ axis, differing }: VariantTable): string[] {
  return differing.map(({ base, variant, outcome, errorClass, goldRetrieved }) => {
    const pairs = [outcome, errorClass, goldRetrieved === null ? null : [`gold ${goldRetrieved[0]}`, goldRetrieved[1]]]
    return `${axis}: ${base}, ${variant}: ${pairs.flatMap((pair) => (pair === null ? [] : [pair.join(' / ')])).join('; ')}`
  })
}

function leftOut({ axis, leftOut }: VariantTable): string[] {
  if (leftOut.length === 0) return []
  const shown = leftOut.slice(0, 5).map(({ variant, base, reason }) => `${variant}, variant of ${base}: ${reason}`)
  const more = leftOut.length > shown.length ? `; and ${leftOut.length - shown.length} more` : ''
  return [`${axis}: ${count(leftOut.length, 'pair')} left out: ${shown.join('; ')}${more}`]
}
