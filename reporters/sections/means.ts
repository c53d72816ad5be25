import type { Mean, SuiteReport } from '../../src/schema/report.js'
import type { Column } from '../text-table.js'
import { type Block, capped } from './block.js'

/** `.630`, since a mean is no share of cases; `–` where nothing is scored. What is not quite 0 or 1 never looks as if it were. */
export function decimal(value: number | null): string {
  if (value === null) return '–'
  const text = value.toFixed(3)
  if (value > 0 && text === '0.000') return '<.001'
  if (value < 1 && text === '1.000') return '>.999'
  return text.startsWith('0') ? text.slice(1) : text
}

export function interval({ low, high }: Mean): string {
  return low === null || high === null ? '' : `${decimal(low)}–${decimal(high)}`
}

/** The mean of a score, where some case has it. */
export function meanOf({ means }: Pick<SuiteReport, 'means'>, name: string): Mean | undefined {
  const mean = means[name]
  return mean === undefined || mean.scored === 0 ? undefined : mean
}

/** Scores that cases should have, and of which none is known: they are named, and fill no table. */
export function notScored({ means }: SuiteReport, names: readonly string[]): Block {
  const labels = names.flatMap((name) => {
    const mean = means[name]
    // Whether a case that was lost should have had one, nobody knows.
    return mean !== undefined && mean.scored === 0 && mean.total > mean.lost ? [mean.label] : []
  })
  return { kind: 'text', text: labels.length === 0 ? '' : `Not scored in any case: ${capped(labels, 8).join(', ')}.` }
}

/** A row a mean: its label, its figures, and of how many cases it is. */
export interface MeanRow {
  mean: Mean
  cells: string[]
}

/** A table of means. Where all are of the same cases that is said once, above it, and not in every row. */
export function meanBlocks(columns: Column[], rows: readonly MeanRow[]): Block[] {
  const texts = new Set(rows.map(({ mean }) => scored(mean)))
  const [of] = texts
  const alike = texts.size === 1 && rows.length > 1
  return [
    { kind: 'text', text: alike && of !== undefined ? `Over ${of}:` : '' },
    {
      kind: 'table',
      table: {
        columns: alike ? columns : [...columns, { header: 'scored of n' }],
        rows: rows.map(({ mean, cells }) => (alike ? cells : [...cells, scored(mean)])),
      },
    },
  ]
}

/** Macro mean with its interval; micro mean and mean of sources where some score has them. */
export function meansTable(suite: SuiteReport, names: readonly string[]): Block[] {
  const means = names.flatMap((name) => meanOf(suite, name) ?? [])
  const micro = means.some((mean) => mean.micro !== null)
  const weighted = means.some((mean) => mean.weighted !== null)
  const columns: Column[] = [
    { header: 'mean' },
    { header: 'macro', align: 'right' },
    { header: '95% interval', align: 'right' },
    ...(micro ? [{ header: 'micro', align: 'right' } as const] : []),
    ...(weighted ? [{ header: 'of sources', short: 'of\nsources', align: 'right' } as const] : []),
  ]
  const rows = means.map((mean) => ({
    mean,
    cells: [
      mean.label,
      decimal(mean.value),
      interval(mean),
      ...(micro ? [mean.micro === null ? '' : decimal(mean.micro.value)] : []),
      ...(weighted ? [mean.weighted === null ? '' : decimal(mean.weighted.value)] : []),
    ],
  }))
  return meanBlocks(columns, rows)
}

function scored({ scored, total, unknown, lost, denominator }: Mean): string {
  const rest = [...(unknown > 0 ? [`${unknown} unknown`] : []), ...(lost > 0 ? [`${lost} lost`] : [])]
  return [`${scored} of ${total} ${denominator}`, ...rest].join(', ')
}
