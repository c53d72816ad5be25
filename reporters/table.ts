import { splitScore } from '../src/metrics/score-names.js'
import { describeGate, limitCell } from '../src/run/gates/names.js'
import type { Mean, Metric } from '../src/schema/metric.js'
import type { GateResult, SuiteReport } from '../src/schema/report.js'
import { decimal } from '../src/text/decimal.js'
import { percent } from '../src/text/percent.js'
import { type MetricCells, metricCells, range } from './metric-cells.js'
import { interval } from './sections/means.js'
import type { Column } from './text-table.js'

/** One row of the table that every rendering of a report shows. */
export interface TableRow extends MetricCells {
  gate: string
}

const MOST_ROWS = 10

/** Never read apart: a system that says nothing hallucinates nothing. */
const TOGETHER = ['hallucinationRate', 'answered', 'overRefusal', 'falseConfidence'] as const

const THEN = [
  'correct',
  'answerCorrect',
  'correctRefusal',
  'nonAnswer',
  'goldCited',
  'twinParity',
  'premiseCorrected',
  'goldCitedSection',
  'goldRetrieved',
  'premiseAccepted',
]

export const FROM_WORST: readonly GateResult['status'][] = ['fail', 'closed', 'undecided', 'pass']

/**
 * The table of a suite, at most ten rows: a row a gate, then the hallucination rate with the three rates that it is never read
 * without, then whatever else the suite has cases for. Of too many gates, those that passed go first; all of them are listed elsewhere.
 */
export function tableRows(suite: SuiteReport): TableRow[] {
  const gates = suite.gates.toSorted((a, b) => FROM_WORST.indexOf(a.status) - FROM_WORST.indexOf(b.status))
  const together = (shown: readonly GateResult[]) => TOGETHER.filter((key) => !shown.some((result) => speaksOf(result, key)))
  let shown = gates.length
  const further = suite.calibration === null ? 0 : 1
  while (shown > 0 && shown + together(gates.slice(0, shown)).length + further > MOST_ROWS) shown--
  const gated = suite.gates.filter((result) => gates.indexOf(result) < shown)
  const means = suite.task === 'retrieval' ? meanRows(suite, gated) : []
  const rest = THEN.filter((key) => key !== 'answerCorrect' || isTold(suite)).filter(
    (key) => !gated.some((result) => speaksOf(result, key)) && (suite.metrics[key]?.total ?? 0) > 0,
  )
  return [
    ...gated.flatMap((result) => [gateRow(suite, result), ...(speaksOf(result, TOGETHER[0]) ? correctedRow(suite) : [])]),
    ...[...together(gated), ...rest].flatMap((key) => {
      const metric = suite.metrics[key]
      if (metric === undefined) return []
      return [{ ...metricCells(suite, key, metric), gate: '' }, ...(key === TOGETHER[0] ? correctedRow(suite) : [])]
    }),
    ...means,
  ].slice(0, MOST_ROWS)
}

/** Whether more is known of answers being right than of their grounds, as where no passages are reported. */
function isTold({ metrics: { correct, answerCorrect } }: SuiteReport): boolean {
  return (answerCorrect?.unknown ?? 0) < (correct?.unknown ?? 0)
}

/** What a benchmark of retrieval is read for, whether it has such a mean or not. */
export function leadingMeans({ means }: { means: Readonly<Record<string, unknown>> }): string[] {
  const cuts = Object.keys(means).flatMap((name) => splitScore(name).k ?? [])
  const deepest = Math.max(...cuts)
  return [
    'mrr',
    ...['hit', 'recall', 'ndcg'].map((base) => `${base}@${deepest}`),
    'spanPrecision',
    'spanRecall',
    'spanF1',
    'spanIoU',
  ]
}

function meanRows(suite: SuiteReport, gated: readonly GateResult[]): TableRow[] {
  return leadingMeans(suite).flatMap((name) => {
    const mean = suite.means[name]
    if (mean === undefined || mean.total === 0 || gated.some((result) => speaksOf(result, name))) return []
    return [{ ...meanCells(suite, name, mean), gate: '' }]
  })
}

