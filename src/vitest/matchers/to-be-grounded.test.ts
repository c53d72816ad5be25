import { describe, expect, it } from 'vitest'
import { judgeSaying } from '../../../test/unit/judge.js'
import { JudgeError, MatcherUsageError } from '../../errors.js'
import { rememberCase } from '../case-context.js'
import '../register.js'

const passages = [{ id: 'p1', title: 'Rent Act 2031', section: '5', text: 'The notice period is three months.' }]
const response = { answer: 'The notice period is three months.', passages }
const supported = judgeSaying({ claims: [{ text: 'three months', support: 'entailment', nearest: 0 }] })
const unsupported = judgeSaying({
  claims: [
    { text: 'three months', support: 'entailment', nearest: 0 },
    { text: 'six months', support: 'contradiction', nearest: 0, reason: 'the act says three' },
  ],
})
const open = judgeSaying({ claims: [{ text: 'perhaps', support: 'undetermined', nearest: 0, reason: 'hard to say' }] })

describe('toBeGrounded on a plain object', () => {
  it('passes and fails by the claims, and so does its .not', async () => {
    await expect(response).toBeGrounded({ judge: supported })
    await expect(response).not.toBeGrounded({ judge: unsupported })
    await expect(expect(response).toBeGrounded({ judge: unsupported })).rejects.toThrow(/expected the answer to be grounded/)
    await expect(expect(response).not.toBeGrounded({ judge: supported })).rejects.toThrow(
      /expected the answer not to be grounded/,
    )
  })

  it('shows the claim, the reason, the nearest passage and who judged', async () => {
    await expect(expect(response).toBeGrounded({ judge: unsupported })).rejects.toThrow(
      [
        'expected the answer to be grounded in its passages',
        '',
        'claim:   “six months”',
        'reason:  “the act says three”',
        'nearest: Rent Act 2031, 5: “The notice period is three months.”',
        '',
        '1 of 2 claims unsupported, 0 undetermined; judged by test',
      ].join('\n'),
    )
  })

  it('says nothing of a nearest passage where the judge named none', async () => {
    const judge = judgeSaying({ claims: [{ text: 'six months', support: 'neutral', reason: 'not in them' }] })
    await expect(expect(response).toBeGrounded({ judge })).rejects.toThrow(
      /“six months”\nreason: {2}“not in them”\n\n1 of 1 claims unsupported/,
    )
  })

  it.each([
    ['an undetermined claim', open, /undetermined: a claim could not be told\nclaim: {3}“perhaps”/],
    ['no claims', judgeSaying({ claims: [] }), /undetermined: no claims/],
    [
      'a judge that failed',
      { name: 'broken', assess: () => Promise.reject(new JudgeError('provider', '503')) },
      /undetermined: 503/,
    ],
    [
      'a judge that returns junk',
      { name: 'broken', assess: async () => ({}) as never },
      /undetermined: judge "broken" returned no verdict/,
    ],
  ])('fault 2: %s satisfies neither it nor its .not', async (_what, judge, message) => {
    await expect(expect(response).toBeGrounded({ judge })).rejects.toThrow(message)
    await expect(expect(response).not.toBeGrounded({ judge })).rejects.toThrow(message)
  })

  it('takes passages from its options, as strings too', async () => {
    const asked: string[][] = []
    const judge = {
      ...supported,
      assess: async (request: Parameters<typeof supported.assess>[0], context: Parameters<typeof supported.assess>[1]) => {
        asked.push(request.passages.map(({ text }) => text))
        return supported.assess(request, context)
      },
    }
    await expect('Three months.').toBeGrounded({ judge, passages: ['One.', { text: 'Two.' }] })
    await expect(response).toBeGrounded({ judge, passages: ['Instead.'] })
    expect(asked).toEqual([['One.', 'Two.'], ['Instead.']])
  })

  it('fault 5: retrieval that found nothing supports nothing', async () => {
    await expect({ answer: 'Three months.', passages: [] }).not.toBeGrounded({ judge: open })
  })

  it.each<[string, unknown]>([
    ['no passages', { answer: 'Three months.' }],
    ['a plain string', 'Three months.'],
    ['titles only', { answer: 'Three months.', passages: [{ title: 'Rent Act 2031' }] }],
  ])('%s is a mistake in the test, for .not too', async (_what, received) => {
    await expect(expect(received).toBeGrounded({ judge: supported })).rejects.toThrow(MatcherUsageError)
    await expect(expect(received).not.toBeGrounded({ judge: supported })).rejects.toThrow(/`toBeGrounded\(\{ passages/)
  })

  it.each<[unknown]>([[undefined], [null], [3], [{ text: 'Three months.' }], [[]]])('%j is no response', async (received) => {
    await expect(expect(received).toBeGrounded()).rejects.toThrow(MatcherUsageError)
    await expect(expect(received).not.toBeGrounded()).rejects.toThrow(/`toBeGrounded` needs a response/)
  })

  it('the case is none, and the message names its response', async () => {
    const held = { answer: 'Three months.' }
    rememberCase(held, {} as Parameters<typeof rememberCase>[1])
    const whole = { item: { id: 'a' }, response: held, expect, signal: new AbortController().signal }
    for (const of of [expect(whole), expect(whole).not]) {
      await expect(of.toBeGrounded()).rejects.toThrow(MatcherUsageError)
      await expect(of.toBeGrounded()).rejects.toThrow(
        '`toBeGrounded` needs a response, and was given the case that holds it: write `async ({ response, expect }) => expect(response).toBeGrounded(…)`',
      )
    }
  })

  it('without a judge and a plugin the offline one judges', async () => {
    await expect(response).toBeGrounded({ language: 'en' })
    await expect(expect(response).not.toBeGrounded({ language: 'en' })).rejects.toThrow(/judged by offline/)
  })

  it('a judge that cannot be set up is an error in words, whichever way it is asked', async () => {
    const judge = { name: 'x', assess: () => Promise.reject(new JudgeError('setup', 'set ANTHROPIC_API_KEY')) }
    await expect(expect(response).toBeGrounded({ judge })).rejects.toThrow(JudgeError)
    await expect(expect(response).not.toBeGrounded({ judge })).rejects.toThrow('set ANTHROPIC_API_KEY')
  })
})
