import { describe, expect, it } from 'vitest'
import type { Standing } from '../schema/baseline.js'
import { mcnemar } from '../stats/mcnemar.js'
import { changedPairs, differenceBounds, measureDifference, type StandingPair, testDifference } from './difference.js'

const CORRECT = { label: 'correct', better: 'higher' } as const
const WRONG = { label: 'hallucination rate', better: 'lower' } as const
let next = 0
const pairs = (n: number, base: Standing | undefined, now: Standing | undefined, group?: string): StandingPair[] =>
  Array.from({ length: n }, () => {
    next += 1
    return { id: `i${next}`, group: group ?? `g${next}`, base, now }
  })

describe('the difference of a metric over pairs', () => {
  it('is that of the two values, with McNemar by the pairs that differ', () => {
    const given = [...pairs(80, 1, 1), ...pairs(8, 1, 0), ...pairs(1, 0, 1), ...pairs(11, 0, 0)]
    const measured = measureDifference(given, CORRECT)
    const { p, midP } = mcnemar(8, 1)
    expect(measured).toMatchObject({
      ...CORRECT,
      base: 0.88,
      now: 0.81,
      pairs: 100,
      groups: 100,
      worse: 8,
      improved: 1,
      unknown: 0,
      lost: 0,
    })
    expect(measured.difference).toBeCloseTo(-0.07, 12)
    expect(measured.p).toBeCloseTo(p, 12)
    expect(measured.midP).toBeCloseTo(midP, 12)
    expect(measured.low).toBeLessThan(-0.07)
    expect(measured.high).toBeLessThan(0)
  })

  it('of a rate that should be low the pairs that rose are the worse ones', () => {
    const measured = measureDifference([...pairs(3, 0, 1), ...pairs(1, 1, 0), ...pairs(6, 0, 0)], WRONG)
    expect(measured).toMatchObject({ worse: 3, improved: 1 })
    expect(measured.difference).toBeCloseTo(0.2, 12)
  })

  it('a side that does not count the case is in no denominator of that side', () => {
    // Two of the ten answers of the base are refusals now.
    const measured = measureDifference([...pairs(2, 1, undefined), ...pairs(3, 1, 1), ...pairs(5, 0, 0)], WRONG)
    expect(measured).toMatchObject({ base: 0.5, now: 0.375, difference: -0.125, pairs: 10, worse: 0, improved: 2, p: 0.5 })
  })

  it('names the pairs that it counts as worse and improved', () => {
    const named = (id: string, base: Standing | undefined, now: Standing | undefined) => ({ id, group: id, base, now })
    const given = [
      ...[named('rose', 0, 1), named('fell', 1, 0), named('same', 1, 1), named('right, refused', 1, undefined)],
      ...[named('wrong, refused', 0, undefined), named('unknown', 1, null), named('lost', 'lost', 0)],
    ]
    expect(changedPairs(given, 'higher')).toEqual({ worse: ['fell'], improved: ['rose', 'wrong, refused'] })
    expect(changedPairs(given, 'lower')).toEqual({ worse: ['rose'], improved: ['fell', 'right, refused'] })
    expect(changedPairs(given, null)).toEqual(changedPairs(given, 'lower'))
    expect(measureDifference(given, CORRECT)).toMatchObject({ worse: 1, improved: 2 })
  })

  it('right answers that are refused now make the rate of the rest higher, and no answer worse', () => {
    const measured = measureDifference([...pairs(3, 1, 1), ...pairs(89, 0, 0), ...pairs(8, 0, undefined)], WRONG)
    expect(measured.difference).toBeGreaterThan(0)
    expect(measured).toMatchObject({ worse: 0, improved: 0, p: 1, midP: 1 })
  })

  it('wrong answers where the base refused are worse', () => {
    const measured = measureDifference([...pairs(90, 0, 0), ...pairs(8, undefined, 1)], WRONG)
    expect(measured).toMatchObject({ base: 0, worse: 8, improved: 0, p: 2 * 0.5 ** 8 })
  })

  it('a value that rises while less counts against it is no finding either way', () => {
    // Of 100 answers 10 were ungrounded; now 20 are given, 5 of them ungrounded.
    const measured = measureDifference(
      [...pairs(5, 1, 1), ...pairs(5, 1, undefined), ...pairs(15, 0, 0), ...pairs(75, 0, undefined)],
      WRONG,
    )
    expect(measured).toMatchObject({ base: 0.1, now: 0.25, worse: 0, improved: 5, p: 1 })
  })

  it('fault 3: lost sides are in no value, and are counted', () => {
    const measured = measureDifference([...pairs(5, 1, 1), ...pairs(2, 1, 'lost'), ...pairs(1, 'lost', null)], CORRECT)
    expect(measured).toMatchObject({ base: 1, now: 1, pairs: 5, lost: 3, unknown: 0 })
  })

  it('unknown sides are in no value, and widen the interval as far as they could be', () => {
    const known = [...pairs(90, 1, 1), ...pairs(10, 0, 0)]
    const sure = measureDifference(known, CORRECT)
    const open = measureDifference([...known, ...pairs(4, 1, null), ...pairs(2, null, 0)], CORRECT)
    expect(open).toMatchObject({ base: 0.9, now: 0.9, difference: 0, pairs: 100, unknown: 6 })
    // Now 90 of 106 at least and 94 at most; base 94 at least and 96 at most.
    expect(open.low).toBeLessThan(-0.05)
    expect(open.low).toBeLessThan(sure.low ?? 0)
    expect(open.high).toBeGreaterThanOrEqual(0)
  })

  it('fault 57: a twin pair that changed together is one change', () => {
    const alone = measureDifference([...pairs(60, 1, 1), ...pairs(6, 1, 0)], CORRECT)
    const twins = [1, 2, 3].flatMap((n) => pairs(2, 1, 0, `twins ${n}`))
    const together = measureDifference([...pairs(60, 1, 1), ...twins], CORRECT)
    expect(alone.p).toBeCloseTo(2 * 0.5 ** 6, 12)
    expect(together.p).toBeCloseTo(2 * 0.5 ** 3, 12)
    expect(together).toMatchObject({ pairs: 66, groups: 63, midP: null })
    expect(together.low).toBeLessThan(alone.low ?? 0)
  })

  it('has an interval of some width where nothing differs, and none where nothing is counted', () => {
    const same = measureDifference([...pairs(50, 1, 1), ...pairs(50, 0, 0)], CORRECT)
    expect(same).toMatchObject({ difference: 0, p: 1, midP: 1 })
    expect(same.low).toBeLessThan(-0.005)
    expect(same.high).toBeGreaterThan(0.005)
    expect(measureDifference([], CORRECT)).toMatchObject({
      base: null,
      difference: null,
      low: null,
      high: null,
      p: null,
      midP: null,
      pairs: 0,
    })
    expect(measureDifference(pairs(3, 1, undefined), CORRECT)).toMatchObject({ base: 1, now: null, difference: null, p: null })
  })

  it('compares means of scores', () => {
    const measured = measureDifference([...pairs(10, 0.5, 0.25), ...pairs(10, 1, 1)], { label: 'recall@5', better: 'higher' })
    expect(measured).toMatchObject({ base: 0.75, now: 0.625, difference: -0.125, worse: 10, improved: 0, midP: null })
    expect(measured.p).toBeCloseTo(2 * 0.5 ** 10, 12)
  })

  it('a published reading above 1 has no interval', () => {
    expect(measureDifference(pairs(4, 1.2, 1), { label: 'recall@5', better: 'higher' })).toMatchObject({
      base: 1.2,
      now: 1,
      low: null,
      high: null,
    })
  })
})

describe('bounds and tests for gates', () => {
  it('one-sided bounds at 97.5% are the two-sided 95% interval', () => {
    const given = [...pairs(70, 1, 1), ...pairs(6, 1, 0), ...pairs(2, 0, 1), ...pairs(22, 0, 0)]
    const { low, high } = measureDifference(given, CORRECT)
    expect(differenceBounds(given, 0.975)).toEqual({ lower: low, upper: high })
  })

  it('unknown verdicts are taken as they are asked for', () => {
    const given = [...pairs(10, 1, 1), ...pairs(6, 1, null)]
    expect(testDifference(given, 'most', 'higher')).toMatchObject({ difference: 0, worse: 1 })
    const least = testDifference(given, 'least', 'higher')
    expect(least?.difference).toBeCloseTo(-0.375, 12)
    expect(least?.worse).toBeCloseTo(0.5 ** 6, 12)
    expect(testDifference(given, 'known', 'higher')).toMatchObject({ difference: 0 })
    expect(testDifference([], 'known', 'higher')).toBeNull()
  })
})