/** A mean is no share of cases, so it is no percentage either, with a gate or without. */
function meanCells(suite: SuiteReport, name: string, mean: Mean): MetricCells {
  return { ...metricCells(suite, name, mean), value: decimal(mean.value), interval: interval(mean) }
}

/** The hallucination rate as it is without the judge's errors; no row where the suite has no calibration. */
function correctedRow({ calibration }: SuiteReport): TableRow[] {
  if (calibration === null) return []
  const { corrected, reason = '' } = calibration
  const cells =
    corrected === null
      ? { value: '–', interval: '', scored: reason }
      : { value: percent(corrected.value), interval: range(corrected.low, corrected.high), scored: '' }
  return [{ ...cells, metric: "corrected for the judge's errors", gate: '' }]
}

/** Columns and cells of {@link tableRows}; the gate column only where there is a gate. */
export function tableOf(rows: readonly TableRow[]): { columns: Column[]; rows: string[][] } {
  const gated = rows.some(({ gate }) => gate !== '')
  return {
    columns: [...METRIC_COLUMNS, ...(gated ? [{ header: 'gate', least: LIMIT_WIDTH }] : [])],
    rows: rows.map((row) => [row.metric, row.value, row.interval, row.scored, ...(gated ? [row.gate] : [])]),
  }
}

/** `≥ 100.0%` is read as one. */
const LIMIT_WIDTH = 8

const METRIC_COLUMNS: Column[] = [
  { header: 'metric' },
  { header: 'value', align: 'right' },
  { header: '95% interval', align: 'right' },
  { header: 'scored of n' },
]

/** Whether a gate's row shows the suite's own figure, so that no second row need. */
function speaksOf({ gate, metric }: GateResult, key: string): boolean {
  return metric !== null && Object.keys(gate.slice ?? {}).length === 0 && keyOf(gate.metric) === key
}

/** A gate may name a metric with or without `Rate` at its end. */
function keyOf(name: string): string {
  return [...TOGETHER, ...THEN].find((key) => key === name || `${key}Rate` === name || key === `${name}Rate`) ?? name
}

function gateRow(suite: SuiteReport, result: GateResult): TableRow {
  const { gate, metric } = result
  const slice = Object.entries(gate.slice ?? {}).map(([field, value]) => `${field} ${value}`)
  const name = [metric?.label ?? gate.metric, ...slice].join(', ')
  const key = keyOf(gate.metric)
  const cells =
    metric === null
      ? { value: '–', interval: '', scored: '' }
      : isMean(metric)
        ? meanCells(suite, key, metric)
        : metricCells(suite, key, metric)
  return { ...cells, metric: name, gate: gateCell(suite, result) }
}

export function isMean(metric: Mean | Metric): metric is Mean {
  return 'micro' in metric
}

/** A gate's limit and what became of it, short enough for a cell. */
export function gateCell(suite: SuiteReport, result: GateResult): string {
  const { gate, status } = result
  const limit = limitCell(gate, result.metric?.better ?? null)
  if (status === 'fail') return `${limit} FAIL`
  if (status !== 'closed') return `${limit} ${status}`
  // Where the whole suite is in doubt, its heading says why.
  if (suite.status === 'INFRASTRUCTURE' && result.metric !== null) return `${limit} closed`
  return `${limit} closed: ${shortReason(result)}`
}

/** The first clause of why a gate stayed closed; the whole message stands below the table. */
function shortReason(result: GateResult): string {
  if (result.metric === null) return 'no such metric'
  if (gateReason(result).startsWith('the offline judge may not')) return 'offline judge'
  const [clause = ''] = gateReason(result).split(/[:;(]| of \d/u)
  return clause.trim().replace(/^not decided on a /u, '')
}

/** A gate's message without the gate's own words before it. */
export function gateReason({ gate, message }: GateResult): string {
  const prefix = `${describeGate(gate)}: `
  return message.startsWith(prefix) ? message.slice(prefix.length) : message
}
