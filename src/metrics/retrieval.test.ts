import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { publishedData } from '../../test/unit/data.js'
import { groupBy } from '../group-by.js'
import { macroMean } from './means.js'
import {
  averagePrecision,
  documentRanking,
  f1,
  hit,
  ndcg,
  precision,
  type Ranking,
  type Relevant,
  rankByScore,
  recall,
  reciprocalRank,
} from './retrieval.js'

const METRICS = { hit, recall, precision, f1, reciprocalRank, averagePrecision, ndcg }
const NAMES = Object.keys(METRICS) as (keyof typeof METRICS)[]

const NONE: readonly Relevant[] = [[], {}, { a: 0 }, new Set(), new Map()]

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__')
const ranking = fc.array(id, { minLength: 1, maxLength: 12 })
const grades = fc
  .array(fc.tuple(id, fc.oneof(fc.nat(4), fc.double({ min: 0, max: 5, noNaN: true }))), { maxLength: 7 })
  .map((entries) => new Map(entries))
const k = fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined })

describe('what every metric of a ranking keeps', () => {
  it.each(NAMES)('fault 1: %s is within 0 and 1, or null with a reason', (name) => {
    fc.assert(
      fc.property(fc.option(fc.array(id)), grades, k, (ids, relevant, cut) => {
        const { value, reason, parts } = METRICS[name](ids, relevant, { k: cut })
        if (value === null) expect(reason).toMatch(/^(retrieval not reported|nothing relevant|nothing retrieved)$/)
        else expect(value >= 0 && value <= 1).toBe(true)
        if (parts !== undefined) expect(parts[0] / parts[1]).toBe(value)
      }),
    )
  })

  it.each(NAMES)('%s does not depend on the order in which relevant ids are given, nor on the form', (name) => {
    fc.assert(
      fc.property(ranking, grades, k, (ids, relevant, cut) => {
        const score = METRICS[name](ids, relevant, { k: cut })
        expect(METRICS[name](ids, new Map([...relevant].reverse()), { k: cut })).toEqual(score)
        expect(METRICS[name](ids, Object.fromEntries(relevant), { k: cut })).toEqual(score)
        const binary = [...relevant].filter(([, grade]) => grade > 0).map(([found]) => found)
        if (name !== 'ndcg') expect(METRICS[name](ids, new Set(binary), { k: cut })).toEqual(score)
      }),
    )
  })

  it.each(['hit', 'recall'] as const)('%s never falls as k grows', (name) => {
    fc.assert(
      fc.property(ranking, fc.uniqueArray(id, { minLength: 1 }), (ids, relevant) => {
        const values = ids.map((_, index) => METRICS[name](ids, relevant, { k: index + 1 }).value ?? Number.NaN)
        expect(values).toEqual(values.toSorted((a, b) => a - b))
      }),
    )
  })

  it.each(NAMES)('%s is never raised by an id that comes again', (name) => {
    fc.assert(
      fc.property(ranking, fc.uniqueArray(id, { minLength: 1 }), k, fc.nat(), fc.nat(), (ids, relevant, cut, from, to) => {
        const first = from % ids.length
        const again = ids.toSpliced(first + 1 + (to % (ids.length - first)), 0, ...ids.slice(first, first + 1))
        const [before, after] = [ids, again].map((each) => METRICS[name](each, relevant, { k: cut }).value ?? Number.NaN)
        expect(after).toBeLessThanOrEqual(before ?? Number.NaN)
      }),
    )
  })

  it.each(NAMES)('%s of a perfect ranking is 1', (name) => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(id, fc.integer({ min: 1, max: 4 })), { minLength: 1, selector: ([of]) => of }),
        (entries) => {
          const ids = entries.toSorted(([, a], [, b]) => b - a).map(([of]) => of)
          expect(METRICS[name](ids, new Map(entries), { k: ids.length }).value).toBe(1)
        },
      ),
    )
  })

  it.each(NAMES)(
    'fault 5: %s of a retrieval that found nothing, that was not reported, and without anything relevant',
    (name) => {
      const nothing = name === 'precision' ? { value: null, reason: 'nothing retrieved' } : { value: 0 }
      expect(METRICS[name]([], ['a'])).toMatchObject(nothing)
      expect(METRICS[name]([], ['a'], { k: 5 })).toMatchObject(nothing)
      for (const absent of [null, undefined]) {
        expect(METRICS[name](absent, ['a'])).toEqual({ value: null, reason: 'retrieval not reported' })
      }
      for (const none of NONE) {
        expect(METRICS[name](['a'], none)).toEqual({ value: null, reason: 'nothing relevant' })
        expect(METRICS[name]([], none)).toEqual({ value: null, reason: 'nothing relevant' })
      }
    },
  )

  it.each(NAMES)('fault 48: a relevant id that is given twice counts once in %s', (name) => {
    expect(METRICS[name](['a', 'x'], ['a', 'b', 'a'], { k: 2 })).toEqual(METRICS[name](['a', 'x'], ['a', 'b'], { k: 2 }))
  })

  it.each(NAMES)('fault 49: %s compares ids whole', (name) => {
    expect(METRICS[name](['11.1-c1-s1', '1.1-c1-s10'], ['1.1-c1-s1'], { k: 2 }).value).toBe(0)
  })

  it.each(NAMES)('fault 44: __proto__ and toString are ids like any other in %s', (name) => {
    expect(METRICS[name](['__proto__'], JSON.parse('{"__proto__": 2}'), { k: 1 }).value).toBe(1)
    expect(METRICS[name](['toString', 'constructor'], { a: 1 }, { k: 2 }).value).toBe(0)
  })

  it.each(NAMES)('%s refuses arguments that are wrong, by name, also without a ranking', (name) => {
    for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => METRICS[name](['a'], ['a'], { k: wrong })).toThrow(
        new RangeError(`\`k\`: expected a whole number of at least 1, got ${wrong}`),
      )
    }
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => METRICS[name](null, { a: wrong })).toThrow(
        new RangeError(`\`relevant\`: expected a finite grade of at least 0 for "a", got ${wrong}`),
      )
    }
  })

  it.each(NAMES)('fault 44: a number as an id is refused in %s, since 1 would silently never be "1"', (name) => {
    const numbers = [1, 2] as unknown as string[]
    expect(() => METRICS[name](numbers, ['1'])).toThrow('`ranking`: expected ids as strings, got number 1; use String(id)')
    expect(() => METRICS[name](['1'], numbers)).toThrow('`relevant`: expected ids as strings, got number 1; use String(id)')
  })
})

