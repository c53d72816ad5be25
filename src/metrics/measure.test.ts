import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRecord } from '../../test/unit/records.js'
import { Mean } from '../schema/metric.js'
import type { CaseRecord } from '../schema/record.js'
import { measureEntries, measureScore } from './measure.js'

type Score = CaseRecord['scores'][string]
const LOST = { value: null, reason: 'no response' }

/** A case a score, in a group of its own; undefined for a case to which the score does not apply. */
function casesOf(scores: readonly (Score | undefined)[], over: (i: number) => Partial<CaseRecord> = () => ({})): CaseRecord[] {
  return scores.map((score, i) =>
    makeRecord({ id: `c${i}`, scores: score === undefined ? {} : { 'recall@5': score }, ...over(i) }),
  )
}

const mean = (records: readonly CaseRecord[]) => measureScore(records, 'recall@5').metric

describe('measureScore', () => {
  it('the macro mean counts cases alike, the micro mean what they count', () => {
    // (1/1 + 1/4) / 2 = 0.625, (1 + 1) / (1 + 4) = 0.4.
    const scores: Score[] = [
      { value: 1, parts: [1, 1] },
      { value: 0.25, parts: [1, 4] },
    ]
    expect(mean(casesOf(scores))).toMatchObject({
      value: 0.625,
      count: 1.25,
      scored: 2,
      total: 2,
      micro: { numerator: 2, denominator: 5, value: 0.4 },
      label: 'recall@5',
      better: 'higher',
    })
  })

  // scored, unknown, lost, total.
  it.each<[string, Score | undefined, number[]]>([
    ['a value', { value: 0.5 }, [2, 0, 0, 2]],
    ['no such score', undefined, [1, 0, 0, 1]],
    ['no response', LOST, [1, 0, 1, 2]],
    ['a judge that failed', { value: null, reason: 'judge failed' }, [1, 0, 1, 2]],
    ['a spent budget', { value: null, reason: 'budget' }, [1, 0, 1, 2]],
    ['a score without a reason', { value: null }, [1, 1, 0, 2]],
    ...[
      'undetermined',
      'not judged',
      'retrieval not reported',
      'spans not reported',
      'citations not reported',
      'passages not reported',
      'passages without a name',
      'passages without offsets',
      'empty answer',
    ].map((reason): [string, Score, number[]] => [reason, { value: null, reason }, [1, 1, 0, 2]]),
    ...[
      'nothing relevant',
      'nothing retrieved',
      'no gold span',
      'no claims',
      'no citation',
      'no cited claim',
      'no statements',
      'no required gold',
      'no reference claim was retrieved',
    ].map((reason): [string, Score, number[]] => [reason, { value: null, reason }, [1, 0, 0, 1]]),
  ])('fault 56: beside a case that is scored, %s', (_, score, expected) => {
    const { scored, unknown, lost, total } = mean(casesOf([{ value: 1 }, score]))
    expect([scored, unknown, lost, total]).toEqual(expected)
  })

  it('fault 1: of nothing, of what is undefined and of what is lost it is null, never 0 or NaN', () => {
    for (const records of [[], casesOf([undefined]), casesOf([LOST]), casesOf([{ value: null, reason: 'no claims' }])]) {
      expect(mean(records)).toMatchObject({ value: null, low: null, high: null, micro: null, scored: 0 })
    }
  })

  it('tells why cases are unknown, and not why others are lost or not defined', () => {
    const reasons = ['undetermined', 'passages without a name', 'passages without a name', 'no response', 'nothing relevant']
    const records = reasons.map((reason, i) => makeRecord({ id: `x${i}`, scores: { mrr: { value: null, reason } } }))
    expect(measureScore(records, 'mrr').metric).toMatchObject({
      scored: 0,
      unknown: 3,
      lost: 1,
      reasons: { undetermined: 1, 'passages without a name': 2 },
    })
    expect(measureScore([makeRecord({ id: 'A', scores: { mrr: { value: 1 } } })], 'mrr').metric).not.toHaveProperty('reasons')
  })

  it('what is unknown widens the interval to both sides, and moves no value', () => {
    const known = casesOf(Array.from({ length: 50 }, () => ({ value: 0.5 })))
    const both = mean([...known, ...casesOf([{ value: null, reason: 'undetermined' }], () => ({ id: 'u', group: 'u' }))])
    const alone = mean(known)
    expect(both.value).toBe(0.5)
    expect(alone.low).toBeGreaterThan(both.low ?? Number.NaN)
    expect(both.high).toBeGreaterThan(alone.high ?? 1)
  })

  it('a published reading above 1 is a value without an interval, which a report holds', () => {
    const { metric, bounds } = measureScore(
      casesOf([
        { value: 2, parts: [2, 1] },
        { value: 0, parts: [0, 1] },
      ]),
      'recall@5',
    )
    expect(metric).toMatchObject({ value: 1, low: null, high: null, micro: { value: 1 } })
    expect(bounds).toBeNull()
    expect(Mean.safeParse(mean(casesOf([{ value: 3 }]))).success).toBe(true)
  })

  it('a score without parts is in no micro mean', () => {
    expect(mean(casesOf([{ value: 0 }, { value: 0.5, parts: [1, 2] }])).micro).toEqual({
      numerator: 1,
      denominator: 2,
      value: 0.5,
    })
    expect(mean(casesOf([{ value: 0 }])).micro).toBeNull()
  })

  it('an unscored case has no part in the micro mean, whatever parts it has', () => {
    expect(
      mean(
        casesOf([
          { value: null, reason: 'undetermined', parts: [9, 9] },
          { value: 0.5, parts: [1, 2] },
        ]),
      ).micro,
    ).toEqual({
      numerator: 1,
      denominator: 2,
      value: 0.5,
    })
  })

  it('names the furthest cases first, those at the limit on neither side', () => {
    const { yes, no } = measureScore(casesOf([{ value: 0.5 }, { value: 1 }, { value: 0 }, { value: 0.2 }]), 'recall@5')
    expect([yes, no]).toEqual([
      ['c1', 'c0', 'c3'],
      ['c2', 'c3', 'c0'],
    ])
  })

  it.each(['recal@5', '__proto__', 'constructor', '', 'hallucinationRate'])('%j is no score', (name) => {
    expect(() => measureScore([], name)).toThrow(RangeError)
  })

  describe('of sources', () => {
    const of =
      (...sources: (string | undefined)[]) =>
      (i: number) =>
        sources[i] === undefined ? {} : { source: sources[i] }

    it('each counts the same, and one without a score is shown without a value', () => {
      const records = casesOf([{ value: 1 }, { value: 1 }, { value: 0 }, LOST], of('a', 'a', 'b', 'c'))
      expect(mean(records).weighted).toEqual({
        value: 0.5,
        parts: [
          { source: 'a', value: 1 },
          { source: 'b', value: 0 },
          { source: 'c', value: null },
        ],
      })
      expect(mean(records).value).toBeCloseTo(2 / 3, 12)
    })

    it('one of which the score is not defined is none of them', () => {
      const records = casesOf([{ value: 1 }, { value: 0 }, { value: null, reason: 'no claims' }], of('a', 'b', 'c'))
      expect(mean(records).weighted?.parts.map(({ source }) => source)).toEqual(['a', 'b'])
    })

    it('fault 44: __proto__ and numbers are names like any other', () => {
      const records = casesOf([{ value: 1 }, { value: 0 }, { value: 0.5 }], of('__proto__', '1', 'constructor'))
      expect(mean(records).weighted).toEqual({
        value: 0.5,
        parts: [
          { source: '__proto__', value: 1 },
          { source: '1', value: 0 },
          { source: 'constructor', value: 0.5 },
        ],
      })
    })

    it.each<[string, (string | undefined)[]]>([
      ['one source', ['a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a']],
      ['a case without one', ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', undefined]],
      ['as many as where each question came from', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']],
    ])('not of %s', (_, sources) => {
      expect(
        mean(
          casesOf(
            sources.map(() => ({ value: 1 })),
            of(...sources),
          ),
        ).weighted,
      ).toBeNull()
    })
  })

  it('fault 1: over any scores it is finite, within its interval, and accounts for every case', () => {
    const score = fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }).map((value): Score => ({ value })),
      fc.tuple(fc.nat(9), fc.integer({ min: 10, max: 20 })).map(([a, b]): Score => ({ value: a / b, parts: [a, b] })),
      fc.constantFrom('undetermined', 'no response', 'no claims').map((reason): Score => ({ value: null, reason })),
      fc.constant(undefined),
    )
    fc.assert(
      fc.property(fc.array(score, { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (scores, groups) => {
        const records = casesOf(scores, (i) => ({ group: `g${i % groups}` }))
        const metric = mean(records)
        expect(Mean.safeParse(metric).error).toBeUndefined()
        expect(metric.total).toBe(metric.scored + metric.unknown + metric.lost)
        const reversed = mean(records.toReversed()).value
        if (metric.value === null) {
          expect(reversed).toBeNull()
          return
        }
        expect(reversed).toBeCloseTo(metric.value, 9)
        expect(metric.low).toBeLessThanOrEqual(metric.value + 1e-9)
        expect(metric.high).toBeGreaterThanOrEqual(metric.value - 1e-9)
      }),
      { numRuns: 200 },
    )
  })
})

it('measureEntries of yes, no, unknown, lost and out', () => {
  const entries = ([true, false, 'unknown', 'lost', 'out', 0.5] as const).map((standing, i) => ({
    id: `e${i}`,
    group: `e${i}`,
    standing,
  }))
  const { metric, yes, no } = measureEntries(entries, { label: 'x', denominator: 'things', better: null })
  expect(metric).toMatchObject({ count: 1.5, scored: 3, total: 5, unknown: 1, lost: 1, value: 0.5, groups: 4 })
  expect([yes, no]).toEqual([
    ['e0', 'e5'],
    ['e1', 'e5'],
  ])
})
