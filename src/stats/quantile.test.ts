import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantile } from './quantile.js'

describe('quantile', () => {
  // R: quantile(c(1, 2, 3, 4, 10), p), type 7
  it.each([
    [0, 1],
    [0.25, 2],
    [0.5, 3],
    [0.9, 7.6],
    [0.95, 8.8],
    [1, 10],
  ])('at %d is %d', (p, value) => {
    expect(quantile([4, 10, 1, 3, 2], p)).toBeCloseTo(value, 12)
  })

  it('of one value is that value, of none null', () => {
    expect(quantile([7], 0.95)).toBe(7)
    expect(quantile([], 0.5)).toBeNull()
  })

  it('stays between the least and the most, rises with p and leaves its input alone', () => {
    const finite = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(finite, { minLength: 1 }), share, share, (values, a, b) => {
        const before = [...values]
        const low = quantile(values, Math.min(a, b)) ?? Number.NaN
        const high = quantile(values, Math.max(a, b)) ?? Number.NaN
        expect(low).toBeGreaterThanOrEqual(Math.min(...values))
        expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-6)
        expect(low).toBeLessThanOrEqual(high + 1e-6)
        expect(values).toEqual(before)
      }),
    )
  })

  it.each([-0.1, 1.1, Number.NaN])('refuses p = %d', (p) => {
    expect(() => quantile([1], p)).toThrow(/`p` within 0..1/)
  })

  it('refuses values that are no numbers', () => {
    expect(() => quantile([1, Number.NaN], 0.5)).toThrow(/finite values, received NaN/)
  })
})
