import { z } from 'zod'
import { Json } from './json.js'
import { Ballot, JudgeName } from './verdict.js'

/** Version of a calibration file; a reader refuses a version that it does not know, by name. */
export const CALIBRATION_VERSION = 1

/** What was labelled: groundedness and correctness of answers, or the support of single claims. */
export const CalibrationUnit = z.enum(['answer', 'claim'])
export type CalibrationUnit = z.output<typeof CalibrationUnit>

/**
 * One group of the labelled examples of a language (the answers or claims that are not independent), as counts of the two-by-two table. The
 * positive class is the fault: an answer that is not grounded, a claim that is not entailed. `abstained` are examples without a verdict.
 */
export const CalibrationGroup = z.strictObject({
  truePositive: z.int().min(0),
  falseNegative: z.int().min(0),
  trueNegative: z.int().min(0),
  falsePositive: z.int().min(0),
  abstained: z.strictObject({ positive: z.int().min(0), negative: z.int().min(0) }),
})
export type CalibrationGroup = z.output<typeof CalibrationGroup>

/** What `vitest-docket calibrate` writes and a suite's `judge.calibration` names: how wrong one judge is, by language. */
export const Calibration = z
  .strictObject({
    schemaVersion: z.literal(CALIBRATION_VERSION),
    kind: z.literal('calibration'),
    createdAt: z.iso.datetime(),
    judge: z.strictObject({
      ...JudgeName.shape,
      rubricSha256: z.string().optional().describe("SHA-256 of the rubric's text"),
      members: z.array(JudgeName).describe('Of a panel'),
      rule: Ballot.shape.rule.optional().describe('Of a panel: how its members vote'),
    }),
    unit: CalibrationUnit,
    data: z.strictObject({ file: z.string(), sha256: z.string(), examples: z.int().min(0) }),
    /** Groundedness by BCP 47 tag, each group of examples that are not independent as one entry. */
    languages: z.record(z.string(), z.array(CalibrationGroup)),
    /** All else that was measured, as it was printed. */
    tables: Json,
  })
  .meta({ id: 'Calibration', title: 'Judge calibration', description: 'What vitest-docket calibrate writes' })
export type Calibration = z.output<typeof Calibration>

/** How a suite uses a calibration: what it asks of the judge, what speaks against it, and the counts that correct a rate. */
export const CalibrationUse = z.strictObject({
  file: z.string(),
  own: z.boolean().describe("Made on examples of the user's own, not on those that come with this package"),
  minSensitivity: z.number().min(0).max(1).nullable(),
  minSpecificity: z.number().min(0).max(1).nullable(),
  problems: z.array(z.string()).describe('Why no gate may rest on this judge; empty where nothing speaks against it'),
  unit: CalibrationUnit.nullable(),
  languages: z.record(z.string(), z.array(CalibrationGroup)).describe('Those of the suite; for und all together'),
})
export type CalibrationUse = z.output<typeof CalibrationUse>
