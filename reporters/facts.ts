import { DocketError } from '../src/errors.js'
import type { CaseRecord, RunEnd, RunLine, SuiteHeader } from '../src/schema/record.js'

/** All that a report is built from, whether it came through `task.meta` or out of the run's files. */
export interface RunFacts {
  run: string
  startedAt: string
  suites: { project: string; header: SuiteHeader }[]
  /** Of several records of one case the last counts. */
  cases: { project: string; record: CaseRecord }[]
  end: RunEnd
}

export const NOTHING_ENDED: RunEnd = { partial: [], shard: null, problems: [], red: [], noResult: [] }

/** What tells one suite of a run from another: two files may use one name. */
export function suiteKey(project: string, { file, suite }: { file: string; suite: string }): string {
  return JSON.stringify([project, file, suite])
}

/** The facts in the lines of a run's files. Throws a `DocketError` where there is no run. */
export function factsOf(lines: readonly RunLine[]): RunFacts {
  const start = lines.find((line) => line.kind === 'run')
  if (start?.kind !== 'run') throw new DocketError('no run: expected a file with a line of kind "run"')
  const suites = new Map<string, RunFacts['suites'][number]>()
  const cases: RunFacts['cases'] = []
  let end = NOTHING_ENDED
  for (const line of lines) {
    if (line.kind === 'suite') suites.set(suiteKey(line.project, line.header), line)
    if (line.kind === 'case') cases.push(line)
    if (line.kind === 'end') end = line.end
  }
  cases.sort((a, b) => (a.record.startedAt ?? 0) - (b.record.startedAt ?? 0))
  return { run: start.run, startedAt: start.startedAt, suites: [...suites.values()], cases, end }
}
