import { z } from 'zod'
import { Difference } from './difference.js'
import { Slice } from './gate.js'
import { ErrorClass } from './record.js'

/** One case that is not what it was in the baseline. */
export const ChangedCase = z.strictObject({
  id: z.string(),
  before: ErrorClass,
  now: ErrorClass,
  question: z.string(),
  claim: z.string().optional(),
  reason: z.string().optional(),
  nearest: z.string().optional(),
  answer: z.string().optional(),
  place: z.strictObject({ file: z.string(), line: z.int().min(1) }).optional(),
})
export type ChangedCase = z.output<typeof ChangedCase>

/** A suite against its baseline. */
export const Comparison = z.strictObject({
  baseline: z.string().describe('The file, as it was named'),
  run: z.string().describe('Run that the baseline was made from'),
  startedAt: z.string(),
  refused: z.string().nullable().describe('Why the two cannot be compared; all that follows is then empty'),
  shared: z.int().min(0).describe('Items of both'),
  of: z.int().min(0).describe('Items of either, but for those that a declared sample leaves out'),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  edited: z.array(z.string()).describe('Of the same id and another content'),
  renamed: z.array(z.strictObject({ before: z.string(), now: z.string() })),
  newlyWrong: z.array(ChangedCase),
  newlyRight: z.array(ChangedCase),
  changed: z.array(ChangedCase).describe('Of another class that is neither newly wrong nor newly right'),
  differences: z.record(z.string(), Difference).describe('By metric'),
  slices: z.array(z.strictObject({ slice: Slice, differences: z.record(z.string(), Difference) })),
})
export type Comparison = z.output<typeof Comparison>
