import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { publishedData } from '../../test/unit/data.js'
import { citedSpans, type Span, spanF1, spanIoU, spanPrecision, spanRecall } from './spans.js'

const METRICS = { spanPrecision, spanRecall, spanF1, spanIoU }
const NAMES = Object.keys(METRICS) as (keyof typeof METRICS)[]

const NFC = 'Caf\u00e9.txt'
const NFD = 'Cafe\u0301.txt'

const at = (start: number, end: number, document = 'd'): Span => ({ document, start, end })
const span = fc
  .record({ document: fc.constantFrom('d', 'e', '__proto__'), start: fc.nat(40), length: fc.integer({ min: 1, max: 20 }) })
  .map(({ document, start, length }) => at(start, start + length, document))
const spans = fc.array(span, { maxLength: 8 })
const some = fc.array(span, { minLength: 1, maxLength: 8 })

/** The definition by brute force: sets of characters. */
const characters = (of: readonly Span[]) =>
  new Set(
    of.flatMap(({ document, start, end }) => Array.from({ length: end - start }, (_, index) => `${document} ${start + index}`)),
  )

describe('what every metric of spans keeps', () => {
  it.each(NAMES)('fault 1: %s is within 0 and 1, or null with a reason', (name) => {
    fc.assert(
      fc.property(fc.option(spans), spans, (retrieved, gold) => {
        const { value, reason, parts } = METRICS[name](retrieved, gold)
        if (value === null) expect(reason).toMatch(/^(spans not reported|no gold span|nothing retrieved)$/)
        else expect(value >= 0 && value <= 1).toBe(true)
        if (parts !== undefined) expect(parts[0] / parts[1]).toBe(value)
      }),
    )
  })

  it('counts each character once, as sets of characters do', () => {
    fc.assert(
      fc.property(some, some, (retrieved, gold) => {
        const [found, wanted] = [characters(retrieved), characters(gold)]
        const overlap = [...found].filter((character) => wanted.has(character)).length
        expect(spanPrecision(retrieved, gold).parts).toEqual([overlap, found.size])
        expect(spanRecall(retrieved, gold).parts).toEqual([overlap, wanted.size])
        expect(spanIoU(retrieved, gold).parts).toEqual([overlap, new Set([...found, ...wanted]).size])
        expect(spanF1(retrieved, gold).value).toBeCloseTo((2 * overlap) / (found.size + wanted.size), 12)
      }),
    )
  })

  it.each(NAMES)('%s depends neither on order nor on repeats, nor on how a span is cut in pieces', (name) => {
    fc.assert(
      fc.property(some, some, (retrieved, gold) => {
        const score = METRICS[name](retrieved, gold)
        const inPieces = (all: readonly Span[]) =>
          all.flatMap(({ document, start, end }) =>
            Array.from({ length: end - start }, (_, i) => at(start + i, start + i + 1, document)),
          )
        expect(METRICS[name]([...retrieved, ...retrieved].reverse(), [...gold].reverse())).toEqual(score)
        expect(METRICS[name](inPieces(retrieved), inPieces(gold))).toEqual(score)
      }),
    )
  })

  it.each(NAMES)('%s of the gold itself is 1, and 0 in another document', (name) => {
    fc.assert(
      fc.property(some, (gold) => {
        expect(METRICS[name](gold, gold).value).toBe(1)
        expect(
          METRICS[name](
            gold.map((each) => ({ ...each, document: 'other' })),
            gold,
          ).value,
        ).toBe(0)
      }),
    )
  })

  it.each(NAMES)('fault 5: %s where nothing was retrieved, nothing reported, and nothing is gold', (name) => {
    expect(METRICS[name]([], [at(0, 4)])).toMatchObject(
      name === 'spanPrecision' ? { value: null, reason: 'nothing retrieved' } : { value: 0 },
    )
    expect(METRICS[name](null, [at(0, 4)])).toEqual({ value: null, reason: 'spans not reported' })
    expect(METRICS[name](undefined, [])).toEqual({ value: null, reason: 'spans not reported' })
    expect(METRICS[name]([at(0, 4)], [])).toEqual({ value: null, reason: 'no gold span' })
  })

  it.each(NAMES)('%s refuses offsets that are none, by name', (name) => {
    for (const [start, end] of [
      [4, 4],
      [4, 3],
      [-1, 3],
      [0.5, 3],
      [0, Number.NaN],
      [0, Number.POSITIVE_INFINITY],
    ] as const) {
      const problem = `expected whole offsets with 0 <= start < end, got start ${start} and end ${end} in document "d"`
      expect(() => METRICS[name]([at(start, end)], [at(0, 1)])).toThrow(new RangeError(`\`retrieved\`: ${problem}`))
      expect(() => METRICS[name](null, [at(start, end)])).toThrow(new RangeError(`\`gold\`: ${problem}`))
    }
  })
})

