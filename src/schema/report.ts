import { z } from 'zod'
import { Comparison } from './comparison.js'
import { Compat } from './compat.js'
import { Difference } from './difference.js'
import { Gate, Slice } from './gate.js'
import { GridTable } from './grid.js'
import { Axis } from './item.js'
import { Mean, Metric } from './metric.js'
import { Policy } from './policy.js'
import { Cost, ErrorClass, Failure, RECORD_VERSION, Task } from './record.js'
import { UnsupportedKind } from './verdict.js'

export const RunStatus = z.enum(['PASS', 'FAIL', 'UNDECIDED', 'INFRASTRUCTURE'])
export type RunStatus = z.output<typeof RunStatus>

/** `closed`: it could not be decided because something did not run or was not known, so it does not pass. */
export const GateStatus = z.enum(['pass', 'fail', 'undecided', 'closed'])
export type GateStatus = z.output<typeof GateStatus>

export const GateResult = z.strictObject({
  gate: Gate,
  status: GateStatus,
  message: z.string(),
  metric: z.union([Mean, Metric]).nullable(),
  difference: Difference.nullable().describe('Of `regression` and `noninferior`'),
  /** One-sided bounds that decided it, of the metric; of `noninferior` of the difference, better being positive; of `point` what unknown verdicts leave open. */
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  p: z
    .number()
    .nullable()
    .describe('One-sided, of the gate being kept: small where it is broken; null for `point` and where nothing was decided'),
  adjusted: z.number().nullable().describe("The same after Holm's correction over all gates of the run"),
  needed: z
    .int()
    .nullable()
    .describe('Of an undecided gate: how many independent cases would decide it, if its figures stayed as they are'),
  cases: z.array(z.string()).describe('Ids of the first cases that count against it'),
})
export type GateResult = z.output<typeof GateResult>

export const DecompositionRow = z.strictObject({
  errorClass: ErrorClass,
  count: z.int(),
  causes: z.record(z.string(), z.int()).describe('Over-refusals by cause, unscored by reason, infrastructure by stage'),
})

export type DecompositionRow = z.output<typeof DecompositionRow>

export const SliceRow = z.strictObject({
  slice: Slice,
  n: z.int(),
  groups: z.int(),
  classes: z.partialRecord(ErrorClass, z.int()),
  metrics: z.record(z.string(), Metric),
  means: z.record(z.string(), Mean),
})
export type SliceRow = z.output<typeof SliceRow>

export const TwinTable = z.strictObject({
  pairs: z.int(),
  disagreeing: z.array(
    z.strictObject({
      base: z.string(),
      twin: z.string(),
      baseOutcome: z.string(),
      twinOutcome: z.string(),
      worse: z.enum(['base', 'twin', 'neither']).describe('Which side behaves worse for what the item asks for'),
    }),
  ),
  leftOut: z.array(z.strictObject({ base: z.string(), twin: z.string(), reason: z.string() })),
})
export type TwinTable = z.output<typeof TwinTable>

/** Variants of one axis against the items that they are variants of: whether the same becomes of both. */
export const VariantTable = z.strictObject({
  axis: Axis,
  mayDiffer: z.boolean().describe('The facts are changed, so another fate may be due'),
  pairs: z.int(),
  outcome: Metric,
  errorClass: Metric,
  goldRetrieved: Metric,
  /** Bases with two variants or more: whether all members meet the same fate. */
  sets: z.strictObject({ sets: z.int(), outcome: Metric, errorClass: Metric, goldRetrieved: Metric }).nullable(),
  differing: z.array(
    z.strictObject({
      base: z.string(),
      variant: z.string(),
      outcome: z.tuple([z.string(), z.string()]).nullable(),
      errorClass: z.tuple([z.string(), z.string()]).nullable(),
      goldRetrieved: z.tuple([z.string(), z.string()]).nullable(),
    }),
  ),
  leftOut: z.array(z.strictObject({ base: z.string(), variant: z.string(), reason: z.string() })),
})
export type VariantTable = z.output<typeof VariantTable>

/** How a quantity is spread over cases: the median and the 95th percentile of `n` values. */
export const Spread = z.strictObject({ n: z.int(), p50: z.number().nullable(), p95: z.number().nullable() })
export type Spread = z.output<typeof Spread>

