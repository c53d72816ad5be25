import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cohenH } from './cohen-h.js'

const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('cohenH', () => {
  // Cohen (1988), table 6.2.2: φ of 0.05, 0.10, 0.25, 0.50, 0.65 and 0.95 is 0.451, 0.644, 1.047, 1.571, 1.875 and 2.691. With 2 · asin √0.45 = 1.471.
  it.each([
    [0.65, 0.45, 1.875 - 1.471],
    [0.25, 0.05, 1.047 - 0.451],
    [0.5, 0.1, 1.571 - 0.644],
    [0.95, 0.5, 2.691 - 1.571],
  ])('of %d and %d is %d', (p1, p2, h) => {
    expect(Math.abs(cohenH(p1, p2) - h)).toBeLessThan(0.0011)
  })

  it('is π from end to end', () => {
    expect(cohenH(1, 0)).toBeCloseTo(Math.PI, 12)
    expect(cohenH(0.75, 0.25)).toBeCloseTo(Math.PI / 3, 12)
  })

  it('changes its sign with the order and with the sense, and is 0 of equals', () => {
    fc.assert(
      fc.property(share, share, (p1, p2) => {
        expect(cohenH(p2, p1)).toBeCloseTo(-cohenH(p1, p2), 12)
        expect(cohenH(1 - p1, 1 - p2)).toBeCloseTo(-cohenH(p1, p2), 6)
        expect(cohenH(p1, p1)).toBe(0)
        expect(Math.sign(cohenH(p1, p2)) * Math.sign(p1 - p2)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it.each([[-0.1], [1.1], [Number.NaN]])('refuses %d', (p) => {
    expect(() => cohenH(0.5, p)).toThrow(/expected a share within 0..1/)
  })
})
