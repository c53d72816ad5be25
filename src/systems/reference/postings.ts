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

/** Documents by their terms. */
export interface Postings {
  /** Where the postings of a term begin; one more at the end. */
  starts: Int32Array
  /** Of each posting, the document and how often it has the term. */
  holders: Int32Array
  counts: Int32Array
  /** Terms of each document, repeats too. */
  lengths: Float64Array
}

export function invert(documents: Iterable<readonly number[]>, ids: TermIds): Postings {
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
