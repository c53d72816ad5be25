import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clopperPearson, clopperPearsonOneSided, exactTest } from './clopper-pearson.js'
import { wilson } from './wilson.js'

const part = fc
  .tuple(fc.double({ min: 0.5, max: 5000, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([n, share]) => ({ n, count: Math.min(n, n * share) }))
const confidence = fc.double({ min: 0.5, max: 0.9999, noNaN: true })

describe('clopperPearson', () => {
  // Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 5.
  it.each([
    [81, 263, 0.2527, 0.3676],
    [15, 148, 0.0578, 0.1617],
    [0, 20, 0, 0.1684],
    [1, 29, 0.0009, 0.1776],
  ])('of %d in %d is %d to %d as published', (count, n, low, high) => {
    const interval = clopperPearson(count, n)
    expect(interval?.low).toBeCloseTo(low, 4)
    expect(interval?.high).toBeCloseTo(high, 4)
  })

  // Quantiles of scipy 1.17.1, stats.beta.
  it.each([
    [2.5, 33.3, 0.012689972539855359, 0.2212977044297995],
    [0.4, 17.2, 4.187126823433812e-6, 0.23201122048338285],
    [1234.5, 9876.5, 0.11853208549068033, 0.13167727140826582],
    [49.999999, 50, 0.928878223767125, 1],
  ])('of %d in %d, a fraction, is %d to %d', (count, n, low, high) => {
    expect(clopperPearson(count, n)).toEqual({ low: expect.closeTo(low, 12), high: expect.closeTo(high, 7) })
  })

  // (1 - c)^(1/n), twice and once.
  it('is known in closed form at the ends', () => {
    expect(clopperPearson(0, 60)).toEqual({ low: 0, high: expect.closeTo(1 - 0.025 ** (1 / 60), 12) })
    expect(clopperPearson(60, 60)).toEqual({ low: expect.closeTo(0.025 ** (1 / 60), 12), high: 1 })
    expect(clopperPearsonOneSided(0, 60)).toEqual({ lower: 0, upper: expect.closeTo(1 - 0.05 ** (1 / 60), 12) })
  })

  it('is null of nothing', () => {
    expect(clopperPearson(0, 0)).toBeNull()
    expect(clopperPearsonOneSided(0, 0)).toBeNull()
    expect(exactTest(0, 0, 0.5)).toBeNull()
  })

  it('holds the share, has a width, and is mirrored with it', () => {
    fc.assert(
      fc.property(part, confidence, ({ count, n }, c) => {
        const { low, high } = clopperPearson(count, n, c) ?? { low: Number.NaN, high: Number.NaN }
        expect(low).toBeLessThanOrEqual(count / n)
        expect(high).toBeGreaterThanOrEqual(count / n)
        expect(high - low).toBeGreaterThan(0)
        const mirrored = clopperPearson(n - count, n, c)
        expect(mirrored?.low).toBeCloseTo(1 - high, 9)
        expect(mirrored?.high).toBeCloseTo(1 - low, 9)
      }),
    )
  })

  it('rises with the count, and narrows as confidence falls', () => {
    fc.assert(
      fc.property(part, fc.double({ min: 0, max: 1, noNaN: true }), ({ count, n }, less) => {
        const [more, fewer] = [clopperPearson(count, n), clopperPearson(count * less, n)]
        expect(fewer?.low).toBeLessThanOrEqual((more?.low ?? Number.NaN) + 1e-12)
        expect(fewer?.high).toBeLessThanOrEqual((more?.high ?? Number.NaN) + 1e-12)
        const narrow = clopperPearson(count, n, 0.8)
        expect(narrow?.low).toBeGreaterThanOrEqual((more?.low ?? Number.NaN) - 1e-12)
        expect(narrow?.high).toBeLessThanOrEqual((more?.high ?? Number.NaN) + 1e-12)
      }),
    )
  })

  it('is wider than Wilson, which holds its confidence only on average', () => {
    for (const [count, n] of [
      [3, 60],
      [30, 60],
      [57, 60],
    ] as const) {
      const [exact, score] = [clopperPearson(count, n), wilson(count, n)]
      const width = (interval: typeof exact) => (interval?.high ?? Number.NaN) - (interval?.low ?? Number.NaN)
      expect(width(exact)).toBeGreaterThan(width(score))
    }
  })

  it.each([
    [-1, 5],
    [6, 5],
    [Number.NaN, 5],
    [1, Number.POSITIVE_INFINITY],
  ])('refuses %d of %d', (count, n) => {
    expect(() => clopperPearson(count, n)).toThrow(/expected 0 <= count <= n/)
    expect(() => exactTest(count, n, 0.5)).toThrow(/expected 0 <= count <= n/)
  })

  it.each([0, 1, Number.NaN])('refuses a confidence of %d', (c) => {
    expect(() => clopperPearson(1, 5, c)).toThrow(/`confidence`/)
  })
})

describe('exactTest', () => {
  // scipy 1.17.1, stats.binom.sf(count - 1, n, rate) and .cdf(count, n, rate).
  it.each([
    [3, 60, 0.05, 0.5825642313398343, 0.6472810116013394],
    [12, 60, 0.05, 3.597700845479146e-5, 0.9999931504239513],
    [0, 60, 0.05, 1, 0.04606979898695208],
    [60, 60, 0.9, 0.0017970102999144337, 1],
    [40, 60, 0.9, 0.9999998373345365, 7.822570930287356e-7],
    [5, 10_000, 0.04, 1, 5.45620879941756e-167],
  ])('%d of %d against %d', (count, n, rate, above, below) => {
    const test = exactTest(count, n, rate)
    expect((test?.above ?? Number.NaN) / above).toBeCloseTo(1, 9)
    expect((test?.below ?? Number.NaN) / below).toBeCloseTo(1, 9)
  })

  it('is 1 - confidence at the bounds', () => {
    fc.assert(
      fc.property(part, confidence, ({ count, n }, c) => {
        const bounds = clopperPearsonOneSided(count, n, c)
        if (bounds === null) throw new Error('no bounds')
        // At an end there is no bound to test against; within a rounding of it, none that a number can hold.
        if (bounds.lower > 1e-9) expect(exactTest(count, n, bounds.lower)?.above).toBeCloseTo(1 - c, 6)
        if (bounds.upper < 1 - 1e-9) expect(exactTest(count, n, bounds.upper)?.below).toBeCloseTo(1 - c, 6)
      }),
    )
  })

  it('refuses a rate beyond 0 and 1', () => {
    expect(() => exactTest(1, 5, 1.5)).toThrow(/expected a rate within 0..1/)
  })
})
