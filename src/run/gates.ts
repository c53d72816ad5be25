import { type Reading, readingFor } from '../metrics/compat.js'
import { type Measurement, measure, measureScore, measureTwinParity } from '../metrics/measure.js'
import { isOfAnswers, isOfClaims, scoreName, scoreNames } from '../metrics/score-names.js'
import type { Gate, Slice } from '../schema/gate.js'
import type { CaseRecord, SuiteHeader } from '../schema/record.js'
import type { GateResult, Metric } from '../schema/report.js'
import { commonest } from '../text/commonest.js'
import { decimal } from '../text/decimal.js'
import { percent } from '../text/percent.js'
import { unpaidCases, unpaidText } from './unpaid.js'

/** What a gate is decided on. */
export interface GateEvidence {
  records: readonly CaseRecord[]
  reading: Reading
  /** Ranks at which retrieval is cut. */
  k?: readonly number[]
  /** Why fewer cases ran than the design asks for; a partial run decides no gate. */
  partial: readonly string[]
  /** Why the run itself cannot be trusted, such as an outage; it speaks before any gate. */
  infrastructure: readonly string[]
  /** Who judged, and what is known of how wrong it is. */
  judge: SuiteHeader['judge']
  calibration: SuiteHeader['calibration']
}

const FIRST_CASES = 5

/**
 * Decides a gate by the one-sided 95% interval, unknown verdicts counted both ways: past the limit it fails, inside it passes,
 * between it is undecided. It fails closed: a metric that is not known, no cases, a partial run, coverage short or nothing scored
 * never passes.
 */
export function decideGate(gate: Gate, evidence: GateEvidence): GateResult {
  const name = metricName(gate.metric, evidence.reading, evidence.k)
  if (name === null) {
    return closed(gate, `no metric of that name; known: ${knownMetrics(evidence.reading, evidence.k)}`)
  }
  const n = evidence.records.filter((record) => inSlice(record, gate.slice)).length
  const measured = measureNamed(evidence, name, gate.slice)
  const reason = reasonToStayClosed(gate, measured, n, evidence) ?? reasonNotToTrust(name, evidence)
  return reason === null ? decide(gate, measured) : closed(gate, reason, measured)
}

/** A metric's name as in the report, with or without `Rate` at its end; null where there is none. */
export function metricName(name: string, reading: Reading, k: readonly number[] = []): string | null {
  return metricNames(reading, k).find((key) => key === name || `${key}Rate` === name || key === `${name}Rate`) ?? null
}

export function inSlice(record: CaseRecord, slice: Slice | undefined): boolean {
  return Object.entries(slice ?? {}).every(([field, value]) => record[field as keyof Slice] === value)
}

/** What a gate may be on: the rates of a reading, then the scores that its cases may have, cut at the suite's ranks. */
export function metricNames({ rates, refused }: Reading, k: readonly number[] = []): string[] {
  const scores = scoreNames(k)
  return [...Object.keys(rates), ...(refused === null ? scores.filter((name) => !isOfAnswers(name)) : ['twinParity', ...scores])]
}

/** The same for a message: `recall@k` for `recall@1`, `recall@5` … */
export function knownMetrics(reading: Reading, k: readonly number[] = []): string {
  const names = metricNames(reading, k.slice(0, 1)).map((name) => name.replace(/@\d+$/u, '@k'))
  return [...names, ...(k.length > 0 ? [`with k of ${k.join(', ')}`] : [])].join(', ')
}

function measureNamed({ records, reading }: GateEvidence, name: string, slice: Slice | undefined): Measurement {
  const among = (record: CaseRecord) => inSlice(record, slice)
  const rate = reading.rates[name]
  if (scoreName(name) !== null) return measureScore(records.filter(among), name)
  return rate === undefined
    ? measureTwinParity(records, reading.refused ?? undefined, among)
    : measure(records.filter(among), rate)
}

function reasonToStayClosed(gate: Gate, { metric, bounds }: Measurement, n: number, evidence: GateEvidence): string | null {
  if (evidence.infrastructure.length > 0) return `not decided: ${evidence.infrastructure.join('; ')}`
  if (evidence.partial.length > 0) return `not decided on a partial run: ${evidence.partial.join('; ')}`
  if (n === 0) return 'no cases'
  if (metric.total === 0) return `no cases: none of the ${n} is among ${metric.denominator}`
  const judged = metric.total - metric.lost
  if (judged / metric.total < gate.minCoverage) {
    const unpaid = unpaidCases(evidence.records)
    const cause = unpaid === null ? '' : `: ${unpaidText(unpaid)}`
    return `coverage ${judged} of ${metric.total} is under ${percent(gate.minCoverage)}${cause}`
  }
  if (metric.scored === 0) return nothingScored(metric)
  if (bounds === null) return 'no interval: a published reading is above 1'
  return null
}

/** With the reason that most cases have, where they have any of their own. */
function nothingScored({ total, denominator, reasons }: Metric): string {
  const reason = commonest(reasons)
  return `nothing scored of ${total} ${denominator}${reason === null ? '' : `: ${reason}`}`
}

