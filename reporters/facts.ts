import { DocketError } from '../src/errors.js'
import type { BaselineRead } from '../src/run/baseline/compare.js'
import type { CaseRecord, RunEnd, RunLine, SuiteHeader } from '../src/schema/record.js'

/** All that a report is built from, whether it came through `task.meta` or out of the run's files. */
export interface RunFacts {
  run: string
  startedAt: string
  suites: { project: string; header: SuiteHeader }[]
  /** Of several records of one case the last counts. */
  cases: { project: string; record: CaseRecord }[]
  end: RunEnd
  /** What suites are compared with, by {@link suiteKey}. */
  baselines?: ReadonlyMap<string, BaselineRead>
}

/** What is known where a run left no last line: Ctrl-C, a crash of the main process. */
const NEVER_ENDED: RunEnd = { partial: [], interrupted: true, shard: null, problems: [], red: [], noResult: [] }

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
  const red = new Map<string, RunEnd['red'][number]>()
  const keyOf = (file: string, suite: string, id: string, project: string) => JSON.stringify([project, file, suite, id])
  let end: RunEnd | undefined
  for (const line of lines) {
    if (line.kind === 'suite') suites.set(suiteKey(line.project, line.header), line)
    if (line.kind === 'case') {
      cases.push(line)
      red.delete(keyOf(line.record.file, line.record.suite, line.record.id, line.project))
    }
    if (line.kind === 'red') {
      const { project, file, suite, id, message } = line
      red.set(keyOf(file, suite, id, project), { project, file, suite, id, message })
    }
    if (line.kind === 'end') end = line.end
  }
  cases.sort((a, b) => (a.record.startedAt ?? 0) - (b.record.startedAt ?? 0))
  return {
    run: start.run,
    startedAt: start.startedAt,
    suites: [...suites.values()],
    cases,
    end: end ?? { ...NEVER_ENDED, red: [...red.values()] },
  }
}
