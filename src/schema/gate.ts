import { z } from 'zod'

/** Which part of a suite a gate or a table row speaks of: every field given must be equal. */
export const Slice = z.strictObject({
  type: z.string().optional(),
  language: z.string().optional(),
  persona: z.string().optional(),
  jurisdiction: z.string().optional(),
  difficulty: z.string().optional(),
  source: z.string().optional(),
})
export type Slice = z.output<typeof Slice>

/**
 * A limit on one metric of a suite, or of a slice of it. It is decided by the one-sided 95% interval: past the limit it fails,
 * inside it passes, between it is undecided.
 */
export const Gate = z
  .strictObject({
    metric: z.string(),
    max: z.number().min(0).max(1).optional(),
    min: z.number().min(0).max(1).optional(),
    slice: Slice.optional(),
    minCoverage: z
      .number()
      .min(0)
      .max(1)
      .default(0.98)
      .describe("Share of the metric's items that must have been run and judged"),
    undecided: z.enum(['warn', 'fail']).default('warn'),
  })
  .refine((gate) => (gate.max === undefined) !== (gate.min === undefined), {
    message: 'expected exactly one of `max` and `min`',
  })
export type Gate = z.output<typeof Gate>
export type GateInput = z.input<typeof Gate>