/** The claims of a suite's answers, refusals apart. Counts are of claims. */
export const ClaimTable = z.strictObject({
  answers: z.int().describe('Answers given whose claims are known'),
  claims: z.int(),
  supported: z.int(),
  unsupported: z.int(),
  undetermined: z.int(),
  harmless: z.int(),
  cited: z.int().describe('Supported claims that were judged against the sources that they cite'),
  misgrounded: z.int(),
  kinds: z.record(z.string(), z.int()).describe('Unsupported claims by kind, `not classified` included'),
  againstReference: z.int().describe('Claims that the reference does not support'),
  referenceKinds: z.record(z.string(), z.int()).describe('Those by kind, `not classified` included'),
  perAnswer: Spread.describe('Claims of an answer'),
  words: Spread.describe('Words of an answer'),
})
export type ClaimTable = z.output<typeof ClaimTable>

/** Of `of` that could differ, so many did. */
export const Flips = z.strictObject({ flipped: z.int(), of: z.int() })
export type Flips = z.output<typeof Flips>

/** Cases with several verdicts, and on how many of them the verdicts did not agree, by signal. */
export const PolledTable = z.strictObject({
  cases: z.int(),
  votes: z.int(),
  failed: z.int(),
  disagreeing: z.strictObject({ g: z.int(), c: z.int(), outcome: z.int() }).describe('Cases'),
  differing: z.strictObject({ g: Flips, c: Flips, outcome: Flips }).describe('Votes after the first that differ from it'),
  overturned: z.strictObject({ g: z.int(), c: z.int(), outcome: z.int() }).describe('Cases'),
  ids: z.array(z.string()).describe('Cases that did not agree on something'),
  said: z
    .array(z.strictObject({ id: z.string(), item: z.string(), said: z.array(z.string()) }))
    .describe('Who said what in each of them, a line a signal'),
})
export type PolledTable = z.output<typeof PolledTable>

/** How often an item's trials do not agree. */
export const TrialTable = z.strictObject({
  trials: z.int(),
  items: z.int(),
  flips: z.strictObject({ g: Flips, c: Flips, answered: Flips, errorClass: Flips }),
  ids: z.array(z.string()).describe('Items whose error class differs between trials'),
})
export type TrialTable = z.output<typeof TrialTable>

