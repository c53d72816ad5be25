import { groupBy } from '../../src/group-by.js'
import { readingFor } from '../../src/metrics/compat.js'
import { comparedSuite } from '../../src/run/baseline/compared-suite.js'
import type { ComparedSuite } from '../../src/schema/baseline.js'
import { count } from '../../src/text/count.js'
import { type RunFacts, suiteKey } from '../facts.js'
import { partialReasons } from '../status.js'

/** A suite of a run, and why it is not the whole of it. */
export interface ComparableSuite {
  suite: ComparedSuite
  warnings: string[]
}

/** A run with what it is called beside the others. */
export interface LabelledRun {
  label: string
  path: string
  suites: readonly ComparableSuite[]
}

/** The suites of a run that have a case, as they are compared with those of another run. */
export function comparableSuites({ run, startedAt, suites, cases, end }: RunFacts): ComparableSuite[] {
  const bySuite = groupBy(cases, ({ project, record }) => suiteKey(project, record))
  return suites.flatMap(({ project, header }) => {
    const key = suiteKey(project, header)
    const latest = new Map((bySuite.get(key) ?? []).map(({ record }) => [record.id, record]))
    const records = [...latest.values()].sort((a, b) => a.position - b.position || a.trial - b.trial)
    if (records.length === 0) return []
    const noResult = end.noResult.filter((one) => suiteKey(one.project, one) === key).length
    const reading = readingFor(header.compat, header.task)
    return [
      {
        suite: comparedSuite({ project, header, records, reading, run, startedAt }),
        warnings: [
          ...partialReasons(header, records.length + noResult, end),
          ...(noResult > 0 ? [`${count(noResult, 'case')} ended without a result`] : []),
        ],
      },
    ]
  })
}
