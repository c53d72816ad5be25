import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRecord } from '../../test/unit/records.js'
import { CaseRecord } from '../schema/record.js'
import { Outcome } from '../schema/verdict.js'
import { readingFor } from './compat.js'
import { classify } from './decomposition.js'
import { measure } from './measure.js'
import { RATES, type RateName } from './rates.js'

const NAMES = Object.keys(RATES) as RateName[]

const halluc = (id: string) =>
  makeRecord({
    id,
    signals: { c: false, g: false, r: true },
    errorClass: 'hallucination',
    citation: { document: true, section: null, golds: 1, sections: 1 },
  })
const good = (id: string) => makeRecord({ id, citation: { document: true, section: null, golds: 1, sections: 1 } })
const judgeFailed = (id: string) =>
  makeRecord({
    id,
    outcome: 'undetermined',
    signals: { c: null, g: null, r: true },
    errorClass: 'unscored',
    unscored: { c: 'judge failed', g: 'judge failed', outcome: 'judge failed' },
    failure: { stage: 'judge', kind: 'provider', message: '503' },
    citation: { document: true, section: null, golds: 1, sections: 1 },
  })
const systemFailed = (id: string) =>
  makeRecord({
    id,
    outcome: null,
    signals: { c: null, g: null, r: null },
    errorClass: 'infrastructure',
    failure: { stage: 'system', kind: 'http', message: '503' },
    citation: { document: null, section: null, golds: 1, sections: 1 },
  })

