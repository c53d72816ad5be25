import { groupBy } from '../../src/group-by.js'
import type { Mean } from '../../src/schema/metric.js'
import type { SuiteReport } from '../../src/schema/report.js'
import { commonest } from '../../src/text/commonest.js'
import { decimal } from '../../src/text/decimal.js'
import type { Column } from '../text-table.js'
import { type Block, capped } from './block.js'

export function interval({ low, high }: Mean): string {
  return low === null || high === null ? '' : `${decimal(low)}–${decimal(high)}`
}

/** The mean of a score, where some case has it. */
export function meanOf({ means }: Pick<SuiteReport, 'means'>, name: string): Mean | undefined {
  const mean = means[name]
  return mean === undefined || mean.scored === 0 ? undefined : mean
}

/** Scores that cases should have, and of which none is known: they are named with the reason, and fill no table. */
export function notScored({ means }: SuiteReport, names: readonly string[]): Block {
  const unscored = names.flatMap((name) => {
    const mean = means[name]
    // Whether a case that was lost should have had one, nobody knows.
    return mean !== undefined && mean.scored === 0 && mean.total > mean.lost ? [mean] : []
  })
  const texts = [...groupBy(unscored, ({ reasons }) => commonest(reasons))].map(([reason, alike]) => {
    const labels = capped(
      alike.map(({ label }) => label),
      8,
    ).join(', ')
    return reason === null ? labels : `${labels} (${reason})`
  })
  return { kind: 'text', text: texts.length === 0 ? '' : `Not scored in any case: ${texts.join('; ')}.` }
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
