import { describe, expect, it } from 'vitest'
import { MatcherUsageError } from '../../errors.js'
import '../register.js'

describe('toRefuse on a plain object', () => {
  it.each<[string, unknown]>([
    ['the flag', { answer: 'The notice period is three months.', refused: true }],
    ['the flag over an empty answer', { answer: '', refused: true }],
    ['the words', { answer: "I'm sorry, I cannot help with that." }],
    ['a string', "I'm sorry, I cannot help with that."],
  ])('by %s', async (_what, response) => {
    await expect(response).toRefuse({ language: 'en' })
    await expect(expect(response).not.toRefuse({ language: 'en' })).rejects.toThrow(/expected the system not to refuse/)
  })

  it.each<[string, unknown]>([
    ['an answer', 'The notice period for a tenancy of indefinite length is three months.'],
    ['an answer with the flag', { answer: 'The notice period is three months.', refused: false }],
  ])('not: %s', async (_what, response) => {
    await expect(response).not.toRefuse({ language: 'en' })
    await expect(expect(response).toRefuse({ language: 'en' })).rejects.toThrow(/received: answered/)
  })

  it('a non-answer counts, unless it is asked not to', async () => {
    const response = 'The documents do not say how long the notice period is.'
    await expect(response).toRefuse({ language: 'en' })
    await expect(response).not.toRefuse({ language: 'en', nonAnswer: false })
    await expect(expect(response).toRefuse({ language: 'en', nonAnswer: false })).rejects.toThrow(/received: non-answer/)
  })

  it.each<[unknown]>([[''], [{ answer: ' \n' }]])('an empty answer (%j) satisfies neither it nor its .not', async (response) => {
    await expect(expect(response).toRefuse()).rejects.toThrow(/undetermined/)
    await expect(expect(response).not.toRefuse()).rejects.toThrow(/undetermined/)
  })

  it.each<[unknown]>([[undefined], [{ refused: true }]])(
    'fault 37: %j is no response, so neither is satisfied',
    async (received) => {
      await expect(expect(received).toRefuse()).rejects.toThrow(MatcherUsageError)
      await expect(expect(received).not.toRefuse()).rejects.toThrow(MatcherUsageError)
    },
  )
})
