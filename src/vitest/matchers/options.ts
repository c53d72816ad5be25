import { z } from 'zod'
import { corpusGiven, isManifest } from '../../citations/expected-corpus.js'
import { optionFaults } from '../../datasets/option-faults.js'
import { MatcherUsageError } from '../../errors.js'

/** Options that every judging matcher takes. */
export const JUDGING = { question: z.string().optional(), language: z.string().optional(), judge: z.unknown().optional() }

/** The corpus that golds and titles are looked up in. */
export const MANIFEST = z.custom(isManifest, {
  error: ({ input }) => `expected a manifest of loadManifest(path), received ${corpusGiven(input)}`,
})

/** Throws a `MatcherUsageError` for an option that the matcher does not have: ignored, it would let a mistyped assertion pass. */
export function checkOptions(matcher: string, shape: z.ZodRawShape, options: unknown): void {
  const parsed = z.strictObject(shape).safeParse(options)
  if (parsed.success) return
  const faults = optionFaults(parsed.error.issues, options, () => Object.keys(shape))
  throw new MatcherUsageError(`\`${matcher}\`: ${faults.join('; ')}`)
}