/** A B C D E of which B, D and a third one, never retrieved, are relevant. */
const WORKED: Ranking = ['a', 'b', 'c', 'd', 'e']
const GOLD = ['b', 'd', 'z']

it.each<[keyof typeof METRICS, number | undefined, number, [number, number]?]>([
  ['hit', 1, 0],
  ['hit', 2, 1],
  ['recall', 1, 0, [0, 3]],
  ['recall', 2, 1 / 3, [1, 3]],
  ['recall', undefined, 2 / 3, [2, 3]],
  ['precision', 2, 1 / 2, [1, 2]],
  ['precision', 10, 2 / 10, [2, 10]],
  ['precision', undefined, 2 / 5, [2, 5]],
  ['f1', 2, 2 / 5],
  ['f1', undefined, 1 / 2],
  ['f1', 1, 0],
  ['reciprocalRank', undefined, 1 / 2],
  ['reciprocalRank', 1, 0],
  // At ranks 2 and 4: 1/2 and 2/4, of 3.
  ['averagePrecision', undefined, 1 / 3],
  ['averagePrecision', 4, 1 / 3],
  // 1/2, of the 2 that a cut at 2 can hold.
  ['averagePrecision', 2, 1 / 4],
  ['ndcg', undefined, (1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3) + 1 / Math.log2(4))],
  ['ndcg', 2, 1 / Math.log2(3) / (1 + 1 / Math.log2(3))],
])('%s at %s of a ranking worked by hand is %f', (name, cut, value, parts) => {
  const score = METRICS[name](WORKED, GOLD, { k: cut })
  expect(score.value).toBeCloseTo(value, 14)
  expect(score.parts).toEqual(parts)
})

