import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Verdict } from '../../schema/verdict.js'
import type { JudgeRequest } from '../judge.js'
import { offlineJudge } from '../offline.js'
import { figure, LIMITS } from './limits.js'
import { detectOutcome } from './refusal.js'

const SENTENCE = 'The notice period is three months.'
// Few of them make a long text.
const LONG_SENTENCE = `The tenant and ${'the landlord and the agent and '.repeat(8)}owe notice of three months.`
const base: JudgeRequest = {
  suite: 's',
  id: 'q',
  question: 'How long is the notice period?',
  language: 'en',
  answer: SENTENCE,
  passages: [{ text: SENTENCE }],
  citations: null,
  reference: null,
  answerPoints: [],
  falsePremise: false,
  trial: 0,
}
const judge = (change: Partial<JudgeRequest>, signal = new AbortController().signal) =>
  offlineJudge().assess({ ...base, ...change }, { signal })
const assess = async (change: Partial<JudgeRequest>) => Verdict.parse(await judge(change))

test('the documented limits are the limits', () => {
  const page = readFileSync(new URL('../../../docs/judges-offline.md', import.meta.url), 'utf8')
  const { answer, passages, comparisons, text, conclusions, sentencesBeforeConclusion, wordsAComparison } = LIMITS
  for (const row of [
    `| characters of the answer | ${figure(answer)} |`,
    `| characters of all passages together | ${figure(passages)} |`,
    `windows of the answer | ${figure(comparisons)} |`,
    `of one answer point | ${figure(text)} |`,
    `| ${conclusions}, each against the ${sentencesBeforeConclusion} sentences before it |`,
    `for every ${wordsAComparison} content words`,
  ]) {
    expect(page).toContain(row)
  }
})

test('claims beyond the limit of comparisons are undetermined, with the reason, and the notes say how many', async () => {
  // 1,000 sentences are 1,999 windows, so that 50 claims reach the limit.
  const others = Array.from({ length: 10 }, () => ({ text: 'Copyright lasts for decades. '.repeat(1_000) }))
  const { claims, notes } = await assess({ answer: `${SENTENCE} `.repeat(60), passages: [{ text: SENTENCE }, ...others] })
  expect(claims.map(({ support }) => support)).toEqual([
    ...new Array<string>(50).fill('entailment'),
    ...new Array<string>(10).fill('undetermined'),
  ])
  expect(claims[50]).toEqual({
    text: SENTENCE,
    support: 'undetermined',
    reason: 'not checked: beyond the limit of 1,000,000 comparisons',
  })
  expect(notes).toContain('10 of 60 claims not checked: beyond the limit of 1,000,000 comparisons')
})

test('points beyond the limit of comparisons are undetermined, and the answer is not called wrong for them', async () => {
  // 1,000 sentences are 1,999 windows, which 500 points use up.
  const answerPoints = [...new Array<string>(600).fill('notice period of three months'), 'a fee of 500 guilders']
  const { referenceClaims, correct, notes } = await assess({ answer: `${SENTENCE} `.repeat(1_000), answerPoints })
  expect(referenceClaims.map(({ answer }) => answer)).toEqual([
    ...new Array<string>(500).fill('entailment'),
    ...new Array<string>(101).fill('undetermined'),
  ])
  expect(correct).toBeNull()
  expect(notes).toContain('101 of 601 points of the reference not checked: beyond the limit of 1,000,000 comparisons')
})

test('of an endless answer the beginning is read, and the rest is one undetermined claim', async () => {
  const { claims, notes, outcome } = await assess({ answer: `${LONG_SENTENCE} `.repeat(1_000) })
  expect(claims.at(-1)).toEqual({ text: 'The rest of the answer', support: 'undetermined', reason: 'not read' })
  expect(claims.slice(0, -1).every(({ text }) => text === LONG_SENTENCE)).toBe(true)
  expect(notes).toContain('only the first 200,000 characters of the answer were read')
  expect(outcome).toBe('answered')
})

