import { describe, expect, it } from 'vitest'
import { MatcherUsageError } from '../errors.js'
import './register.js'

type Asymmetric = Record<string, () => unknown> & { not: Record<string, () => unknown> }

const refusal = { answer: "I'm sorry, I cannot help with that.", refused: true }
const { not: negated, ...asymmetric } = expect as unknown as Asymmetric

describe('fault 38: a matcher inside another one cannot be waited for', () => {
  it.each(['toRefuse', 'toBeGrounded', 'toCiteGold', 'toAnswerCorrectly'])('%s, with and without `not`', (name) => {
    const compared = (matchers: typeof negated) => () => expect({ response: refusal }).toEqual({ response: matchers[name]?.() })
    for (const matchers of [negated, asymmetric]) {
      expect(compared(matchers)).toThrow(MatcherUsageError)
      expect(compared(matchers)).toThrow(/are async: write `await expect\(response\)/)
    }
  })
})
