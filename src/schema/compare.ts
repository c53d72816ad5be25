import { z } from 'zod'
import { ComparedRun } from './baseline.js'
import { Difference } from './difference.js'
import { ErrorClass } from './record.js'

/** Version of what `vitest-docket compare --format json` writes. */
export const COMPARE_VERSION = 1

/**
 * What a difference comes to: `better` and `worse` are shown, as are `higher` and `lower` of a metric without a better side; `not shown` is never equality; `not
 * tested` where no pair is known in both runs.
 */
export const Finding = z.enum(['better', 'worse', 'higher', 'lower', 'not shown', 'not tested'])
export type Finding = z.output<typeof Finding>

/** A metric of a run against the reference, on the cases that both have: base is the reference. */
export const TestedDifference = Difference.extend({
  tested: z
    .number()
    .nullable()
    .describe(
      'Two-sided p with every unknown verdict taken against the difference; null where no pair rose or fell, and where nothing is known',
    ),
  adjusted: z.number().nullable().describe("The same after Holm's correction over all tests of the comparison"),
  finding: Finding,
  cases: z
    .strictObject({ worse: z.array(z.string()), improved: z.array(z.string()) })
    .describe(
      'Ids, as the run has them, of the pairs that `worse` and `improved` count; of a metric without a better side, that rose and that fell',
    ),
})
export type TestedDifference = z.output<typeof TestedDifference>

/** A metric over all cases of one run that it counts. With unknown verdicts it lies between `least` and `most`. */
export const RunValue = z.strictObject({
  value: z.number().nullable().describe('Over the scored cases; null where there is none'),
  least: z.number().nullable(),
  most: z.number().nullable(),
  scored: z.int().min(0),
  unknown: z.int().min(0),
  lost: z.int().min(0),
  groups: z.int().min(0).describe('Independent groups among the scored and unknown'),
})
export type RunValue = z.output<typeof RunValue>

export const MetricRow = z.strictObject({
  name: z.string(),
  label: z.string(),
  denominator: z.string().describe('What it counts, in words'),
  better: z.enum(['lower', 'higher']).nullable(),
  values: z.array(RunValue.nullable()).describe('A run each, the reference first; null where a run is counted in another way'),
  differences: z.array(TestedDifference.nullable()).describe('A run each after the reference; null where it is not compared'),
})
export type MetricRow = z.output<typeof MetricRow>

/** An item that is right in one run and wrong in the other. */
export const ItemDifference = z.strictObject({
  id: z.string(),
  referenceId: z.string().optional().describe('Where the reference calls it something else'),
  reference: ErrorClass,
  run: ErrorClass,
})
export type ItemDifference = z.output<typeof ItemDifference>

/** A run against the reference. */
export const Against = z.strictObject({
  compared: z
    .enum(['all', 'without a judge', 'nothing'])
    .describe('Where only the judge is another one, metrics that rest on no judge are compared'),
  refused: z.string().nullable().describe('Why not everything is compared'),
  shared: z.int().min(0).describe('Cases of both'),
  of: z.int().min(0).describe('Cases of either, but for those that a declared sample leaves out'),
  added: z.array(z.string()).describe('Cases that only the run has'),
  removed: z.array(z.string()).describe('Cases that only the reference has'),
  edited: z.array(z.string()).describe('Of the same id and another content'),
  renamed: z.array(z.strictObject({ before: z.string(), now: z.string() })),
  newlyWrong: z.array(ItemDifference).describe('Right in the reference, wrong in the run'),
  newlyRight: z.array(ItemDifference).describe('Wrong in the reference, right in the run'),
})
export type Against = z.output<typeof Against>

export const RunInComparison = ComparedRun.extend({
  label: z.string(),
  path: z.string(),
  cases: z.int().min(0),
  groups: z.int().min(0),
  warnings: z.array(z.string()).describe('Why the run is not complete'),
  against: Against.nullable().describe('null of the reference'),
})
export type RunInComparison = z.output<typeof RunInComparison>

export const SuiteComparison = z.strictObject({
  suite: z.string(),
  runs: z.array(RunInComparison).min(2).describe('The reference first'),
  metrics: z.array(MetricRow),
  others: z.array(z.string()).describe('Metrics that count a case too, and were not asked for'),
})
export type SuiteComparison = z.output<typeof SuiteComparison>

export const RunsComparison = z
  .strictObject({
    schemaVersion: z.literal(COMPARE_VERSION),
    kind: z.literal('comparison'),
    alpha: z.number().describe('A difference is shown where its adjusted p is at most this'),
    tests: z
      .int()
      .min(0)
      .describe(
        "Size of the family that Holm's correction is over: of all metrics, runs and suites here, those in which some pair rose or fell",
      ),
    suites: z.array(SuiteComparison).min(1),
    leftOut: z.array(z.strictObject({ suite: z.string(), runs: z.array(z.string()) })).describe('Suites that not every run has'),
  })
  .meta({ id: 'RunsComparison', title: 'Comparison of runs', description: 'What `vitest-docket compare --format json` writes' })
export type RunsComparison = z.output<typeof RunsComparison>
