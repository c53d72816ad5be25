import { describe, expect, it } from 'vitest'
import { Item, type ItemInput } from '../../schema/item.js'
import type { Citation, Passage, Response } from '../../schema/response.js'
import { citedSpanScores, spanScores } from './spans.js'

const span = (document: string, start: number, end: number, optional = false) => ({
  kind: 'span' as const,
  document,
  start,
  end,
  optional,
})
const item = (...golds: NonNullable<ItemInput['golds']>) => Item.parse({ id: 'A', question: 'Q?', golds })
const at = (document: string, start: number, end: number, over: Partial<Passage> = {}): Passage => ({
  document,
  start,
  end,
  ...over,
})
const response = (passages: Passage[] | undefined, citations?: Citation[]): Response => ({
  answer: 'A.',
  ...(passages === undefined ? {} : { passages }),
  ...(citations === undefined ? {} : { citations }),
})
const valuesOf = (scores: ReturnType<typeof spanScores>, ...names: string[]) =>
  names.map((name) => scores[name]?.value ?? scores[name]?.reason ?? 'absent')

const K = { k: [1, 5] }
const GOLD = item(span('D', 10, 20))

describe('spanScores', () => {
  const scoresOf = (passages: Passage[] | undefined, of = GOLD) =>
    valuesOf(spanScores(of, response(passages), K), 'spanPrecision', 'spanRecall', 'spanF1', 'spanIoU')

  // Expected: overlap / retrieved, overlap / 10, their harmonic mean, overlap / either.
  it.each<[string, Passage[] | undefined, (number | string)[]]>([
    ['half of it, half else', [at('D', 15, 25)], [0.5, 0.5, 0.5, 1 / 3]],
    ['all of it among ten times as much', [at('D', 0, 100)], [0.1, 1, 0.2 / 1.1, 0.1]],
    ['the same characters twice count once', [at('D', 10, 15), at('D', 10, 15)], [1, 0.5, 2 / 3, 0.5]],
    ['offsets of another document', [at('E', 10, 20)], [0, 0, 0, 0]],
    ['touching, which shares nothing', [at('D', 20, 30)], [0, 0, 0, 0]],
    ['nothing', [], ['nothing retrieved', 0, 0, 0]],
    ['a passage without characters', [at('D', 12, 12)], ['nothing retrieved', 0, 0, 0]],
    ['one of them beside a passage', [at('D', 12, 12), at('D', 10, 20)], [1, 1, 1, 1]],
    ['retrieval that was not reported', undefined, Array(4).fill('spans not reported')],
    ['a start without an end', [{ document: 'D', start: 10 }], Array(4).fill('passages without offsets')],
    ['an end before its start', [at('D', 20, 10)], Array(4).fill('passages without offsets')],
    ['a passage without a document', [{ id: 'p', start: 10, end: 20 }], Array(4).fill('passages without offsets')],
    ['one passage of two without offsets', [at('D', 10, 20), { document: 'D' }], Array(4).fill('passages without offsets')],
  ])('%s', (_, passages, expected) => {
    expect(scoresOf(passages)).toEqual(expected.map((value) => (typeof value === 'number' ? expect.closeTo(value, 12) : value)))
  })

  it('cuts count passages', () => {
    const passages = [at('E', 0, 10), at('D', 10, 20)]
    expect(
      valuesOf(spanScores(GOLD, response(passages), K), 'spanPrecision@1', 'spanRecall@1', 'spanPrecision@5', 'spanRecall@5'),
    ).toEqual([0, 0, 0.5, 1])
  })

  it('parts are characters, for the micro mean', () => {
    const scores = spanScores(GOLD, response([at('D', 15, 25)]), K)
    expect([scores['spanPrecision']?.parts, scores['spanRecall']?.parts]).toEqual([
      [5, 10],
      [5, 10],
    ])
    expect(scores['spanF1']?.parts).toBeUndefined()
  })

  it.each<[string, Item]>([
    ['no gold', item()],
    ['golds of other kinds', item({ kind: 'document', id: 'D' })],
    ['optional golds only', item(span('D', 10, 20, true))],
  ])('%s: no score applies', (_, of) => {
    expect(spanScores(of, response([at('D', 10, 20)]), K)).toEqual({})
    expect(citedSpanScores(of, response([], []))).toEqual({})
  })

  it('an optional gold neither counts nor hurts, and a gold given twice counts once', () => {
    expect(scoresOf([at('D', 10, 20)], item(span('D', 10, 20), span('D', 50, 60, true)))).toEqual([1, 1, 1, 1])
    expect(scoresOf([at('D', 10, 15)], item(span('D', 10, 20), span('D', 10, 20)))[1]).toBe(0.5)
  })

  it('fault 44: __proto__ is a document like any other', () => {
    expect(scoresOf([at('__proto__', 10, 20)], item(span('__proto__', 10, 20)))).toEqual([1, 1, 1, 1])
    expect(scoresOf([at('constructor', 10, 20)], item(span('__proto__', 10, 20)))).toEqual([0, 0, 0, 0])
  })

  it.each([
    ['Caf\u00e9', 'Cafe\u0301'],
    ['Cafe\u0301', 'Caf\u00e9'],
  ])('fault 45: %s is the document of %s', (gold, document) => {
    const of = item(span(gold, 10, 20))
    expect(scoresOf([at(document, 10, 20)], of)).toEqual([1, 1, 1, 1])
    expect(scoresOf([{ document, injected: true }, at(document, 0, 5)], of)[0]).toBe('passages without offsets')
    expect(spanScores(of, response([at(document, 0, 30, { injected: true })]), K)).toEqual({})
  })

  it('without a response every score is lost', () => {
    const scores = spanScores(GOLD, null, K)
    expect(Object.keys(scores)).toHaveLength(8)
    expect(new Set(Object.values(scores).map(({ reason }) => reason))).toEqual(new Set(['no response']))
  })

  it('recall above 1 where overlapping passages count twice, as published, and there alone', () => {
    const passages = [at('D', 10, 20), at('D', 10, 20)]
    const published = spanScores(GOLD, response(passages), { ...K, compat: 'legalbench-rag' })
    expect(valuesOf(published, 'spanRecall', 'spanPrecision')).toEqual([2, 1])
    expect(scoresOf(passages)).toEqual([1, 1, 1, 1])
  })

  describe('fault 58: what was put into the context', () => {
    const put = { injected: true }
    it.each<[string, Passage[], (number | string)[]]>([
      ['its gold is none to retrieve', [at('D', 0, 30, put), at('D', 100, 110)], ['absent', 'absent']],
      ['unless it was retrieved as well', [at('D', 0, 30, put), at('D', 15, 25)], [0.5, 0.5]],
      ['a gold elsewhere stays', [at('E', 10, 20, put), at('D', 10, 15)], [1, 0.5]],
      ['it has no place in the ranking', [at('E', 0, 9, put), at('D', 10, 20)], [1, 1]],
      [
        'without offsets it may be the gold',
        [{ document: 'D', ...put }, at('D', 0, 5)],
        Array(2).fill('passages without offsets'),
      ],
      ['not if it is of another document', [{ document: 'E', ...put }, at('D', 0, 20)], [0.5, 1]],
    ])('%s', (_, passages, expected) => {
      expect(valuesOf(spanScores(GOLD, response(passages), K), 'spanPrecision@1', 'spanRecall@1')).toEqual(expected)
    })

    it('what an answer cites of it is cited all the same', () => {
      const given = response([at('D', 10, 20, { id: 'p', ...put })], [{ id: 'p' }])
      expect(spanScores(GOLD, given, K)).toEqual({})
      expect(valuesOf(citedSpanScores(GOLD, given), 'citedSpanPrecision', 'citedSpanRecall')).toEqual([1, 1])
    })
  })
})

