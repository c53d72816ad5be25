import { z } from 'zod'

/**
 * A rate over the cases of a suite. `count` of `scored` are so, `total` could have been. `value` is count / scored, null when nothing
 * was scored. `low` and `high` are the 95% interval; with unknown verdicts it is as wide as they could make it.
 */
export const Metric = z.strictObject({
  count: z.number().min(0).describe('Of a mean, the sum of the values'),
  scored: z.int().min(0),
  total: z.int().min(0),
  value: z.number().min(0).max(1).nullable(),
  low: z.number().min(0).max(1).nullable(),
  high: z.number().min(0).max(1).nullable(),
  unknown: z.int().min(0).describe('Ran, but the verdict is not known: counted both ways in the interval'),
  lost: z.int().min(0).describe('Did not run or was not judged: infrastructure, budget, missing'),
  groups: z.int().min(0).describe('Independent groups among the scored and unknown'),
  reasons: z
    .record(z.string(), z.int().min(1))
    .optional()
    .describe('Of a mean and of gold retrieved: why cases are unknown, by reason; left out where none is'),
  denominator: z.string().describe('What the total counts, in words'),
  label: z.string(),
  better: z.enum(['lower', 'higher']).nullable(),
})
export type Metric = z.output<typeof Metric>

/** The mean of a score over cases: `value` is the macro mean, every case counting the same. */
export const Mean = Metric.extend({
  value: z.number().min(0).nullable(),
  micro: z
    .strictObject({ numerator: z.number(), denominator: z.number(), value: z.number().nullable() })
    .nullable()
    .describe('Sum of numerators over sum of denominators; null where the score is no quotient of counts'),
  weighted: z
    .strictObject({
      value: z.number().nullable(),
      parts: z.array(z.strictObject({ source: z.string(), value: z.number().nullable() })),
    })
    .nullable()
    .describe("Mean of the sources' means, each source counting the same; null where the items name no several sources"),
})
export type Mean = z.output<typeof Mean>
