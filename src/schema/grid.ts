import { z } from 'zod'
import { Difference } from './difference.js'
import { Metric } from './metric.js'

/** The suites of a grid side by side: what becomes of the items under each combination of levels, and what a level changes. */
export const GridTable = z.strictObject({
  grid: z.string(),
  file: z.string(),
  project: z.string(),
  factors: z.array(z.strictObject({ factor: z.string(), levels: z.array(z.string()), base: z.string() })),
  arms: z.array(
    z.strictObject({
      suite: z.string(),
      levels: z.record(z.string(), z.string()),
      n: z.int().min(0),
      answerable: z.int().min(0).describe('Answerable items with a true premise: what the leaves are shares of'),
      leaves: z.record(z.string(), z.int().min(0)).describe('Those items by error class'),
      metrics: z.record(z.string(), Metric),
    }),
  ),
  effects: z
    .array(
      z.strictObject({
        factor: z.string(),
        level: z.string(),
        against: z.string().describe('The base level'),
        metric: z.string().describe('An error class as a share of the answerable items, or a rate'),
        arms: z.int().min(1).describe('Pairs of arms that differ in this factor alone'),
        difference: Difference,
        adjusted: z
          .number()
          .nullable()
          .describe(
            "The two-sided p, unknown verdicts taken against what was seen, after Holm's correction over all effects of the grid that something changes; null for the others",
          ),
      }),
    )
    .describe('What each level changes against the base level of its factor, everything else being equal'),
  drivers: z
    .array(
      z.strictObject({ metric: z.string(), factor: z.string(), level: z.string(), difference: z.number(), adjusted: z.number() }),
    )
    .describe('By leaf, the change that is shown and largest; a leaf of which none is shown is left out'),
  problems: z.array(z.string()).describe('Arms that are missing or cannot be compared, and why'),
})
export type GridTable = z.output<typeof GridTable>
