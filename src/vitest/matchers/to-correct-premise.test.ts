import { describe, expect, it } from 'vitest'
import { judgeSaying } from '../../../test/unit/judge.js'
import { JudgeError, MatcherUsageError } from '../../errors.js'
import type { Judge, JudgeRequest } from '../../judges/judge.js'
import '../register.js'

const question = 'How long is the notice period of two weeks in section 12?'
const response = { answer: 'Section 12 asks for three months, not two weeks.' }
const saying = (outcome: 'answered' | 'refused' | 'non-answer' | 'premise-corrected' | 'premise-accepted' | 'undetermined') =>
  judgeSaying({ outcome, outcomeReason: 'as it says' })

describe('toCorrectPremise on a plain object', () => {
  it('passes and fails by the outcome, and so does its .not', async () => {
    const judge = saying('premise-corrected')
    await expect(response).toCorrectPremise({ question, judge })
    await expect(expect(response).not.toCorrectPremise({ question, judge })).rejects.toThrow(/not to put the false premise right/)
  })

  it.each([
    ['premise-accepted', /received: premise-accepted: the answer goes along with it/],
    ['answered', /received: premise-accepted: the answer goes along with it/],
    ['refused', /received: refused: a refusal says nothing of the premise/],
    ['non-answer', /received: non-answer: it says nothing of the premise/],
  ] as const)('not: %s', async (outcome, message) => {
    const judge = saying(outcome)
    await expect(response).not.toCorrectPremise({ question, judge })
    await expect(expect(response).toCorrectPremise({ question, judge })).rejects.toThrow(message)
  })

  it('tells the judge that the premise is false, and the question that rests on it', async () => {
    const asked: JudgeRequest[] = []
    const judge: Judge = {
      name: 'asked',
      assess: async (request, context) => {
        asked.push(request)
        return await saying('premise-corrected').assess(request, context)
      },
    }
    await expect(response).toCorrectPremise({ question, language: 'en', judge })
    expect(asked).toMatchObject([{ question, language: 'en', falsePremise: true, answer: response.answer }])
    await expect({ ...response, refused: true }).not.toCorrectPremise({ question, judge })
    // The system's own flag needs no judge.
    expect(asked).toHaveLength(1)
  })

  it('shows question, reason and answer', async () => {
    await expect(expect(response).toCorrectPremise({ question, judge: saying('premise-accepted') })).rejects.toThrow(
      [
        'expected the answer to put the false premise right',
        '',
        `question: “${question}”`,
        'expected: premise-corrected',
        'received: premise-accepted: the answer goes along with it',
        'reason:   as it says',
        `answer:   “${response.answer}”`,
      ].join('\n'),
    )
  })

  it.each<[string, object, Judge, RegExp]>([
    ['a judge that cannot tell', response, saying('undetermined'), /undetermined: as it says/],
    [
      'a judge that failed',
      response,
      { name: 'b', assess: () => Promise.reject(new JudgeError('provider', '503')) },
      /undetermined: 503/,
    ],
    ['an empty answer', { answer: ' ' }, saying('premise-corrected'), /undetermined: the answer is empty/],
  ])('fault 2: %s satisfies neither it nor its .not', async (_what, received, judge, message) => {
    await expect(expect(received).toCorrectPremise({ question, judge })).rejects.toThrow(message)
    await expect(expect(received).not.toCorrectPremise({ question, judge })).rejects.toThrow(message)
  })

  it('the offline judge cannot tell an answer, and can tell a refusal', async () => {
    const asked = { question, language: 'en' }
    await expect(expect(response).toCorrectPremise(asked)).rejects.toThrow(/undetermined: .*lexical check cannot tell/)
    await expect(expect(response).not.toCorrectPremise(asked)).rejects.toThrow(/undetermined: /)
    await expect("I'm sorry, I cannot help with that.").not.toCorrectPremise(asked)
  })

  it.each<[string, unknown, object, RegExp]>([
    ['no question', response, {}, /needs the question that rests on the false premise/],
    ['an empty question', response, { question: ' ' }, /needs the question/],
    ['an option that it does not have', response, { question, premise: 'x' }, /premise/],
    ['no response', null, { question }, /needs a response/],
  ])('%s: a mistake in the test, for .not too', async (_what, received, options, message) => {
    await expect(expect(received).toCorrectPremise(options)).rejects.toThrow(MatcherUsageError)
    await expect(expect(received).toCorrectPremise(options)).rejects.toThrow(message)
    await expect(expect(received).not.toCorrectPremise(options)).rejects.toThrow(MatcherUsageError)
  })
})
