import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import expected from '../../test/expected/wilson.json' with { type: 'json' }
import { wilson, wilsonOneSided } from './wilson.js'

const part = fc
  .tuple(fc.double({ min: 0.5, max: 5000, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([n, share]) => ({ n, count: Math.min(n, n * share) }))
const confidence = fc.double({ min: 0.5, max: 0.9999, noNaN: true })

describe('wilson', () => {
  // Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %d in %d is %d to %d as published', (count, n, low, high) => {
    const interval = wilson(count, n)
    expect(interval?.low).toBeCloseTo(low, 4)
    expect(interval?.high).toBeCloseTo(high, 4)
  })

  it('is exact at the ends, where there is an event and where there is none', () => {
    const z2 = 1.9599639845400538 ** 2
    expect(wilson(0, 300)).toEqual({ low: 0, high: expect.closeTo(z2 / (300 + z2), 12) })
    expect(wilson(300, 300)).toEqual({ low: expect.closeTo(300 / (300 + z2), 12), high: 1 })
  })

  it('is null where there is nothing', () => {
    expect(wilson(0, 0)).toBeNull()
    expect(wilsonOneSided(0, 0)).toBeNull()
  })

  it('stays within 0..1, holds the proportion and is never of width zero', () => {
    fc.assert(
      fc.property(part, confidence, ({ count, n }, level) => {
        const { low, high } = wilson(count, n, level) ?? { low: Number.NaN, high: Number.NaN }
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(count / n + 1e-12)
        expect(high).toBeGreaterThanOrEqual(count / n - 1e-12)
        expect(high).toBeGreaterThan(low)
      }),
    )
  })

  it('rises with the count and narrows with n', () => {
    fc.assert(
      fc.property(
        part,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 1, max: 20, noNaN: true }),
        (a, less, times) => {
          const full = wilson(a.count, a.n)
          const fewer = wilson(a.count * less, a.n)
          const larger = wilson(Math.min(a.count * times, a.n * times), a.n * times)
          if (!full || !fewer || !larger) throw new Error('no interval')
          expect(fewer.low).toBeLessThanOrEqual(full.low + 1e-12)
          expect(fewer.high).toBeLessThanOrEqual(full.high + 1e-12)
          expect(larger.high - larger.low).toBeLessThanOrEqual(full.high - full.low + 1e-12)
        },
      ),
    )
  })

  it('mirrors: yes and no change sides', () => {
    fc.assert(
      fc.property(part, ({ count, n }) => {
        const yes = wilson(count, n)
        const no = wilson(n - count, n)
        expect(1 - (no?.high ?? Number.NaN)).toBeCloseTo(yes?.low ?? Number.NaN, 10)
      }),
    )
  })

  it.each([
    [-1, 10, /count -1 of n 10/],
    [11, 10, /count 11 of n 10/],
    [Number.NaN, 10, /count NaN/],
    [0, Number.POSITIVE_INFINITY, /n Infinity/],
    [1, Number.NaN, /n NaN/],
  ])('refuses %d of %d', (count, n, message) => {
    expect(() => wilson(count, n)).toThrow(message)
    expect(() => wilsonOneSided(count, n)).toThrow(message)
  })

  it.each([0, 1, 95, Number.NaN])('refuses a confidence of %d', (level) => {
    expect(() => wilson(1, 2, level)).toThrow(/`confidence`/)
    expect(() => wilsonOneSided(1, 2, level)).toThrow(/`confidence`/)
  })
})

describe('wilsonOneSided', () => {
  it('is one side of the two-sided interval of twice the error', () => {
    fc.assert(
      fc.property(part, ({ count, n }) => {
        const one = wilsonOneSided(count, n, 0.95)
        const two = wilson(count, n, 0.9)
        expect(one?.lower).toBeCloseTo(two?.low ?? Number.NaN, 9)
        expect(one?.upper).toBeCloseTo(two?.high ?? Number.NaN, 9)
      }),
    )
  })

  it.each(expected.cases)('of $count in $n is $lower and $upper, as computed apart', ({ count, n, low, high, lower, upper }) => {
    const one = wilsonOneSided(count, n)
    const two = wilson(count, n)
    expect(one).toEqual({ lower: expect.closeTo(lower, 9), upper: expect.closeTo(upper, 9) })
    expect(two).toEqual({ low: expect.closeTo(low, 9), high: expect.closeTo(high, 9) })
  })
})
