import { groupBy } from '../src/group-by.js'
import type { CaseRecord } from '../src/schema/record.js'
import type { Report, SuiteReport } from '../src/schema/report.js'
import { type RunFacts, suiteKey } from './facts.js'

/** One case of a suite: its record, null where it left none, and why it is red, where it is. */
export interface SuiteCase {
  id: string
  record: CaseRecord | null
  red?: string | undefined
}

/** The cases of each suite of a report, in the report's order of suites and the data's order of cases; those without a record come last. */
export function suiteCases({ suites }: Report, { cases, end }: RunFacts): { suite: SuiteReport; cases: SuiteCase[] }[] {
  const recorded = groupBy(cases, ({ project, record }) => suiteKey(project, record))
  const red = groupBy(end.red, (entry) => suiteKey(entry.project, entry))
  const without = groupBy(end.noResult, (entry) => suiteKey(entry.project, entry))
  return suites.map((suite) => {
    const key = suiteKey(suite.project, suite)
    const latest = new Map((recorded.get(key) ?? []).map(({ record }) => [record.id, record]))
    const messages = new Map((red.get(key) ?? []).map(({ id, message }) => [id, message]))
    const records = [...latest.values()].sort((a, b) => a.position - b.position || a.trial - b.trial)
    const bare = new Set([...messages.keys(), ...(without.get(key) ?? []).map(({ id }) => id)].filter((id) => !latest.has(id)))
    return {
      suite,
      cases: [
        ...records.map((record) => ({ id: record.id, record, red: messages.get(record.id) })),
        ...[...bare].map((id) => ({ id, record: null, red: messages.get(id) })),
      ],
    }
  })
}
