import { OptionError } from '../../errors.js'
import { groupBy } from '../../group-by.js'
import { readingFor } from '../../metrics/compat.js'
import type { ComparedSuite } from '../../schema/baseline.js'
import type { CaseRecord, RunLine, SuiteLine } from '../../schema/record.js'
import { readRunFiles } from '../run-files.js'
import { comparedSuite } from './compared-suite.js'

/** What tells one suite from another. */
export interface SuiteName {
  project: string
  file: string
  suite: string
}

/**
 * A suite of an earlier run: `path` is the folder of a run, or one file of its lines. Of several lines of a case the last counts. Throws an `OptionError`
 * where there is no such suite in it, a `DatasetError` for lines that cannot be read.
 */
export function readEarlierSuite(path: string, shown: string, name: SuiteName): ComparedSuite {
  const lines = readRunFiles(path)
  const start = lines.find((line) => line.kind === 'run')
  const { project, header } = declarationOf(lines, shown, name)
  const cases = lines
    .flatMap((line) => (line.kind === 'case' && line.project === project && isOf(line.record, header) ? [line.record] : []))
    .toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))
  const latest = new Map(cases.map((record) => [record.id, record]))
  const reading = readingFor(header.compat, header.task)
  const { run = '', startedAt = '' } = start ?? {}
  return comparedSuite({ project, header, records: [...latest.values()], reading, run, startedAt })
}

/** A suite is found by its name; its file and project tell it from others of that name, and may have changed where there is none. */
function declarationOf(lines: readonly RunLine[], shown: string, { project, file, suite }: SuiteName): SuiteLine {
  const all = lines.filter((line) => line.kind === 'suite')
  const named = all.filter((line) => line.header.suite === suite)
  if (named.length === 0) {
    const others = [...new Set(all.map((line) => JSON.stringify(line.header.suite)))].join(', ')
    throw new OptionError(`\`baseline\`: ${shown} has no suite ${JSON.stringify(suite)}; it has ${others || 'none at all'}`)
  }
  const key = (one: string, of: string) => JSON.stringify([one, of])
  const bySuite = groupBy(named, (line) => key(line.project, line.header.file))
  const own = bySuite.size === 1 ? named : bySuite.get(key(project, file))
  const last = own?.at(-1)
  if (last !== undefined) return last
  throw new OptionError(
    `\`baseline\`: ${shown} has ${bySuite.size} suites of the name ${JSON.stringify(suite)}, none of them in ${file}`,
  )
}

function isOf(record: CaseRecord, { suite, file }: { suite: string; file: string }): boolean {
  return record.suite === suite && record.file === file
}