describe('repeats', () => {
  it('keep their place and gain nothing, so that later ranks are not squeezed', () => {
    expect(recall(['a', 'a', 'a'], ['a', 'b'])).toEqual({ value: 1 / 2, parts: [1, 2] })
    expect(precision(['a', 'a', 'a'], ['a', 'b'])).toEqual({ value: 1 / 3, parts: [1, 3] })
    expect(reciprocalRank(['x', 'x', 'a'], ['a']).value).toBe(1 / 3)
    expect(averagePrecision(['a', 'a', 'b'], ['a', 'b']).value).toBeCloseTo((1 + 2 / 3) / 2, 14)
    expect(ndcg(['a', 'a', 'b'], ['a', 'b']).value).toBeCloseTo((1 + 1 / 2) / (1 + 1 / Math.log2(3)), 14)
  })
})

describe('graded relevance', () => {
  const relevant = { a: 3, b: 2, c: 0, d: 1 }

  // DCG of c, b, a: 3/log2(3) + 7/2; ideal of 3, 2, 1: 7 + 3/log2(3) + 1/2.
  it('gains 2^grade - 1 by default, and the grade itself where linear', () => {
    expect(ndcg(['c', 'b', 'a'], relevant).value).toBeCloseTo((3 / Math.log2(3) + 3.5) / (7.5 + 3 / Math.log2(3)), 14)
    expect(ndcg(['c', 'b', 'a'], relevant, { gain: 'linear' }).value).toBeCloseTo(
      (2 / Math.log2(3) + 1.5) / (3.5 + 2 / Math.log2(3)),
      14,
    )
  })

  it('ranks the ideal by all grades that there are, cut at k', () => {
    expect(ndcg(['d'], relevant, { k: 1 }).value).toBeCloseTo(1 / 7, 14)
    expect(ndcg(['a'], relevant).value).toBeCloseTo(7 / (7.5 + 3 / Math.log2(3)), 14)
  })

  it('a grade of 0 is judged not relevant', () => {
    expect(recall(['c'], relevant)).toEqual({ value: 0, parts: [0, 3] })
  })

  it('both gains are the same where relevance is binary', () => {
    fc.assert(
      fc.property(ranking, fc.uniqueArray(id, { minLength: 1 }), k, (ids, gold, cut) => {
        expect(ndcg(ids, gold, { k: cut, gain: 'linear' })).toEqual(ndcg(ids, gold, { k: cut }))
      }),
    )
  })

  it('fault 1: grades next to 0 keep a value, and those whose gain is not finite are refused', () => {
    expect(ndcg(['a'], { a: 1e-20 }).value).toBe(1)
    expect(() => ndcg(['a'], { a: 2000 })).toThrow(
      new RangeError('`relevant`: grades up to 2000 are too large for a sum of gains'),
    )
    expect(ndcg(['a'], { a: 2000 }, { gain: 'linear' }).value).toBe(1)
  })

  it('refuses a gain that is not known', () => {
    expect(() => ndcg(['a'], { a: 1 }, { gain: 'log' as 'linear' })).toThrow(
      new RangeError("`gain`: expected 'exponential' or 'linear', got \"log\""),
    )
  })
})

