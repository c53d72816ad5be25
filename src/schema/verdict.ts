import { z } from 'zod'
import { Usage } from './response.js'

/** What a text says of a claim. `undetermined` is a verdict too: it is never counted as any of the others. */
export const EntailmentLabel = z.enum(['entailment', 'contradiction', 'neutral', 'undetermined'])
export type EntailmentLabel = z.output<typeof EntailmentLabel>

/** Claims that may stand without support: they restate the question, or connect or conclude what is supported. */
export const HarmlessKind = z.enum(['restates-question', 'connects-or-concludes'])
export type HarmlessKind = z.output<typeof HarmlessKind>

/** Why a claim that its passages do not support is not harmless either. */
export const UnsupportedKind = z.enum([
  'beyond-sources',
  'misapplied-test',
  'facts-for-rule',
  'wrong-source',
  'changed-modality',
  'wrong-number-or-date',
  'other',
])
export type UnsupportedKind = z.output<typeof UnsupportedKind>

/** What is wrong with a claim that the reference does not support. */
export const ReferenceKind = z.enum(['irrelevant', 'too-detailed', 'misses-the-point', 'contradicts', 'other'])
export type ReferenceKind = z.output<typeof ReferenceKind>

/** One checkable statement of an answer. `support` is the label against all passages together. */
export const AnswerClaim = z.strictObject({
  text: z.string(),
  support: EntailmentLabel,
  passages: z.array(EntailmentLabel).optional().describe('One label per passage, in rank order'),
  cited: EntailmentLabel.optional().describe('Against the sources that the claim cites'),
  reference: EntailmentLabel.optional(),
  harmless: HarmlessKind.optional(),
  kind: UnsupportedKind.optional().describe('Of a claim that the passages do not support'),
  referenceKind: ReferenceKind.optional().describe('Of a claim that the reference does not support'),
  nearest: z.int().min(0).optional().describe('Index of the passage that comes nearest'),
  reason: z.string().optional(),
})
export type AnswerClaim = z.output<typeof AnswerClaim>

/** One statement of the reference answer, or one answer point. */
export const ReferenceClaim = z.strictObject({
  text: z.string(),
  answer: EntailmentLabel.describe('What the answer says of it'),
  passages: z.array(EntailmentLabel).optional(),
  reason: z.string().optional(),
})
export type ReferenceClaim = z.output<typeof ReferenceClaim>

/** What kind of reply the answer is, whether or not it is right. */
export const Outcome = z.enum(['answered', 'refused', 'non-answer', 'premise-corrected', 'premise-accepted', 'undetermined'])
export type Outcome = z.output<typeof Outcome>

/** Who gave a verdict. */
export const JudgeName = z.strictObject({
  name: z.string().describe('Provider, or name of the judge'),
  model: z.string().optional(),
  rubric: z.string().optional(),
})
export type JudgeName = z.output<typeof JudgeName>

/** What one of several verdicts on the same answer amounts to; `failure` where there is none, and then it has no vote. */
export const Vote = z.strictObject({
  judge: JudgeName,
  g: z.boolean().nullable(),
  c: z.boolean().nullable(),
  outcome: Outcome,
  failure: z.string().optional(),
})
export type Vote = z.output<typeof Vote>

/** How several verdicts became one: those of a panel's members, or of one judge that was asked again. */
export const Ballot = z.strictObject({
  rule: z.enum(['majority', 'unanimity']),
  votes: z.array(Vote),
})
export type Ballot = z.output<typeof Ballot>

/**
 * What a judge says of one answer: verdicts, not numbers. A judge that could not tell says `undetermined` or null, and why. A
 * judge that failed throws a `JudgeError` instead of returning one.
 */
export const Verdict = z
  .strictObject({
    claims: z.array(AnswerClaim).describe('Empty when the answer makes no checkable claim, or was not examined'),
    referenceClaims: z.array(ReferenceClaim).default([]),
    correct: z.boolean().nullable().describe('Against reference and answer points; null where unknown'),
    correctReason: z.string().optional(),
    grounded: z
      .boolean()
      .nullable()
      .optional()
      .describe('Of the whole answer, by a judge that labels no claims; read where `claims` is empty'),
    groundedReason: z.string().optional(),
    outcome: Outcome,
    outcomeReason: z.string().optional(),
    /** Why a signal is unknown, where the judge knows: the words become the unscored reason in the report. */
    notes: z.array(z.string()).default([]),
    judge: JudgeName,
    parts: z.int().min(1).optional().describe('Calls that the passages were split over, where more than one'),
    panel: Ballot.optional().describe('The votes of a panel'),
    confirmation: Ballot.optional().describe('The first verdict and its repetitions, where it differed from the baseline'),
    usage: Usage.optional(),
    recordedAt: z.iso.datetime().optional().describe('When the reply was recorded, if it was replayed'),
    raw: z.string().optional().describe('The reply, where some of it could not be read'),
  })
  .meta({ id: 'Verdict', title: 'Judge verdict', description: 'What a judge said of one answer' })
export type Verdict = z.output<typeof Verdict>
export type VerdictInput = z.input<typeof Verdict>
