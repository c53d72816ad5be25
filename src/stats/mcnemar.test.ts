import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mcnemar } from './mcnemar.js'

describe('mcnemar', () => {
  // Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13:91: airway hyper-responsiveness before and after transplantation (Bentur et al. 2009).
  it('is 0.0703 exactly and 0.0391 as mid-p, as published', () => {
    const { p, midP } = mcnemar(1, 7)
    expect(p).toBeCloseTo(0.0703, 4)
    expect(midP).toBeCloseTo(0.0391, 4)
  })

  // scipy 1.17.1, stats.binom: min(1, 2 cdf(m)), 2 cdf(m) - pmf(m), sf(b - 1); where b = c, 1 - pmf / 2, as in the supplement of Fagerland et al. and their R package
  // contingencytables. 6 and 16, 25 and 2 are the tables of Cavo et al. (2012) and Ezra et al. (2010) in it.
  it.each([
    [6, 16, 0.052478790283203125, 0.03468966484069824, 0.9915497303009033],
    [25, 2, 5.647540092468262e-6, 3.0323863029479947e-6, 2.823770046234131e-6],
    [2, 25, 5.647540092468262e-6, 3.0323863029479947e-6, 0.9999997913837433],
    [5, 5, 1, 0.876953125, 0.623046875],
    [1, 0, 1, 0.5, 0.5],
    [0, 5, 0.0625, 0.03125, 1],
    [0, 6, 0.03125, 0.015625, 1],
    [86, 150, 3.7159361395713866e-5, 2.893389517615428e-5, 0.9999896457855217],
    [4000, 4300, 0.001029736761268162, 0.000991051085207288, 0.9995238172954268],
  ])('of %d and %d', (b, c, p, midP, greater) => {
    expect(mcnemar(b, c)).toEqual({
      p: expect.closeTo(p, 11),
      midP: expect.closeTo(midP, 11),
      greater: expect.closeTo(greater, 11),
    })
  })

  it('says nothing where no pair differs', () => {
    expect(mcnemar(0, 0)).toEqual({ p: 1, midP: 1, greater: 1 })
  })

  it('is the same either way round, and the mid-p is the smaller one', () => {
    const count = fc.nat(300)
    fc.assert(
      fc.property(count, count, (b, c) => {
        const [one, other] = [mcnemar(b, c), mcnemar(c, b)]
        expect([other.p, other.midP]).toEqual([one.p, one.midP])
        expect(one.midP).toBeLessThanOrEqual(one.p)
        for (const p of [one.p, one.midP, one.greater]) expect(p > 0 && p <= 1).toBe(true)
        if (b > c) expect(one.p).toBeCloseTo(2 * one.greater, 12)
      }),
    )
  })

  it.each([
    [-1, 2],
    [1.5, 2],
    [1, Number.NaN],
  ])('refuses %d and %d', (b, c) => {
    expect(() => mcnemar(b, c)).toThrow(/expected whole counts/)
  })
})