describe('rankByScore', () => {
  it('sorts by score, highest first, and equal scores by code points, whatever the order of the input', () => {
    // U+FF5E is below U+1F600 as a character, and above its first half in UTF-16.
    const entries = [
      { id: 'b', score: 1 },
      { id: '\u{1F600}', score: 0.5 },
      { id: '\uFF5E', score: 0.5 },
      { id: 'a', score: 1 },
      { id: 'ab', score: 1 },
      { id: 'zero', score: 0 },
      { id: 'minus zero', score: -0 },
      { id: 'first', score: Number.POSITIVE_INFINITY },
      { id: 'also first', score: Number.POSITIVE_INFINITY },
    ]
    const ranked = ['also first', 'first', 'a', 'ab', 'b', '\uFF5E', '\u{1F600}', 'minus zero', 'zero']
    expect(rankByScore(entries)).toEqual(ranked)
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (shuffled) => {
        expect(rankByScore(shuffled)).toEqual(ranked)
      }),
    )
    expect(rankByScore([])).toEqual([])
  })

  it('fault 1: refuses a score that is not a number', () => {
    expect(() => rankByScore([{ id: 'a', score: Number.NaN }])).toThrow(
      new RangeError('`score`: expected a number for "a", got NaN'),
    )
  })
})

describe('arguments that are none are refused by name', () => {
  const RELEVANT = 'an array or a set of ids, or a record or a map of their grades'

  it.each(NAMES)('%s', (name) => {
    const refused: [unknown, unknown, string][] = [
      ['abc', ['a'], '`ranking`: expected an array of ids, got "abc"'],
      [new Set(['a']), ['a'], '`ranking`: expected an array of ids, got an object'],
      [['a', null], ['a'], '`ranking`: expected ids as strings, got object null; use String(id)'],
      [['a'], null, `\`relevant\`: expected ${RELEVANT}, got null`],
      [['a'], undefined, `\`relevant\`: expected ${RELEVANT}, got undefined`],
      [['a'], 'a', `\`relevant\`: expected ${RELEVANT}, got "a"`],
      [null, [1], '`relevant`: expected ids as strings, got number 1; use String(id)'],
    ]
    for (const [ids, relevant, message] of refused)
      expect(() => METRICS[name](ids as Ranking, relevant as Relevant)).toThrow(new RangeError(message))
  })

  it.each([
    [null, '`entries`: expected an array of { id, score }, got null'],
    [['a'], '`entries`: expected entries as { id, score }, got "a"'],
    [[{ id: 'a' }], '`entries`: expected entries as { id, score }, got an object'],
    [[{ id: 1, score: 2 }], '`id`: expected ids as strings, got number 1; use String(id)'],
    [[{ id: 'a', score: '2' }], '`score`: expected a number for "a", got "2"'],
  ])('rankByScore of %j', (entries, message) => {
    expect(() => rankByScore(entries as [])).toThrow(new RangeError(message))
  })

  it('documentRanking', () => {
    expect(() => documentRanking('abc' as unknown as Ranking, (id) => id)).toThrow(
      new RangeError('`ranking`: expected an array of ids, got "abc"'),
    )
  })
})

describe('documentRanking', () => {
  const documentOf = (passage: string) => passage.slice(0, passage.indexOf('#'))

  it('has each document at its first passage, so that k counts documents', () => {
    const ids = documentRanking(['law#1', 'law#2', 'case#1', 'law#3', 'act#1'], documentOf)
    expect(ids).toEqual(['law', 'case', 'act'])
    expect(recall(ids, ['case', 'act'], { k: 2 }).value).toBe(1 / 2)
    expect(documentRanking([], documentOf)).toEqual([])
  })

  it('fault 50: a text that exists twice under two ids is one document, by the ids that are equal', () => {
    const equal = new Map([['1.2-c1-s1', '1.1-c1-s1']])
    const one = (of: string) => equal.get(of) ?? of
    expect(hit(['1.2-c1-s1'], ['1.1-c1-s1']).value).toBe(0)
    expect(hit(documentRanking(['1.2-c1-s1'], one), documentRanking(['1.1-c1-s1'], one)).value).toBe(1)
  })
})

