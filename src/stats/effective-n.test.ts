import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import expected from '../../test/expected/effective-n.json' with { type: 'json' }
import { boundedInterval, effectiveN, rateInterval } from './effective-n.js'
import { wilson } from './wilson.js'

type Rows = readonly (readonly [times: number, values: readonly number[]])[]

/** `times` groups with these values each. */
function grouped(rows: Rows) {
  let group = 0
  return rows.flatMap(([times, values]) =>
    Array.from({ length: times }, () => {
      group += 1
      return values.map((value) => ({ value: value === 1, group: `g${group}` }))
    }).flat(),
  )
}

const cases: { title: string; rows: Rows; groups: number; effective: number }[] = [
  {
    title: 'singles are worth themselves',
    rows: [
      [12, [1]],
      [108, [0]],
    ],
    groups: 120,
    effective: 120,
  },
  {
    title: 'twins that always agree count once',
    rows: [
      [6, [1, 1]],
      [54, [0, 0]],
    ],
    groups: 60,
    effective: 60,
  },
  // p = .1, Σ = 3·1.8² + 6·.8² + 51·.2² = 15.6, deff = 60/59 · 15.6 / (120 · .09)
  {
    title: 'twins that agree in part',
    rows: [
      [3, [1, 1]],
      [6, [1, 0]],
      [51, [0, 0]],
    ],
    groups: 60,
    effective: 120 / ((60 / 59) * (15.6 / 10.8)),
  },
  {
    title: 'twins that never agree are not worth more than themselves',
    rows: [
      [12, [1, 0]],
      [48, [0, 0]],
    ],
    groups: 60,
    effective: 120,
  },
  { title: 'no event: the groups', rows: [[60, [0, 0]]], groups: 60, effective: 60 },
  { title: 'events only: the groups', rows: [[60, [1, 1]]], groups: 60, effective: 60 },
  { title: 'one group: 1', rows: [[1, [1, 0, 0, 1]]], groups: 1, effective: 1 },
]

describe('effectiveN', () => {
  it.each(cases)('$title', ({ rows, groups, effective }) => {
    const values = grouped(rows)
    const result = effectiveN(values)
    expect(result).toEqual({
      n: values.length,
      groups,
      effective: expect.closeTo(effective, 9),
      deff: expect.closeTo(values.length / effective, 9),
    })
  })

  it('is 0 of nothing, with no design effect', () => {
    expect(effectiveN([])).toEqual({ n: 0, groups: 0, effective: 0, deff: null })
    expect(rateInterval([])).toBeNull()
    expect(boundedInterval([])).toBeNull()
  })

  const values = fc.array(fc.record({ value: fc.boolean(), group: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f') }), {
    minLength: 1,
  })

  it('lies between the groups and n, whatever the order', () => {
    fc.assert(
      fc.property(values, (some) => {
        const { n, groups, effective } = effectiveN(some)
        expect(effective).toBeGreaterThanOrEqual(groups)
        expect(effective).toBeLessThanOrEqual(n)
        expect(effectiveN([...some].reverse()).effective).toBeCloseTo(effective, 9)
      }),
    )
  })

  it('does not mind which answer is called true', () => {
    fc.assert(
      fc.property(values, (some) => {
        const flipped = some.map(({ value, group }) => ({ value: !value, group }))
        expect(effectiveN(flipped).effective).toBeCloseTo(effectiveN(some).effective, 6)
      }),
    )
  })

  it('copies of every value in its group add nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2 }), fc.integer({ min: 2, max: 4 }), (flags, copies) => {
        const copied = flags.flatMap((value, i) => Array.from({ length: copies }, () => ({ value, group: `${i}` })))
        expect(effectiveN(copied).effective).toBeCloseTo(flags.length, 9)
      }),
    )
  })
})

describe('rateInterval', () => {
  it.each(expected.cases.filter(({ groups }) => groups.length > 0))(
    '$name is as computed apart',
    ({ groups, expected: apart }) => {
      const values = grouped(groups.map(({ times, values }) => [times, values]))
      const { n, effective, low, high, lower, upper } = apart
      const near = (value: number | null) => expect.closeTo(value ?? Number.NaN, 9)
      expect(rateInterval(values)).toEqual({
        low: near(low),
        high: near(high),
        lower1: near(lower),
        upper1: near(upper),
        n,
        groups: apart.groups,
        effective: near(effective),
      })
    },
  )

  it('is plain Wilson for singles', () => {
    expect(
      rateInterval(
        grouped([
          [15, [1]],
          [133, [0]],
        ]),
      ),
    ).toMatchObject({ ...wilson(15, 148), n: 148, groups: 148, effective: 148 })
  })

  it('60 twins are not 120 items', () => {
    expect(
      rateInterval(
        grouped([
          [6, [1, 1]],
          [54, [0, 0]],
        ]),
      ),
    ).toMatchObject({ ...wilson(6, 60), n: 120, groups: 60 })
  })

  it('has a width where nothing happened', () => {
    const interval = rateInterval(grouped([[60, [0, 0]]]))
    expect(interval).toMatchObject({ ...wilson(0, 60), lower1: 0 })
    expect(interval?.upper1).toBeGreaterThan(0)
  })

  it('never excludes the rate, and its one-sided bounds lie within it', () => {
    const values = fc.array(fc.record({ value: fc.boolean(), group: fc.constantFrom('a', 'b', 'c', 'd') }), { minLength: 1 })
    fc.assert(
      fc.property(values, (some) => {
        const rate = some.filter(({ value }) => value).length / some.length
        const interval = rateInterval(some)
        if (!interval) throw new Error('no interval')
        const { low, high, lower1, upper1 } = interval
        const rising = [0, low, lower1, rate, upper1, high, 1]
        rising.slice(1).forEach((value, i) => {
          expect(value).toBeGreaterThanOrEqual((rising[i] ?? Number.NaN) - 1e-12)
        })
      }),
    )
  })
})

