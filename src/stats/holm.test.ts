import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holm } from './holm.js'

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 })

describe('holm', () => {
  it.each<{ title: string; given: number[]; adjusted: number[] }>([
    // Worked out in "Holm-Bonferroni method", Wikipedia: of four, 0.01 and 0.005 are rejected at 0.05.
    { title: 'four hypotheses', given: [0.01, 0.04, 0.03, 0.005], adjusted: [0.03, 0.06, 0.06, 0.02] },
    // By hand, as p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), 'holm') of R: none is below the one before.
    { title: 'five, never falling', given: [0.01, 0.02, 0.03, 0.04, 0.05], adjusted: [0.05, 0.08, 0.09, 0.09, 0.09] },
    { title: 'ties', given: [0.02, 0.02, 0.5], adjusted: [0.06, 0.06, 0.5] },
    { title: 'none above 1', given: [0.6, 0.7], adjusted: [1, 1] },
    { title: 'one alone', given: [0.04], adjusted: [0.04] },
    { title: 'none', given: [], adjusted: [] },
  ])('$title', ({ given, adjusted }) => {
    expect(holm(given)).toEqual(adjusted.map((p) => expect.closeTo(p, 12)))
  })

  // Benjamini and Hochberg (1995), JRSS B 57, 289-300, section 4: of the 15 comparisons of Neuhaus et al. (1992), control of the family-wise error rejects three.
  it('rejects the three of Benjamini and Hochberg', () => {
    const p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1]
    expect(holm(p).filter((value) => value <= 0.05)).toHaveLength(3)
  })

  it('keeps the order, is never less than what was given nor more than Bonferroni', () => {
    fc.assert(
      fc.property(pValues, (given) => {
        const adjusted = holm(given)
        given.forEach((p, i) => {
          expect(adjusted[i]).toBeGreaterThanOrEqual(p)
          expect(adjusted[i]).toBeLessThanOrEqual(Math.min(1, p * given.length))
          given.forEach((other, j) => {
            if (p < other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] ?? Number.NaN)
          })
        })
        expect(holm(given.toReversed())).toEqual(adjusted.toReversed())
      }),
    )
  })

  it.each([[-0.1], [1.1], [Number.NaN]])('refuses %d', (p) => {
    expect(() => holm([0.5, p])).toThrow(/expected p-values within 0..1/)
  })
})
