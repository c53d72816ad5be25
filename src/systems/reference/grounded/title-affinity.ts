import type { Corpus } from '../../../datasets/corpus.js'
import { searchTerms } from '../../../text/search-terms.js'
import { languageOfDocument } from '../document-language.js'
import type { Question } from '../question.js'

/**
 * How much of a document's title a question says, 0 to 1, by document: words that few titles have weigh more. "Act" and "Code" say little, the year says which
 * of two acts.
 */
export function titleAffinity({ documents }: Corpus): (question: Question) => ReadonlyMap<string, number> {
  const titles = documents.map((document) => ({
    id: document.id,
    terms: [...new Set(searchTerms(document.title, languageOfDocument(document)))],
  }))
  const holders = new Map<string, number>()
  for (const term of titles.flatMap(({ terms }) => terms)) holders.set(term, (holders.get(term) ?? 0) + 1)
  const weight = (term: string) => Math.log(1 + titles.length / (holders.get(term) ?? 1))
  const sum = (terms: readonly string[]) => terms.reduce((total, term) => total + weight(term), 0)
  return ({ words }) => {
    const asked = new Set(words.flatMap(({ terms }) => terms))
    const said = titles.map(
      ({ id, terms }) => [id, sum(terms.filter((term) => asked.has(term))) / Math.max(sum(terms), 1e-9)] as const,
    )
    return new Map(said.filter(([, share]) => share > 0))
  }
}
