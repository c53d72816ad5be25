import { z } from 'zod'

/**
 * A metric of two runs on the cases that they share, or of variants and what they are variants of. `low` and `high` are the 95% interval of the
 * difference, now minus base, with unknown verdicts as wide as they could make it.
 */
export const Difference = z.strictObject({
  label: z.string(),
  better: z.enum(['lower', 'higher']).nullable(),
  base: z.number().nullable(),
  now: z.number().nullable(),
  difference: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  p: z
    .number()
    .nullable()
    .describe("Two-sided, by what counts against the cases: McNemar's exact test, the cases of a group being exchanged together"),
  midP: z.number().nullable().describe("McNemar's mid-p; null where cases share groups, or the metric is no rate"),
  pairs: z.int().min(0).describe('Cases that either side counts, both being known'),
  groups: z.int().min(0),
  worse: z
    .int()
    .min(0)
    .describe(
      'Pairs of which more counts against now; a side that does not count the case has nothing against it. Of a metric without a better side, higher',
    ),
  improved: z.int().min(0),
  unknown: z.int().min(0).describe('Pairs of which a side is not known'),
  lost: z.int().min(0).describe('Pairs of which a side did not run or was not judged'),
})
export type Difference = z.output<typeof Difference>