it.each<[string, Span[], Span[], [number, number], [number, number], [number, number]]>([
  ['a part', [at(0, 10)], [at(5, 15)], [5, 10], [5, 10], [5, 15]],
  ['spans that only touch share nothing', [at(0, 5)], [at(5, 10)], [0, 5], [0, 5], [0, 10]],
  ['overlapping retrieved spans count once', [at(0, 10), at(5, 15)], [at(5, 10)], [5, 15], [5, 5], [5, 15]],
  ['a retrieved span within another', [at(0, 20), at(5, 6)], [at(0, 40)], [20, 20], [20, 40], [20, 40]],
  ['overlapping golds count once', [at(0, 4)], [at(0, 4), at(2, 8)], [4, 4], [4, 8], [4, 8]],
  ['two documents', [at(0, 4), at(0, 4, 'e')], [at(2, 4), at(0, 8, 'e')], [6, 8], [6, 10], [6, 12]],
])('%s: precision, recall and IoU worked by hand', (_, retrieved, gold, precision, recall, iou) => {
  expect(spanPrecision(retrieved, gold).parts).toEqual(precision)
  expect(spanRecall(retrieved, gold).parts).toEqual(recall)
  expect(spanIoU(retrieved, gold).parts).toEqual(iou)
})

it.each(NAMES)('fault 45: %s takes a document whose name was decomposed for the same', (name) => {
  expect(METRICS[name]([at(0, 5, NFD), at(5, 10, NFC)], [at(0, 10, NFC)]).value).toBe(1)
  expect(METRICS[name]([at(0, 10, NFC)], [at(0, 5, NFD), at(3, 10, NFD)]).value).toBe(1)
})

it.each([
  ['no list', 'abc', 'an array of spans, got "abc"'],
  ['null', [null], 'spans as { document, start, end }, got null at 0'],
  ['a pair', [at(0, 1), [0, 9]], 'spans as { document, start, end }, got an array at 1'],
  ['no document', [{ start: 0, end: 9 }], 'spans as { document, start, end }, got one without `document` at 0'],
  ['a number as document', [{ document: 3, start: 0, end: 9 }], 'spans as { document, start, end }, got document 3 at 0'],
  ['offsets as text', [{ document: 'd', start: '0', end: '9' }], 'whole offsets with 0 <= start < end, got start 0 and end 9'],
])('%s is no span, and the argument is named', (_, spans, message) => {
  expect(() => spanRecall(spans as unknown as Span[], [at(0, 1)])).toThrow(`\`retrieved\`: expected ${message}`)
  expect(() => spanF1([at(0, 1)], spans as unknown as Span[])).toThrow(`\`gold\`: expected ${message}`)
  expect(() => citedSpans([{ expands: [at(0, 1)] }], spans as unknown as Span[])).toThrow(RangeError)
})

it.each([undefined, 'legalbench-rag'] as const)('a hundred thousand spans against as many golds (%s)', (compat) => {
  const many = (from: number) => Array.from({ length: 1e5 }, (_, i) => at(4 * i + from, 4 * i + from + 2))
  // Spans of two characters, one of which is gold, and one that is of every gold: under the published reading each is counted anew.
  const retrieved = [...many(1), at(0, 4e5)]
  const whole = compat === undefined ? [2e5, 4e5] : [3e5, 6e5]
  expect(spanPrecision(retrieved, many(0), { compat }).parts).toEqual(whole)
  expect(spanPrecision(many(1), many(0), { compat }).parts).toEqual([1e5, 2e5])
})