describe('published definitions that differ', () => {
  const compat = 'canlegalragbench'

  it('recall above 1: every chunk of a relevant document counts', () => {
    const chunks = ['d1', 'd1', 'd2', 'd1']
    expect(recall(chunks, ['d1', 'd3'], { k: 5, compat })).toEqual({ value: 3 / 2, parts: [3, 2] })
    expect(recall(chunks, ['d1', 'd3'], { k: 5 })).toEqual({ value: 1 / 2, parts: [1, 2] })
  })

  it('precision over distinct documents, not over k', () => {
    expect(precision(['d1', 'd1', 'd2'], ['d1'], { k: 10, compat })).toEqual({ value: 1 / 2, parts: [1, 2] })
    expect(precision(['d1', 'd1', 'd2'], ['d1'], { k: 10 })).toEqual({ value: 1 / 10, parts: [1, 10] })
  })

  it('the shrinking ideal DCG: one document retrieved of three relevant ones scores 1', () => {
    expect(ndcg(['d1', 'd1', 'd1'], ['d1', 'd2', 'd3'], { k: 3, compat }).value).toBe(1)
    expect(ndcg(['d1', 'd1', 'd1'], ['d1', 'd2', 'd3'], { k: 3 }).value).toBeCloseTo(1 / (1.5 + 1 / Math.log2(3)), 14)
    expect(ndcg(['x', 'x', 'd1'], { d1: 3, d2: 1 }, { k: 3, compat }).value).toBeCloseTo(
      1 / Math.log2(3) / (1 + 1 / Math.log2(3)),
      14,
    )
  })

  it('the reciprocal rank among distinct documents, without a cut', () => {
    expect(reciprocalRank(['x', 'x', 'd1'], ['d1'], { k: 1, compat }).value).toBe(1 / 2)
    expect(reciprocalRank(['x', 'x', 'd1'], ['d1'], { k: 1 }).value).toBe(0)
    expect(reciprocalRank(['x'], ['d1'], { compat }).value).toBe(0)
  })

  it.each(['hit', 'recall', 'precision', 'reciprocalRank', 'ndcg'] as const)('fault 5: 0 on empty sets in %s', (name) => {
    expect(METRICS[name]([], ['a'], { compat })).toMatchObject({ value: 0 })
    expect(METRICS[name](['a'], [], { compat })).toEqual({ value: 0 })
    expect(METRICS[name](null, ['a'], { compat })).toEqual({ value: null, reason: 'retrieval not reported' })
  })

  // Grades, ranks and nDCG as published for queries of the search run; other ids of a ranking stand for what is not relevant.
  it.each([
    ['q002', ['x1', 'x2', 'x3', 'b'], { a: 3, b: 2, c: 1 }, 0.31939394323979897],
    ['q003', ['x1', 'a', 'c', 'x2', 'b'], { a: 3, b: 2, c: 2 }, 1],
    ['q005', ['x1', 'b'], { a: 3, b: 2 }, 0.3373519727104165],
    ['q006', ['x1', 'x2', 'x3', 'a'], { a: 3, b: 1 }, 0.9173194127129571],
  ])('squeezed ranks, as published for %s of the Swiss search run: misses cost nothing', (_, ids, relevant, published) => {
    const swiss = ndcg(ids, relevant, { k: 10, compat: 'swiss-legal-rag-bench' }).value
    expect(swiss).toBeCloseTo(published, 14)
    expect(ndcg(ids, relevant, { k: 10 }).value).toBeLessThan((swiss ?? 0) * 0.75)
    expect(() => ndcg(ids, relevant, { gain: 'linear', compat: 'swiss-legal-rag-bench' })).toThrow(RangeError)
  })

  it('fault 49: ids as substrings are hits in Legal RAG Bench, and not here', () => {
    for (const other of ['11.1-c1-s1', '1.1-c1-s10']) {
      expect(hit([other], ['1.1-c1-s1'], { compat: 'legal-rag-bench' }).value).toBe(1)
      expect(hit(['x', other], ['1.1-c1-s1'], { k: 1, compat: 'legal-rag-bench' }).value).toBe(0)
      expect(hit([other], ['1.1-c1-s1']).value).toBe(0)
    }
  })

  it('a reading that is not known is refused, not taken for the sound one', () => {
    expect(() => recall(['a'], ['a'], { compat: 'legal-rag-bench' as 'canlegalragbench' })).toThrow(
      new RangeError('`compat`: expected \'canlegalragbench\', got "legal-rag-bench"'),
    )
  })
})

