/**
 * Simulated runs that measure gates: how often each mode fails, passes or stays undecided where the truth is known. A question has a chance of its own to be answered
 * wrongly, and is answered anew in each run; the judge errs anew in each run. Gates are decided on records of cases by the code that decides them in a run.
 */
import { type Reading, readingFor } from '../src/metrics/compat.js'
import { differenceBounds } from '../src/metrics/difference.js'
import { comparedCases } from '../src/metrics/standings.js'
import { type Random, seeded, uniform } from '../src/random.js'
import { standingPairs } from '../src/run/baseline/compare.js'
import { pairCases } from '../src/run/baseline/pair.js'
import type { Assessment } from '../src/run/gates/assessment.js'
import { assessGate, decideGates, type GateEvidence } from '../src/run/gates/gates.js'
import { Gate, type GateInput } from '../src/schema/gate.js'
import type { CaseRecord } from '../src/schema/record.js'
import { simulatedRecord } from './simulated-runs.js'

/** What runs are drawn from. Rates are those that the judge is expected to find, its own errors included. */
export interface World {
  n: number
  /** Every second question is the first one's twin: as hard as it, and mostly of the same luck. */
  twins: boolean
  /** Share of answers judged wrong. */
  wrong: number
  judge: Judge
  /** Share of verdicts that the judge leaves undetermined. */
  unknown?: number
  /** Share of questions that are refused, each in some runs and not in others. */
  refused?: number
}

/** How often a wrong answer is found, and a right one left alone. */
export interface Judge {
  sensitivity: number
  specificity: number
}

export const JUDGE: Judge = { sensitivity: 0.93, specificity: 0.97 }
/** Rates of 2% need a judge that does not find three in a hundred by itself. */
export const CAREFUL_JUDGE: Judge = { sensitivity: 0.93, specificity: 0.99 }

/** How often twins are answered by one luck. */
const SHARED_LUCK = 0.8
/** Half of the questions are never answered wrongly. */
const ALWAYS_RIGHT = 0.5
/** Of the other half: the sum of the two parameters of the beta distribution that their chances are drawn from. */
const CONCENTRATION = 2

interface Question {
  id: string
  group: string
  /** To be answered wrongly, and to be refused. */
  wrong: number
  refused: number
}

/** The questions of a benchmark. */
function questions({ n, twins, wrong, judge, refused = 0 }: World, random: Random): Question[] {
  const mean = trulyWrong(wrong, judge)
  const drawn: Question[] = []
  for (let i = 0; i < n; i += 1) {
    const base = twins && i % 2 === 1 ? drawn[i - 1] : undefined
    const id = `q${i}`
    if (base !== undefined) drawn.push({ ...base, id })
    else drawn.push({ id, group: id, wrong: difficulty(mean, random), refused: difficulty(refused, random) })
  }
  return drawn
}

/** The share of answers that are wrong where the judge is expected to find `rate`. */
function trulyWrong(rate: number, { sensitivity, specificity }: Judge): number {
  return (rate - (1 - specificity)) / (sensitivity + specificity - 1)
}

function difficulty(mean: number, random: Random): number {
  if (mean === 0 || uniform(random) < ALWAYS_RIGHT) return 0
  const a = (mean / (1 - ALWAYS_RIGHT)) * CONCENTRATION
  return beta(a, CONCENTRATION - a, random)
}

/** Jöhnk (1964): for small parameters, as here. */
function beta(a: number, b: number, random: Random): number {
  for (;;) {
    const x = uniform(random) ** (1 / a)
    const y = uniform(random) ** (1 / b)
    if (x + y > 0 && x + y <= 1) return x / (x + y)
  }
}

/** One run of a system over the questions. By `worse` its answers are judged wrong so much more often than those of the system that the world is made for. */
function runOver(
  asked: readonly Question[],
  { twins, wrong, judge, unknown = 0 }: World,
  random: Random,
  worse = 0,
): CaseRecord[] {
  const { sensitivity, specificity } = judge
  const broken = worse / (sensitivity + specificity - 1) / (1 - trulyWrong(wrong, judge))
  let luck = { wrong: 0, broken: 0, refused: 0 }
  return asked.map(({ id, group, ...chance }, position) => {
    const isTwin = twins && position % 2 === 1
    if (!isTwin || uniform(random) >= SHARED_LUCK) {
      luck = { wrong: uniform(random), broken: uniform(random), refused: uniform(random) }
    }
    const isWrong = luck.wrong < chance.wrong || luck.broken < broken
    const found = uniform(random) < (isWrong ? sensitivity : 1 - specificity)
    const known = uniform(random) >= unknown
    const result = luck.refused < chance.refused ? 'refused' : !known ? 'unknown' : found ? 'wrong' : 'right'
    return recordOf({ id, group, position }, result)
  })
}

const RESULTS = {
  refused: { outcome: 'refused', errorClass: 'over-refusal' },
  unknown: { signals: { c: true, g: null, r: true }, unscored: { g: 'undetermined' } },
  wrong: { signals: { c: true, g: false, r: true }, errorClass: 'hallucination' },
  right: { signals: { c: true, g: true, r: true }, errorClass: 'correct' },
} as const satisfies Record<string, Partial<CaseRecord>>

/** Records do not change, and to make them anew would take longer than to decide on them. */
const made = new Map<string, CaseRecord>()

function recordOf(of: Pick<CaseRecord, 'id' | 'group' | 'position'>, result: keyof typeof RESULTS): CaseRecord {
  const key = `${of.id} ${of.group} ${result}`
  const known = made.get(key)
  if (known !== undefined) return known
  const record = simulatedRecord({ ...of, ...RESULTS[result] })
  made.set(key, record)
  return record
}

