import { OptionError } from '../../errors.js'
import { refuseUnknown } from '../known-options.js'

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

/** A document by its place in the index, from 0. */
export interface Hit {
  index: number
  score: number
}

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

/** Numbers for terms, from 0 in the order of first sight. */
export class TermIds {
  readonly #ids = new Map<string, number>()

  of(term: string): number {
    const known = this.#ids.get(term)
    if (known !== undefined) return known
    const id = this.#ids.size
    this.#ids.set(term, id)
    return id
  }

  get(term: string): number | undefined {
    return this.#ids.get(term)
  }

  get size(): number {
    return this.#ids.size
  }
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
    const idf = variant === 'lucene' ? Math.log(1 + (size - df + 0.5) / (df + 0.5)) : Math.log((size + 1) / (df + 0.5))
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
      const hits = best(scores, touched.subarray(0, found), k)
      for (let at = 0; at < found; at += 1) scores[touched[at] as number] = 0
      return hits
    },
  }
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

interface Inverted {
  /** Where the postings of a term begin; one more at the end. */
  starts: Int32Array
  /** Of each posting, the document and how often it has the term. */
  holders: Int32Array
  counts: Int32Array
  /** Terms of each document, repeats too. */
  lengths: Float64Array
}

function invert(documents: Iterable<readonly number[]>, ids: TermIds): Inverted {
  const lengths = new Numbers()
  const terms = new Numbers()
  const times = new Numbers()
  /** How many postings each document has. */
  const widths = new Numbers()
  const places = new Numbers()
  for (const list of documents) {
    const first = terms.length
    while (places.length < ids.size) places.push(-1)
    for (const id of list) {
      // Where this document counts the term; a place in front of its first is another document's.
      const place = places.get(id)
      if (place >= first) times.set(place, times.get(place) + 1)
      else {
        places.set(id, terms.length)
        terms.push(id)
        times.push(1)
      }
    }
    lengths.push(list.length)
    widths.push(terms.length - first)
  }
  const starts = new Int32Array(ids.size + 1)
  for (let at = 0; at < terms.length; at += 1) starts[terms.get(at) + 1] = (starts[terms.get(at) + 1] as number) + 1
  for (let id = 0; id < ids.size; id += 1) starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number)
  const next = starts.slice()
  const holders = new Int32Array(terms.length)
  const counts = new Int32Array(terms.length)
  for (let document = 0, at = 0; document < widths.length; document += 1) {
    for (const end = at + widths.get(document); at < end; at += 1) {
      const id = terms.get(at)
      const place = next[id] as number
      holders[place] = document
      counts[place] = times.get(at)
      next[id] = place + 1
    }
  }
  return { starts, holders, counts, lengths: Float64Array.from({ length: lengths.length }, (_, at) => lengths.get(at)) }
}

/** Whole numbers that grow in number: a third of what an array of them takes, and no pause to copy one that is large. */
class Numbers {
  #values = new Int32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = new Int32Array(this.length * 2)
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[this.length] = value
    this.length += 1
  }

  get(at: number): number {
    return this.#values[at] as number
  }

  set(at: number, value: number): void {
    this.#values[at] = value
  }
}

/** The first `k` by score, then by place: a heap whose root is the worst that is kept. */
function best(scores: Float64Array, touched: Int32Array, k: number): Hit[] {
  const heap = new Int32Array(Math.max(0, Math.min(k, touched.length)))
  let size = 0
  const isWorse = (a: number, b: number) => {
    const difference = (scores[a] as number) - (scores[b] as number)
    return difference < 0 || (difference === 0 && a > b)
  }
  const sink = (value: number, from: number) => {
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && isWorse(heap[child + 1] as number, heap[child] as number)) child += 1
      if (!isWorse(heap[child] as number, value)) break
      heap[at] = heap[child] as number
      at = child
    }
    heap[at] = value
  }
  for (const document of touched) {
    if (size < heap.length) {
      let at = size
      size += 1
      while (at > 0 && isWorse(document, heap[(at - 1) >> 1] as number)) {
        heap[at] = heap[(at - 1) >> 1] as number
        at = (at - 1) >> 1
      }
      heap[at] = document
    } else if (size > 0 && isWorse(heap[0] as number, document)) sink(document, 0)
  }
  return Array.from(heap)
    .sort((a, b) => (isWorse(a, b) ? 1 : -1))
    .map((index) => ({ index, score: scores[index] as number }))
}
