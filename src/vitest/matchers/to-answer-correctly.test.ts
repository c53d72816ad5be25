import { describe, expect, it } from 'vitest'
import { judgeSaying } from '../../../test/unit/judge.js'
import { JudgeError, MatcherUsageError } from '../../errors.js'
import '../register.js'

const response = { answer: 'Three months.' }
const reference = 'The notice period is three months.'
const right = judgeSaying({ correct: true })
const wrong = judgeSaying({
  correct: false,
  correctReason: 'misses the form',
  referenceClaims: [
    { text: 'three months', answer: 'entailment' },
    { text: 'in writing', answer: 'neutral', reason: 'not said' },
  ],
})

describe('toAnswerCorrectly on a plain object', () => {
  it('passes and fails by the verdict, and so does its .not', async () => {
    await expect(response).toAnswerCorrectly({ reference, judge: right })
    await expect(response).not.toAnswerCorrectly({ reference, judge: wrong })
    await expect(expect(response).not.toAnswerCorrectly({ reference, judge: right })).rejects.toThrow(/not to be correct/)
  })

  it('shows reference, answer, reason and what was missed', async () => {
    await expect(expect(response).toAnswerCorrectly({ reference, judge: wrong })).rejects.toThrow(
      [
        'expected the answer to be correct',
        '',
        'expected: “The notice period is three months.”',
        'received: “Three months.”',
        'reason:   “misses the form”',
        'missed:   “in writing” (not said)',
      ].join('\n'),
    )
  })

  it.each([
    ['a judge that could not tell', judgeSaying({ correct: null, correctReason: 'too short' }), /undetermined: too short/],
    ['a judge that failed', { name: 'b', assess: () => Promise.reject(new JudgeError('provider', '503')) }, /undetermined: 503/],
  ])('fault 2: %s satisfies neither it nor its .not', async (_what, judge, message) => {
    await expect(expect(response).toAnswerCorrectly({ reference, judge })).rejects.toThrow(message)
    await expect(expect(response).not.toAnswerCorrectly({ reference, judge })).rejects.toThrow(message)
  })

  it('takes answer points instead of a reference', async () => {
    await expect(response).toAnswerCorrectly({ answerPoints: ['three months'], judge: right })
    await expect(expect(response).toAnswerCorrectly({ answerPoints: ['a', 'b'], judge: wrong })).rejects.toThrow(
      /expected: “a · b”/,
    )
  })

  it.each<[object]>([[{}], [{ answerPoints: [] }]])(
    'fault 5: without a reference (%j) it is a mistake in the test, and no judge is called',
    async (options) => {
      let calls = 0
      const judge = {
        name: 'counting',
        assess: async () => {
          calls += 1
          return right.assess({} as never, {} as never)
        },
      }
      await expect(expect(response).toAnswerCorrectly({ ...options, judge })).rejects.toThrow(MatcherUsageError)
      await expect(expect(response).not.toAnswerCorrectly({ ...options, judge })).rejects.toThrow(/needs a reference/)
      expect(calls).toBe(0)
    },
  )

  it.each<[string]>([[''], ['   ']])('fault 5: an empty reference (%j) is none', async (empty) => {
    await expect(expect(response).toAnswerCorrectly({ reference: empty, judge: right })).rejects.toThrow(MatcherUsageError)
  })
})