/** Metrics that follow from what the system reported, whatever a judge says. */
const NOT_JUDGED = [
  'goldCited',
  'goldCitedSection',
  'goldRetrieved',
  'foundByConstruction',
  'fabricatedCitation',
  'citedNotRetrieved',
  'misquoted',
  'pinpointOutside',
  'rewriteAdds',
]

const offline = (name: string) =>
  `the offline judge may not gate ${name} without a calibration of your own on answers: label the sheet of \`npx vitest-docket audit\`, run \`npx vitest-docket calibrate FILE\` and name what it writes as \`calibration\` of the judge; or judge with a model`

/** What is known of a suite's gates before it runs: that some stay closed whatever is found, and why; null where none does. */
export function closedBeforehand({
  gates,
  compat,
  task,
  k,
  ...evidence
}: Pick<SuiteHeader, 'gates' | 'compat' | 'task' | 'k' | 'judge' | 'calibration'>): string | null {
  const reading = readingFor(compat, task)
  const reasons = gates.flatMap((gate) => {
    const name = metricName(gate.metric, reading, k)
    const reason = name === null ? null : reasonNotToTrust(name, evidence)
    return reason === null ? [] : [{ gate: describeGate(gate), reason }]
  })
  if (reasons.length === 0) return null
  const which =
    reasons.length === gates.length
      ? 'no gate will be decided'
      : `not to be decided: ${reasons.map(({ gate }) => gate).join(', ')}`
  return `${which}: ${[...new Set(reasons.map(({ reason }) => reason))].join('; ')}`
}

/** Why no gate may rest on this judge. */
function reasonNotToTrust(name: string, { judge, calibration }: Pick<GateEvidence, 'judge' | 'calibration'>): string | null {
  if (NOT_JUDGED.includes(name) || (scoreName(name) !== null && !isOfClaims(name))) return null
  if (calibration !== null && calibration.problems.length > 0) return `judge not trusted: ${calibration.problems.join('; ')}`
  return (name === 'hallucinationRate' || isOfClaims(name)) && judge.offline && !isOwn(calibration) ? offline(name) : null
}

/** Of the user's own examples, and of answers: the rate is of answers, and a judge may know claims and not answers. */
function isOwn(calibration: GateEvidence['calibration']): boolean {
  return calibration?.own === true && calibration.unit === 'answer'
}

function decide(gate: Gate, measured: Measurement): GateResult {
  const { metric, bounds, yes, no } = measured
  const { lower, upper } = bounds ?? { lower: 0, upper: 1 }
  const limit = gate.max ?? gate.min ?? Number.NaN
  const [passes, fails] = gate.max === undefined ? [lower >= limit, upper < limit] : [upper <= limit, lower > limit]
  const status = passes ? 'pass' : fails ? 'fail' : 'undecided'
  const cases = (gate.max === undefined ? no : yes).slice(0, FIRST_CASES)
  const unknown = metric.unknown > 0 ? `, ${metric.unknown} unknown counted both ways` : ''
  const figure = figureOf(gate.metric)
  const value = metric.value === null ? 'unknown' : figure(metric.value)
  const of = `${metric.scored} scored of ${metric.total} ${metric.denominator}${unknown}`
  const message = [
    `${describeGate(gate)}:`,
    isMean(gate.metric) ? `mean ${value} over ${of}` : `${value} (${metric.count} of ${of};`,
    `${isMean(gate.metric) ? '(' : ''}one-sided 95% ${figure(lower)} to ${figure(upper)})`,
    ...(status === 'undecided' ? ['is undecided: the limit lies inside'] : [status === 'pass' ? 'passes' : 'fails']),
    ...(status !== 'pass' && cases.length > 0 ? [`— first cases: ${cases.join(', ')}`] : []),
  ].join(' ')
  return { gate, status, message, metric, lower: bounds?.lower ?? null, upper: bounds?.upper ?? null, cases }
}

function isMean(name: string): boolean {
  return scoreName(name) !== null
}

/** A mean is no share of cases, so it is no percentage either. */
function figureOf(name: string): (value: number) => string {
  return isMean(name) ? decimal : percent
}

function closed(gate: Gate, reason: string, measured?: Measurement): GateResult {
  return {
    gate,
    status: 'closed',
    message: `${describeGate(gate)}: ${reason}`,
    metric: measured?.metric ?? null,
    lower: null,
    upper: null,
    cases: [],
  }
}

/** `hallucinationRate ≤ 3.0% [language=de]`, `recall@5 ≥ .800`. */
export function describeGate({ metric, max, min, slice }: Gate): string {
  const parts = Object.entries(slice ?? {}).map(([field, value]) => `${field}=${value}`)
  const figure = figureOf(metric)
  const limit = max === undefined ? `≥ ${figure(min ?? Number.NaN)}` : `≤ ${figure(max)}`
  return `${metric} ${limit}${parts.length > 0 ? ` [${parts.join(', ')}]` : ''}`
}
