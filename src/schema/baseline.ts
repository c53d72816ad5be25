import { z } from 'zod'
import { Compat } from './compat.js'
import { ErrorClass, Signal, SuiteHeader, Task } from './record.js'
import { Outcome } from './verdict.js'

/** Version of a baseline file; committed files outlive releases, so older versions are read for as long as they can be. */
export const BASELINE_VERSION = 1

/**
 * What a metric says of one case: 1 and 0 of a rate, the value of a score, null where it ran and nobody can say, `lost` where it did not run
 * or was not judged. A metric that does not count the case is left out.
 */
export const Standing = z.union([z.number().min(0), z.literal('lost')]).nullable()
export type Standing = z.output<typeof Standing>

/** A case as two runs are compared on it. */
export const ComparedCase = z.strictObject({
  id: z.string(),
  hash: z.string().describe("Of the item's content, by which cases of two runs are paired"),
  trial: z.int().min(0).default(0),
  group: z.string(),
  outcome: Outcome.nullable(),
  errorClass: ErrorClass,
  c: Signal,
  g: Signal,
  r: Signal,
  metrics: z.record(z.string(), Standing).describe('By name, as in gates'),
})
export type ComparedCase = z.output<typeof ComparedCase>

/** What must be the same for two runs of a suite to be compared, and what they are told apart by. */
export const ComparedRun = z.strictObject({
  suite: z.string(),
  project: z.string(),
  file: z.string(),
  run: z.string(),
  startedAt: z.string(),
  system: SuiteHeader.shape.system,
  models: z.array(z.string()).describe('That the system said it used, sorted'),
  judge: SuiteHeader.shape.judge,
  compat: Compat.nullable(),
  task: Task,
  k: SuiteHeader.shape.k,
  trials: z.int().min(1),
  sample: SuiteHeader.shape.sample,
})
export type ComparedRun = z.output<typeof ComparedRun>

const BaselineHeader = ComparedRun.extend({
  schemaVersion: z.literal(BASELINE_VERSION),
  kind: z.literal('baseline'),
  cases: z.int().min(1),
})
const BaselineCase = ComparedCase.extend({ kind: z.literal('case') })

/** One line of `baselines/<suite>.jsonl`: the header first, then the cases, sorted by id. */
export const BaselineLine = z
  .discriminatedUnion('kind', [BaselineHeader, BaselineCase])
  .meta({ id: 'BaselineLine', title: 'Baseline', description: 'One line of baselines/<suite>.jsonl' })
export type BaselineLine = z.output<typeof BaselineLine>

/** One suite of a run, as it is compared with another. */
export interface ComparedSuite {
  run: ComparedRun
  cases: ComparedCase[]
  /** Ids of items of the data set that the declared sample left out. */
  leftOut: string[]
}
