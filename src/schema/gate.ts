import { z } from 'zod'
import { Axis } from './item.js'

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
 * How a gate is decided. `confident`: by one-sided bounds of the metric · `point`: by its value alone · `regression`: fails where it is worse
 * than in the baseline, by a paired test · `noninferior`: passes only where it is shown to be no worse than a margin allows.
 */
export const GateMode = z.enum(['confident', 'point', 'regression', 'noninferior'])
export type GateMode = z.output<typeof GateMode>

/** What a paired difference is taken against: the baseline, or within a run the items that variants on an axis are variants of. */
export const Against = z.enum(['baseline', ...Axis.options])
export type Against = z.output<typeof Against>

const share = z.number().min(0).max(1)

/** A limit on one metric of a suite, or of a slice of it: on its value, or on how much worse it may have become. */
export const Gate = z
  .strictObject({
    metric: z.string(),
    mode: GateMode.default('confident'),
    max: share.optional(),
    min: share.optional(),
    minEffect: share.optional().describe('Of `regression`: an observed worsening below it does not fail. 0 by default'),
    margin: share.gt(0).optional().describe('Of `noninferior`: how much worse it may be'),
    against: Against.optional().describe('Of `noninferior`: what it may not be worse than. `baseline` by default'),
    alpha: z
      .number()
      .gt(0)
      .lt(0.5)
      .default(0.05)
      .describe('Chance of a false alarm that is taken, one-sided, over all gates of the run together; not of `point`'),
    slice: Slice.optional(),
    minCoverage: share.default(0.98).describe("Share of the metric's items that must have been run and judged"),
    undecided: z.enum(['warn', 'fail']).default('warn'),
  })
  .superRefine((gate, context) => {
    const fault = (message: string, path?: string) => context.addIssue({ code: 'custom', message, path: path ? [path] : [] })
    const { mode } = gate
    const limited = mode === 'confident' || mode === 'point'
    const limits = [gate.max, gate.min].filter((limit) => limit !== undefined).length
    if (limited && limits !== 1) fault('expected exactly one of `max` and `min`')
    if (!limited && limits > 0)
      fault(
        `expected no \`max\` or \`min\` under mode \`${mode}\`, which is decided by a difference; give the limit a gate of its own`,
      )
    if (mode === 'noninferior' && gate.margin === undefined)
      fault('expected `margin`: how much worse it may be, such as 0.05 for five points', 'margin')
    for (const [option, of] of [
      ['minEffect', 'regression'],
      ['margin', 'noninferior'],
      ['against', 'noninferior'],
    ] as const) {
      if (mode !== of && gate[option] !== undefined) fault(`expected only under mode \`${of}\`; this gate is \`${mode}\``, option)
    }
  })
export type Gate = z.output<typeof Gate>
export type GateInput = z.input<typeof Gate>
