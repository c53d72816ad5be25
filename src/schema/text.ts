import { z } from 'zod'

/** A string that says something: white space alone is an empty string. */
export const text = z.string().refine((value) => value.trim() !== '', { message: 'expected text, received an empty string' })
