import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { macroMean, microMean, weightedMean } from './means.js'
import { precision, recall } from './retrieval.js'
import { checkedOptions, checkOption, harmonicMean, known, type MetricScore, quotient, quotientOrZero, unknown } from './score.js'

const score: fc.Arbitrary<MetricScore> = fc.oneof(
  fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 20 })).map(([a, b]) => quotient(Math.min(a, b), b)),
  fc.double({ min: 0, max: 1, noNaN: true }).map((value) => known(value)),
  fc.constant(unknown('nothing relevant')),
)
const scores = fc.array(score, { maxLength: 12 })

describe('scores', () => {
  it('are known with or without parts, or unknown with a reason', () => {
    expect(known(0.5)).toEqual({ value: 0.5 })
    expect(known(0.5, [1, 2])).toEqual({ value: 0.5, parts: [1, 2] })
    expect(unknown('no claims')).toEqual({ value: null, reason: 'no claims' })
    expect(quotient(1, 4)).toEqual({ value: 0.25, parts: [1, 4] })
    expect(quotientOrZero(0, 0)).toEqual({ value: 0 })
  })

  it.each([
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 1],
    [0.5, 1, 2 / 3],
  ])('harmonic mean of %f and %f is %f', (a, b, expected) => {
    expect(harmonicMean(a, b)).toBeCloseTo(expected, 15)
    expect(harmonicMean(b, a)).toBe(harmonicMean(a, b))
  })

  it('an option that is not known is refused with those that are', () => {
    checkOption('gain', undefined, 'a')
    checkOption('gain', 'b', 'a', 'b')
    expect(() => checkOption('gain', 'c', 'a', 'b')).toThrow(new RangeError("`gain`: expected 'a' or 'b', got \"c\""))
  })
})

describe('options', () => {
  type Options = { k?: number; compat?: string }
  const read = (given: unknown) => checkedOptions(given as Options, ['k', 'compat'])

  it.each([{}, { k: 1 }, { k: undefined, compat: 'x' }])('%j are handed on', (given) => expect(read(given)).toBe(given))

  it.each<[unknown, string]>([
    [5, '5'],
    ['canlegalragbench', '"canlegalragbench"'],
    [null, 'null'],
    [[5], 'an array'],
    [() => 5, 'a function'],
    [{ k: 1, K: 1 }, '`K`'],
    [{ ['__proto__ ']: 1 }, '`__proto__ `'],
  ])('%j are refused', (given, named) => {
    expect(() => read(given)).toThrow(new RangeError(`\`options\`: expected an object with k, compat, got ${named}`))
  })
})

describe('what is no score', () => {
  it.each<[unknown, string]>([
    [[0.5, 1], '`scores[0]`: expected a score as the metrics return it, { value: 0.5 } or { value: null, reason }, got 0.5'],
    [[known(1), null], '`scores[1]`'],
    [[{ score: 1 }], '`scores[0]`'],
    [[{ value: '1' }], 'got "1"'],
    [{ value: 1 }, '`scores`: expected a list of scores, got an object'],
  ])('%j is refused by every mean', (given, message) => {
    for (const mean of [macroMean, microMean]) {
      expect(() => mean(given as MetricScore[])).toThrow(RangeError)
      expect(() => mean(given as MetricScore[])).toThrow(message)
    }
    expect(() => weightedMean({ cuad: given as MetricScore[] })).toThrow(message)
  })

  it('a list in place of groups is refused', () => {
    const groups = [[known(1)]] as unknown as Record<string, MetricScore[]>
    expect(() => weightedMean(groups)).toThrow('`groups`: expected an object with a list of scores for each group, got an array')
  })
})

