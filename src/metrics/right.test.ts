import { describe, expect, it } from 'vitest'
import { ErrorClass } from '../schema/record.js'
import { Outcome } from '../schema/verdict.js'
import { isRight } from './right.js'

const judged = { outcome: 'answered', g: null, c: null, r: null } as const

describe('whether a case came out right', () => {
  it('is said by its class', () => {
    const byClass = ErrorClass.options.map((errorClass) => [errorClass, isRight({ ...judged, errorClass })] as const)
    const of = (right: boolean | null) => byClass.filter(([, is]) => is === right).map(([errorClass]) => errorClass)
    expect(of(true).sort()).toEqual(['correct', 'correct refusal', 'premise corrected'])
    expect(of(null).sort()).toEqual(['infrastructure', 'missing', 'unscored'])
  })

  it.each([...Outcome.options, null])(
    'of an unscored reply a signal says that it is wrong only where it is an answer: %s',
    (outcome) => {
      const isAnswer = outcome === 'answered' || outcome === 'premise-corrected' || outcome === 'premise-accepted'
      const wrong = isAnswer ? false : null
      const unscored = { ...judged, errorClass: 'unscored', outcome } as const
      expect(isRight({ ...unscored, g: false })).toBe(wrong)
      expect(isRight({ ...unscored, c: false })).toBe(wrong)
      expect(isRight({ ...unscored, g: true, c: true })).toBeNull()
    },
  )
})