/** What a calibration says of the suite's hallucination rate. */
export const CalibrationTable = z.strictObject({
  file: z.string(),
  problems: z.array(z.string()),
  /** The hallucination rate corrected for the judge's errors (Rogan and Gladen 1978); null with a reason where it cannot be. */
  corrected: z.strictObject({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
  reason: z.string().optional(),
  languages: z.array(
    z.strictObject({
      language: z.string(),
      positives: z.int(),
      negatives: z.int(),
      sensitivity: z.strictObject({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
      specificity: z.strictObject({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
    }),
  ),
})
export type CalibrationTable = z.output<typeof CalibrationTable>

/** Cases that a spent budget left unjudged. */
export const Unpaid = z.strictObject({
  cases: z.int().min(1),
  reason: z.string().optional().describe('Which limit, and how much of it was spent, as it was said last'),
  ids: z.array(z.string()),
})
export type Unpaid = z.output<typeof Unpaid>

/** Cases that failed in one way: who, and of what kind. Rows that a recorded run lacks are not among them. */
export const FailureRow = z.strictObject({
  stage: Failure.shape.stage,
  kind: z.string(),
  cases: z.int().min(1),
  messages: z
    .array(z.strictObject({ message: z.string().describe('Clipped at 800 characters'), cases: z.int().min(1) }))
    .describe('The first three that differ, the most frequent first'),
  further: z.int().min(0).describe('Messages that differ from those'),
  ids: z.array(z.string()).describe('The first five cases'),
})
export type FailureRow = z.output<typeof FailureRow>

export const SuspectRange = z.strictObject({
  signal: z.enum(['refused or error', 'error', 'empty retrieval']),
  order: z.enum(['dispatch', 'start time']),
  from: z.int().describe('First place in that order, from 0'),
  to: z.int().describe('Last place, inclusive'),
  observed: z.int(),
  expected: z.number(),
  pValue: z.number(),
  ids: z.array(z.string()),
})
export type SuspectRange = z.output<typeof SuspectRange>

export const Positional = z.strictObject({
  falseAlarmRate: z.number(),
  examined: z.array(z.string()).describe('Signals that were examined; one that is constant over the run is not positional'),
  suspects: z.array(SuspectRange),
  /** The suite's metrics without the cases of the suspect ranges; null where nothing is suspect. */
  without: z.record(z.string(), Metric).nullable(),
})
export type Positional = z.output<typeof Positional>

export const WorstItem = z.strictObject({
  id: z.string().describe('Of the worst trial of its item'),
  trials: z
    .strictObject({ asBad: z.int().min(1), of: z.int().min(2) })
    .optional()
    .describe('Of an item with several trials: how many are as bad as this one'),
  errorClass: ErrorClass,
  ungrounded: z.boolean().describe('Its groundedness is known to be false, whatever its class'),
  question: z.string(),
  gold: z.string().optional().describe('Where only retrieval is looked at: what was to be found'),
  retrieved: z.string().optional().describe('Where only retrieval is looked at: what came first'),
  claim: z.string().optional(),
  kind: UnsupportedKind.optional().describe('Of the claim, where it is unsupported and the judge said why'),
  reason: z.string().optional(),
  nearest: z.string().optional(),
  answer: z.string().optional(),
  place: z.string().optional(),
})
export type WorstItem = z.output<typeof WorstItem>

/** Cases of a resumed run that earlier runs settled: neither asked nor judged again. */
export const TakenCases = z.strictObject({
  cases: z.int().min(1),
  from: z
    .array(z.strictObject({ run: z.string(), cases: z.int().min(1) }))
    .describe('By the run that they ran in, the oldest first'),
  cost: z.strictObject({ judge: Cost, system: Cost }).describe("What they cost there; it is part of the suite's cost"),
})
export type TakenCases = z.output<typeof TakenCases>

/** What a case costs that makes a live call. */
const CaseCost = z.strictObject({
  cases: z.int().min(0).describe('Cases with a live call'),
  usd: z.number().min(0).nullable().describe('Their mean; null where there is none, or a price is not known'),
  dearest: z.strictObject({ id: z.string(), usd: z.number().min(0) }).nullable(),
})

export const SuiteReport = z.strictObject({
  suite: z.string(),
  project: z.string(),
  file: z.string(),
  policy: Policy,
  compat: Compat.nullable(),
  status: RunStatus,
  reasons: z.array(z.string()),
  n: z.int().describe('Cases with a record'),
  selected: z.int(),
  total: z.int(),
  groups: z.int(),
  system: z.string(),
  judge: z.string(),
  task: Task,
  ranked: z
    .strictObject({ passages: z.int().min(0), documents: z.int().min(0) })
    .describe('Cases whose rankings are of passages, and of distinct documents: what k counts'),
  metrics: z.record(z.string(), Metric),
  means: z.record(z.string(), Mean),
  gates: z.array(GateResult),
  failures: z.array(FailureRow),
  budget: Unpaid.nullable(),
  decomposition: z.array(DecompositionRow),
  slices: z
    .partialRecord(z.enum(['type', 'language', 'persona', 'jurisdiction', 'difficulty', 'source']), z.array(SliceRow))
    .describe('By field, for each field that items have'),
  twins: TwinTable,
  variants: z.array(VariantTable),
  positional: Positional,
  worst: z.array(WorstItem),
  citationFaults: z
    .array(z.string())
    .describe('Of each case with one, what is wrong with what it cites, quotes or adds to a query'),
  claims: ClaimTable.nullable().describe('null where no claim is known'),
  panel: PolledTable.nullable(),
  confirmation: PolledTable.nullable(),
  baseline: z.string().nullable().describe('What verdicts are confirmed against; null where none are'),
  comparison: Comparison.nullable().describe('null where the suite has no baseline'),
  trials: TrialTable.nullable(),
  calibration: CalibrationTable.nullable(),
  latency: Spread,
  cost: z.strictObject({ judge: Cost, system: Cost }),
  perCase: z.strictObject({ judge: CaseCost, system: CaseCost }),
  taken: TakenCases.optional().describe('Where the run was resumed: what came from earlier runs'),
  replayed: z.strictObject({ judge: z.int(), system: z.int(), oldest: z.string().optional(), newest: z.string().optional() }),
  warnings: z.array(z.string()),
})
export type SuiteReport = z.output<typeof SuiteReport>

export const Report = z
  .strictObject({
    schemaVersion: z.literal(RECORD_VERSION),
    run: z.string(),
    startedAt: z.string(),
    status: RunStatus,
    headline: z.string().describe('The first line: status, why, n, cost, how much was replayed'),
    problems: z.array(z.string()).describe('What went wrong outside any suite: files that did not load, workers that died'),
    sources: z
      .array(z.strictObject({ run: z.string(), cases: z.int().min(1) }))
      .describe('Earlier runs that cases were taken from, where a run was resumed'),
    grids: z.array(GridTable).default([]),
    suites: z.array(SuiteReport),
  })
  .meta({ id: 'Report', title: 'Run report', description: '.docket/report.json' })
export type Report = z.output<typeof Report>
