import { z } from 'zod'
import { CalibrationUse } from './calibration.js'
import { Compat } from './compat.js'
import { Gate } from './gate.js'
import { Axis, Item } from './item.js'
import { Policy } from './policy.js'
import { Response } from './response.js'
import { JudgeName, Outcome, ReferenceKind, UnsupportedKind, Verdict } from './verdict.js'

/** Version of the run record; a reader refuses a version that it does not know, by name. */
export const RECORD_VERSION = 4

/** true, false, or null for unknown. */
export const Signal = z.boolean().nullable()
export type Signal = z.output<typeof Signal>

/** The leaf of the decomposition that a case falls on. */
export const ErrorClass = z.enum([
  'correct',
  'hallucination',
  'retrieval error',
  'reasoning error',
  'unattributed error',
  'over-refusal',
  'non-answer',
  'correct refusal',
  'false confidence',
  'premise corrected',
  'premise accepted',
  'unscored',
  'infrastructure',
  'missing',
])
export type ErrorClass = z.output<typeof ErrorClass>

/** Why a signal, and with it the class, is not known. */
export const UnscoredReason = z.enum([
  'no passages',
  'no claims',
  'no reference',
  'empty answer',
  'not asked',
  'undetermined',
  'judge failed',
  'budget',
])
export type UnscoredReason = z.output<typeof UnscoredReason>

/** Something outside the answer went wrong: the system's service, the judge's provider, or the run itself. */
export const Failure = z.strictObject({
  stage: z.enum(['system', 'judge', 'run']),
  kind: z.string(),
  message: z.string(),
})
export type Failure = z.output<typeof Failure>

/** Tokens and money; `usd` is null where no price is known. */
export const Cost = z.strictObject({
  calls: z.int().min(0),
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  usd: z.number().min(0).nullable(),
  unknownTokens: z
    .int()
    .min(1)
    .optional()
    .describe('Calls of which the tokens are not known, or not all; what is known is counted'),
})
export type Cost = z.output<typeof Cost>

/** One suite of a grid: the same items under one combination of levels, a level a factor. */
export const Arm = z.strictObject({
  grid: z.string(),
  levels: z.record(z.string(), z.string()).describe("The level of every factor, in the factors' order"),
  base: z.record(z.string(), z.string()).describe('The level of every factor that the others are compared with'),
})
export type Arm = z.output<typeof Arm>

/** Several verdicts on one answer: how many there were, and on what they did not agree. */
const Polled = z.strictObject({
  votes: z.int().min(0).describe('Verdicts that were given'),
  failed: z.int().min(0).describe('Verdicts that were asked for and not given'),
  /** Per signal, how many votes differ from the first one. */
  differing: z.strictObject({ g: z.int().min(0), c: z.int().min(0), outcome: z.int().min(0) }),
  /** Signals on which what came out is not what the first vote said. */
  overturned: z.array(z.enum(['g', 'c', 'outcome'])),
  said: z.array(z.string()).optional().describe('Who said what, a line a signal on which votes differ; clipped'),
})
export type Polled = z.output<typeof Polled>

/**
 * A score of one case, between 0 and 1 but for published readings that may exceed 1; null with the reason where it is not known or not defined. `parts`: numerator and denominator where the score
 * is a quotient of counts, from which a micro mean is made.
 */
export const Score = z.strictObject({
  value: z.number().min(0).nullable(),
  reason: z.string().optional(),
  parts: z.tuple([z.number().min(0), z.number().min(0)]).optional(),
})
export type Score = z.output<typeof Score>

