import type { Reading } from '../../metrics/compat.js'
import { comparedCases } from '../../metrics/standings.js'
import type { ComparedSuite } from '../../schema/baseline.js'
import type { CaseRecord, SuiteHeader } from '../../schema/record.js'
import { caseId } from '../record.js'

/** A suite of a run as it is compared with another run of it. */
export function comparedSuite(of: {
  project: string
  header: SuiteHeader
  records: readonly CaseRecord[]
  reading: Reading
  run: string
  startedAt: string
}): ComparedSuite {
  const { project, header, records, reading, run, startedAt } = of
  const { suite, file, system, judge, compat, task, k, trials, sample, leftOut } = header
  return {
    run: {
      ...{ suite, project, file, run, startedAt, system },
      models: [...new Set(records.flatMap(({ systemModel }) => systemModel ?? []))].sort(),
      ...{ judge, compat, task, k, trials, sample },
    },
    cases: comparedCases(records, reading),
    // What a filter leaves out was asked for: only the declared sample is a design.
    leftOut: sample === null ? [] : leftOut.flatMap(({ id }) => Array.from({ length: trials }, (_, trial) => caseId(id, trial))),
  }
}
