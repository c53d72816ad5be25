import { isMean as isMeanName } from '../src/run/gates/names.js'
import type { Comparison } from '../src/schema/comparison.js'
import type { Difference } from '../src/schema/difference.js'
import type { Slice } from '../src/schema/gate.js'
import type { Mean, Metric } from '../src/schema/metric.js'
import type { GateResult, SuiteReport } from '../src/schema/report.js'
import { decimal } from '../src/text/decimal.js'
import { differenceCell } from './compare/cells.js'
import { metricCells, reasonUnscored, share } from './metric-cells.js'
import { FROM_WORST, gateCell, isMean, leadingMeans } from './table.js'
import type { Table } from './text-table.js'

const MOST_ROWS = 8

/** Never read apart: a system that says nothing hallucinates nothing. */
const TOGETHER = ['hallucinationRate', 'answered', 'overRefusal', 'falseConfidence']
const LAST = 'correct'

/** The table of a suite on a pull request, at most eight rows: the gates from the worst on, then what is read beside them. */
export function commentTable(suite: SuiteReport): Table {
  const names = suite.task === 'retrieval' ? leadingMeans(suite) : [...TOGETHER, LAST]
  const reserved = suite.task === 'retrieval' ? names.slice(0, 1) : TOGETHER
  const gates = suite.gates.toSorted((a, b) => FROM_WORST.indexOf(a.status) - FROM_WORST.indexOf(b.status))
  const alone = (shown: readonly GateResult[], among: readonly string[]) =>
    among.filter((name) => !shown.some((result) => showsValueOf(result, name)))
  let most = gates.length
  while (most > 0 && most + alone(gates.slice(0, most), reserved).length > MOST_ROWS) most--
  const gated = gates.slice(0, most)
  const rows = [
    ...gated.map((result) => gateRow(suite, result)),
    ...alone(gated, names).flatMap((name) => metricRow(suite, name)),
  ]
  return { columns: COLUMNS, rows: rows.slice(0, MOST_ROWS) }
}

const COLUMNS: Table['columns'] = [
  { header: 'metric' },
  { header: 'base', align: 'right' },
  { header: 'PR', align: 'right' },
  { header: 'difference [95%]', align: 'right' },
  { header: 'scored/n' },
  { header: 'gate' },
]

/** Whether the row of a gate says of a metric what its own row would say: of the whole suite, and of the run as it is. */
function showsValueOf({ gate, metric }: GateResult, name: string): boolean {
  return metric !== null && isOf(gate.metric, name) && Object.keys(gate.slice ?? {}).length === 0 && !isAmongVariants(gate)
}

/** A gate may name a metric with or without `Rate` at its end. */
function isOf(given: string, name: string): boolean {
  return given === name || `${given}Rate` === name || given === `${name}Rate`
}

function isAmongVariants({ mode, against = 'baseline' }: GateResult['gate']): boolean {
  return mode === 'noninferior' && against !== 'baseline'
}

function metricRow(suite: SuiteReport, name: string): string[][] {
  const metric = suite.metrics[name] ?? suite.means[name]
  if (metric === undefined || (metric.total === 0 && !TOGETHER.includes(name))) return []
  const difference = suite.comparison?.differences[name]
  return [
    [metric.label, ...differenceCells(name, difference, shownValue(suite, name, metric)), scoredOf(suite, name, metric), ''],
  ]
}

function gateRow(suite: SuiteReport, result: GateResult): string[] {
  const { gate, metric } = result
  const slice = Object.entries(gate.slice ?? {}).map(([field, value]) => `${field} ${value}`)
  const variants = isAmongVariants(gate) ? [`${gate.against} variants against what they vary`] : []
  const label = [metric?.label ?? gate.metric, ...slice, ...variants].join(', ')
  if (metric === null) return [label, '–', '–', '–', '', gateCell(suite, result)]
  const difference = result.difference ?? differenceOf(suite.comparison, gate.metric, gate.slice)
  // What a paired gate is decided on are the pairs, and its row says so.
  const now = result.difference === null ? shownValue(suite, gate.metric, metric) : figure(gate.metric, result.difference.now)
  const scored = result.difference === null ? scoredOf(suite, gate.metric, metric) : pairsOf(result.difference)
  return [label, ...differenceCells(gate.metric, difference, now), scored, gateCell(suite, result)]
}

/** What the comparison says of a metric, in the suite or in a slice. */
function differenceOf(comparison: Comparison | null, given: string, slice: Slice = {}): Difference | undefined {
  const isSlice = (other: Slice) => fieldsOf(other) === fieldsOf(slice)
  const differences =
    fieldsOf(slice) === '[]' ? comparison?.differences : comparison?.slices.find((row) => isSlice(row.slice))?.differences
  return Object.entries(differences ?? {}).find(([name]) => isOf(given, name))?.[1]
}

function fieldsOf(slice: Slice): string {
  return JSON.stringify(Object.entries(slice).sort())
}

/** Base, this run, and the difference with its interval; `worse` or `better` where that leaves no doubt. */
function differenceCells(name: string, difference: Difference | undefined, now: string): string[] {
  if (difference === undefined) return ['–', now, '–']
  const { base, low, high, better } = difference
  const rises = low !== null && low > 0
  const falls = high !== null && high < 0
  const word = better === null || (!rises && !falls) ? '' : rises === (better === 'higher') ? ' better' : ' worse'
  return [figure(name, base), now, differenceCell(name, difference) + word]
}

function figure(name: string, value: number | null): string {
  if (value === null) return '–'
  return isMeanName(name) ? decimal(value) : share(value, 1)
}

function shownValue(suite: SuiteReport, name: string, metric: Mean | Metric): string {
  return isMean(metric) ? decimal(metric.value) : metricCells(suite, name, metric).value
}

/** `274/280 answers given, 6 unknown`: every share names what it is of. */
function scoredOf(suite: SuiteReport, name: string, metric: Mean | Metric): string {
  const { scored, total, unknown, lost, denominator } = metric
  if (total === 0) return `no ${denominator}`
  const of = `${scored}/${total} ${denominator}`
  return scored === 0 ? `${of}: ${reasonUnscored(suite, name, metric)}` : [of, ...rest(unknown, lost)].join(', ')
}

function pairsOf({ pairs, unknown, lost }: Difference): string {
  return [`${pairs}/${pairs + unknown + lost} pairs`, ...rest(unknown, lost)].join(', ')
}

function rest(unknown: number, lost: number): string[] {
  return [...(unknown > 0 ? [`${unknown} unknown`] : []), ...(lost > 0 ? [`${lost} lost`] : [])]
}