describe('a score is a number or is not there', () => {
  it.each(NAMES)('fault 1: %s of nothing is null, never 0, 1 or NaN', (name) => {
    const { metric, bounds } = measure([], RATES[name])
    expect(metric).toMatchObject({ count: 0, scored: 0, total: 0, value: null, low: null, high: null })
    expect(bounds).toBeNull()
  })

  it.each(NAMES)('fault 1, fault 3: %s, over any records: finite, within 0 and 1, and every case accounted for', (name) => {
    const signal = fc.constantFrom(true, false, null)
    const record = fc
      .record({
        answerable: fc.boolean(),
        premise: fc.constantFrom('true' as const, 'false' as const),
        outcome: fc.option(fc.constantFrom(...Outcome.options)),
        signals: fc.record({ c: signal, g: signal, r: signal }),
        failure: fc.option(fc.constantFrom('system' as const, 'judge' as const, 'run' as const), { nil: undefined }),
        group: fc.constantFrom('a', 'b', 'c'),
        document: signal,
        section: signal,
        golds: fc.nat(2),
      })
      .map(({ failure: stage, document, section, golds, ...rest }) => {
        const failure = stage && { stage, kind: 'x', message: 'x' }
        const base = { ...rest, failure, citation: { document, section, golds, sections: golds } }
        return makeRecord({ id: 'r', ...base, ...classify(base) })
      })
    fc.assert(
      fc.property(fc.array(record, { maxLength: 40 }), (records) => {
        const { metric, bounds } = measure(records, RATES[name])
        const { count, scored, total, unknown, lost, value, low, high } = metric
        expect(total).toBe(scored + unknown + lost)
        expect(total).toBeLessThanOrEqual(records.length)
        expect(count).toBeLessThanOrEqual(scored)
        for (const share of [value, low, high, bounds?.lower ?? null, bounds?.upper ?? null]) {
          if (share !== null) {
            expect(Number.isFinite(share)).toBe(true)
            expect(share).toBeGreaterThanOrEqual(0)
            expect(share).toBeLessThanOrEqual(1)
          }
        }
        if (value !== null) {
          expect(low).toBeLessThanOrEqual(value)
          expect(high).toBeGreaterThanOrEqual(value)
          expect(high).toBeGreaterThan(low ?? 1)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('fault 1: a record cannot hold a NaN', () => {
    expect(CaseRecord.safeParse({ ...good('a'), latencyMs: Number.NaN }).success).toBe(false)
    expect(CaseRecord.safeParse({ ...good('a'), signals: { c: Number.NaN, g: true, r: true } }).success).toBe(false)
  })
})

describe('what was lost does not improve a rate', () => {
  it('fault 3: errored cases stay in the total, and in no interval', () => {
    const all = [halluc('a'), good('b'), good('c'), good('d')]
    const before = measure(all, RATES.hallucinationRate)
    const after = measure([...all.slice(1), systemFailed('a')], RATES.hallucinationRate)
    expect(before.metric).toMatchObject({ count: 1, scored: 4, total: 4, lost: 0 })
    expect(after.metric).toMatchObject({ count: 0, scored: 3, total: 4, lost: 1 })
  })

  it.each<RateName>(['hallucinationRate', 'answered', 'overRefusal', 'correct'])(
    'fault 7: a judge that was not there is lost to %s, not a wrong answer',
    (name) => {
      const { metric } = measure([good('a'), judgeFailed('b')], RATES[name])
      expect(metric).toMatchObject({ scored: 1, total: 2, lost: 1, unknown: 0 })
    },
  )

  it('fault 7: what follows from the response alone no judge can lose', () => {
    expect(measure([judgeFailed('a')], RATES.goldCited).metric).toMatchObject({ count: 1, scored: 1, lost: 0 })
    expect(measure([judgeFailed('a')], RATES.goldRetrieved).metric).toMatchObject({ count: 1, scored: 1, lost: 0 })
  })

  it('a budget that ran out is lost as well', () => {
    const record = makeRecord({
      id: 'a',
      signals: { c: null, g: null, r: true },
      errorClass: 'unscored',
      unscored: { g: 'budget', c: 'budget' },
    })
    expect(measure([record], RATES.hallucinationRate).metric).toMatchObject({ scored: 0, lost: 1, unknown: 0, value: null })
  })
})

describe('what is not known', () => {
  const noClaims = makeRecord({
    id: 'n',
    signals: { c: true, g: null, r: true },
    errorClass: 'unscored',
    unscored: { g: 'no claims' },
  })

  it('fault 4: no claims is neither grounded nor a hallucination: it widens the interval', () => {
    const { metric, bounds } = measure([noClaims, good('a'), good('b')], RATES.hallucinationRate)
    expect(metric).toMatchObject({ count: 0, scored: 2, unknown: 1, total: 3, value: 0 })
    expect(bounds?.upper).toBeGreaterThan(measure([good('a'), good('b'), good('c')], RATES.hallucinationRate).bounds?.upper ?? 1)
  })

  it('fault 5: no retrieval scores 0, retrieval that was not reported is not scored', () => {
    const gold = { document: null, section: null, golds: 1, sections: 1 }
    const none = makeRecord({ id: 'a', signals: { c: true, g: false, r: false }, errorClass: 'hallucination', citation: gold })
    const silent = makeRecord({ id: 'b', signals: { c: true, g: null, r: null }, errorClass: 'unscored', citation: gold })
    expect(measure([none], RATES.goldRetrieved).metric).toMatchObject({ count: 0, scored: 1, value: 0 })
    expect(measure([silent], RATES.goldRetrieved).metric).toMatchObject({ scored: 0, unknown: 1, value: null })
  })

  it('a silent system scores no hallucination rate', () => {
    const refused = makeRecord({
      id: 'a',
      outcome: 'refused',
      errorClass: 'over-refusal',
      signals: { c: null, g: null, r: true },
    })
    expect(measure([refused], RATES.hallucinationRate).metric).toMatchObject({ total: 0, value: null })
    expect(measure([refused], RATES.overRefusal).metric).toMatchObject({ count: 1, scored: 1 })
  })
})

describe('denominators', () => {
  const records = [
    makeRecord({ id: 'a', outcome: 'refused', errorClass: 'over-refusal' }),
    good('b'),
    good('c'),
    makeRecord({ id: 'd', answerable: false, outcome: 'refused', errorClass: 'correct refusal' }),
    makeRecord({ id: 'e', answerable: false, outcome: 'answered', errorClass: 'false confidence' }),
  ]

  it('fault 56: every rate names its own', () => {
    for (const name of NAMES) {
      expect(RATES[name].denominator).not.toBe('')
      expect(measure(records, RATES[name]).metric.denominator).toBe(RATES[name].denominator)
    }
  })

  it('fault 56: over-refusal is of answerable items, and of all items under the published reading, which says so', () => {
    expect(measure(records, RATES.overRefusal).metric).toMatchObject({ count: 1, total: 3, denominator: 'answerable items' })
    const published = readingFor('paklegalqa').rates['overRefusal']
    expect(published && measure(records, published).metric).toMatchObject({ count: 1, total: 5, denominator: 'items' })
  })

  it('unanswerable items are the denominator of correct refusal and false confidence, which exclude each other', () => {
    expect(measure(records, RATES.correctRefusal).metric).toMatchObject({ count: 1, total: 2 })
    expect(measure(records, RATES.falseConfidence).metric).toMatchObject({ count: 1, total: 2 })
  })

  it('fault 57: cases of one group count once: no event in pairs is a wider interval than in singles', () => {
    const singles = Array.from({ length: 20 }, (_, i) => good(`s${i}`))
    const pairs = singles.map((record, i) => ({ ...record, group: `g${Math.floor(i / 2)}` }))
    const [one, two] = [measure(singles, RATES.hallucinationRate), measure(pairs, RATES.hallucinationRate)]
    expect([one.metric.groups, two.metric.groups]).toEqual([20, 10])
    expect(two.metric.high).toBeGreaterThan(one.metric.high ?? 1)
    expect(one.metric.high).toBeGreaterThan(0)
  })
})

describe('misgrounded', () => {
  const counts = {
    total: 2,
    supported: 2,
    unsupported: 0,
    undetermined: 0,
    harmless: 0,
    kinds: {},
    againstReference: 0,
    referenceKinds: {},
  }
  const judged = (id: string, cited: number, misgrounded: number, outcome: CaseRecord['outcome'] = 'answered') =>
    makeRecord({ id, outcome, claims: { ...counts, cited, misgrounded } })

  it('is of the answers given with a supported claim that was judged by what it cites', () => {
    const records = [judged('a', 1, 1), judged('b', 2, 0), judged('c', 0, 0), judged('d', 1, 1, 'refused')]
    expect(measure(records, RATES.misgrounded)).toMatchObject({
      metric: { count: 1, scored: 2, total: 2 },
      yes: ['a'],
      no: ['b'],
    })
  })

  it('fault 3: a judge that failed leaves the answer in the total, since it may have been one of them', () => {
    const failed = { ...judgeFailed('e'), outcome: 'answered' as const }
    const { metric } = measure([judged('a', 1, 1), failed, systemFailed('f')], RATES.misgrounded)
    expect(metric).toMatchObject({ count: 1, scored: 1, total: 3, lost: 2 })
  })

  it('an answer whose outcome is not known counts both ways', () => {
    const { metric } = measure([judged('a', 1, 1), judged('b', 1, 0, 'undetermined')], RATES.misgrounded)
    expect(metric).toMatchObject({ count: 1, scored: 1, total: 2, unknown: 1 })
  })
})

describe('correct, where the class is not known', () => {
  const unscored = (c: boolean | null, g: boolean | null) =>
    makeRecord({ id: 'A', signals: { c, g, r: true }, errorClass: 'unscored', unscored: { g: 'undetermined' } })
  it.each([
    ['wrong, groundedness unknown', unscored(false, null), { count: 0, scored: 1, unknown: 0 }],
    ['ungrounded, correctness unknown', unscored(null, false), { count: 0, scored: 1, unknown: 0 }],
    ['right, groundedness unknown', unscored(true, null), { count: 0, scored: 0, unknown: 1 }],
    ['grounded, correctness unknown', unscored(null, true), { count: 0, scored: 0, unknown: 1 }],
    ['neither known', unscored(null, null), { count: 0, scored: 0, unknown: 1 }],
    [
      'wrong, but maybe no answer at all',
      { ...unscored(false, null), outcome: 'undetermined' as const },
      { count: 0, scored: 0, unknown: 1 },
    ],
  ])('%s', (_, record, expected) => {
    expect(measure([record], RATES.correct).metric).toMatchObject(expected)
  })
})

describe('answer correct', () => {
  const answer = (over: Partial<CaseRecord>) => makeRecord({ id: 'A', ...over })
  it.each<[string, Partial<CaseRecord>, object]>([
    [
      'right, whatever it rests on',
      { signals: { c: true, g: false, r: false }, errorClass: 'hallucination' },
      { count: 1, scored: 1 },
    ],
    ['right, groundedness unknown', { signals: { c: true, g: null, r: null }, errorClass: 'unscored' }, { count: 1, scored: 1 }],
    ['wrong', { signals: { c: false, g: true, r: true }, errorClass: 'reasoning error' }, { count: 0, scored: 1 }],
    [
      'not known',
      { signals: { c: null, g: true, r: true }, errorClass: 'unscored', unscored: { c: 'undetermined' } },
      { scored: 0, unknown: 1 },
    ],
    [
      'not judged',
      { signals: { c: null, g: null, r: true }, errorClass: 'unscored', unscored: { c: 'judge failed' } },
      { scored: 0, lost: 1 },
    ],
    ['refused', { outcome: 'refused', errorClass: 'over-refusal' }, { total: 0 }],
    ['a non-answer', { outcome: 'non-answer', errorClass: 'non-answer' }, { total: 0 }],
    ['maybe no answer', { outcome: 'undetermined', errorClass: 'unscored' }, { scored: 0, unknown: 1 }],
    [
      'the system failed',
      { outcome: null, errorClass: 'infrastructure', failure: { stage: 'system', kind: 'http', message: '503' } },
      { scored: 0, lost: 1 },
    ],
    ['an unanswerable item', { answerable: false, errorClass: 'false confidence' }, { total: 0 }],
    ['a false premise', { premise: 'false', outcome: 'premise-corrected', errorClass: 'premise corrected' }, { total: 0 }],
  ])('%s', (_, over, expected) => {
    expect(measure([answer(over)], RATES.answerCorrect).metric).toMatchObject(expected)
  })
})

describe('fault 58: what is retrieved, and what is there by construction', () => {
  const found = (r: boolean | null, golds: number, byConstruction: number) =>
    makeRecord({
      id: 'A',
      signals: { c: true, g: true, r },
      citation: { document: null, section: null, golds, sections: 0 },
      retrieval: { passages: 1, withText: 1, byConstruction },
    })

  // count/scored/total of gold retrieved, and of found by construction.
  it.each<[string, CaseRecord, string, string]>([
    ['retrieved', found(true, 1, 0), '1/1/1', '0/1/1'],
    ['not retrieved', found(false, 1, 0), '0/1/1', '0/0/0'],
    ['put there', found(null, 1, 1), '0/0/0', '1/1/1'],
    ['all of two put there', found(null, 2, 2), '0/0/0', '1/1/1'],
    ['one put there, the other retrieved', found(true, 2, 1), '1/1/1', '0/1/1'],
    ['one put there, the other missed', found(false, 2, 1), '0/1/1', '0/0/0'],
    ['not reported', found(null, 1, 0), '0/0/1', '0/0/0'],
    ['no gold', found(null, 0, 0), '0/0/0', '0/0/0'],
    ['the system failed', systemFailed('A'), '0/0/1', '0/0/0'],
  ])('%s', (_, record, retrieved, built) => {
    const counts = (name: RateName) => {
      const { count, scored, total } = measure([record], RATES[name]).metric
      return `${count}/${scored}/${total}`
    }
    expect([counts('goldRetrieved'), counts('foundByConstruction')]).toEqual([retrieved, built])
  })

  it('seven of seven hits by construction leave a leak-free rate of the other three', () => {
    const records = [
      ...Array.from({ length: 7 }, () => found(null, 1, 1)),
      ...Array.from({ length: 3 }, () => found(false, 1, 0)),
    ]
    expect(measure(records, RATES.foundByConstruction).metric).toMatchObject({ count: 7, scored: 7 })
    expect(measure(records, RATES.goldRetrieved).metric).toMatchObject({ count: 0, scored: 3, total: 3 })
  })
})

describe('fault 56: faults of citations, each of the answers that could have them', () => {
  const NONE = { cited: 0, fabricated: 0, notRetrieved: 0, pinpoints: 0, outside: 0, quotes: 0, misquoted: 0, examples: [] }
  type Authorities = NonNullable<CaseRecord['authorities']>
  const rows: [RateName, Partial<Authorities> | null, object][] = [
    ['fabricatedCitation', { cited: 2, fabricated: 1 }, { count: 1, scored: 1 }],
    ['fabricatedCitation', { cited: 2, fabricated: 0 }, { count: 0, scored: 1 }],
    ['fabricatedCitation', { cited: 2, fabricated: null }, { scored: 0, unknown: 1 }],
    ['fabricatedCitation', { quotes: 3 }, { total: 0 }],
    ['citedNotRetrieved', { cited: 1, notRetrieved: 1 }, { count: 1, scored: 1 }],
    ['citedNotRetrieved', { cited: 1, notRetrieved: null }, { scored: 0, unknown: 1 }],
    ['citedNotRetrieved', {}, { total: 0 }],
    ['misquoted', { quotes: 2, misquoted: 2 }, { count: 1, scored: 1 }],
    ['misquoted', { quotes: 2, misquoted: null }, { scored: 0, unknown: 1 }],
    ['misquoted', { cited: 5 }, { total: 0 }],
    ['pinpointOutside', { pinpoints: 1, outside: 1 }, { count: 1, scored: 1 }],
    ['pinpointOutside', { pinpoints: 1 }, { count: 0, scored: 1 }],
    ['pinpointOutside', { cited: 1 }, { total: 0 }],
    ['fabricatedCitation', null, { total: 0 }],
  ]
  it.each(rows)('%s of %j', (name, authorities, expected) => {
    const record = makeRecord({ id: 'A', authorities: authorities && { ...NONE, ...authorities } })
    expect(measure([record], RATES[name]).metric).toMatchObject(expected)
  })

  it.each<[CaseRecord['rewrite'], object]>([
    [null, { total: 0 }],
    [{ added: [] }, { count: 0, scored: 1 }],
    [{ added: ['Art. 41 OR'] }, { count: 1, scored: 1 }],
  ])('rewriteAdds of %j', (rewrite, expected) => {
    expect(measure([makeRecord({ id: 'A', rewrite })], RATES.rewriteAdds).metric).toMatchObject(expected)
  })
})

describe('the reading of retrieval alone', () => {
  it.each([null, 'paklegalqa', 'canlegalragbench'] as const)('under %s there is no rate of answers and no refusal', (compat) => {
    const { rates, refused } = readingFor(compat, 'retrieval')
    expect(Object.keys(rates)).toEqual(['goldRetrieved', 'foundByConstruction', 'rewriteAdds'])
    expect(refused).toBeNull()
  })
})