describe('as LegalBench-RAG counts', () => {
  const compat = 'legalbench-rag'

  it('overlapping spans are counted twice, so that recall is above 1', () => {
    const [retrieved, gold] = [[at(0, 10), at(0, 10)], [at(5, 10)]]
    expect(spanRecall(retrieved, gold, { compat })).toEqual({ value: 2, parts: [10, 5] })
    expect(spanRecall(retrieved, gold)).toEqual({ value: 1, parts: [5, 5] })
    expect(spanPrecision(retrieved, gold, { compat })).toEqual({ value: 1 / 2, parts: [10, 20] })
  })

  it('fault 5: 0 on empty sets', () => {
    for (const metric of [spanPrecision, spanRecall]) {
      expect(metric([], [at(0, 4)], { compat }).value).toBe(0)
      expect(metric([at(0, 4)], [], { compat }).value).toBe(0)
      expect(metric([], [], { compat })).toEqual({ value: 0 })
      expect(metric(null, [at(0, 4)], { compat })).toEqual({ value: null, reason: 'spans not reported' })
    }
  })

  it('counts each retrieved span anew, whatever the others are', () => {
    fc.assert(
      fc.property(some, some, (retrieved, gold) => {
        const wanted = characters(gold)
        const shared = retrieved.map((one) => [...characters([one])].filter((character) => wanted.has(character)).length)
        const overlap = shared.reduce((total, length) => total + length, 0)
        expect(spanRecall(retrieved, gold, { compat }).parts).toEqual([overlap, wanted.size])
      }),
    )
  })

  it('is the sound score where retrieved spans share nothing', () => {
    fc.assert(
      fc.property(span, some, (retrieved, gold) => {
        expect(spanPrecision([retrieved], gold, { compat })).toEqual(spanPrecision([retrieved], gold))
        expect(spanRecall([retrieved], gold, { compat })).toEqual(spanRecall([retrieved], gold))
      }),
    )
  })

  it('a reading that is not known is refused', () => {
    expect(() => spanRecall([], [], { compat: 'alce' as 'legalbench-rag' })).toThrow(
      new RangeError('`compat`: expected \'legalbench-rag\', got "alce"'),
    )
  })
})

describe('citedSpans', () => {
  const gold = [at(10, 20)]

  it('scores the cited text, and beside it the chunks behind cited entities', () => {
    expect(citedSpans([{ span: at(10, 15) }, { expands: [at(12, 20), at(40, 50)] }], gold)).toEqual({
      precision: { value: 1, parts: [5, 5] },
      recall: { value: 1 / 2, parts: [5, 10] },
      f1: { value: 2 / 3 },
      iou: { value: 1 / 2, parts: [5, 10] },
      expandedPrecision: { value: 1 / 2, parts: [10, 20] },
      expandedRecall: { value: 1, parts: [10, 10] },
      noCitation: false,
      withoutSpan: { value: 1 / 2, parts: [1, 2] },
    })
  })

  const zero = {
    precision: { value: 0 },
    recall: { value: 0, parts: [0, 10] },
    f1: { value: 0 },
    iou: { value: 0, parts: [0, 10] },
    expandedPrecision: { value: 0 },
    expandedRecall: { value: 0, parts: [0, 10] },
  }

  it('no citation scores 0 and is flagged', () => {
    expect(citedSpans([], gold)).toEqual({ ...zero, noCitation: true, withoutSpan: { value: null, reason: 'no citation' } })
  })

  it('citations of which none can be located score 0, flagged by the share without a span', () => {
    expect(citedSpans([{}, {}], gold)).toEqual({ ...zero, noCitation: false, withoutSpan: { value: 1, parts: [2, 2] } })
    expect(citedSpans([{ expands: [at(10, 20)] }], gold)).toEqual({
      ...zero,
      expandedPrecision: { value: 1, parts: [10, 10] },
      expandedRecall: { value: 1, parts: [10, 10] },
      noCitation: false,
      withoutSpan: { value: 1, parts: [1, 1] },
    })
  })

  it.each([null, undefined])('nothing is known of citations that were not reported (%s)', (citations) => {
    const { noCitation, ...scores } = citedSpans(citations, gold)
    expect(noCitation).toBe(false)
    for (const score of Object.values(scores)) expect(score).toEqual({ value: null, reason: 'citations not reported' })
  })

  it('without a gold span nothing is scored but the share without a span', () => {
    const { noCitation, withoutSpan, ...scores } = citedSpans([{ span: at(0, 1) }], [])
    expect({ noCitation, withoutSpan }).toEqual({ noCitation: false, withoutSpan: { value: 0, parts: [0, 1] } })
    for (const score of Object.values(scores)) expect(score).toEqual({ value: null, reason: 'no gold span' })
    expect(citedSpans([], []).precision).toEqual({ value: null, reason: 'no gold span' })
  })

  it('refuses offsets that are none, also where citations were not reported', () => {
    expect(() => citedSpans([{ expands: [at(3, 3)] }], gold)).toThrow('`citations`: expected whole offsets')
    expect(() => citedSpans(null, [at(3, 3)])).toThrow('`gold`: expected whole offsets')
  })
})

