import { expect } from 'vitest'
import { OptionError } from '../errors.js'
import type { Arm } from '../schema/record.js'
import type { System, SystemFunction } from '../systems/system.js'
import type { BenchmarkOptions } from './benchmark-options.js'
import { describeBenchmark } from './describe-benchmark.js'

/** The levels of a factor: numbers and texts that name themselves, or values by name. The first is the base, which the others are compared with. */
export type Levels = readonly (string | number)[] | Readonly<Record<string, unknown>>

type ValueOf<Factor extends Levels> = Factor extends readonly (infer Value)[] ? Value : Factor[keyof Factor]

/** What a system of a grid is made of: a value of each factor. */
export type Combination<Factors extends Record<string, Levels>> = { [Factor in keyof Factors]: ValueOf<Factors[Factor]> }

export interface GridOptions<Factors extends Record<string, Levels>>
  extends Omit<BenchmarkOptions, 'system' | 'gates' | 'baseline' | 'confirm' | 'arm'> {
  factors: Factors
  /** Makes the system of a combination; null leaves the combination out. */
  system: (levels: Combination<Factors>) => System | SystemFunction | null
}

/** By file: two grids of one name in a file would be one table. */
const declared = new Set<string>()

/**
 * Declares a grid: the same benchmark once for every combination of levels, a suite each, and a table in the report of what each level changes. Policy is
 * `report` unless set. A grid has no gates and no baseline: gate what is shipped, in a suite of its own.
 *
 * Throws an `OptionError` for a name that the file has already, a factor without levels, levels that cannot be told apart or have no order of their own, a `system`
 * that makes none, and a grid of which no combination is left.
 */
export function describeGrid<const Factors extends Record<string, Levels>>(name: string, options: GridOptions<Factors>): void {
  const { factors, system, ...benchmark } = options
  const fault = (message: string) => new OptionError(`describeGrid(${JSON.stringify(name)}): ${message}`)
  for (const option of ['gates', 'baseline', 'confirm'])
    if (option in benchmark) throw fault(`a grid has no \`${option}\`: gate what is shipped, in a suite of its own`)
  if (typeof system !== 'function') throw fault('expected `system` to be a function of the levels, which makes a system')
  const named = namedFactors(factors, fault)
  const key = `${expect.getState().testPath ?? ''}\0${name}`
  if (declared.has(key)) throw fault('this file has a grid of that name already; give one of them another')
  declared.add(key)
  const base = Object.fromEntries(named.map(({ factor, levels }) => [factor, levels[0]?.level ?? '']))
  let suites = 0
  for (const combination of combinations(named)) {
    const made = system(Object.fromEntries(combination.map(({ factor, value }) => [factor, value])) as Combination<Factors>)
    if (made === null) continue
    const title = combination.map(({ level }) => inTitle(level)).join(', ')
    if (made === undefined || isPromise(made))
      throw fault(
        `\`system\` returned ${made === undefined ? 'nothing' : 'a promise; make before the grid what must be waited for'} (${title}): expected a system, or \`null\`, which leaves the combination out`,
      )
    const arm: Arm = { grid: name, levels: Object.fromEntries(combination.map(({ factor, level }) => [factor, level])), base }
    describeBenchmark(`${name}: ${title}`, { policy: 'report', ...benchmark, system: made, arm })
    suites += 1
  }
  if (suites === 0) throw fault('`system` left out every combination')
}

/** As it stands between commas: quoted where two lists of levels could else read the same. */
function inTitle(level: string): string {
  return /, |"/.test(level) ? JSON.stringify(level) : level
}

function isPromise(made: unknown): boolean {
  return typeof made === 'object' && made !== null && 'then' in made && typeof made.then === 'function'
}

interface NamedLevel {
  level: string
  value: unknown
}

interface NamedFactor {
  factor: string
  levels: NamedLevel[]
}

/** As keys of an object they are lost, or are found where nobody set them. */
const NO_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype']

function namedFactors(factors: unknown, fault: (message: string) => OptionError): NamedFactor[] {
  if (!isPlain(factors) || Object.keys(factors).length === 0) throw fault('expected `factors` with at least one factor')
  return Object.entries(factors).map(([factor, given]) => {
    const of = `factor \`${factor}\``
    if (NO_NAMES.includes(factor)) throw fault(`${of}: no factor can have this name; give it another`)
    const levels = namedLevels(factor, given, fault)
    if (levels.length === 0) throw fault(`${of} has no level`)
    for (const { level } of levels) {
      if (level.trim() === '') throw fault(`${of} has a level without a name`)
      if (NO_NAMES.includes(level)) throw fault(`${of} has the level \`${level}\`: no level can have this name; give it another`)
    }
    if (new Set(levels.map(({ level }) => level)).size < levels.length) throw fault(`${of} has two levels of one name`)
    return { factor, levels }
  })
}

function namedLevels(factor: string, levels: unknown, fault: (message: string) => OptionError): NamedLevel[] {
  const expected = 'expected a list of numbers and texts, or an object of values by name'
  if (Array.isArray(levels))
    return levels.map((value: unknown) => {
      if (typeof value !== 'string' && typeof value !== 'number')
        throw fault(`factor \`${factor}\` has a level in its list that does not name itself: ${expected}`)
      return { level: String(value), value }
    })
  if (!isPlain(levels)) throw fault(`factor \`${factor}\` has no levels: ${expected}`)
  return Object.entries(levels).map(([level, value]) => {
    // Such keys come first and by size, however they were written: the base would be another than it seems.
    if (/^(?:0|[1-9]\d*)$/.test(level))
      throw fault(
        `factor \`${factor}\` has a level named ${level}, and an object does not keep the order of such names: give a list, or names like "${factor} ${level}"`,
      )
    return { level, value }
  })
}

/** Not a list, an instance or an object whose `__proto__` was set as if it were a name. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Every combination of levels, the last factor turning fastest, so that the base comes first. */
function combinations(factors: readonly NamedFactor[]): (NamedLevel & { factor: string })[][] {
  return factors.reduce<(NamedLevel & { factor: string })[][]>(
    (made, { factor, levels }) => made.flatMap((one) => levels.map((level) => [...one, { factor, ...level }])),
    [[]],
  )
}
