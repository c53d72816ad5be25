import { OptionError } from '../../src/errors.js'
import { groupBy } from '../../src/group-by.js'
import { type Reading, readingFor } from '../../src/metrics/compat.js'
import { isRight } from '../../src/metrics/right.js'
import { byReportOrder, scoreName } from '../../src/metrics/score-names.js'
import { metricLabel } from '../../src/metrics/standings.js'
import { differences } from '../../src/run/baseline/compare.js'
import { type Pairing, pairCases } from '../../src/run/baseline/pair.js'
import { comparisonRefusal } from '../../src/run/baseline/refusal.js'
import { knownMetrics, metricName } from '../../src/run/gates/names.js'
import { isJudged } from '../../src/run/gates/trust.js'
import type { ComparedCase, ComparedSuite } from '../../src/schema/baseline.js'
import {
  type Against,
  COMPARE_VERSION,
  type Finding,
  type ItemDifference,
  type MetricRow,
  type RunsComparison,
  type RunValue,
  type SuiteComparison,
  type TestedDifference,
} from '../../src/schema/compare.js'
import type { Difference } from '../../src/schema/report.js'
import { holm } from '../../src/stats/holm.js'
import type { ComparableSuite } from './comparable.js'
import { matchSuites } from './match-suites.js'

/** A run with what it is called beside the others. */
export interface LabelledRun {
  label: string
  path: string
  suites: readonly ComparableSuite[]
}

export interface CompareOptions {
  /** Name of the one suite to compare; all that every run has by default. */
  suite?: string | undefined
  /** Metrics by the names of a report, with or without `Rate` at the end; all by default. */
  metrics?: readonly string[]
}

const ALPHA = 0.05

/**
 * Compares runs with the first of them, suite by suite. All tests are one family, whatever they are of. Pure.
 *
 * @throws OptionError where there are fewer than two runs, no suite that all have, or a metric that no suite knows.
 */
export function compareRuns(runs: readonly LabelledRun[], { suite, metrics = [] }: CompareOptions = {}): RunsComparison {
  if (runs.length < 2) throw new OptionError(`expected two runs or more, received ${runs.length}`)
  const { matched, leftOut } = matchSuites(runs, suite)
  const drafts = matched.map(({ name, members }) => compareSuite(name, members, runs, metrics))
  const all = drafts.flatMap(({ metrics: rows }) => rows.flatMap((row) => row.differences.filter((one) => one !== null)))
  const known = all.flatMap((one) => (one.p === null ? [] : [{ one, p: one.p }]))
  // One family: a metric that is looked at in three runs has three chances to differ.
  const adjusted = new Map(holm(known.map(({ p }) => p)).map((p, place) => [known[place]?.one, p]))
  const suites = drafts.map((draft) => ({
    ...draft,
    metrics: draft.metrics.map((row) => ({
      ...row,
      differences: row.differences.map((one) => (one === null ? null : tested(one, adjusted.get(one) ?? null))),
    })),
  }))
  return { schemaVersion: COMPARE_VERSION, kind: 'comparison', alpha: ALPHA, tests: known.length, suites, leftOut }
}

function tested(one: Difference, adjusted: number | null): TestedDifference {
  return { ...one, adjusted, finding: adjusted === null ? 'not tested' : findingOf(one, adjusted) }
}

/** Shown where the adjusted p says so and, of unknown verdicts, none could undo it. */
function findingOf({ better, difference, low, high, unknown }: Difference, adjusted: number): Finding {
  const open = unknown > 0 && (low === null || high === null || (low <= 0 && high >= 0))
  if (adjusted > ALPHA || difference === null || open) return 'not shown'
  const isHigher = difference > 0
  if (better === null) return isHigher ? 'higher' : 'lower'
  return isHigher === (better === 'higher') ? 'better' : 'worse'
}

/** A suite whose differences are not yet adjusted: that takes the tests of all suites. */
type Draft = Omit<SuiteComparison, 'metrics'> & {
  metrics: (Omit<MetricRow, 'differences'> & { differences: (Difference | null)[] })[]
}

