import { describeGate, percent } from '../src/run/gates.js'
import type { GateResult, Metric, SuiteReport } from '../src/schema/report.js'
import { commonest } from './tally.js'
import type { Column } from './text-table.js'

/** One row of the table that every rendering of a report shows. */
export interface TableRow {
  metric: string
  /** `6.0%`, `1.0–3.0%` where verdicts are unknown, `–` where nothing is scored. */
  value: string
  interval: string
  /** `298 of 300 answers given`, what is unknown and lost, and why where nothing is scored. */
  scored: string
  gate: string
}

export const MOST_ROWS = 10

/** Never read apart: a system that says nothing hallucinates nothing. */
const TOGETHER = ['hallucinationRate', 'answered', 'overRefusal', 'falseConfidence']

const THEN = [
  'correct',
  'correctRefusal',
  'nonAnswer',
  'goldCited',
  'twinParity',
  'premiseCorrected',
  'goldCitedSection',
  'goldRetrieved',
  'premiseAccepted',
]

const FROM_WORST: readonly GateResult['status'][] = ['fail', 'closed', 'undecided', 'pass']

/**
 * The table of a suite, at most ten rows: a row a gate, then the hallucination rate with the three rates that it is never read
 * without, then whatever else the suite has cases for. Gates that find no room are those that passed; all of them are listed elsewhere.
 */
export function tableRows(suite: SuiteReport): TableRow[] {
  const gates = suite.gates.toSorted((a, b) => FROM_WORST.indexOf(a.status) - FROM_WORST.indexOf(b.status))
  const together = (shown: readonly GateResult[]) => TOGETHER.filter((key) => !shown.some((result) => speaksOf(result, key)))
  let shown = gates.length
  while (shown > 0 && shown + together(gates.slice(0, shown)).length > MOST_ROWS) shown--
  const gated = suite.gates.filter((result) => gates.indexOf(result) < shown)
  const rest = THEN.filter((key) => !gated.some((result) => speaksOf(result, key)) && (suite.metrics[key]?.total ?? 0) > 0)
  return [
    ...gated.map((result) => gateRow(suite, result)),
    ...[...together(gated), ...rest].flatMap((key) => {
      const metric = suite.metrics[key]
      return metric === undefined ? [] : [{ ...metricCells(suite, key, metric), gate: '' }]
    }),
  ].slice(0, MOST_ROWS)
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

/** What a table says of a metric, gate apart. `key` is its name in the report. */
export function metricCells(suite: SuiteReport, key: string, metric: Metric): Omit<TableRow, 'gate'> {
  return {
    metric: metric.label,
    value: value(metric),
    interval: metric.low === null || metric.high === null ? '' : `${number(metric.low)}–${number(metric.high)}%`,
    scored: scored(suite, key, metric),
  }
}

/** One decimal; a share that is not quite none or all never looks as if it were. */
export function share(count: number, of: number): string {
  const rounded = percent(count / of)
  if (count > 0 && rounded === percent(0)) return '<0.1%'
  return count < of && rounded === percent(1) ? '>99.9%' : rounded
}

function value({ count, scored, unknown }: Metric): string {
  if (scored === 0) return '–'
  const all = scored + unknown
  return unknown === 0 ? share(count, all) : `${share(count, all).slice(0, -1)}–${share(count + unknown, all)}`
}

function number(bound: number): string {
  return percent(bound).slice(0, -1)
}

function scored(suite: SuiteReport, key: string, { total, scored, unknown, lost, denominator }: Metric): string {
  if (total === 0) return `no ${denominator}`
  // `items` goes without saying, and its room is needed.
  const ofAll = `${scored} of ${total} ${denominator.replace(/^items (?=with|whose)| items$/u, '')}`
  if (scored === 0) return `${ofAll}: ${reasonUnscored(suite, key, lost === total)}`
  return [ofAll, ...(unknown > 0 ? [`${unknown} unknown`] : []), ...(lost > 0 ? [`${lost} lost`] : [])].join(', ')
}

/** Why a metric has no value at all: what the system did not report, or what was commonest among the cases. */
function reasonUnscored({ decomposition }: SuiteReport, key: string, allLost: boolean): string {
  const causes = (...classes: string[]) => commonest(decomposition.filter((row) => classes.includes(row.errorClass)))
  if (allLost) return causes('infrastructure', 'missing', 'unscored') ?? 'not run or not judged'
  switch (key) {
    case 'goldCited':
      return 'citations not reported'
    case 'goldCitedSection':
      return 'no section named'
    case 'goldRetrieved':
      return 'retrieval not reported'
    case 'twinParity':
      return 'no pair with both outcomes known'
    default:
      return causes('unscored') ?? 'undetermined'
  }
}

/** Whether a gate's row shows the suite's own figure, so that no second row need. */
function speaksOf({ gate, metric }: GateResult, key: string): boolean {
  return metric !== null && gate.slice === undefined && keyOf(gate.metric) === key
}

/** A gate may name a metric with or without `Rate` at its end. */
function keyOf(name: string): string {
  return [...TOGETHER, ...THEN].find((key) => key === name || `${key}Rate` === name || key === `${name}Rate`) ?? name
}

function gateRow(suite: SuiteReport, result: GateResult): TableRow {
  const { gate, metric } = result
  const slice = Object.entries(gate.slice ?? {}).map(([field, value]) => `${field} ${value}`)
  const name = [metric?.label ?? gate.metric, ...slice].join(', ')
  const cells = metric === null ? { value: '–', interval: '', scored: '' } : metricCells(suite, keyOf(gate.metric), metric)
  return { ...cells, metric: name, gate: gateCell(suite, result) }
}

function gateCell(suite: SuiteReport, result: GateResult): string {
  const { gate, status } = result
  const limit = gate.max === undefined ? `≥ ${percent(gate.min ?? 0)}` : `≤ ${percent(gate.max)}`
  if (status === 'fail') return `${limit} FAIL`
  if (status !== 'closed') return `${limit} ${status}`
  // Where the whole suite is in doubt, its heading says why.
  if (suite.status === 'INFRASTRUCTURE' && result.metric !== null) return `${limit} closed`
  return `${limit} closed: ${shortReason(result)}`
}

/** The first clause of why a gate stayed closed; the whole message stands below the table. */
function shortReason(result: GateResult): string {
  if (result.metric === null) return 'no such metric'
  const [clause = ''] = gateReason(result).split(/[:;(]| of \d/u)
  return clause.trim().replace(/^not decided on a /u, '')
}

/** A gate's message without the gate's own words before it. */
export function gateReason({ gate, message }: GateResult): string {
  const prefix = `${describeGate(gate)}: `
  return message.startsWith(prefix) ? message.slice(prefix.length) : message
}
