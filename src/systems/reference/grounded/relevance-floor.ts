import type { Question } from '../question.js'
import { quotables } from '../quotable.js'
import type { Retrieved } from '../stages.js'

/** Sentences of a window: what answers a question stands together. */
const WINDOW = 2

/**
 * How much of the weight of the question's words the best window of two sentences of a passage holds, 0 to 1; what names the passage (title, section,
 * citation) counts as held by each. 0 where the question has no word but stop words.
 *
 * @param labels The terms of what names the passage.
 */
export function coverage(passage: Retrieved, { words }: Question, labels: readonly string[]): number {
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return 0
  const sentences = quotables(passage).map(({ terms }) => terms)
  const windows = sentences.map((_, at) => new Set([...labels, ...sentences.slice(at, at + WINDOW).flat()]))
  const held = windows.map((window) =>
    words.reduce((sum, { terms, weight }) => (terms.some((term) => window.has(term)) ? sum + weight : sum), 0),
  )
  return Math.max(0, ...held) / total
}
