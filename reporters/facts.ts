import type { CaseRecord, RunEnd, SuiteHeader } from '../src/schema/record.js'

/** All that a report is built from, whether it came through `task.meta` or out of the run's files. */
export interface RunFacts {
  run: string
  startedAt: string
  suites: { project: string; header: SuiteHeader }[]
  cases: { project: string; record: CaseRecord }[]
  end: RunEnd
}

/** What tells one suite of a run from another: two files may use one name. */
export function suiteKey(project: string, { file, suite }: { file: string; suite: string }): string {
  return JSON.stringify([project, file, suite])
}
