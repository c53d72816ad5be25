import type { Metric } from '../../src/schema/metric.js'
import type { SuiteReport } from '../../src/schema/report.js'
import { count } from '../../src/text/count.js'
import { metricCells } from '../metric-cells.js'
import { tallyText } from '../tally.js'
import type { Column } from '../text-table.js'
import { type Block, capped, type Section, section } from './block.js'
import { citationMeans } from './scores.js'

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
  return section('Gold sources', [
    rates(suite, ['goldCited', 'goldCitedSection', 'goldRetrieved']),
    ...citationMeans(suite),
    { kind: 'text', text: byConstruction(suite) },
  ])
}

/** A gold that was put into the context says nothing of a retriever, and is no part of its rate. */
function byConstruction({ metrics }: SuiteReport): string {
  const [placed, retrieved] = [metrics['foundByConstruction'], metrics['goldRetrieved']]
  if (placed === undefined || placed.count === 0) return ''
  const free =
    retrieved === undefined || retrieved.total === 0
      ? 'nothing is left to retrieve'
      : `leak-free ${retrieved.count} of ${retrieved.scored}`
  return `By construction: ${placed.count} of the ${count(placed.scored, 'hit')}, since the gold was put into the context; ${free}.`
}

/** Whether what is cited and quoted is there: in the world, in the corpus, in the document. */
export function authoritiesSection(suite: SuiteReport): Section[] {
  return section('Citations', [
    rates(suite, known(suite, ['fabricatedCitation', 'citedNotRetrieved', 'pinpointOutside', 'misquoted', 'rewriteAdds'])),
    { kind: 'list', items: capped(suite.citationFaults) },
  ])
}

/** Those of which something is known: without a corpus nobody knows of most citations whether they exist. */
function known({ metrics }: SuiteReport, keys: readonly string[]): string[] {
  return keys.filter((key) => (metrics[key]?.scored ?? 0) > 0)
}

/** Counts beside shares, for the metrics that have cases. */
export function rates(suite: SuiteReport, keys: readonly string[]): Block {
  const rows = keys.flatMap((key) => {
    const metric = suite.metrics[key]
    return metric === undefined || metric.total === 0 ? [] : [row(suite, key, metric)]
  })
  // Where nothing is scored in any row, the suite's table has said why.
  const dashes = keys.every((key) => (suite.metrics[key]?.scored ?? 0) === 0)
  return { kind: 'table', table: { columns: COLUMNS, rows: dashes ? [] : rows } }
}

function row(suite: SuiteReport, key: string, metric: Metric): string[] {
  const { metric: label, value, interval, scored } = metricCells(suite, key, metric)
  return [label, metric.scored === 0 ? '–' : String(metric.count), value, interval, scored]
}
