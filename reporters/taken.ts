import { tally } from '../src/group-by.js'
import { sumCosts } from '../src/run/cost.js'
import type { CaseRecord } from '../src/schema/record.js'
import type { Report, TakenCases } from '../src/schema/report.js'

/** Cases that were taken over from earlier runs, and what they cost there; undefined where there are none. */
export function takenCases(records: readonly CaseRecord[]): TakenCases | undefined {
  const taken = records.filter(({ takenFrom }) => takenFrom !== undefined)
  if (taken.length === 0) return undefined
  return {
    cases: taken.length,
    from: sourcesOf(taken),
    cost: { judge: sumCosts(taken.map(({ cost }) => cost.judge)), system: sumCosts(taken.map(({ cost }) => cost.system)) },
  }
}

/** Runs that cases were taken from, the oldest first: their names begin with the time. */
export function sourcesOf(records: readonly CaseRecord[]): Report['sources'] {
  return Object.entries(tally(records.flatMap(({ takenFrom }) => takenFrom ?? [])))
    .map(([run, cases]) => ({ run, cases }))
    .sort((a, b) => (a.run < b.run ? -1 : 1))
}
