import { OptionError } from '../../src/errors.js'
import { type Reading, readingFor } from '../../src/metrics/compat.js'
import { changedPairs, testedP } from '../../src/metrics/difference.js'
import { isRight } from '../../src/metrics/right.js'
import { metricLabel } from '../../src/metrics/standings.js'
import { differences, standingPairs } from '../../src/run/baseline/compare.js'
import { type Pairing, pairCases } from '../../src/run/baseline/pair.js'
import { comparisonRefusal } from '../../src/run/baseline/refusal.js'
import { isJudged } from '../../src/run/gates/trust.js'
import type { ComparedSuite } from '../../src/schema/baseline.js'
import type { Against, ItemDifference, MetricRow, SuiteComparison } from '../../src/schema/compare.js'
import { chooseMetrics } from './choose-metrics.js'
import type { ComparableSuite, LabelledRun } from './comparable.js'
import type { Untested } from './family.js'
import { runValue } from './run-value.js'

/** A suite whose differences are not yet adjusted: that takes the tests of all suites. */
export type Draft = Omit<SuiteComparison, 'metrics'> & {
  metrics: (Omit<MetricRow, 'differences'> & { differences: (Untested | null)[] })[]
}

/**
 * A suite of several runs, each against the first.
 *
 * @throws OptionError where a metric is asked for that there is none of.
 */
export function compareSuite(
  name: string,
  members: readonly ComparableSuite[],
  runs: readonly LabelledRun[],
  asked: readonly string[],
): Draft {
  const [reference, ...others] = members.map(({ suite }) => suite)
  if (reference === undefined) throw new OptionError('expected a run to compare with')
  const { compat, task, k } = reference.run
  const reading = readingFor(compat, task)
  const cases = members.flatMap(({ suite }) => suite.cases)
  const { names, others: rest } = chooseMetrics(cases, { suite: name, reading, k, asked })
  const compared = others.map((one) => compareWith(reference, one, reading, names))
  return {
    suite: name,
    others: rest,
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

function compareWith(
  reference: ComparedSuite,
  one: ComparedSuite,
  reading: Reading,
  names: readonly string[],
): { against: Against; differences: Record<string, Untested> } {
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
    differences: untested(pairing, reading, only),
  }
}

/** Each difference with the p that it is to be tested by, and the cases that make it. */
function untested(pairing: Pairing, reading: Reading, only: readonly string[]): Record<string, Untested> {
  if (only.length === 0) return {}
  return Object.fromEntries(
    Object.entries(differences(pairing, reading, only)).map(([name, one]) => {
      const pairs = standingPairs(pairing, name)
      return [name, { ...one, tested: testedP(one, pairs), cases: changedPairs(pairs, one.better) }]
    }),
  )
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
