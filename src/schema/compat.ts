import { z } from 'zod'

/** A published reading or matching that is reproduced on request; the sound one is the default. */
export const Compat = z.enum([
  'paklegalqa',
  'swiss-legal-rag-bench',
  'legalbench-rag',
  'canlegalragbench',
  'legal-rag-bench',
  'ragchecker',
])
export type Compat = z.output<typeof Compat>
