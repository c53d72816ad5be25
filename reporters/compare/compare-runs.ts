import { OptionError } from '../../src/errors.js'
import { COMPARE_VERSION, type RunsComparison } from '../../src/schema/compare.js'
import type { LabelledRun } from './comparable.js'
import { compareSuite } from './compare-suite.js'
import { ALPHA, asFamily } from './family.js'
import { matchSuites } from './match-suites.js'

export interface CompareOptions {
  /** Name of the one suite to compare; all that every run has by default. */
  suite?: string | undefined
  /** Metrics by the names or labels of a report, with or without `Rate` at the end; `all`; by default those that a report is read for. */
  metrics?: readonly string[]
}

/**
 * Compares runs with the first of them, suite by suite. All tests are one family, whatever they are of: a metric that is looked at in three runs has three chances
 * to differ. Pure.
 *
 * @throws OptionError where there are fewer than two runs, no suite that all have, or a metric that a suite does not know.
 */
export function compareRuns(runs: readonly LabelledRun[], { suite, metrics = [] }: CompareOptions = {}): RunsComparison {
  if (runs.length < 2) throw new OptionError(`expected two runs or more, received ${runs.length}`)
  const { matched, leftOut } = matchSuites(runs, suite)
  const drafts = matched.map(({ name, members }) => compareSuite(name, members, runs, metrics))
  const all = drafts.flatMap((draft) => draft.metrics.flatMap((row) => row.differences.filter((one) => one !== null)))
  const { tests, tested } = asFamily(all)
  return {
    ...{ schemaVersion: COMPARE_VERSION, kind: 'comparison', alpha: ALPHA, tests, leftOut },
    suites: drafts.map((draft) => ({
      ...draft,
      metrics: draft.metrics.map((row) => ({
        ...row,
        differences: row.differences.map((one) => (one === null ? null : (tested.get(one) ?? null))),
      })),
    })),
  }
}
