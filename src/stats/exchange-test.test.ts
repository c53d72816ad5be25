import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExchangePValues, exchangeTest, type PairedGroup, totalOf } from './exchange-test.js'
import { mcnemar } from './mcnemar.js'

const group = (base: [sum: number, n: number], now: [sum: number, n: number]): PairedGroup => ({
  base: { sum: base[0], n: base[1] },
  now: { sum: now[0], n: now[1] },
})
const times = (count: number, ...given: PairedGroup[]) => Array.from({ length: count }, () => given).flat()
const near = ({ higher, lower, twoSided }: ExchangePValues) => ({
  higher: expect.closeTo(higher, 9),
  lower: expect.closeTo(lower, 9),
  twoSided: expect.closeTo(twoSided, 9),
})

/** The definition: all 2^k exchanges, one by one. */
function enumerated(groups: readonly PairedGroup[]): ExchangePValues {
  const differenceOf = (given: readonly PairedGroup[]) => {
    const { base, now } = totalOf(given)
    return base.n === 0 || now.n === 0 ? null : now.sum / now.n - base.sum / base.n
  }
  const observed = differenceOf(groups) ?? Number.NaN
  const all = Array.from({ length: 2 ** groups.length }, (_, which) =>
    differenceOf(groups.map((one, i) => ((which >> i) & 1 ? { base: one.now, now: one.base } : one))),
  ).filter((difference) => difference !== null)
  const share = (isFar: (difference: number) => boolean) => all.filter(isFar).length / all.length
  return {
    higher: share((difference) => difference >= observed - 1e-10),
    lower: share((difference) => difference <= observed + 1e-10),
    twoSided: share((difference) => Math.abs(difference) >= Math.abs(observed) - 1e-10),
  }
}

const side = fc.integer({ min: 0, max: 3 }).chain((n) => fc.record({ sum: fc.integer({ min: 0, max: n }), n: fc.constant(n) }))
const uneven = fc.array(fc.record({ base: side, now: side }), { minLength: 1, maxLength: 9 })
const even = fc.array(
  fc.integer({ min: 1, max: 3 }).chain((n) => {
    const sum = fc.record({ sum: fc.integer({ min: 0, max: n }), n: fc.constant(n) })
    return fc.record({ base: sum, now: sum })
  }),
  { minLength: 1, maxLength: 9 },
)

