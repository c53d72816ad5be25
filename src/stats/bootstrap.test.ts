import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seeded } from '../random.js'
import { bootstrapDifference, bootstrapInterval, bootstrapRate, resample } from './bootstrap.js'
import { clopperPearson } from './clopper-pearson.js'
import type { MaybeGroupedValue } from './effective-n.js'
import type { PairedGroup } from './exchange-test.js'
import { pairedDifference } from './paired-difference.js'
import { wilson } from './wilson.js'

const mean = (groups: readonly (readonly number[])[]) => {
  const values = groups.flat()
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
const groupsOf = (values: readonly number[], size = 1) =>
  Array.from({ length: values.length / size }, (_, i) => values.slice(i * size, (i + 1) * size))

describe('bootstrapInterval', () => {
  const values = Array.from({ length: 400 }, (_, i) => (i % 5 === 0 ? 1 : 0))

  it('is near the interval of a formula where there is one', () => {
    const interval = bootstrapInterval(groupsOf(values), mean, { seed: 1 })
    const expected = wilson(80, 400)
    expect(interval?.low).toBeCloseTo(expected?.low ?? Number.NaN, 1)
    expect(interval?.high).toBeCloseTo(expected?.high ?? Number.NaN, 1)
  })

  it('is the same for the same seed, and another for another', () => {
    const of = (seed: number) => bootstrapInterval(groupsOf(values), mean, { seed, resamples: 200 })
    expect(of(1)).toEqual(of(1))
    expect([of(2), of(3), of(4)]).not.toEqual([of(1), of(1), of(1)])
  })

  it('is as wide as the groups are few: ten equal values in a group are one', () => {
    const sorted = [...values].sort()
    const width = (interval: ReturnType<typeof bootstrapInterval>) => (interval === null ? 0 : interval.high - interval.low)
    const single = width(bootstrapInterval(groupsOf(sorted), mean, { seed: 1 }))
    const grouped = width(bootstrapInterval(groupsOf(sorted, 10), mean, { seed: 1 }))
    expect(grouped / single).toBeGreaterThan(2.5)
    expect(grouped / single).toBeLessThan(4)
  })

  it.each([
    ['no group', []],
    ['one group', [[1, 0]]],
  ])('is null with %s', (_, groups) => {
    expect(bootstrapInterval(groups, mean, { seed: 1 })).toBeNull()
  })

  it('is null where the statistic is mostly undefined', () => {
    expect(bootstrapInterval(groupsOf(values), () => null, { seed: 1 })).toBeNull()
  })
})

/** `times` groups of these values each. */
function grouped(...rows: readonly (readonly [times: number, ...values: (number | null)[]])[]): MaybeGroupedValue[] {
  let group = 0
  return rows.flatMap(([times, ...values]) =>
    Array.from({ length: times }, () => {
      group += 1
      return values.map((value) => ({ value, group: `g${group}` }))
    }).flat(),
  )
}

describe('bootstrapRate', () => {
  // 2.5% and 97.5% quantiles of Binomial(40, 0.25) / 40 and Binomial(60, 0.1) / 60, scipy 1.17.1: what resampling single values comes to.
  it.each<[string, MaybeGroupedValue[], number, number]>([
    ['10 of 40', grouped([10, 1], [30, 0]), 5 / 40, 16 / 40],
    ['6 of 60', grouped([6, 1], [54, 0]), 2 / 60, 11 / 60],
    ['6 of 60 twins', grouped([6, 1, 1], [54, 0, 0]), 2 / 60, 11 / 60],
  ])('of %s has the quantiles of the binomial distribution', (_, values, low, high) => {
    const unit = 1 / new Set(values.map(({ group }) => group)).size
    const interval = bootstrapRate(values, { seed: 1, resamples: 5000 })
    expect(Math.abs((interval?.low ?? Number.NaN) - low)).toBeLessThan(unit + 1e-9)
    expect(Math.abs((interval?.high ?? Number.NaN) - high)).toBeLessThan(unit + 1e-9)
  })

  it.each<[string, MaybeGroupedValue[], number, number]>([
    ['no event', grouped([30, 0, 0]), 0, 30],
    ['events only', grouped([30, 1, 1]), 30, 30],
    ['one group', grouped([1, 1, 0]), 0.5, 1],
    ['groups that are all alike', grouped([30, 1, 0]), 15, 30],
    ['scores that are all alike, in groups of any size', grouped([10, 0.1], [10, 0.1, 0.1, 0.1]), 2, 20],
  ])('of %s is the exact one on the number of groups, and not of width zero', (_, values, count, groups) => {
    const exact = clopperPearson(count, groups)
    const found = bootstrapRate(values, { seed: 1 })
    expect(found?.low).toBeCloseTo(exact?.low ?? Number.NaN, 9)
    expect(found?.high).toBeCloseTo(exact?.high ?? Number.NaN, 9)
  })

  it('counts unknown values both ways', () => {
    const rows = (unknown: number | null) => grouped([10, 1], [30, 0], [5, unknown])
    const found = bootstrapRate(rows(null), { seed: 1 })
    expect(found?.low).toBe(bootstrapRate(rows(0), { seed: 1 })?.low)
    expect(found?.high).toBe(bootstrapRate(rows(1), { seed: 1 })?.high)
  })

  it('is null of nothing', () => {
    expect(bootstrapRate([], { seed: 1 })).toBeNull()
  })

  it('lies within 0 and 1, has a width, and is the same for the same seed', () => {
    const values = fc.array(
      fc.record({ value: fc.option(fc.constantFrom(0, 0.5, 1)), group: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f') }),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(values, fc.constantFrom(0.2, 0.95), fc.integer(), (given, confidence, seed) => {
        const options = { seed, confidence, resamples: 50 }
        const { low, high } = bootstrapRate(given, options) ?? { low: 1, high: 0 }
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(high - low).toBeGreaterThan(0)
        expect(bootstrapRate(given, options)).toEqual({ low, high })
      }),
    )
  })

  it.each([
    [{ seed: 1, confidence: 1 }, /`confidence`/],
    [{ seed: 1, resamples: 0 }, /`resamples`/],
    [{ seed: 0.5 }, /`seed`/],
  ])('refuses %j', (options, message) => {
    expect(() => bootstrapRate(grouped([3, 1], [3, 0]), options)).toThrow(message)
    expect(() => bootstrapDifference([group(0, 1), group(1, 0)], options)).toThrow(message)
  })
})

const group = (base: number, now: number, n = 1): PairedGroup => ({ base: { sum: base, n }, now: { sum: now, n } })

describe('bootstrapDifference', () => {
  it('is near the interval of a formula where there is one', () => {
    const groups = Array.from({ length: 200 }, (_, i) => group(i < 150 ? 1 : 0, i < 20 || i >= 190 ? 0 : 1))
    const pairs = groups.map(({ base, now }, i) => ({ base: base.sum, now: now.sum, group: `${i}` }))
    const found = bootstrapDifference(groups, { seed: 1 })
    const expected = pairedDifference(pairs)
    expect(Math.abs((found?.low ?? Number.NaN) - (expected?.low ?? Number.NaN))).toBeLessThan(0.02)
    expect(Math.abs((found?.high ?? Number.NaN) - (expected?.high ?? Number.NaN))).toBeLessThan(0.02)
  })

  it.each<[string, PairedGroup[]]>([
    ['no group differs', Array.from({ length: 30 }, (_, i) => group(i % 2, i % 2))],
    ['all are right both times', Array.from({ length: 30 }, () => group(1, 1))],
    ['every group changed', Array.from({ length: 30 }, () => group(1, 0))],
    ['there is one group', [group(3, 1, 4)]],
  ])('is that of pairedDifference where %s, and not of width zero', (_, groups) => {
    const found = bootstrapDifference(groups, { seed: 1 })
    const pairs = groups.map(({ base, now }, i) => ({ base: base.sum / base.n, now: now.sum / now.n, group: `${i}` }))
    const exact = pairedDifference(pairs)
    expect(found).toEqual({ low: exact?.low, high: exact?.high })
    expect((found?.high ?? Number.NaN) - (found?.low ?? Number.NaN)).toBeGreaterThan(0)
  })

  it.each<[string, PairedGroup[]]>([
    ['nothing', []],
    ['a side that counts nothing', Array.from({ length: 5 }, () => ({ base: { sum: 0, n: 0 }, now: { sum: 1, n: 1 } }))],
  ])('is null of %s', (_, groups) => {
    expect(bootstrapDifference(groups, { seed: 1 })).toBeNull()
  })

  it('lies within -1 and 1 and has a width, also where a side does not count a group', () => {
    const side = fc
      .integer({ min: 0, max: 3 })
      .chain((n) => fc.record({ sum: fc.integer({ min: 0, max: n }), n: fc.constant(n) }))
    const groups = fc
      .array(fc.record({ base: side, now: side }), { minLength: 1, maxLength: 12 })
      .filter((given) => given.some(({ base }) => base.n > 0) && given.some(({ now }) => now.n > 0))
    fc.assert(
      fc.property(groups, (given) => {
        const { low, high } = bootstrapDifference(given, { seed: 1, resamples: 50 }) ?? { low: 1, high: -1 }
        expect(low).toBeGreaterThanOrEqual(-1)
        expect(high).toBeLessThanOrEqual(1)
        expect(high - low).toBeGreaterThan(0)
      }),
    )
  })
})

describe('resample', () => {
  it('draws as many as there are, only from what is there, and some twice', () => {
    const drawn = resample(
      Array.from({ length: 100 }, (_, i) => i),
      seeded(1),
    )
    expect(drawn).toHaveLength(100)
    expect(drawn.every((value) => Number.isInteger(value) && value >= 0 && value < 100)).toBe(true)
    expect(new Set(drawn).size).toBeLessThan(80)
    expect(new Set(drawn).size).toBeGreaterThan(50)
  })
})
