import { parseCitations } from './parse-citations.js'
import type { ParsedCitation } from './parsed-citation.js'

const MOST = 10_000
const known = new Map<string, readonly ParsedCitation[]>()
let day = ''

/**
 * `parseCitations` of a short text that comes again and again, such as the title of a passage: the same corpus stands behind every case. What was
 * read is kept for the day, since the next day less lies in the future.
 */
export function parseLabel(text: string): readonly ParsedCitation[] {
  const today = new Date().toISOString().slice(0, 10)
  if (today !== day || known.size >= MOST) known.clear()
  day = today
  const found = known.get(text) ?? parseCitations(text, { courts: 'any' })
  known.set(text, found)
  return found
}