describe('citedSpanScores', () => {
  const passages = [at('D', 0, 100, { id: 'p' }), at('D', 10, 20, { id: '__proto__' }), { id: 'bare' }]
  const scoresOf = (citations: Citation[] | undefined) =>
    valuesOf(
      citedSpanScores(GOLD, response(passages, citations)),
      'citedSpanPrecision',
      'citedSpanRecall',
      'expandedSpanRecall',
      'noCitation',
      'citationsWithoutSpan',
    )

  it.each<[string, Citation[] | undefined, (number | string)[]]>([
    ['by offsets', [{ document: 'D', start: 10, end: 15 }], [1, 0.5, 0.5, 0, 0]],
    ['by the id of a passage', [{ id: 'p' }], [0.1, 1, 1, 0, 0]],
    ['own offsets before those of the passage', [{ id: 'p', document: 'D', start: 10, end: 20 }], [1, 1, 1, 0, 0]],
    ['fault 44: __proto__ as the id of a passage', [{ id: '__proto__' }], [1, 1, 1, 0, 0]],
    ['fault 44: an id that no passage has', [{ id: 'constructor' }], [0, 0, 0, 0, 1]],
    ['a passage without offsets', [{ id: 'bare' }], [0, 0, 0, 0, 1]],
    ['an entity with the chunk behind it', [{ text: 'the lease', expands: ['p'] }], [0, 0, 1, 0, 1]],
    ['a start without an end', [{ text: 'x', document: 'D', start: 10 }], [0, 0, 0, 0, 1]],
    ['one that can be located of two', [{ id: 'p' }, { text: 'x' }], [0.1, 1, 1, 0, 0.5]],
    ['fault 46: a span past every document is of nothing', [{ document: 'D', start: 900, end: 990 }], [0, 0, 0, 0, 0]],
    ['none', [], [0, 0, 0, 1, 'no citation']],
    ['citations that were not reported', undefined, Array(5).fill('citations not reported')],
  ])('%s', (_, citations, expected) => {
    expect(scoresOf(citations)).toEqual(expected)
  })

  describe('an id that several passages have', () => {
    const why = 'an id that several passages have'
    const twice = [at('D', 0, 10, { id: 'p' }), at('D', 10, 20, { id: 'p' }), at('D', 10, 20, { id: 'q' })]
    it.each<[string, Passage[], Citation[], (number | string)[]]>([
      ['cited: nobody knows which', twice, [{ id: 'p' }], [why, why, why, 0, why]],
      ['one of them without offsets', [at('D', 0, 10, { id: 'p' }), { id: 'p' }], [{ id: 'p' }], [why, why, why, 0, why]],
      ['beside one that is known', twice, [{ id: 'q' }, { id: 'p' }], [why, why, why, 0, why]],
      ['cited with offsets of its own', twice, [{ id: 'p', document: 'D', start: 10, end: 20 }], [1, 1, 1, 0, 0]],
      ['behind an entity', twice, [{ id: 'q', expands: ['p'] }], [1, 1, why, 0, 0]],
      ['not cited', twice, [{ id: 'q' }], [1, 1, 1, 0, 0]],
      ['the same characters twice', [...twice.slice(1, 2), ...twice.slice(1)], [{ id: 'p' }], [1, 1, 1, 0, 0]],
      [
        'fault 45: the same document in NFD',
        [at('é', 1, 2, { id: 'p' }), at('e\u0301', 1, 2, { id: 'p' })],
        [{ id: 'p' }],
        [0, 0, 0, 0, 0],
      ],
    ])('%s', (_, given, citations, expected) => {
      expect(
        valuesOf(
          citedSpanScores(GOLD, response(given, citations)),
          'citedSpanPrecision',
          'citedSpanRecall',
          'expandedSpanRecall',
          'noCitation',
          'citationsWithoutSpan',
        ),
      ).toEqual(expected)
    })
  })

  it('without a response every score is lost', () => {
    expect(new Set(Object.values(citedSpanScores(GOLD, null)).map(({ reason }) => reason))).toEqual(new Set(['no response']))
  })
})

