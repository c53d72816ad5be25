import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OptionError } from '../../errors.js'
import { bm25Index } from './bm25-index.js'
import { type Bm25Options, indexTerms } from './term-index.js'

/** The formulas as they are written, document by document. */
function plain(
  documents: readonly string[][],
  query: readonly string[],
  { variant, k1 = 1.2, b = 0.75, delta = 0.5 }: Bm25Options,
) {
  const size = documents.length
  const average = documents.reduce((sum, { length }) => sum + length, 0) / size
  const scored = documents.map((terms, index) => {
    const weights = [...new Set(query)].map((term) => {
      const df = documents.filter((one) => one.includes(term)).length
      const tf = terms.filter((one) => one === term).length
      const long = 1 - b + (b * terms.length) / average
      if (tf === 0) return 0
      if (variant !== 'bm25l') return (Math.log(1 + (size - df + 0.5) / (df + 0.5)) * tf) / (tf + k1 * long)
      return (Math.log((size + 1) / (df + 0.5)) * (k1 + 1) * (tf / long + delta)) / (k1 + tf / long + delta)
    })
    return { index, score: weights.reduce((sum, weight) => sum + weight, 0) }
  })
  return scored.filter(({ score }) => score > 0)
}

describe('indexTerms', () => {
  it('scores as the formulas do, and keeps the best in order', () => {
    const term = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    fc.assert(
      fc.property(
        fc.array(fc.array(term, { maxLength: 8 }), { maxLength: 12 }),
        fc.array(term, { maxLength: 5 }),
        fc.record({
          variant: fc.constantFrom('lucene', 'bm25l'),
          k1: fc.constantFrom(0, 0.9, 1.2),
          b: fc.constantFrom(0, 0.4, 0.75, 1),
          delta: fc.constantFrom(0, 0.5),
        }),
        fc.nat({ max: 14 }),
        (documents, query, options, k) => {
          const hits = indexTerms(documents, options as Bm25Options).search(query, k)
          const expected = new Map(plain(documents, query, options as Bm25Options).map(({ index, score }) => [index, score]))
          expect(hits).toHaveLength(Math.min(k, expected.size))
          for (const { index, score } of hits) expect(score).toBeCloseTo(expected.get(index) ?? Number.NaN, 10)
          const pairs = hits.slice(1).map((hit, at) => [hits[at] ?? hit, hit] as const)
          for (const [before, hit] of pairs)
            expect(before.score > hit.score || (before.score === hit.score && before.index < hit.index)).toBe(true)
          const left = [...expected].filter(([index]) => !hits.some((hit) => hit.index === index)).map(([, score]) => score)
          if (hits.length > 0) expect(Math.max(0, ...left)).toBeLessThanOrEqual((hits.at(-1)?.score ?? 0) + 1e-12)
        },
      ),
    )
  })

  it('a search leaves nothing behind', () => {
    const index = indexTerms([['a', 'b'], ['b'], ['c']])
    const first = index.search(['a', 'b'], 3)
    index.search(['c'], 1)
    expect(index.search(['a', 'b'], 3)).toEqual(first)
    expect(index.search(['b', 'b', 'a'], 3)).toEqual(index.search(['b', 'a'], 3))
  })

  it('counts documents', () => {
    const { documents, size } = indexTerms([['a', 'a'], ['a', 'b'], []])
    expect([size, documents('a'), documents('b'), documents('c')]).toEqual([3, 2, 1, 0])
  })

  it.each<[string, object, string]>([
    ['an unknown option', { K1: 1 }, 'no option `K1`, did you mean `k1`?'],
    ['a variant', { variant: 'bm25+' }, 'expected `variant` to be "lucene" or "bm25l", received "bm25+"'],
    ['a negative k1', { k1: -1 }, 'expected `k1` to be a number of at least 0, received -1'],
    ['a b beyond 1', { b: 1.5 }, 'expected `b` to be a number from 0 to 1, received 1.5'],
    ['a delta that is no number', { delta: Number.NaN }, 'expected `delta` to be a number of at least 0, received NaN'],
  ])('refuses %s', (_, options, message) => {
    expect(() => indexTerms([], options)).toThrow(OptionError)
    expect(() => indexTerms([], options)).toThrow(message)
  })
})

describe('bm25Index', () => {
  const index = bm25Index([
    { text: 'The landlords must give notice.', language: 'en' },
    { text: 'Der Vermieter muss die Kündigung begründen.', language: 'de-CH' },
    { text: 'the der die', language: 'und' },
  ])

  it.each<[string, string | undefined, number[]]>([
    ['A landlord gives notice', 'en', [0]],
    ['Kündigungen', 'de', [1]],
    ['Kündigungen', 'en', [1]],
    ['the', 'en', [2]],
    ['the', undefined, [2]],
    ['nothing of that', 'en', []],
    ['', 'en', []],
  ])('%j in %s', (query, language, expected) => {
    expect(index.search(query, 5, language).map((hit) => hit.index)).toEqual(expected)
  })

  it('knows its languages, and finds nothing among none', () => {
    expect(index.languages).toEqual(['en', 'de', 'und'])
    expect(bm25Index([]).search('rent', 5, 'en')).toEqual([])
  })
})
