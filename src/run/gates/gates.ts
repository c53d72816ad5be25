import type { Reading } from '../../metrics/compat.js'
import type { StandingPair } from '../../metrics/difference.js'
import { type Measurement, measure, measureScore, measureTwinParity } from '../../metrics/measure.js'
import { scoreName } from '../../metrics/score-names.js'
import { metricLabel } from '../../metrics/standings.js'
import type { Against, Gate, Slice } from '../../schema/gate.js'
import type { Metric } from '../../schema/metric.js'
import type { CaseRecord, SuiteHeader } from '../../schema/record.js'
import type { GateResult } from '../../schema/report.js'
import { holm } from '../../stats/holm.js'
import { commonest } from '../../text/commonest.js'
import { percent } from '../../text/percent.js'
import { unpaidCases, unpaidText } from '../unpaid.js'
import type { Assessment } from './assessment.js'
import { paired } from './difference.js'
import { confident, point } from './limit.js'
import { describeGate, inSlice, knownMetrics, metricName } from './names.js'
import { reasonNotToTrust } from './trust.js'

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
  /** The pairs of a metric that a difference is taken over, or why there are none. */
  pairs?: (name: string, against: Against) => StandingPair[] | { refused: string }
}

const FIRST_CASES = 5

/** Decides the gates of a run together. What fails, fails after Holm's correction over all of them; what passes needs none, since a run passes only where all do. */
export function decideGates(assessments: readonly Assessment[]): GateResult[] {
  const tested = assessments.flatMap(({ p }, place) => (p === undefined ? [] : [{ p, place }]))
  const adjusted = holm(tested.map(({ p }) => p))
  const byPlace = new Map(tested.map(({ place }, rank) => [place, adjusted[rank] ?? 1]))
  return assessments.map((assessment, place) => resultOf(assessment, byPlace.get(place) ?? null, tested.length))
}

/** A gate by itself, as if the run had no other. */
export function decideGate(gate: Gate, evidence: GateEvidence): GateResult {
  const [result] = decideGates([assessGate(gate, evidence)])
  if (result === undefined) throw new RangeError('no gate')
  return result
}

/**
 * Looks at a gate by itself. It fails closed: a metric that is not known, no cases, a partial run, coverage short, nothing scored, or nothing to compare with
 * never passes.
 */
export function assessGate(gate: Gate, evidence: GateEvidence): Assessment {
  const name = metricName(gate.metric, evidence.reading, evidence.k)
  if (name === null) {
    return { gate, closed: `no metric of that name; known: ${knownMetrics(evidence.reading, evidence.k)}` }
  }
  const n = evidence.records.filter((record) => inSlice(record, gate.slice)).length
  const measured = measureNamed(evidence, name, gate.slice)
  const reason = reasonToStayClosed(gate, measured, n, evidence) ?? reasonNotToTrust(name, evidence)
  if (reason !== null) return { gate, closed: reason, measured }
  switch (gate.mode) {
    case 'confident':
      return confident(gate, measured)
    case 'point':
      return point(gate, measured)
    case 'regression':
    case 'noninferior':
      return overPairs(gate, name, measured, evidence)
  }
}

function overPairs(
  gate: Gate,
  name: string,
  measured: Measurement,
  { records, reading, pairs: pairsOf }: GateEvidence,
): Assessment {
  const found = pairsOf?.(name, gate.against ?? 'baseline') ?? { refused: 'nothing to compare with' }
  const named = metricLabel(name, reading)
  if ('refused' in found || named === null)
    return { gate, measured, closed: 'refused' in found ? found.refused : 'no metric of that name' }
  const among = new Set(records.filter((record) => inSlice(record, gate.slice)).map(({ id }) => id))
  return paired(gate, { pairs: found.filter(({ id }) => among.has(id)), named, measured })
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

function resultOf(assessment: Assessment, adjusted: number | null, tests: number): GateResult {
  const { gate, closed, measured, difference, p, against = [], decide } = assessment
  const shared = { gate, metric: measured?.metric ?? null, difference: difference ?? null }
  if (decide === undefined) {
    const message = `${describeGate(gate)}: ${closed ?? 'not decided'}`
    return { ...shared, status: 'closed', message, lower: null, upper: null, p: null, adjusted: null, needed: null, cases: [] }
  }
  const { message, ...decision } = decide(adjusted ?? 1, tests)
  const cases = against.slice(0, FIRST_CASES)
  const first = decision.status !== 'pass' && cases.length > 0 ? ` — first cases: ${cases.join(', ')}` : ''
  return { ...shared, ...decision, message: `${describeGate(gate)}: ${message}${first}`, p: p ?? null, adjusted, cases }
}
