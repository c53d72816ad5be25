import { groupBy } from '../../group-by.js'
import { firstDraw } from './python-random.js'
import type { LegalbenchRagTest } from './tests-file.js'

const QUESTIONS = 194

/**
 * LegalBench-RAG-mini: of each source the 194 questions that the publisher's sampling takes, so that they are on few documents. Each question has the
 * first draw of Python's generator seeded with the `file_path` of its first span; the lowest come first, and the questions of one document in their own order.
 */
export function miniSet(tests: readonly LegalbenchRagTest[]): LegalbenchRagTest[] {
  return [...groupBy(tests, ({ source }) => source).values()].flatMap((all) => {
    if (all.length <= QUESTIONS) return all
    const drawn = all.map((test) => ({ test, draw: firstDraw(test.test.snippets[0]?.file_path ?? '') }))
    return drawn
      .toSorted((a, b) => a.draw - b.draw)
      .slice(0, QUESTIONS)
      .map(({ test }) => test)
  })
}