describe('exchangeTest', () => {
  // Fisher (1935), The Design of Experiments, 21: Darwin's maize, crossed and self-fertilised, in eighths of an inch. 863 of 32,768 are as far out one way: 2.634%, and 5.267% both.
  it('is 5.267% on the maize of Darwin, as published', () => {
    const differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    const maize = differences.map((difference) => group([0, 1], [difference, 1]))
    const test = exchangeTest(maize)
    expect(test?.higher).toBe(863 / 2 ** 15)
    expect(test?.twoSided).toBe(1726 / 2 ** 15)
  })

  it.each<{ title: string; groups: PairedGroup[]; p: ExchangePValues }>([
    // Sums of ±2 ±2 ±2 ±1: 5 is the observed one. By hand: 7 and 5 of 16 are as high, 15 are as low.
    {
      title: 'three groups of two better, one case worse',
      groups: [...times(3, group([0, 2], [2, 2])), group([1, 2], [0, 2])],
      p: { higher: 2 / 16, lower: 15 / 16, twoSided: 4 / 16 },
    },
    { title: 'no group differs', groups: times(5, group([1, 2], [1, 2])), p: { higher: 1, lower: 1, twoSided: 1 } },
    { title: 'one group', groups: [group([0, 3], [3, 3])], p: { higher: 1 / 2, lower: 1, twoSided: 1 } },
    // Exchanged, one side counts nothing: that is no exchange, and the one observed is left.
    {
      title: 'one group counts on one side each',
      groups: [group([1, 1], [0, 0]), group([0, 0], [1, 1])],
      p: { higher: 1, lower: 1, twoSided: 1 },
    },
  ])('$title', ({ groups, p }) => {
    expect(exchangeTest(groups)).toEqual(near(p))
  })

  it.each([
    ['nothing', []],
    ['a base that counts nothing', times(3, group([0, 0], [1, 1]))],
    ['a run that counts nothing', times(3, group([1, 1], [0, 0]))],
  ])('is null of %s', (_, groups) => {
    expect(exchangeTest(groups)).toBeNull()
  })

  it.each([
    ['equal counts and whole sums, by their distribution', even],
    ['unequal counts, one by one', uneven],
  ])('of %s is that of every exchange', (_, groups) => {
    fc.assert(
      fc.property(groups, (given) => {
        const { base, now } = totalOf(given)
        fc.pre(base.n > 0 && now.n > 0)
        expect(exchangeTest(given)).toEqual(near(enumerated(given)))
      }),
    )
  })

  it("of one case a group is McNemar's exact test", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.nat(10), (risen, fallen, same) => {
        fc.pre(risen + fallen + same > 0)
        const { p, greater } = mcnemar(risen, fallen)
        const groups = [
          ...times(risen, group([0, 1], [1, 1])),
          ...times(fallen, group([1, 1], [0, 1])),
          ...times(same, group([1, 1], [1, 1])),
        ]
        expect(exchangeTest(groups)).toEqual(near({ higher: greater, lower: mcnemar(fallen, risen).greater, twoSided: p }))
      }),
    )
  })

  it('of twins that always agree is that of as many single cases', () => {
    const twins = exchangeTest([
      ...times(7, group([2, 2], [0, 2])),
      ...times(1, group([0, 2], [2, 2])),
      ...times(40, group([2, 2], [2, 2])),
    ])
    expect(twins).toEqual(near({ higher: mcnemar(1, 7).greater, lower: mcnemar(7, 1).greater, twoSided: mcnemar(1, 7).p }))
  })

  it('changes sides with the runs', () => {
    fc.assert(
      fc.property(uneven, (given) => {
        const { base, now } = totalOf(given)
        fc.pre(base.n > 0 && now.n > 0)
        const { higher, lower, twoSided } = exchangeTest(given) ?? { higher: Number.NaN, lower: Number.NaN, twoSided: Number.NaN }
        const turned = exchangeTest(given.map((one) => ({ base: one.now, now: one.base })))
        expect(turned).toEqual(near({ higher: lower, lower: higher, twoSided }))
        for (const p of [higher, lower, twoSided]) expect(p > 0 && p <= 1).toBe(true)
      }),
    )
  })

  describe('drawn', () => {
    // 16 groups differ by fractions: more than are looked at one by one, and few enough to do so here.
    const groups = Array.from({ length: 16 }, (_, i) => group([((i * 7) % 5) / 10, 1], [((i * 3) % 8) / 10 + 0.03, 1]))

    it('is near that of every exchange', () => {
      const exact = enumerated(groups)
      const drawn = exchangeTest(groups)
      // Three standard errors of a share in 20,000 draws.
      for (const name of ['higher', 'lower', 'twoSided'] as const) {
        expect(Math.abs((drawn?.[name] ?? Number.NaN) - exact[name])).toBeLessThan(3 * Math.sqrt(0.25 / 20_000))
      }
    })

    it('is the same for the same seed, another for another, and never 0', () => {
      expect(exchangeTest(groups, { seed: 7 })).toEqual(exchangeTest(groups, { seed: 7 }))
      expect(exchangeTest(groups, { seed: 7 })).not.toEqual(exchangeTest(groups, { seed: 8 }))
      const worse = times(200, group([0.9, 1], [0.1, 1]))
      expect(exchangeTest(worse, { draws: 999 })).toEqual({ higher: 1, lower: 1 / 1000, twoSided: 1 / 1000 })
    })

    it.each([
      [1000, 20_000],
      [2000, 10_000],
      [11_000, 2000],
    ])('of %i groups takes %i draws, which no p-value goes below', (count, draws) => {
      const worse = times(count, group([0.9, 1], [0.1, 1]))
      expect(exchangeTest(worse)).toEqual({ higher: 1, lower: 1 / (draws + 1), twoSided: 1 / (draws + 1) })
    })
  })
})