describe('places that say the same', () => {
  // Ten characters in D, or twenty in E.
  const equal = Item.parse({
    id: 'A',
    question: 'Q?',
    golds: [{ ...span('D', 10, 20), equals: [{ document: 'E', start: 0, end: 20 }] }],
  })

  // Of the place of which the larger share is there: 5 of 10 in D is more than 8 of 20 in E, and less than 12 of 20.
  it.each<[string, Passage[], number]>([
    ['the gold alone', [at('D', 10, 20)], 1],
    ['the other place alone', [at('E', 0, 20)], 1],
    ['more of the gold, in share', [at('D', 10, 15), at('E', 0, 8)], 0.5],
    ['more of the other place', [at('D', 10, 15), at('E', 0, 12)], 0.6],
    ['neither', [at('F', 0, 9)], 0],
  ])('%s', (_, passages, recall) => {
    expect(valuesOf(spanScores(equal, response(passages), K), 'spanRecall')).toEqual([recall])
    const cited = passages.map(({ document, start, end }) => ({ document, start, end }) as Citation)
    expect(valuesOf(citedSpanScores(equal, response(passages, cited)), 'citedSpanRecall')).toEqual([recall])
  })

  it('a place that was put into the context is the gold found by construction', () => {
    expect(spanScores(equal, response([at('E', 5, 9, { injected: true })]), K)).toEqual({})
  })
})
