import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classScores, confusionMatrix, selective } from './classification.js'
import { pearson, spearman } from './correlation.js'
import { cohenKappa } from './kappa.js'

const LABELS = ['a', 'b', 'c'] as const
const label = fc.constantFrom(...LABELS)
const examples = fc.array(fc.record({ truth: label, prediction: fc.option(label) }))

describe('a confusion matrix', () => {
  it('holds every example once, and its scores are shares', () => {
    fc.assert(
      fc.property(examples, (given) => {
        const matrix = confusionMatrix(LABELS, given)
        expect(matrix.flat().reduce((sum, count) => sum + count, 0)).toBe(given.length)
        const scores = LABELS.flatMap((_, i) => {
          const { precision, recall, f1 } = classScores(matrix, i)
          return [precision.value, recall.value, f1]
        })
        const { coverage, accuracy } = selective(matrix)
        for (const score of [...scores, coverage.value, accuracy.value]) {
          expect(score === null || (score >= 0 && score <= 1)).toBe(true)
        }
        expect(coverage.value === null).toBe(given.length === 0)
      }),
    )
  })

  it('refuses a class that it does not know', () => {
    expect(() => confusionMatrix<string>(LABELS, [{ truth: 'd', prediction: 'a' }])).toThrow(/expected one of a, b, c/)
    expect(() => confusionMatrix<string>(LABELS, [{ truth: 'a', prediction: 'd' }])).toThrow(/received a, d/)
  })
})

describe('cohenKappa', () => {
  it('is the same for either rater first, and never above 1', () => {
    const table = fc.array(fc.array(fc.nat(50), { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(table, (given) => {
        const turned = LABELS.map((_, i) => given.map((row) => row[i] ?? 0))
        const kappa = cohenKappa(given)
        expect(cohenKappa(turned)).toBe(kappa)
        expect(kappa === null || (kappa <= 1 && kappa >= -1)).toBe(true)
      }),
    )
  })

  it.each([
    [[[1, 2]]],
    [[[1], [2]]],
    [
      [
        [1, -1],
        [0, 1],
      ],
    ],
    [[[Number.NaN]]],
  ])('refuses %j', (table) => {
    expect(() => cohenKappa(table)).toThrow(RangeError)
  })
})

describe('correlation', () => {
  it('refuses sides that do not fit, and values that are no numbers', () => {
    expect(() => pearson([1, 2, 3], [1, 2])).toThrow(/equal length/)
    expect(() => spearman([1, 2, Number.NaN], [1, 2, 3])).toThrow(/finite/)
  })

  it('by ranks does not see what keeps the order; either way it lies within -1 and 1, whatever the order of the points', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), { minLength: 3 })
    fc.assert(
      fc.property(points, (given) => {
        const x = given.map(([value]) => value)
        const y = given.map(([, value]) => value)
        const rank = spearman(x, y)
        const bent = spearman(
          x.map((value) => value ** 3),
          y,
        )
        expect(bent === null ? bent : bent.toFixed(9)).toBe(rank === null ? rank : rank.toFixed(9))
        for (const value of [rank, pearson(x, y)]) expect(value === null || Math.abs(value) <= 1).toBe(true)
        const back = spearman(x.toReversed(), y.toReversed())
        expect(back === null ? back : back.toFixed(9)).toBe(rank === null ? rank : rank.toFixed(9))
      }),
    )
  })
})