/** The authorities that an answer cites in its text or as citations, and what is wrong with them. Counts are of distinct ones. */
export const Authorities = z.strictObject({
  cited: z.int().min(0),
  fabricated: z
    .int()
    .min(0)
    .nullable()
    .describe('Impossible, or not in the corpus; null where there is no corpus and none is impossible'),
  notRetrieved: z.int().min(0).nullable().describe('Not among the passages; null where retrieval was not reported'),
  pinpoints: z.int().min(0).describe('Cited with a pinpoint whose document is known'),
  outside: z.int().min(0).describe('Of those, pinpoints that the document does not have'),
  quotes: z.int().min(0).describe('Quotations that are long enough to be checked'),
  misquoted: z.int().min(0).nullable().describe('Of those, not verbatim in any passage; null where no passage has text'),
  examples: z.array(z.string()).describe('The first of each fault, clipped'),
})
export type Authorities = z.output<typeof Authorities>

/** What the report needs of one case: small, plain JSON, no passage beyond one clipped excerpt. It travels as `task.meta.docket`. */
export const CaseRecord = z.strictObject({
  suite: z.string(),
  file: z.string().describe('The suite file, relative to the project root'),
  id: z.string().describe("Unique in its suite: the item's id, for a later trial with `#2`, `#3` … behind it"),
  item: z.string().describe('Id of the item'),
  hash: z.string().describe("Of the item's content: what cases of two runs are paired by"),
  trial: z.int().min(0).describe('Number of the repetition, from 0'),
  title: z.string().describe('The question, clipped'),
  position: z.int().min(0).describe('Place in the data set, from 0'),
  sequence: z.int().min(0).nullable().describe('Place in the order of dispatch over the whole run; null where never dispatched'),
  startedAt: z.number().nullable().describe('Unix time in milliseconds of the dispatch'),
  durationMs: z.number().min(0).nullable().describe('Dispatch to verdict'),
  type: z.string().optional(),
  language: z.string(),
  answerable: z.boolean(),
  premise: z.enum(['true', 'false']),
  group: z.string().describe('Items of one group are not independent'),
  twinOf: z.string().optional(),
  variantOf: z.string().optional(),
  axis: Axis.optional(),
  persona: z.string().optional(),
  jurisdiction: z.string().optional(),
  difficulty: z.string().optional(),
  source: z.string().optional(),
  place: z
    .strictObject({ file: z.string(), line: z.int().min(1) })
    .optional()
    .describe('Where the item stands in its data file'),
  outcome: Outcome.nullable().describe('null where the system failed'),
  outcomeReason: z.string().optional(),
  signals: z.strictObject({ c: Signal, g: Signal, r: Signal }),
  errorClass: ErrorClass,
  cause: z.enum(['retrieval', 'policy', 'unknown']).optional().describe('Of an over-refusal'),
  unscored: z
    .strictObject({ c: UnscoredReason.optional(), g: UnscoredReason.optional(), outcome: UnscoredReason.optional() })
    .describe('Per signal, why it is null'),
  failure: Failure.optional(),
  budget: z.string().optional().describe('Why no further call was made, in the words of whoever keeps the budget'),
  claims: z
    .strictObject({
      total: z.int(),
      supported: z.int(),
      unsupported: z.int(),
      undetermined: z.int(),
      harmless: z.int(),
      misgrounded: z.int().describe('Supported by a passage, not by the source that it cites'),
      cited: z.int().describe('Supported claims that were judged against the sources that they cite'),
      kinds: z.partialRecord(UnsupportedKind, z.int()).describe('Unsupported claims by kind; the rest is not classified'),
      againstReference: z.int().describe('Claims that the reference does not support'),
      referenceKinds: z.partialRecord(ReferenceKind, z.int()).describe('Those by kind; the rest is not classified'),
    })
    .nullable(),
  answer: z
    .strictObject({ words: z.int().min(0), characters: z.int().min(0).describe('Code points') })
    .nullable()
    .describe('Length of the answer; null where there is none'),
  judging: z
    .strictObject({
      parts: z.int().min(1).describe('Calls that the passages were split over'),
      notes: z.array(z.string()).describe('Clipped'),
      panel: Polled.nullable(),
      confirmation: Polled.nullable(),
    })
    .nullable()
    .describe('How the verdict came about; null where there is none'),
  retrieval: z.strictObject({
    passages: z.int().min(0).nullable().describe('null where retrieval was not reported'),
    withText: z.int().min(0).nullable(),
    byConstruction: z.int().min(0).describe('Required golds that are there because they were put there, and not otherwise'),
  }),
  ranked: z
    .enum(['passages', 'documents'])
    .optional()
    .describe('What k counts in scores of the ranking; left out where there are none'),
  scores: z.record(z.string(), Score).describe('By name, such as `recall@5`; a score that does not apply is left out'),
  authorities: Authorities.nullable().describe('null where there is no answer'),
  rewrite: z
    .strictObject({ added: z.array(z.string()).describe('Authorities and jurisdictions that neither question nor gold names') })
    .nullable()
    .describe('null where no rewritten query was reported'),
  citation: z.strictObject({
    document: Signal.describe('A required gold is cited, at document level'),
    section: Signal.describe('A required gold is cited with its section; null where none is named'),
    golds: z.int().min(0).describe('Required golds of the item'),
    sections: z.int().min(0).describe('Required golds that name a section'),
    reason: z.string().optional(),
  }),
  evidence: z
    .strictObject({
      claim: z.string().optional(),
      kind: UnsupportedKind.optional(),
      reason: z.string().optional(),
      nearest: z.string().optional(),
      answer: z.string().optional(),
      gold: z.string().optional().describe('What was to be found, where only retrieval is looked at'),
      retrieved: z.string().optional().describe('What came first, where only retrieval is looked at'),
    })
    .describe('Clipped excerpts for the list of worst items'),
  systemModel: z.string().optional().describe('Model that the system says it used'),
  latencyMs: z.number().min(0).nullable().describe("The system's own time, or the call's"),
  cost: z.strictObject({ judge: Cost, system: Cost }),
  replayed: z.strictObject({
    judge: z.boolean(),
    system: z.boolean(),
    recordedAt: z.string().optional().describe('When the verdict was recorded'),
    systemRecordedAt: z.string().optional().describe('When the answer was recorded'),
  }),
  takenFrom: z.string().optional().describe('Earlier run that the case was taken from, where a run was resumed'),
  warnings: z.array(z.string()).describe('What is odd about the data of this item'),
  unrecorded: z
    .array(z.strictObject({ dir: z.string(), reason: z.string(), replies: z.int().min(1) }))
    .optional()
    .describe('Replies that were paid for and used, and could not be recorded, by folder and reason'),
})
export type CaseRecord = z.output<typeof CaseRecord>