describe('means', () => {
  const some = [quotient(1, 2), quotient(1, 8), known(1), unknown('nothing retrieved')]

  it('macro: every case the same weight', () => {
    expect(macroMean(some)).toEqual({ value: (0.5 + 0.125 + 1) / 3, scored: 3, total: 4 })
  })

  it('micro: every counted thing the same weight, over scores with parts', () => {
    expect(microMean(some)).toEqual({ value: 2 / 10, scored: 2, total: 4 })
    // A score that is null has no part in it, whatever its parts.
    expect(microMean([...some, { value: null, reason: 'undetermined', parts: [5, 5] }]).value).toBe(2 / 10)
  })

  it('weighted: every group the same weight, those without a known score left out and named', () => {
    const groups = {
      privacy_qa: [known(1), known(1), known(1)],
      cuad: [known(0), unknown('no citation')],
      maud: [unknown('no citation')],
      empty: [],
    }
    expect(weightedMean(groups)).toEqual({ value: 1 / 2, scored: 4, total: 6, leftOut: ['maud', 'empty'] })
    expect(macroMean(Object.values(groups).flat()).value).toBe(3 / 4)
  })

  it('fault 1: of nothing known is null, never 0 or NaN', () => {
    for (const none of [[], [unknown('no claims')]]) {
      expect(macroMean(none)).toEqual({ value: null, scored: 0, total: none.length })
      expect(microMean(none)).toEqual({ value: null, scored: 0, total: none.length })
      expect(weightedMean({ none })).toEqual({ value: null, scored: 0, total: none.length, leftOut: ['none'] })
    }
    expect(weightedMean({})).toEqual({ value: null, scored: 0, total: 0, leftOut: [] })
    expect(microMean([known(1)])).toEqual({ value: null, scored: 0, total: 1 })
    expect(microMean([known(0, [0, 0])])).toEqual({ value: null, scored: 1, total: 1 })
  })

  it('fault 1: a NaN is refused, it poisons no mean', () => {
    expect(() => macroMean([known(Number.NaN)])).toThrow(new RangeError('`value`: expected a finite number, got NaN'))
    expect(() => weightedMean({ a: [known(Number.POSITIVE_INFINITY)] })).toThrow(RangeError)
    expect(() => microMean([known(1, [Number.NaN, 1])])).toThrow(
      new RangeError('`parts`: expected a finite number of at least 0, got NaN'),
    )
    expect(() => microMean([known(1, [-1, 1])])).toThrow(RangeError)
  })

  it('fault 44: a group called __proto__ is a group like any other', () => {
    const groups = Object.fromEntries([
      ['__proto__', [known(0)]],
      ['a', [known(1)]],
    ])
    expect(weightedMean(groups).value).toBe(1 / 2)
  })

  it('are within 0 and 1, do not depend on order, and account for every case', () => {
    fc.assert(
      fc.property(scores, fc.nat(), (all, at) => {
        const turned = [...all.slice(at % 12), ...all.slice(0, at % 12)]
        for (const mean of [macroMean, microMean]) {
          const { value, scored, total } = mean(all)
          expect(total).toBe(all.length)
          expect(value === null || (value >= 0 && value <= 1)).toBe(true)
          const other = mean(turned)
          expect({ ...other, value: null }).toEqual({ value: null, scored, total })
          expect(other.value ?? -1).toBeCloseTo(value ?? -1, 12)
        }
      }),
    )
  })

  it('micro: two halves merged from their sums are the whole', () => {
    fc.assert(
      fc.property(scores, scores, (left, right) => {
        const parts = [left, right].map((half) =>
          half.reduce(
            ([n, d], { value, parts: [a, b] = [0, 0] }): [number, number] => (value === null ? [n, d] : [n + a, d + b]),
            [0, 0] as [number, number],
          ),
        )
        const merged = microMean(parts.map(([n, d]) => known(d === 0 ? 0 : n / d, [n, d])))
        expect(merged.value).toEqual(microMean([...left, ...right]).value)
      }),
    )
  })

  it('weighted: groups of one size are the macro mean, and a repeated group changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }), (values) => {
        const cases = values.map((value) => known(value))
        const alone = weightedMean(Object.fromEntries(cases.map((each, index) => [`g${index}`, [each]]))).value
        expect(alone).toBeCloseTo(macroMean(cases).value ?? Number.NaN, 12)
        expect(weightedMean({ a: cases, b: [...cases, ...cases] }).value).toBeCloseTo(alone ?? Number.NaN, 12)
      }),
    )
  })

  it('of real metrics: a case that is not scored is in no sum', () => {
    const [found, missed, unreported] = [['a', 'x'], ['x', 'y'], null]
    const recalls = [found, missed, unreported].map((ids) => recall(ids, ['a', 'b']))
    expect(macroMean(recalls)).toEqual({ value: 1 / 4, scored: 2, total: 3 })
    expect(microMean(recalls)).toEqual({ value: 1 / 4, scored: 2, total: 3 })
    const precisions = [precision(['a'], ['a']), precision(['a', 'x', 'y'], ['a'])]
    expect([macroMean(precisions).value, microMean(precisions).value]).toEqual([2 / 3, 1 / 2])
  })
})
