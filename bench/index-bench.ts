/** The index of BM25 against its limits: `npm run bench`. The text is made: words of a vocabulary of 50,000 by Zipf's law, from a seed. */
import { seeded, uniform } from '../src/random.js'
import { bm25Index } from '../src/systems/reference/bm25-index.js'

const VOCABULARY = 50_000
const CHUNK = 1_000
const MEGABYTE = 2 ** 20
const SYLLABLES = 'ab be ca da el fi ga ha in jo ka le ma no or pa qui ra se ti un vo wa xi ye zo tion ment ing er ed'.split(' ')

interface Measured {
  seconds: number
  /** The same once more, with words and code that are known. */
  again: number
  megabytes: number
  queryMs: number
}

/** Prints what an index of 20,000 and of 100,000 chunks takes, and the limit of each. */
export function benchIndex(): void {
  const texts = chunks(100_000)
  const queries = asked(200)
  const few = measure(texts.slice(0, 20_000), queries)
  const many = measure(texts, queries)
  const row = (what: string, measured: number, limit: number) => ({
    what,
    measured: Number(measured.toFixed(3)),
    limit,
    kept: measured <= limit,
  })
  console.table([
    row('index 20,000 chunks of 1,000 characters, s', few.seconds, 1.5),
    row('the same again, s', few.again, 1.5),
    row('its memory above the start, MB', few.megabytes, 250),
    row('a query at k = 10, ms', few.queryMs, 2),
    row('index 100,000 chunks, s', many.seconds, 6 * 1.5),
    row('its memory above the start, MB', many.megabytes, 6 * 250),
    row('a query at k = 10, ms', many.queryMs, 6 * 2),
  ])
  if (typeof globalThis.gc !== 'function')
    console.log('Memory holds what was not collected yet: run node with --expose-gc for what is kept.')
}

function measure(texts: readonly string[], queries: readonly string[]): Measured {
  const build = () => bm25Index(texts.map((text) => ({ text, language: 'en' })))
  const timed = () => {
    const began = performance.now()
    return { index: build(), seconds: (performance.now() - began) / 1_000 }
  }
  globalThis.gc?.()
  const start = memory()
  const { index, seconds } = timed()
  globalThis.gc?.()
  const megabytes = (memory() - start) / MEGABYTE
  for (const query of queries) index.search(query, 10, 'en')
  const asking = performance.now()
  for (const query of queries) index.search(query, 10, 'en')
  const queryMs = (performance.now() - asking) / queries.length
  return { seconds, megabytes, queryMs, again: timed().seconds }
}

function memory(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const random = seeded(6)
const words = Array.from({ length: VOCABULARY }, (_, rank) => {
  const syllable = () => SYLLABLES[Math.floor(uniform(random) * SYLLABLES.length)] ?? ''
  // The commonest words are short, as in any language.
  return Array.from({ length: 1 + Math.min(4, Math.floor(Math.log10(rank + 2) + uniform(random))) }, syllable).join('')
})
const sums = words.reduce<number[]>((all, _, rank) => {
  all.push((all.at(-1) ?? 0) + 1 / (rank + 2.7))
  return all
}, [])

function word(): string {
  const drawn = uniform(random) * (sums.at(-1) ?? 0)
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) < drawn) low = middle + 1
    else high = middle
  }
  return words[low] ?? ''
}

function chunks(count: number): string[] {
  return Array.from({ length: count }, () => {
    const list: string[] = []
    for (let length = 0; length <= CHUNK; length += (list.at(-1)?.length ?? 0) + 1)
      list.push(list.length % 15 === 14 ? `${word()}.` : word())
    return list.join(' ').slice(0, CHUNK)
  })
}

/** Questions of ten words. */
function asked(count: number): string[] {
  return Array.from({ length: count }, () => Array.from({ length: 10 }, word).join(' '))
}
