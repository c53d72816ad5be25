import { groupBy } from '../../group-by.js'
import type { LegalbenchRagTest } from './tests-file.js'

const QUESTIONS = 25
const MAUD_DOCUMENTS = 2

/**
 * The full set of the graph benchmark: of each source 25 questions, or as many as there are. A question whose text came before in its source is dropped
 * first. Documents are then taken whole, those with most questions first, and of MAUD the two shortest, the shortest first; among equals
 * the lower `file_path` comes first. The questions of a document keep their order. A question is of the document of its first span; one without a span is left out.
 * `lengthOf` gives the length of a document, and is asked for documents of MAUD only.
 */
export function graphSet(tests: readonly LegalbenchRagTest[], lengthOf: (document: string) => number): LegalbenchRagTest[] {
  return [...groupBy(tests, ({ source }) => source)].flatMap(([source, all]) => {
    const seen = new Set<string>()
    const distinct = all.filter(({ test: { query } }) => !seen.has(query) && seen.add(query))
    const documents = [...groupBy(distinct, documentOf)].flatMap(([path, questions]) =>
      path === undefined ? [] : [{ path, questions, length: source === 'maud' ? lengthOf(path) : 0 }],
    )
    const byPath = documents.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    const chosen =
      source === 'maud'
        ? byPath.toSorted((a, b) => a.length - b.length).slice(0, MAUD_DOCUMENTS)
        : byPath.toSorted((a, b) => b.questions.length - a.questions.length)
    return chosen.flatMap(({ questions }) => questions).slice(0, QUESTIONS)
  })
}

function documentOf({ test }: LegalbenchRagTest): string | undefined {
  return test.snippets[0]?.file_path
}
