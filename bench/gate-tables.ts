/** The tables of docs/gates-simulation.md, a row at a time: bench/simulate-gates.ts prints them all, a test makes some of them again. */
import type { GateInput } from '../src/schema/gate.js'
import { CAREFUL_JUDGE, JUDGE, limitGates, type PairedTally, pairedGates, type Tally, type World } from './simulated-gates.js'

export const RUNS = 2000
const SEED = 20_261_130

/** Questions as a table names them. */
type Setting = Pick<World, 'n' | 'twins' | 'unknown' | 'refused'>

const SETTINGS: readonly Setting[] = [
  { n: 120, twins: false },
  { n: 120, twins: true },
  { n: 300, twins: false },
  { n: 300, twins: true },
]
const UNKNOWN: Setting = { n: 300, twins: false, unknown: 0.05 }
const REFUSING: Setting = { n: 120, twins: false, refused: 0.1 }

function nameOf({ n, twins, unknown = 0, refused = 0 }: Setting): string {
  const name = twins ? `${n} in ${n / 2} pairs` : String(n)
  if (unknown > 0) return `${name}, ${share(unknown)} unknown`
  return refused > 0 ? `${name}, ${share(refused)} refused` : name
}

/** Rows that are made together, by the heading of their table. */
export interface Job {
  name: string
  rows: (runs: number) => Record<string, string[][]>
}

const LIMIT = {
  heading: 'A limit above',
  columns: ['questions', 'true rate', 'fails', 'passes', 'undecided', 'point: fails', 'passes', 'undecided'],
}
const FLOOR = { ...LIMIT, heading: 'A limit below' }
const REGRESSION = {
  heading: 'Regression',
  columns: ['questions', 'worse by', 'fails', 'bearing 2 points', 'undecided', 'as one of four', 'any of the four'],
}
const NONINFERIOR = { heading: 'Noninferiority', columns: ['questions', 'worse by', 'passes', 'undecided', 'fails'] }
export const TABLES = [LIMIT, FLOOR, REGRESSION, NONINFERIOR]

/** Everything that is simulated. */
export const JOBS: readonly Job[] = [
  ...[...SETTINGS, UNKNOWN].flatMap((setting) => [
    ...[0.02, 0.05, 0.1].map((rate) => limitJob(LIMIT.heading, setting, { metric: 'hallucinationRate', max: 0.05 }, rate)),
    ...[0.9, 0.8, 0.7].map((rate) => limitJob(FLOOR.heading, setting, { metric: 'correct', min: 0.8 }, rate)),
  ]),
  ...SETTINGS.map((setting) => pairedJob(setting, [0, 0.05, 0.1])),
  pairedJob(UNKNOWN, [0, 0.05]),
  pairedJob(REFUSING, [0]),
]

function limitJob(heading: string, setting: Setting, gate: GateInput, rate: number): Job {
  const isMax = gate.max !== undefined
  const world: World = { ...setting, wrong: isMax ? rate : 1 - rate, judge: isMax ? CAREFUL_JUDGE : JUDGE }
  return {
    name: `${heading}: ${nameOf(setting)}, ${share(rate)}`,
    rows(runs) {
      const tallies = limitGates(runs, world, [gate, { ...gate, mode: 'point' }], SEED + setting.n + Math.round(rate * 100))
      return { [heading]: [[nameOf(setting), share(rate), ...tallies.flatMap(decided)]] }
    },
  }
}

/** The rows of a setting in the tables of differences: of `correct`, and where questions are refused by turns of the hallucination rate, whose denominator then changes. */
export function pairedJob(setting: Setting, worsenings: readonly number[]): Job {
  const refusing = setting.refused !== undefined
  const world: World = { ...setting, wrong: 0.15, judge: JUDGE }
  return {
    name: `differences: ${nameOf(setting)}`,
    rows(runs) {
      const metric = refusing ? 'hallucinationRate' : 'correct'
      const seed = SEED + setting.n * 10 + (setting.twins ? 5 : 0)
      const tallies = pairedGates(runs, world, { metric, margin: refusing ? null : 0.05, worsenings, seed })
      const rows = (cells: (tally: PairedTally) => string[]) =>
        tallies.map((tally, place) => [nameOf(setting), points(worsenings[place] ?? 0), ...cells(tally)])
      return {
        [REGRESSION.heading]: rows(({ regression, withEffect, ofFour }) => [
          share(regression.fail / runs),
          share(withEffect.fail / runs),
          share(regression.undecided / runs),
          share(ofFour.fails / runs),
          share(ofFour.anyFails / runs),
        ]),
        [NONINFERIOR.heading]: refusing
          ? []
          : rows(({ noninferior: { pass, undecided, fail } }) => [pass, undecided, fail].map((count) => share(count / runs))),
      }
    },
  }
}

function decided({ runs, fail, pass, undecided }: Tally): string[] {
  return [fail, pass, undecided].map((count) => share(count / runs))
}

function share(value: number): string {
  return `${Number((value * 100).toFixed(2))}%`
}

function points(value: number): string {
  return value === 0 ? 'nothing' : `${value * 100} points`
}
