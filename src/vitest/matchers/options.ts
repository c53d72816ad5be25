import { z } from 'zod'
import { unknownOptions } from '../../datasets/nearest.js'
import { MatcherUsageError } from '../../errors.js'
import { dotted } from '../../schema/issue.js'

/** Options that every judging matcher takes. */
export const JUDGING = { question: z.string().optional(), language: z.string().optional(), judge: z.unknown().optional() }

/** Throws a `MatcherUsageError` for an option that the matcher does not have: ignored, it would let a mistyped assertion pass. */
export function checkOptions(matcher: string, shape: z.ZodRawShape, options: unknown): void {
  const parsed = z.strictObject(shape).safeParse(options)
  if (parsed.success) return
  const known = Object.keys(shape)
  const faults = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? unknownOptions(Object.fromEntries(issue.keys.map((key) => [key, null])), known)
      : [`\`${dotted(issue.path) || 'options'}\`: ${issue.message}`],
  )
  throw new MatcherUsageError(`\`${matcher}\`: ${faults.join('; ')}; its options are ${known.join(', ')}`)
}
