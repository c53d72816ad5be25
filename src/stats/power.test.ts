import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairsNeeded, smallestChange } from './power.js'

describe('pairsNeeded', () => {
  it.each([
    // power_mcnemar_test of MESS (R), its validated results: p12 = 0.05, p21 = 0.45, two-sided and one-sided.
    { change: 0.4, discordance: 0.1, alpha: 0.025, power: 0.8, n: 22.01 },
    { change: 0.4, discordance: 0.1, alpha: 0.05, power: 0.8, n: 17.09 },
    // Connor's formula in scipy 1.17.1, stats.norm.
    { change: 0.125, discordance: 0.25, alpha: 0.025, power: 0.9, n: 247.997 },
    { change: 0.1, discordance: 0.2, alpha: 0.025, power: 0.8, n: 233.09 },
    { change: 0.05, discordance: 0.05, alpha: 0.05, power: 0.8, n: 245.2 },
    { change: 0.05, discordance: 0, alpha: 0.05, power: 0.8, n: 121.54 },
  ])('a change of $change with $discordance differing anyway, alpha $alpha, power $power: $n', ({ change, n, ...options }) => {
    expect(pairsNeeded(change, options)).toBe(Math.ceil(n))
  })

  it('is 5% one-sided and 80% unless told', () => {
    expect(pairsNeeded(0.05, { discordance: 0.05 })).toBe(246)
  })

  it.each([
    [{ change: 0, discordance: 0.1 }, /expected a change/],
    [{ change: 1.1, discordance: 0.1 }, /expected a change/],
    [{ change: 0.1, discordance: -0.1 }, /`discordance`/],
    [{ change: 0.1, discordance: 0.1, alpha: 0 }, /`alpha`/],
    [{ change: 0.1, discordance: 0.1, alpha: 0.6 }, /`alpha`/],
    [{ change: 0.1, discordance: 0.1, power: 1 }, /`power`/],
    [{ change: 0.1, discordance: 0.1, power: 0.4 }, /`power`/],
  ])('refuses %j', ({ change, ...options }, message) => {
    expect(() => pairsNeeded(change, options)).toThrow(message)
  })
})

describe('smallestChange', () => {
  const discordance = fc.double({ min: 0, max: 1, noNaN: true })

  it('is what so many pairs are needed for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 20_000 }), discordance, (n, d) => {
        const change = smallestChange({ n, discordance: d })
        if (change === null) throw new Error('no change')
        expect(pairsNeeded(change, { discordance: d })).toBeLessThanOrEqual(n)
        expect(pairsNeeded(change * 0.999, { discordance: d })).toBeGreaterThanOrEqual(n)
      }),
    )
  })

  it('shrinks with more pairs and grows with more that differ anyway', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 20_000 }), discordance, (n, d) => {
        const change = smallestChange({ n, discordance: d }) ?? Number.NaN
        expect(smallestChange({ n: n * 2, discordance: d })).toBeLessThan(change)
        expect(smallestChange({ n, discordance: d / 2 })).toBeLessThanOrEqual(change + 1e-9)
      }),
    )
  })

  it.each([0, 1, 2])('is null of %d pairs', (n) => {
    expect(smallestChange({ n, discordance: 0 })).toBeNull()
  })
})
