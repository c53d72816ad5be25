import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HumanLabel } from '../datasets/entailment-label.js'
import { refcheckerShares } from './refchecker.js'

const response = (...labels: (HumanLabel | null)[]) => ({ claims: labels.map((label) => ({ label })) })
const [E, N, C] = ['entailment', 'neutral', 'contradiction'] as const

describe('shares of labelled claims', () => {
  it('macro is the mean over responses with claims, micro that over claims', () => {
    expect(refcheckerShares([response(E), response(E, N, C, C), response()])).toEqual({
      ...{ responses: 3, abstained: 1, abstainRate: 1 / 3, claims: 5, unlabelled: 0 },
      macro: { entailment: 0.625, neutral: 0.125, contradiction: 0.25 },
      micro: { entailment: 0.4, neutral: 0.2, contradiction: 0.4 },
    })
  })

  it('a claim without a label is in no share, and neutral as published', () => {
    const responses = [response(E, null), response(null)]
    expect(refcheckerShares(responses)).toMatchObject({ abstained: 0, unlabelled: 2, macro: { entailment: 1, neutral: 0 } })
    expect(refcheckerShares(responses, { compat: 'refchecker' })).toMatchObject({
      unlabelled: 0,
      macro: { entailment: 0.25, neutral: 0.75 },
    })
  })

  it.each([
    ['no response', [], { abstainRate: null, macro: null, micro: null }],
    ['abstentions only', [response(), response()], { abstainRate: 1, macro: null, micro: null }],
    ['no labelled claim', [response(null)], { abstainRate: 0, macro: null, micro: null }],
  ])('%s: null, not 0', (_, responses, expected) => {
    expect(refcheckerShares(responses)).toMatchObject(expected)
  })

  it('shares add up to 1 and do not depend on the order of responses', () => {
    const labels = fc.array(fc.constantFrom(E, N, C, null), { maxLength: 5 })
    fc.assert(
      fc.property(fc.array(labels, { maxLength: 8 }), (all) => {
        const responses = all.map((each) => response(...each))
        const { macro, micro, ...counts } = refcheckerShares(responses)
        const turned = refcheckerShares(responses.toReversed())
        expect(turned).toMatchObject(counts)
        for (const [shares, other] of [
          [macro, turned.macro],
          [micro, turned.micro],
        ] as const) {
          if (shares === null) expect(other).toBeNull()
          else {
            expect(shares.entailment + shares.neutral + shares.contradiction).toBeCloseTo(1, 12)
            expect(other?.entailment).toBeCloseTo(shares.entailment, 12)
          }
        }
      }),
    )
  })

  it('refuses a reading that it does not know', () => {
    expect(() => refcheckerShares([], { compat: 'ragchecker' as 'refchecker' })).toThrow(RangeError)
  })
})
