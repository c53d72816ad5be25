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

/**
 * Declares a grid: the same benchmark once for every combination of levels, a suite each, and a table in the report of what each level changes. Policy is
 * `report` unless set. A grid has no gates and no baseline: gate what is shipped, in a suite of its own.
 *
 * Throws an `OptionError` for a factor without levels, levels of one name, and a grid of which no combination is left.
 */
export function describeGrid<const Factors extends Record<string, Levels>>(name: string, options: GridOptions<Factors>): void {
  const { factors, system, ...benchmark } = options
  const fault = (message: string) => new OptionError(`describeGrid(${JSON.stringify(name)}): ${message}`)
  for (const option of ['gates', 'baseline', 'confirm'])
    if (option in benchmark) throw fault(`a grid has no \`${option}\`: gate what is shipped, in a suite of its own`)
  if (typeof system !== 'function') throw fault('expected `system` to be a function of the levels, which makes a system')
  const named = Object.entries(factors ?? {}).map(([factor, levels]) => ({ factor, levels: namedLevels(levels) }))
  if (named.length === 0) throw fault('expected `factors` with at least one factor')
  for (const { factor, levels } of named) {
    if (levels.length === 0) throw fault(`factor \`${factor}\` has no level`)
    if (new Set(levels.map(({ level }) => level)).size < levels.length)
      throw fault(`factor \`${factor}\` has two levels of one name`)
  }
  const base = Object.fromEntries(named.map(({ factor, levels }) => [factor, levels[0]?.level ?? '']))
  let declared = 0
  for (const combination of combinations(named)) {
    const made = system(Object.fromEntries(combination.map(({ factor, value }) => [factor, value])) as Combination<Factors>)
    if (made === null) continue
    const arm: Arm = { grid: name, levels: Object.fromEntries(combination.map(({ factor, level }) => [factor, level])), base }
    const title = `${name}: ${combination.map(({ level }) => level).join(', ')}`
    describeBenchmark(title, { policy: 'report', ...benchmark, system: made, arm })
    declared += 1
  }
  if (declared === 0) throw fault('`system` left out every combination')
}

interface NamedLevel {
  level: string
  value: unknown
}

function namedLevels(levels: Levels): NamedLevel[] {
  return Array.isArray(levels)
    ? levels.map((value: string | number) => ({ level: String(value), value }))
    : Object.entries(levels).map(([level, value]) => ({ level, value }))
}

/** Every combination of levels, the last factor turning fastest, so that the base comes first. */
function combinations(
  factors: readonly { factor: string; levels: readonly NamedLevel[] }[],
): (NamedLevel & { factor: string })[][] {
  return factors.reduce<(NamedLevel & { factor: string })[][]>(
    (made, { factor, levels }) => made.flatMap((one) => levels.map((level) => [...one, { factor, ...level }])),
    [[]],
  )
}