/** Whether answers are judged, or retrieval alone is looked at. */
export const Task = z.enum(['answer', 'retrieval'])
export type Task = z.output<typeof Task>

/** How a suite was declared: what the report must know beside its cases. */
export const SuiteHeader = z.strictObject({
  suite: z.string(),
  file: z.string(),
  policy: Policy,
  gates: z.array(Gate),
  compat: Compat.nullable(),
  task: Task,
  k: z.array(z.int().min(1)).describe('Ranks at which retrieval is cut'),
  total: z.int().min(0).describe('Items in the data set'),
  data: z
    .string()
    .nullable()
    .describe('Hash over all items of the data set, in their order; null of a run that did not record it'),
  selected: z.int().min(0).describe('Items that the design runs: all, or the declared sample'),
  sample: z.strictObject({ size: z.int(), seed: z.int(), by: z.array(z.string()) }).nullable(),
  partial: z.array(z.string()).describe('Why fewer items than selected run: a limit or a filter in the suite'),
  /** Items of the data set that are no case of this run, so that a twin left out is named. */
  leftOut: z.array(
    z.strictObject({ id: z.string(), twinOf: z.string().optional(), variantOf: z.string().optional(), axis: Axis.optional() }),
  ),
  trials: z.int().min(1).describe('How often each item is asked'),
  confirm: z.int().min(0).describe('How often a verdict that differs from the baseline is asked for again'),
  baseline: z.string().nullable().describe('What the suite is compared with: a baseline, or an earlier run'),
  shard: z
    .strictObject({ index: z.int().min(1), count: z.int().min(1), cases: z.int().min(0) })
    .nullable()
    .describe('Which part of the suite was registered, and how many cases; null where all of it was'),
  system: z.strictObject({ name: z.string(), kind: z.string(), version: z.string().optional(), live: z.boolean() }),
  arm: Arm.optional().describe('Where the suite is one of a grid'),
  judge: z.strictObject({
    ...JudgeName.shape,
    offline: z.boolean(),
    members: z.array(JudgeName).describe('Of a panel'),
  }),
  calibration: CalibrationUse.nullable().describe('What is known of how wrong the judge is, where the suite asks for it'),
  warnings: z.array(z.string()),
})
export type SuiteHeader = z.output<typeof SuiteHeader>

