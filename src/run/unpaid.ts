import type { CaseRecord } from '../schema/record.js'
import type { Unpaid } from '../schema/report.js'
import { count } from '../text/count.js'

/** The cases that the budget left unjudged, with its last word on it; null where there are none. */
export function unpaidCases(records: readonly CaseRecord[]): Unpaid | null {
  const left = records.filter(({ unscored }) => unscored.g === 'budget' || unscored.outcome === 'budget')
  if (left.length === 0) return null
  const latest = left.toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0)).findLast(({ budget }) => budget !== undefined)
  return {
    cases: left.length,
    ...(latest?.budget === undefined ? {} : { reason: latest.budget }),
    ids: left.map(({ id }) => id),
  }
}

/** Which limit it was, spent of how much, and how to go on. */
export function unpaidText({ cases, reason }: Unpaid): string {
  const why = reason === undefined ? '' : `: ${reason}`
  return `the budget left ${count(cases, 'case')} unjudged${why}; a second run does not pay again for what is recorded: a judge's calls, and a system's that has a \`version\``
}
