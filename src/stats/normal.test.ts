import fc from 'fast-check'
import { probit } from 'simple-statistics'
import { describe, expect, it } from 'vitest'
import { normalQuantile } from './normal.js'

describe('normalQuantile', () => {
  // Computed with mpmath at 40 digits by inverting the distribution function.
  it.each([
    [1e-300, -37.0470962993612],
    [1e-20, -9.262340089798407],
    [1e-10, -6.361340902404057],
    [0.0001, -3.7190164854556804],
    [0.001, -3.0902323061678136],
    [0.025, -1.9599639845400543],
    [0.05, -1.6448536269514726],
    [0.3, -0.5244005127080408],
    [0.9, 1.2815515655446006],
    [0.95, 1.6448536269514722],
    [0.975, 1.9599639845400538],
    [0.995, 2.5758293035489004],
    [0.9995, 3.290526731491926],
  ])('of %d is %d', (p, z) => {
    expect(Math.abs(normalQuantile(p) / z - 1)).toBeLessThan(1e-14)
  })

  it('is 0 at one half, odd around it, and increases', () => {
    expect(normalQuantile(0.5)).toBe(0)
    const probability = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true })
    fc.assert(
      fc.property(probability, probability, (a, b) => {
        expect(normalQuantile(1 - a)).toBeCloseTo(-normalQuantile(a), 8)
        if (a < b) expect(normalQuantile(a)).toBeLessThanOrEqual(normalQuantile(b))
      }),
    )
  })

  it('is there because the probit of simple-statistics is too coarse', () => {
    expect(Math.abs(probit(0.975) - normalQuantile(0.975))).toBeGreaterThan(1e-3)
  })

  it.each([0, 1, -0.1, 1.1, Number.NaN])('refuses %d', (p) => {
    expect(() => normalQuantile(p)).toThrow(/probability between 0 and 1/)
  })
})