const { folder, absent, whetherSkipped } = publishedData('swiss-legal-rag-bench')

describe.skipIf(absent)(`the published cross-lingual run of Swiss Legal RAG Bench${whetherSkipped}`, () => {
  const Cell = z.object({ n: z.int(), mrr_at_k: z.number(), hit_at_1: z.number(), hit_at_10: z.number() })
  const Run = z.object({
    summary: z.object({ overall: Cell, by_cell: z.record(z.string(), Cell) }),
    per_query: z.array(
      z.object({
        q_lang: z.string(),
        target_lang: z.string(),
        target_decision_id: z.string(),
        rank: z.int().nullable(),
        topk_ids: z.array(z.string()),
      }),
    ),
  })
  const read = () => Run.parse(JSON.parse(readFileSync(join(folder, 'results/cross_lingual_v1.json'), 'utf8')))
  type Query = z.output<typeof Run>['per_query'][number]

  /** Five of ten ids are published; the rank says where the target was. */
  const retrieved = ({ rank, target_decision_id, topk_ids }: Query) =>
    Array.from({ length: 10 }, (_, index) =>
      index + 1 === rank ? target_decision_id : (topk_ids[index] ?? `unpublished ${index + 1}`),
    )

  const cellOf = (queries: readonly Query[]) => {
    const mean = (metric: 'hit' | 'reciprocalRank', cut: number) =>
      macroMean(queries.map((query) => METRICS[metric](retrieved(query), [query.target_decision_id], { k: cut }))).value
    return { n: queries.length, mrr_at_k: mean('reciprocalRank', 10), hit_at_1: mean('hit', 1), hit_at_10: mean('hit', 10) }
  }
  const close = ({ n, ...means }: z.output<typeof Cell>) => ({
    n,
    ...Object.fromEntries(Object.entries(means).map(([name, value]) => [name, expect.closeTo(value, 12)])),
  })

  it('has MRR .6297, hit@1 .54 and hit@10 .8333 over 150 queries', () => {
    const { summary, per_query } = read()
    const overall = cellOf(per_query)
    expect(overall).toEqual(close(summary.overall))
    expect(overall).toEqual({ n: 150, mrr_at_k: expect.closeTo(0.6297, 4), hit_at_1: 0.54, hit_at_10: expect.closeTo(0.8333, 4) })
  })

  it('has the published figures in each of the six cells', () => {
    const { summary, per_query } = read()
    const cells = groupBy(per_query, ({ q_lang, target_lang }) => `${q_lang}_to_${target_lang}`)
    expect([...cells.keys()].toSorted()).toEqual(Object.keys(summary.by_cell).toSorted())
    expect(cells.size).toBe(6)
    for (const [name, queries] of cells) {
      const published = summary.by_cell[name]
      expect(published && { name, ...close(published) }).toEqual({ name, ...cellOf(queries) })
    }
  })

  it('has the target of the rank among the ids that are published', () => {
    const shown = read().per_query.filter(({ rank }) => rank !== null && rank <= 5)
    expect(shown.length).toBeGreaterThan(0)
    for (const { rank, target_decision_id: target, topk_ids } of shown)
      expect(reciprocalRank(topk_ids, [target]).value).toBe(1 / (rank ?? 0))
  })
})