const READING = readingFor(null)

function evidenceOf(records: readonly CaseRecord[], pairs?: GateEvidence['pairs']): GateEvidence {
  const judge = { name: 'simulated', offline: false, members: [] }
  return { records, reading: READING, partial: [], infrastructure: [], judge, calibration: null, ...(pairs && { pairs }) }
}

/** Of `runs`, how many failed, passed, and were undecided. */
export interface Tally {
  runs: number
  fail: number
  pass: number
  undecided: number
}

function tallied(statuses: readonly string[]): Tally {
  const count = (wanted: string) => statuses.filter((status) => status === wanted).length
  const tally = { runs: statuses.length, fail: count('fail'), pass: count('pass'), undecided: count('undecided') }
  if (tally.fail + tally.pass + tally.undecided < tally.runs) throw new Error(`a gate was closed in a simulated run: ${statuses}`)
  return tally
}

/** How gates on a limit come out, each by itself. New questions are drawn for each run: a benchmark is a sample of what may be asked. */
export function limitGates(runs: number, world: World, gates: readonly GateInput[], seed: number): Tally[] {
  const random = seeded(seed)
  const parsed = gates.map((gate) => Gate.parse(gate))
  const statuses = parsed.map((): string[] => [])
  for (let run = 0; run < runs; run += 1) {
    const evidence = evidenceOf(runOver(questions(world, random), world, random))
    for (const [place, gate] of parsed.entries()) {
      statuses[place]?.push(statusOf([assessGate(gate, evidence)]))
    }
  }
  return statuses.map(tallied)
}

/** How gates on a difference come out of one world, by how much worse the system became. */
export interface PairedTally {
  regression: Tally
  /** Of a regression gate that bears two points. */
  withEffect: Tally
  /** Runs in which that gate fails as one of four on as many suites, of which the other three are not worse; and in which any of the four does. */
  ofFour: { fails: number; anyFails: number }
  noninferior: Tally
}

const FAMILY = 4

/**
 * Gates on a difference where the baseline is a run of the system, and now it is worse by each of `worsenings`. Families of four are made of what was simulated last, so that
 * neighbouring ones share suites.
 */
export function pairedGates(
  runs: number,
  world: World,
  { metric, margin, worsenings, seed }: { metric: string; margin: number | null; worsenings: readonly number[]; seed: number },
): PairedTally[] {
  const regression = Gate.parse({ metric, mode: 'regression' })
  const withEffect = Gate.parse({ metric, mode: 'regression', minEffect: 0.02 })
  const others = seeded(seed)
  const unchanged = () => assessGate(regression, pairedRun(world, metric, 0, others))
  const last = Array.from({ length: FAMILY - 1 }, unchanged)
  const series = worsenings.map((worse, place) => ({
    worse,
    random: seeded(seed + place + 1),
    statuses: { regression: [] as string[], withEffect: [] as string[], noninferior: [] as string[] },
    ofFour: { fails: 0, anyFails: 0 },
  }))
  for (let run = 0; run < runs; run += 1) {
    for (const { worse, random, statuses, ofFour } of series) {
      const evidence = pairedRun(world, metric, worse, random)
      const assessment = assessGate(regression, evidence)
      const alone = statusOf([assessment])
      statuses.regression.push(alone)
      // What it bears can only keep it from failing.
      statuses.withEffect.push(alone === 'pass' ? alone : statusOf([assessGate(withEffect, evidence)]))
      if (margin !== null) statuses.noninferior.push(noninferiorStatus(evidence, metric, margin))
      const family = decideGates([assessment, ...last]).map(({ status }) => status)
      if (family[0] === 'fail') ofFour.fails += 1
      if (family.includes('fail')) ofFour.anyFails += 1
    }
    last.shift()
    last.push(unchanged())
  }
  return series.map(({ statuses, ofFour }) => ({
    regression: tallied(statuses.regression),
    withEffect: tallied(statuses.withEffect),
    noninferior: tallied(statuses.noninferior),
    ofFour,
  }))
}

function statusOf(assessments: readonly Assessment[]): string {
  return decideGates(assessments)[0]?.status ?? 'closed'
}

/**
 * What a gate `noninferior` on a metric of which more is better comes to by itself, from the bounds that it is decided by. Its p, which takes ten times as long, is the least alpha at
 * which it is beyond the margin: alone it is at most alpha where the bound at alpha is. A test compares this with the gate.
 */
export function noninferiorStatus({ pairs }: GateEvidence, metric: string, margin: number): 'pass' | 'fail' | 'undecided' {
  const found = pairs?.(metric, 'baseline') ?? []
  const bounds = 'refused' in found ? null : differenceBounds(found, 0.95)
  if (bounds === null) throw new Error('nothing to compare in a simulated run')
  return bounds.lower > -margin ? 'pass' : bounds.upper < -margin ? 'fail' : 'undecided'
}

/** A run of the system over new questions, with its baseline: paired as a run is, on the metric that is asked for. Verdicts are unknown in the later run alone. */
export function pairedRun(world: World, metric: string, worse: number, random: Random): GateEvidence {
  const asked = questions(world, random)
  const base = runOver(asked, { ...world, unknown: 0 }, random)
  const now = runOver(asked, world, random, worse)
  const rate = READING.rates[metric]
  const reading: Reading = { rates: rate === undefined ? {} : { [metric]: rate }, refused: null }
  const pairing = pairCases(comparedCases(base, reading), comparedCases(now, reading))
  return evidenceOf(now, (name) => standingPairs(pairing, name))
}
