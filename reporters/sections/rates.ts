import type { Metric, SuiteReport } from '../../src/schema/report.js'
import { metricCells } from '../metric-cells.js'
import { tallyText } from '../tally.js'
import type { Column } from '../text-table.js'
import { type Block, type Section, section } from './block.js'

const COLUMNS: Column[] = [
  { header: 'metric' },
  { header: 'cases', align: 'right' },
  { header: 'value', align: 'right' },
  { header: '95% interval', align: 'right' },
  { header: 'scored of n' },
]

/** Refusal calibration: when the system keeps silent, when it should have, and what it does with a false premise. */
export function refusalsSection(suite: SuiteReport): Section[] {
  const causes = suite.decomposition.find(({ errorClass }) => errorClass === 'over-refusal')?.causes ?? {}
  const text = tallyText(causes)
  return section('Refusals', [
    rates(suite, ['correctRefusal', 'falseConfidence', 'overRefusal', 'nonAnswer', 'premiseCorrected', 'premiseAccepted']),
    { kind: 'text', text: text === '' ? '' : `Over-refusals by cause: ${text}` },
  ])
}

/** Gold sources cited, the document and the section apart, and retrieved. */
export function goldsSection(suite: SuiteReport): Section[] {
  return section('Gold sources', [rates(suite, ['goldCited', 'goldCitedSection', 'goldRetrieved'])])
}

/** Counts beside shares, for the metrics that have cases. */
export function rates(suite: SuiteReport, keys: readonly string[]): Block {
  const rows = keys.flatMap((key) => {
    const metric = suite.metrics[key]
    return metric === undefined || metric.total === 0 ? [] : [row(suite, key, metric)]
  })
  return { kind: 'table', table: { columns: COLUMNS, rows } }
}

function row(suite: SuiteReport, key: string, metric: Metric): string[] {
  const { metric: label, value, interval, scored } = metricCells(suite, key, metric)
  return [label, metric.scored === 0 ? '–' : String(metric.count), value, interval, scored]
}
