import { existsSync } from 'node:fs'
import { OptionError } from '../../errors.js'
import { groupBy } from '../../group-by.js'
import type { CaseLine, CaseRecord } from '../../schema/record.js'
import { readRunFiles } from '../run-files.js'

/** What an earlier run says of one case. */
export type BaselineCase = Pick<CaseRecord['signals'], 'g' | 'c'> & Pick<CaseRecord, 'outcome' | 'errorClass'>
export type Baseline = ReadonlyMap<string, BaselineCase>

interface SuiteName {
  project: string
  file: string
  suite: string
}

/**
 * A suite's cases in an earlier run, by their id: `path` is the folder of a run, or one file of its lines. Of several lines of a case the
 * last counts; a case that was not judged says nothing, and is left out. Throws an `OptionError` where there is no such run or no such
 * suite in it, a `DatasetError` for lines that cannot be read.
 */
export function readBaseline(path: string, name: SuiteName): Baseline {
  if (!existsSync(path))
    throw new OptionError(`\`baseline\`: ${path}: no such file or folder; give the folder of a run, or a file of its lines`)
  const cases = readRunFiles(path).filter((line) => line.kind === 'case')
  const records = casesOf(cases, path, name).toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))
  const latest = new Map(records.map((record) => [record.id, record]))
  return new Map(
    [...latest.values()]
      .filter(isJudged)
      .map(({ id, signals: { g, c }, outcome, errorClass }) => [id, { g, c, outcome, errorClass }]),
  )
}

/** A suite is found by its name; its file and project tell it from others of that name, and may have changed where there is none. */
function casesOf(lines: readonly CaseLine[], path: string, { project, file, suite }: SuiteName): CaseRecord[] {
  const named = lines.filter((line) => line.record.suite === suite)
  if (named.length === 0) {
    const others = [...new Set(lines.map((line) => line.record.suite))].map((other) => JSON.stringify(other)).join(', ')
    throw new OptionError(
      `\`baseline\`: ${path} has no case of the suite ${JSON.stringify(suite)}; it has ${others || 'none at all'}`,
    )
  }
  const key = (line: Pick<CaseLine, 'project'> & { record: { file: string } }) => JSON.stringify([line.project, line.record.file])
  const bySuite = groupBy(named, key)
  const own = bySuite.size === 1 ? named : bySuite.get(key({ project, record: { file } }))
  if (own === undefined) {
    throw new OptionError(
      `\`baseline\`: ${path} has ${bySuite.size} suites of the name ${JSON.stringify(suite)}, none of them in ${file}`,
    )
  }
  return own.map(({ record }) => record)
}

function isJudged({ failure, unscored }: CaseRecord): boolean {
  const reasons = Object.values(unscored)
  return failure === undefined && !reasons.includes('judge failed') && !reasons.includes('budget')
}

/** Whether a case is not what it was, in either direction; unknown against known is a difference. */
export function differs(before: BaselineCase, now: Omit<BaselineCase, 'errorClass'>): boolean {
  return before.g !== now.g || before.c !== now.c || before.outcome !== now.outcome
}