test('a number that the part of the answer that was read lacks may stand in the rest', async () => {
  const filler = `${LONG_SENTENCE} `.repeat(1_000)
  expect(await assess({ answer: `${filler} The fee is 500 guilders.`, answerPoints: ['500 guilders'] })).toMatchObject({
    correct: null,
    referenceClaims: [{ answer: 'undetermined', reason: expect.stringContaining('only the first 200,000 characters') }],
  })
  expect(await assess({ answer: filler, answerPoints: ['three months'] })).toMatchObject({ correct: true })
})

test.each([
  ['a refusal', 'I cannot help with that. ', 'refused'],
  ['a non-answer', 'The documents do not state the fee. ', 'non-answer'],
])('%s that never ends is no known outcome', (_, sentence, outcome) => {
  expect(detectOutcome(sentence, 'en').outcome).toBe(outcome)
  const endless = detectOutcome(sentence.repeat(10_000), 'en')
  expect([endless.outcome, endless.reason]).toEqual(['undetermined', expect.stringContaining('only the first 200,000')])
})

test('what passages say beyond the part that was read may support a claim', async () => {
  const long = { text: `${'copyright '.repeat(20)}\n`.repeat(5_500) }
  const unsupported = { answer: 'The tenant owes a deposit of two rents.' }
  expect((await assess({ ...unsupported, passages: [{ text: 'Copyright lasts.' }] })).claims[0]?.support).toBe('neutral')
  const { claims, notes } = await assess({ ...unsupported, passages: [{ text: 'Copyright lasts.' }, long, { text: SENTENCE }] })
  expect(claims).toMatchObject([
    {
      support: 'undetermined',
      passages: ['neutral', 'undetermined', 'undetermined'],
      reason: expect.stringContaining('some passages were not read to their end'),
    },
  ])
  expect(notes).toContain('only the first 1,000,000 characters of the passages were read')
  expect((await assess({ passages: [{ text: SENTENCE }, long] })).claims[0]?.support).toBe('entailment')
})

test('conclusions beyond the limit are claims like any other', async () => {
  const answer = `The tenant owes the rent. ${'Therefore, the tenant owes the rent. '.repeat(60)}`
  const { claims } = await assess({ answer })
  expect(claims.map(({ harmless }) => harmless)).toEqual([
    undefined,
    ...new Array(50).fill('connects-or-concludes'),
    ...new Array(10).fill(undefined),
  ])
})

test('an answer point too long to read is undetermined', async () => {
  const { referenceClaims } = await assess({ answerPoints: ['word '.repeat(100_000), 'three months'] })
  expect(referenceClaims).toMatchObject([
    { answer: 'undetermined', reason: 'not checked: longer than 20,000 characters' },
    { answer: 'entailment' },
  ])
})

test('a deadline that passes while a long answer is judged ends it', async () => {
  const controller = new AbortController()
  setImmediate(() => controller.abort(new Error('deadline')))
  const passages = Array.from({ length: 50 }, () => ({ text: SENTENCE }))
  await expect(judge({ answer: `${SENTENCE} `.repeat(16_000), passages }, controller.signal)).rejects.toThrow('deadline')
})

test.each<[name: string, unit: string, count: number]>([
  ['abbreviations', 'Art. ', 5_000],
  ['open brackets', '[', 50_000],
  ['digits and commas', '1,', 200_000],
  ['links that do not end', '[a](', 10_000],
  ['short items', '- a fine\n', 4_000],
  ['gaps', 'The documents do not state the fee. ', 1_000],
  ['negations', 'not ', 10_000],
  ['combining marks', '\u0301', 50_000],
  ['text without spaces', '租客必须支付租金', 4_000],
])('a hostile answer gets a verdict, and nothing in it is called unsupported or supported unread: %s', async (_, unit, count) => {
  const { claims, correct } = await assess({ answer: unit.repeat(count), passages: [], reference: SENTENCE })
  expect(claims.filter(({ support }) => support !== 'undetermined')).toEqual([])
  expect(correct).not.toBe(true)
})
