import { z } from 'zod'

/** Any JSON value: what may cross a process border. */
export const Json: z.ZodType<Json> = z.json()
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Fields that a format has and this schema does not: kept, never interpreted. */
export const Meta = z.record(z.string(), Json)
export type Meta = z.infer<typeof Meta>
