import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clopperPearson } from './clopper-pearson.js'
import { type PairedValue, pairedDifference } from './paired-difference.js'

type Pair = readonly [base: number | null, now: number | null]
type Rows = readonly (readonly [times: number, ...pairs: Pair[]])[]

/** `times` groups of these pairs each. */
function grouped(rows: Rows): PairedValue[] {
  let group = 0
  return rows.flatMap(([times, ...pairs]) =>
    Array.from({ length: times }, () => {
      group += 1
      return pairs.map(([base, now]) => ({ base, now, group: `g${group}` }))
    }).flat(),
  )
}

const value = fc.option(fc.constantFrom(0, 0.25, 0.5, 1), { freq: 6 })
const values = fc
  .array(fc.record({ base: value, now: value, group: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f') }), {
    minLength: 1,
    maxLength: 40,
  })
  .filter((given) => given.some(({ base }) => base !== null) && given.some(({ now }) => now !== null))

describe('pairedDifference', () => {
  // By a program of its own in Python with scipy 1.17.1 (stats.beta). Given Wilson bounds, the same program has Newcombe's interval of the first table as the package
  // contingencytables of R (Fagerland, Lydersen and Laake) tests it: -0.1186 to -0.0046.
  it.each<{ title: string; rows: Rows; confidence?: number; expected: [base: number, now: number, low: number, high: number] }>([
    {
      title: 'complete response before and after (Cavo et al. 2012): 59, 16, 6, 80',
      rows: [
        [59, [1, 1]],
        [6, [0, 1]],
        [16, [1, 0]],
        [80, [0, 0]],
      ],
      expected: [75 / 161, 65 / 161, -0.12122132519234242, -0.0022126713543039536],
    },
    {
      title: 'the same at 90%',
      rows: [
        [59, [1, 1]],
        [6, [0, 1]],
        [16, [1, 0]],
        [80, [0, 0]],
      ],
      confidence: 0.9,
      expected: [75 / 161, 65 / 161, -0.11221056243957131, -0.011424014621233554],
    },
    {
      title: 'airway hyper-responsiveness (Bentur et al. 2009): 1, 1, 7, 12',
      rows: [
        [1, [1, 1]],
        [1, [0, 1]],
        [7, [1, 0]],
        [12, [0, 0]],
      ],
      expected: [8 / 21, 2 / 21, -0.534815244217207, 0.003145039341204414],
    },
    {
      title: 'no table cell of the opposite way: 36, 12, 2, 0',
      rows: [
        [36, [1, 1]],
        [12, [0, 1]],
        [2, [1, 0]],
      ],
      expected: [38 / 50, 48 / 50, 0.04559904215283697, 0.34983707483598947],
    },
    {
      title: 'no pair differs: the exact bound of none of 20',
      rows: [
        [18, [1, 1]],
        [2, [0, 0]],
      ],
      expected: [0.9, 0.9, -0.16843347098308536, 0.16843347098308536],
    },
    { title: 'all right both times', rows: [[54, [1, 1]]], expected: [1, 1, -0.06603151424442177, 0.06603151424442177] },
    { title: 'all of them changed', rows: [[20, [0, 1]]], expected: [0, 1, 0.7617991009781456, 1] },
    {
      title: 'every pair differs, either way as often: the correlation is negative',
      rows: [
        [10, [1, 0]],
        [10, [0, 1]],
      ],
      expected: [0.5, 0.5, -0.45608430087841617, 0.45608430087841617],
    },
    {
      title: 'twins',
      rows: [
        [30, [1, 1], [1, 1]],
        [6, [1, 0], [1, 0]],
        [2, [0, 1], [1, 1]],
        [12, [0, 0], [0, 0]],
      ],
      expected: [0.74, 0.64, -0.21116543505876378, 0.011264208324262726],
    },
    {
      title: 'a denominator of its own on each side',
      rows: [
        [20, [1, 1]],
        [5, [1, null]],
        [4, [null, 0]],
        [8, [0, 1]],
        [6, [1, 0]],
        [7, [0, 0]],
      ],
      expected: [31 / 46, 28 / 45, -0.23927243354265484, 0.13942478956892326],
    },
    {
      title: 'scores',
      rows: [
        [10, [0.5, 0.75]],
        [10, [0.25, 0.25]],
        [5, [1, 0.5]],
        [5, [0, 0.2]],
      ],
      expected: [12.5 / 30, 13.5 / 30, -0.15297710990100072, 0.21641421564317803],
    },
  ])('$title', ({ rows, confidence, expected: [base, now, low, high] }) => {
    expect(pairedDifference(grouped(rows), confidence)).toEqual({
      base: expect.closeTo(base, 9),
      now: expect.closeTo(now, 9),
      difference: expect.closeTo(now - base, 9),
      low: expect.closeTo(low, 9),
      high: expect.closeTo(high, 9),
    })
  })

  it.each<[string, Rows]>([
    ['nothing', []],
    ['no base', [[3, [null, 1]]]],
    ['no run', [[3, [1, null]]]],
  ])('is null of %s', (_, rows) => {
    expect(pairedDifference(grouped(rows))).toBeNull()
  })

  it('holds the difference, within -1 and 1, with a width', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(0.5, 0.9, 0.95, 0.999), (given, confidence) => {
        const { difference, low, high } = pairedDifference(given, confidence) ?? { difference: 0, low: 1, high: -1 }
        expect(low).toBeLessThanOrEqual(difference)
        expect(high).toBeGreaterThanOrEqual(difference)
        expect(high - low).toBeGreaterThan(0)
        expect(low).toBeGreaterThanOrEqual(-1)
        expect(high).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('changes its sign with the runs, and does not mind the order of the pairs', () => {
    fc.assert(
      fc.property(values, (given) => {
        const found = pairedDifference(given)
        const turned = pairedDifference(given.map(({ base, now, group }) => ({ base: now, now: base, group })))
        const shuffled = pairedDifference(given.toReversed())
        expect(turned?.low).toBeCloseTo(-(found?.high ?? Number.NaN), 9)
        expect(turned?.high).toBeCloseTo(-(found?.low ?? Number.NaN), 9)
        expect(shuffled?.low).toBeCloseTo(found?.low ?? Number.NaN, 9)
        expect(shuffled?.high).toBeCloseTo(found?.high ?? Number.NaN, 9)
      }),
    )
  })

  it('widens with confidence', () => {
    fc.assert(
      fc.property(values, (given) => {
        const [narrow, wide] = [pairedDifference(given, 0.8), pairedDifference(given, 0.99)]
        expect(wide?.low).toBeLessThanOrEqual((narrow?.low ?? Number.NaN) + 1e-12)
        expect(wide?.high).toBeGreaterThanOrEqual((narrow?.high ?? Number.NaN) - 1e-12)
      }),
    )
  })

  it('gains by pairing: the same sides without a common group are wider', () => {
    const paired = grouped([
      [40, [1, 1]],
      [5, [1, 0]],
      [2, [0, 1]],
      [13, [0, 0]],
    ])
    const apart = paired.flatMap(({ base, now, group }) => [
      { base, now: null, group },
      { base: null, now, group: `${group} later` },
    ])
    const width = (given: PairedValue[]) => {
      const { low, high } = pairedDifference(given) ?? { low: 0, high: 0 }
      return high - low
    }
    expect(width(paired)).toBeLessThan(0.75 * width(apart))
    // Without correlation the limits add as squares: of now 42 of 60, of base 45 of 60.
    const [base, now] = [clopperPearson(45, 60), clopperPearson(42, 60)]
    expect(pairedDifference(apart)?.low).toBeCloseTo(
      -0.05 - Math.hypot(0.7 - (now?.low ?? Number.NaN), (base?.high ?? Number.NaN) - 0.75),
      9,
    )
  })

  it.each([
    [1.5, 0.95, /values within 0..1/],
    [Number.NaN, 0.95, /values within 0..1/],
    [1, 1, /`confidence`/],
  ])('refuses a value of %d at confidence %d', (now, confidence, message) => {
    expect(() => pairedDifference([{ base: 0, now, group: 'a' }], confidence)).toThrow(message)
  })
})