const { folder, absent, whetherSkipped } = publishedData('legalbench-rag')

describe.skipIf(absent)(`LegalBench-RAG${whetherSkipped}`, () => {
  const Tests = z.object({
    tests: z.array(
      z.object({
        query_id: z.string(),
        snippets: z.array(z.object({ file_path: z.string(), span: z.tuple([z.int(), z.int()]) })),
      }),
    ),
  })
  const golds = (source: string) =>
    Tests.parse(JSON.parse(readFileSync(join(folder, `benchmarks/mini/${source}.json`), 'utf8'))).tests.map(
      ({ query_id, snippets }) => ({
        id: query_id,
        gold: snippets.map(({ file_path, span: [start, end] }) => at(start, end, file_path)),
      }),
    )

  it.each([
    ['privacy_qa', 453],
    ['contractnli', 276],
    ['maud', 306],
    ['cuad', 273],
  ])('every query of %s scores 1 where the gold is what was retrieved', (source, snippets) => {
    const queries = golds(source)
    expect(queries).toHaveLength(194)
    expect(queries.reduce((total, { gold }) => total + gold.length, 0)).toBe(snippets)
    for (const { gold } of queries) {
      const whole = gold.reduce((total, { start, end }) => total + end - start, 0)
      for (const compat of [undefined, 'legalbench-rag'] as const) {
        expect(spanPrecision(gold, gold, { compat })).toEqual({ value: 1, parts: [whole, whole] })
        expect(spanRecall(gold, gold, { compat })).toEqual({ value: 1, parts: [whole, whole] })
      }
      expect([spanF1(gold, gold).value, spanIoU(gold, gold).value]).toEqual([1, 1])
    }
  })

  it.each([
    ['privacy_qa-0048', 140, 0.026],
    ['privacy_qa-0039', 1128, 0.212],
  ])('the chunks of Keep.txt against %s', (id, characters, first) => {
    const text = readFileSync(join(folder, 'corpus/privacy_qa/Keep.txt'), 'utf8')
    expect([...text]).toHaveLength(5327 + 5336 + 241)
    const gold = golds('privacy_qa').find((query) => query.id === id)?.gold ?? []
    const [one, two] = [at(0, 5327, 'privacy_qa/Keep.txt'), at(5327, 10_663, 'privacy_qa/Keep.txt')]
    expect(spanPrecision([one, two], gold).parts).toEqual([characters, 10_663])
    expect(spanRecall([one, two], gold)).toEqual({ value: 1, parts: [characters, characters] })
    expect(spanPrecision([one], gold).parts).toEqual([characters, 5327])
    expect(spanPrecision([one], gold).value).toBeCloseTo(first, 3)
    expect(citedSpans([{ span: one }, { span: two }], gold).precision.parts).toEqual([characters, 10_663])
  })
})
