import { z } from 'zod'

/** A published reading or matching that is reproduced on request; the sound one is the default. */
export const Compat = z.enum(['paklegalqa'])
export type Compat = z.output<typeof Compat>