/** First line of a run file. */
export const RunHeaderLine = z.strictObject({
  schemaVersion: z.literal(RECORD_VERSION),
  kind: z.literal('run'),
  run: z.string(),
  startedAt: z.iso.datetime(),
  worker: z.string(),
  resumes: z.string().optional().describe('Name of the run that this one goes on with'),
})
/** Written when a suite file is collected. */
export const SuiteLine = z.strictObject({
  schemaVersion: z.literal(RECORD_VERSION),
  kind: z.literal('suite'),
  project: z.string(),
  root: z.string().optional().describe("The project's root from the working directory, where it is another"),
  header: SuiteHeader,
})
/** Written when a case ends: the record, and all that it was computed from. */
export const CaseLine = z.strictObject({
  schemaVersion: z.literal(RECORD_VERSION),
  kind: z.literal('case'),
  project: z.string(),
  record: CaseRecord,
  item: Item,
  response: Response.nullable(),
  verdict: Verdict.nullable(),
  raw: z.string().optional().describe("The judge's reply, where no verdict could be read from it"),
  recordings: z.array(z.string()).describe('Keys of the recordings that were replayed or made'),
})
/** What only the main process knows when the run ends: what did not run, what turned red, what broke. */
export const RunEnd = z.strictObject({
  partial: z
    .array(z.string())
    .describe('Why fewer cases ran than were declared: filters of the command line, `.only`, an interrupt'),
  interrupted: z.boolean().describe('The run did not come to its end: what it shows is what was done until then'),
  shard: z.string().nullable().describe('Which part of the run this is, such as 1/4; a shard decides no gate'),
  problems: z.array(z.string()).describe('Files that did not load, workers that died, errors outside any case'),
  red: z.array(z.strictObject({ project: z.string(), file: z.string(), suite: z.string(), id: z.string(), message: z.string() })),
  noResult: z.array(z.strictObject({ project: z.string(), file: z.string(), suite: z.string(), id: z.string() })),
})
export type RunEnd = z.output<typeof RunEnd>
/** Written when a case's expectations fail, after its case line; a later case line of the same item takes it back. */
const RedLine = z.strictObject({
  schemaVersion: z.literal(RECORD_VERSION),
  kind: z.literal('red'),
  project: z.string(),
  file: z.string(),
  suite: z.string(),
  id: z.string(),
  message: z.string(),
})
export const EndLine = z.strictObject({
  schemaVersion: z.literal(RECORD_VERSION),
  kind: z.literal('end'),
  end: RunEnd,
})
export const RunLine = z
  .discriminatedUnion('kind', [RunHeaderLine, SuiteLine, CaseLine, RedLine, EndLine])
  .meta({ id: 'RunLine', title: 'Run record', description: 'One line of .docket/runs/<run>/<worker>.jsonl' })
export type RunLine = z.output<typeof RunLine>
export type EndLine = z.output<typeof EndLine>
export type CaseLine = z.output<typeof CaseLine>
export type SuiteLine = z.output<typeof SuiteLine>
export type RunHeaderLine = z.output<typeof RunHeaderLine>
