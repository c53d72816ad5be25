import { describe, expect, test } from 'vitest'
import { Verdict } from '../schema/verdict.js'
import type { JudgeRequest } from './judge.js'
import { offlineJudge } from './offline.js'

const base: JudgeRequest = {
  suite: 's',
  id: 'q',
  question: 'How can a tenant end the lease?',
  language: 'en',
  answer: 'The tenant may terminate the lease in writing with a notice period of three months.',
  passages: [{ id: 'p', text: 'The tenant may terminate the lease in writing with a notice period of three months.' }],
  citations: null,
  reference: null,
  answerPoints: [],
  falsePremise: false,
  trial: 0,
}
const assess = async (change: Partial<JudgeRequest>) =>
  Verdict.parse(await offlineJudge().assess({ ...base, ...change }, { signal: new AbortController().signal }))

describe('offlineJudge', () => {
  test('says what it is', async () => {
    const verdict = await assess({})
    expect(verdict.judge).toEqual({ name: 'offline', rubric: 'lexical-3-band' })
    expect(verdict.notes).toContain('a lexical support check, not an entailment judge')
  })

  test('claims carry support, a label per passage, the nearest passage and a reason', async () => {
    const { claims } = await assess({ passages: [{ text: 'Copyright lasts fifty years.' }, ...base.passages] })
    expect(claims).toMatchObject([
      { support: 'entailment', passages: ['neutral', 'entailment'], nearest: 1, reason: expect.any(String) },
    ])
  })

  test('without passages support is undetermined, and a note says why', async () => {
    const verdict = await assess({ passages: [] })
    expect(verdict.claims.map(({ support }) => support)).toEqual(['undetermined'])
    expect(verdict.claims[0]).not.toHaveProperty('passages')
    expect(verdict.notes).toContain('no passages')
  })

  test.each([
    [
      'all points stand in the answer',
      { answerPoints: ['notice period of three months', 'terminate the lease in writing'] },
      true,
    ],
    [
      'a point in words the answer does not have',
      { answerPoints: ['notice period of three months', 'approval of the housing court'] },
      null,
    ],
    ['another number', { reference: 'The tenant may terminate the lease in writing with a notice period of six months.' }, false],
    ['the reference itself', { reference: base.answer }, true],
    ['no reference', {}, null],
    ['an empty reference', { reference: '  ' }, null],
    ['fault 19: another script', { language: 'ur', answer: 'کرایہ دار نوٹس دے گا', reference: 'کرایہ دار نوٹس دے گا۔' }, true],
  ] satisfies [string, Partial<JudgeRequest>, boolean | null][])('correct: %s', async (_, change, correct) => {
    const verdict = await assess(change)
    expect(verdict.correct).toBe(correct)
    expect(verdict.correctReason).toEqual(expect.any(String))
  })

  test('answer points come before the reference', async () => {
    const { referenceClaims } = await assess({ reference: 'One. Two.', answerPoints: ['notice period of three months'] })
    expect(referenceClaims.map(({ text }) => text)).toEqual(['notice period of three months'])
  })

  test.each([
    ['answered', {}, 'answered'],
    ['refused', { answer: 'I cannot help with that.' }, 'refused'],
    ['non-answer', { answer: 'The documents do not state the notice period.' }, 'non-answer'],
    ['a false premise that is answered', { falsePremise: true }, 'undetermined'],
    ['a false premise that is refused', { falsePremise: true, answer: 'I cannot help with that.' }, 'refused'],
    ['empty', { answer: ' ' }, 'undetermined'],
  ] satisfies [string, Partial<JudgeRequest>, string][])('outcome: %s', async (_, change, outcome) => {
    const verdict = await assess(change)
    expect(verdict.outcome).toBe(outcome)
    expect(verdict.outcomeReason).toEqual(expect.any(String))
  })

  test('an empty answer makes no claim and is neither right nor wrong', async () => {
    expect(await assess({ answer: '\n', reference: base.answer })).toMatchObject({
      claims: [],
      referenceClaims: [],
      correct: null,
      outcomeReason: 'empty answer',
      notes: ['empty answer'],
    })
  })

  test.each(['Hello!', '…', 'I cannot help with that.'])('fault 8: %j makes no checkable claim', async (answer) => {
    const verdict = await assess({ answer })
    expect(verdict.claims).toEqual([])
    expect(verdict.notes.join()).toContain('no claims')
  })

  test('never contradiction, and the same verdict every time', async () => {
    const change = { answer: 'The tenant may not terminate the lease in writing with a notice period of three months.' }
    const first = await assess(change)
    expect(first.claims.map(({ support }) => support)).toEqual(['undetermined'])
    expect(await assess(change)).toEqual(first)
  })

  test('an aborted run is not judged', async () => {
    const aborted = AbortSignal.abort(new Error('deadline'))
    await expect(offlineJudge().assess(base, { signal: aborted })).rejects.toThrow('deadline')
  })
})
