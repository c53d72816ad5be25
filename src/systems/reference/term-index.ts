import { OptionError } from '../../errors.js'
import { refuseUnknown } from '../known-options.js'
import { bestHits, type Hit } from './best-hits.js'
import { invert, TermIds } from './postings.js'

export type { Hit } from './best-hits.js'

export interface Bm25Options {
  /** `lucene`: BM25 as Lucene has it · `bm25l`: for documents of very different lengths. @default 'lucene' */
  variant?: 'lucene' | 'bm25l'
  /** How slowly a term that comes again stops counting; at least 0. @default 1.2 */
  k1?: number
  /** How much a long document is held back, 0 to 1. @default 0.75 */
  b?: number
  /** What any occurrence counts in `bm25l`, however long the document; at least 0. @default 0.5 */
  delta?: number
}

export const BM25_OPTIONS = ['variant', 'k1', 'b', 'delta'] as const satisfies (keyof Bm25Options)[]

export interface TermIndex {
  /** Documents, those without a term among them. */
  size: number
  /** How many documents have the term. */
  documents(term: string): number
  /** The best `k` documents that have a term of the query, the best first; equal scores in the order of the index. A term that comes again counts once. */
  search(query: Iterable<string>, k: number): Hit[]
}

/**
 * Indexes documents that are lists of terms. A score is Σ over the distinct terms of the query of
 *
 * - `lucene`: ln(1 + (N - df + 0.5) / (df + 0.5)) · tf / (tf + k1 · (1 - b + b · dl / avgdl)), with exact lengths
 * - `bm25l`: ln((N + 1) / (df + 0.5)) · (k1 + 1) · (c + delta) / (k1 + c + delta), where c = tf / (1 - b + b · dl / avgdl), for tf > 0
 *
 * Sources: S. Robertson, H. Zaragoza (2009), The Probabilistic Relevance Framework: BM25 and Beyond; Y. Lv, C. Zhai (2011), When documents are very long,
 * BM25 fails!, SIGIR; C. Kamphuis et al. (2020), Which BM25 do you mean?, ECIR.
 *
 * @throws OptionError on an option that there is not, or out of its range.
 */
export function indexTerms(documents: Iterable<readonly string[]>, options: Bm25Options = {}): TermIndex {
  const ids = new TermIds()
  const numbers = function* () {
    for (const document of documents) yield document.map((term) => ids.of(term))
  }
  return indexIds(numbers(), ids, options)
}

/** {@link indexTerms} of documents whose terms are numbered; a document is read before the next is taken. */
export function indexIds(documents: Iterable<readonly number[]>, ids: TermIds, options: Bm25Options = {}): TermIndex {
  refuseUnknown('bm25', options, BM25_OPTIONS)
  const { variant, k1, b, delta } = checked(options)
  const { starts, holders, counts, lengths } = invert(documents, ids)
  const size = lengths.length
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const longs = lengths.map((length) => 1 - b + (total === 0 ? 0 : (b * length * size) / total))
  const scores = new Float64Array(size)
  const touched = new Int32Array(size)

  /** Adds what one term gives to each document that has it; returns how many were touched in all. */
  const add = (id: number, before: number): number => {
    const [from, to] = [starts[id] ?? 0, starts[id + 1] ?? 0]
    const df = to - from
    let found = before
    const idf = variant === 'lucene' ? weightOf(df, size) : Math.log((size + 1) / (df + 0.5))
    for (let at = from; at < to; at += 1) {
      const document = holders[at] as number
      const tf = counts[at] as number
      const long = longs[document] as number
      let weight = tf / (tf + k1 * long)
      if (variant === 'bm25l') {
        const c = tf / long + delta
        weight = ((k1 + 1) * c) / (k1 + c)
      }
      const score = scores[document] as number
      if (score === 0) {
        touched[found] = document
        found += 1
      }
      scores[document] = score + idf * weight
    }
    return found
  }

  return {
    size,
    documents: (term) => {
      const id = ids.get(term)
      return id === undefined ? 0 : (starts[id + 1] ?? 0) - (starts[id] ?? 0)
    },
    search(query, k) {
      let found = 0
      for (const term of new Set(query)) {
        const id = ids.get(term)
        if (id !== undefined) found = add(id, found)
      }
      const hits = bestHits(scores, touched.subarray(0, found), k)
      for (let at = 0; at < found; at += 1) scores[touched[at] as number] = 0
      return hits
    },
  }
}

/** What a term weighs that so many of the documents have, as in Lucene's BM25. */
export function weightOf(documents: number, size: number): number {
  return Math.log(1 + (size - documents + 0.5) / (documents + 0.5))
}

function checked({ variant = 'lucene', k1 = 1.2, b = 0.75, delta = 0.5 }: Bm25Options): Required<Bm25Options> {
  if (variant !== 'lucene' && variant !== 'bm25l')
    throw new OptionError(`bm25: expected \`variant\` to be "lucene" or "bm25l", received ${JSON.stringify(variant)}`)
  const atLeast0 = (name: string, value: number) => {
    if (!(Number.isFinite(value) && value >= 0))
      throw new OptionError(`bm25: expected \`${name}\` to be a number of at least 0, received ${value}`)
  }
  atLeast0('k1', k1)
  atLeast0('b', b)
  atLeast0('delta', delta)
  if (b > 1) throw new OptionError(`bm25: expected \`b\` to be a number from 0 to 1, received ${b}`)
  return { variant, k1, b, delta }
}