describe('boundedInterval', () => {
  it('counts unknowns as not so below and as so above', () => {
    const values = [
      ...grouped([
        [3, [1]],
        [291, [0]],
      ]),
      ...Array.from({ length: 6 }, (_, i) => ({ value: null, group: `unknown ${i}` })),
    ]
    const interval = boundedInterval(values)
    expect(interval).toMatchObject({ low: wilson(3, 300)?.low, high: wilson(9, 300)?.high, n: 300, groups: 300, effective: 300 })
  })

  it('is everything where nothing is known', () => {
    const unknown = Array.from({ length: 5 }, (_, i) => ({ value: null, group: `${i}` }))
    expect(boundedInterval(unknown)).toMatchObject({ low: 0, high: 1, lower1: 0, upper1: 1 })
  })

  it('gives each side its own effective n', () => {
    const unknownTwins = ['a', 'b', 'c'].flatMap((group) => [
      { value: null, group },
      { value: null, group },
    ])
    const apart = grouped([
      [3, [1, 0]],
      [14, [0, 0]],
    ])
    const both = boundedInterval([...apart, ...unknownTwins])
    const asFalse = rateInterval([...apart, ...unknownTwins.map(({ group }) => ({ value: false, group }))])
    const asTrue = rateInterval([...apart, ...unknownTwins.map(({ group }) => ({ value: true, group }))])
    expect(asFalse?.effective).not.toBeCloseTo(asTrue?.effective ?? Number.NaN, 3)
    expect(both).toMatchObject({ low: asFalse?.low, lower1: asFalse?.lower1, high: asTrue?.high, upper1: asTrue?.upper1 })
  })

  it('contains the interval of every way that the unknowns could have turned out, and is it where all are known', () => {
    const value = fc.option(fc.boolean(), { nil: null })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.infiniteStream(fc.boolean()), (flags, guesses) => {
        const values = flags.map((flag, i) => ({ value: flag, group: `${i}` }))
        const guess = values.map(({ value: known, group }) => ({ value: known ?? guesses.next().value === true, group }))
        const outer = boundedInterval(values)
        const inner = rateInterval(guess)
        expect(outer?.low).toBeLessThanOrEqual(inner?.low ?? Number.NaN)
        expect(outer?.high).toBeGreaterThanOrEqual(inner?.high ?? Number.NaN)
        expect(boundedInterval(guess)).toEqual(inner)
      }),
    )
  })
})

describe('numbers within 0 and 1', () => {
  const of = (...groups: number[][]) => groups.flatMap((values, i) => values.map((value) => ({ group: `g${i}`, value })))

  // deff = G / (G - 1) · Σ (sum of a group - p · its size)² / (n · p · (1 - p)), within 1 and n / G.
  it.each<[string, ReturnType<typeof of>, number]>([
    ['alike, in groups of one: they vary less than a rate', of([0.5], [0.5], [0.5], [0.5]), 4],
    ['alike within groups: 2 · (0.36 + 0.36) / 1 = 1.44', of([0.8, 0.8], [0.2, 0.2]), 4 / 1.44],
    ['0 and 1 are no and yes', of([1, 1], [0, 0]), 2],
    ['all 0', of([0, 0], [0]), 2],
    ['all 1', of([1], [1, 1]), 2],
  ])('%s', (_, values, effective) => {
    expect(effectiveN(values).effective).toBeCloseTo(effective, 12)
  })

  it('an interval of a mean is no wider and no further than that of a rate of as many', () => {
    const halves = rateInterval(of(...Array.from({ length: 20 }, () => [0.5])))
    const flags = rateInterval(Array.from({ length: 20 }, (_, i) => ({ group: `${i}`, value: i < 10 })))
    expect(halves?.low).toBeGreaterThanOrEqual(flags?.low ?? 1)
    expect(halves?.high).toBeLessThanOrEqual(flags?.high ?? 0)
    expect([halves?.low, halves?.high].every((end) => end !== undefined && end > 0 && end < 1)).toBe(true)
  })

  it('one that nobody knows counts as 0 below and as 1 above', () => {
    const known = of([0.5], [0.25], [0.75])
    const unknown = boundedInterval([...known, { group: 'u', value: null }])
    expect(unknown?.low).toBe(rateInterval([...known, { group: 'u', value: 0 }])?.low)
    expect(unknown?.high).toBe(rateInterval([...known, { group: 'u', value: 1 }])?.high)
  })
})