function compareSuite(
  name: string,
  members: readonly ComparableSuite[],
  runs: readonly LabelledRun[],
  asked: readonly string[],
): Draft {
  const [reference, ...others] = members.map(({ suite }) => suite)
  if (reference === undefined) throw new OptionError('expected a run to compare with')
  const { compat, task, k } = reference.run
  const reading = readingFor(compat, task)
  const names = rowsOf(
    members.map(({ suite }) => suite),
    reading,
    metricsAsked(asked, name, reading, k),
  )
  const compared = others.map((one) => compareWith(reference, one, reading, names))
  return {
    suite: name,
    runs: members.map(({ suite, warnings }, place) => ({
      ...suite.run,
      label: runs[place]?.label ?? '',
      path: runs[place]?.path ?? '',
      cases: suite.cases.length,
      groups: new Set(suite.cases.map(({ group }) => group)).size,
      warnings,
      against: compared[place - 1]?.against ?? null,
    })),
    metrics: names.flatMap((metric): Draft['metrics'] => {
      const named = metricLabel(metric, reading)
      if (named === null) return []
      return [
        {
          ...{ name: metric, label: named.label, denominator: named.denominator, better: named.better },
          values: members.map(({ suite: { run, cases } }) =>
            run.compat === compat && run.task === task ? runValue(cases, metric) : null,
          ),
          differences: compared.map(({ differences: found }) => found[metric] ?? null),
        },
      ]
    }),
  }
}

function metricsAsked(asked: readonly string[], suite: string, reading: Reading, k: readonly number[]): string[] {
  return asked.map((name) => {
    const known = metricName(name, reading, k)
    if (known !== null) return known
    throw new OptionError(
      `\`--metric\`: ${suite} has no metric ${JSON.stringify(name)}; expected one of ${knownMetrics(reading, k)}`,
    )
  })
}

/** Metrics that count a case of some run, in a report's order. */
function rowsOf(suites: readonly ComparedSuite[], { rates }: Reading, asked: readonly string[]): string[] {
  const counted = new Set(suites.flatMap(({ cases }) => cases.flatMap(({ metrics }) => Object.keys(metrics))))
  const names = [
    ...[...Object.keys(rates), 'twinParity'].filter((name) => counted.has(name)),
    ...byReportOrder([...counted].filter((name) => scoreName(name) !== null)),
  ]
  return asked.length === 0 ? names : names.filter((name) => asked.includes(name))
}

function compareWith(
  reference: ComparedSuite,
  one: ComparedSuite,
  reading: Reading,
  names: readonly string[],
): { against: Against; differences: Record<string, Difference> } {
  const pairing = pairBothWays(reference, one)
  const refused = comparisonRefusal(reference.run, one.run, pairing)
  const withoutJudge =
    refused !== null && comparisonRefusal(reference.run, { ...one.run, judge: reference.run.judge }, pairing) === null
  const compared = refused === null ? 'all' : withoutJudge ? 'without a judge' : 'nothing'
  const only = refused === null ? names : withoutJudge ? names.filter((name) => !isJudged(name)) : []
  const { shared, of, added, removed, edited, renamed } = pairing
  return {
    against: {
      ...{ compared, refused, shared, of, added, removed, edited, renamed },
      ...(refused === null ? itemDifferences(pairing, one) : { newlyWrong: [], newlyRight: [] }),
    },
    differences: only.length === 0 ? {} : differences(pairing, reading, only),
  }
}

/** Of two runs side by side either may be a sample of the other: what a design leaves out is missing on neither side. */
function pairBothWays(reference: ComparedSuite, one: ComparedSuite): Pairing {
  const pairing = pairCases(reference.cases, one.cases, new Set(one.leftOut))
  const leftOut = new Set(reference.leftOut)
  const added = pairing.added.filter((id) => !leftOut.has(id))
  return { ...pairing, added, of: pairing.of - pairing.added.length + added.length }
}

function itemDifferences({ pairs }: Pairing, { run: { task } }: ComparedSuite): Pick<Against, 'newlyWrong' | 'newlyRight'> {
  const differing = (wanted: boolean): ItemDifference[] =>
    pairs.flatMap(({ base, now }) => {
      if (isRight(base, task) !== !wanted || isRight(now, task) !== wanted) return []
      const renamed = base.id === now.id ? {} : { referenceId: base.id }
      return [{ id: now.id, ...renamed, reference: base.errorClass, run: now.errorClass }]
    })
  return { newlyWrong: differing(false), newlyRight: differing(true) }
}

function runValue(cases: readonly ComparedCase[], name: string): RunValue {
  const counted = cases.flatMap(({ group, metrics: { [name]: standing } }) =>
    standing === undefined ? [] : [{ group, standing }],
  )
  const known = counted.flatMap(({ standing }) => (typeof standing === 'number' ? [standing] : []))
  const unknown = counted.filter(({ standing }) => standing === null).length
  const judged = counted.filter(({ standing }) => standing !== 'lost')
  const sum = known.reduce((total, value) => total + value, 0)
  const ran = known.length + unknown
  const scored = known.length > 0
  return {
    value: scored ? sum / known.length : null,
    least: scored ? sum / ran : null,
    most: scored ? (sum + unknown) / ran : null,
    scored: known.length,
    unknown,
    lost: counted.length - ran,
    groups: groupBy(judged, ({ group }) => group).size,
  }
}
