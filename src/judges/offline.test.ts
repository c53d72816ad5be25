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

  test('what a claim cites is not looked at: no label that could make it misgrounded', async () => {
    const { claims } = await assess({
      citations: [{ title: 'Copyright Act' }],
      passages: [...base.passages, { text: 'Copyright lasts fifty years.' }],
    })
    expect(claims).toMatchObject([{ support: 'entailment' }])
    expect(claims[0]).not.toHaveProperty('cited')
  })

  test('without passages support is undetermined, and a note says why', async () => {
    const verdict = await assess({ passages: [] })
    expect(verdict.claims.map(({ support }) => support)).toEqual(['undetermined'])
    expect(verdict.claims[0]).not.toHaveProperty('passages')
    expect(verdict.notes).toContain('no passages')
  })

  test.each([
    [
      'nearly all of its words, and a number that stands nowhere',
      'The tenant may terminate the lease in writing after 90 days of residence.',
      'neutral',
      'wrong-number-or-date',
    ],
    ['few of its words', 'The landlord owes interest once a deposit is overdue.', 'neutral', 'beyond-sources'],
    [
      'few of its words, and a number',
      'Copyright subsists for 50 years after publication of literary works.',
      'neutral',
      'beyond-sources',
    ],
    [
      'another negation',
      'The tenant may not terminate the lease in writing with a notice period of three months.',
      'undetermined',
      undefined,
    ],
    [
      'a number too few to tell',
      'The tenant may terminate the lease in writing with a notice period of six months.',
      'undetermined',
      undefined,
    ],
    ['all of its words', base.answer, 'entailment', undefined],
  ])('the kind of a claim with %s', async (_, answer, support, kind) => {
    const { claims } = await assess({ answer, reference: 'Three months.' })
    expect(claims).toMatchObject([{ support }])
    expect(claims[0]?.kind).toBe(kind)
    expect(claims[0]).not.toHaveProperty('referenceKind')
  })

  test('a harmless claim has no kind', async () => {
    const { claims } = await assess({
      answer: `You ask how a tenant can end the lease. ${base.answer}`,
      passages: [{ text: 'Copyright lasts.' }],
    })
    expect(claims).toMatchObject([{ harmless: 'restates-question' }, { kind: 'beyond-sources' }])
    expect(claims[0]).not.toHaveProperty('kind')
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
    ['a short point that stands there word for word', { answerPoints: ['in writing', 'notice period'] }, true],
    [
      'a short point that stands there under a negation',
      { answer: 'The lease need not be signed by both parties.', answerPoints: ['both parties'] },
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

  test.each<[string, string, Partial<JudgeRequest>, boolean | null]>([
    ['digits for words', 'The limitation period is 3 years.', { reference: 'The limitation period is three years.' }, true],
    ['words for digits', 'The limitation period is three years.', { reference: 'The limitation period is 3 years.' }, true],
    ['another number', 'The limitation period is four years.', { reference: 'The limitation period is 3 years.' }, false],
    ['a short answer', 'three years', { answerPoints: ['3 years'] }, true],
    ['a short answer, wrong', 'four years', { answerPoints: ['3 years'] }, false],
    ['German', 'Die Frist beträgt drei Jahre.', { reference: 'Die Frist beträgt 3 Jahre.' }, true],
    ['a reference in another language', 'Die Frist beträgt drei Jahre.', { reference: 'The period is 3 years.' }, null],
    ['an answer point in another language', 'drei Jahre', { answerPoints: ['4 years'] }, null],
  ])('number words are read though no language is declared: %s', async (_, answer, change, correct) => {
    expect((await assess({ ...change, answer, language: 'und' })).correct).toBe(correct)
  })

  test.each<[string, string, string, string]>([
    ['a short German claim against English', 'Drei Monate Kündigungsfrist.', base.passages[0]?.text ?? '', 'undetermined'],
    [
      'a short English claim against German',
      'Within 30 days.',
      'Der Mieter kann die Kündigung bei der Behörde anfechten.',
      'undetermined',
    ],
    ['two that show no language and share no word', 'Fristlose Kündigung.', 'Rent Board, Arden.', 'undetermined'],
    ['two that show no language and share words', 'Rent Board, Arden.', 'Rent Board, Arden, Housing Office.', 'entailment'],
    ['English against English', 'Copyright subsists for fifty years.', base.passages[0]?.text ?? '', 'neutral'],
    ['the same words', 'Three months.', base.passages[0]?.text ?? '', 'entailment'],
    ['digits for words', 'A notice period of 3 months.', base.passages[0]?.text ?? '', 'entailment'],
    ['Spanish against Spanish', 'El plazo es de tres meses.', 'El plazo es de tres meses para el arrendatario.', 'entailment'],
  ])('support though no language is declared: %s', async (_, answer, text, support) => {
    const { claims } = await assess({ answer, language: 'und', passages: [{ text }] })
    expect(claims.map((claim) => claim.support)).toEqual([support])
  })

  test('a passage too short to show its language is taken to be in that of the others', async () => {
    const passages = [...base.passages, { text: 'Rent Board, Arden.' }]
    const { claims } = await assess({ answer: 'Copyright subsists for fifty years.', language: 'und', passages })
    expect(claims.map(({ support, passages: labels }) => [support, labels])).toEqual([['neutral', ['neutral', 'neutral']]])
  })

  test('an answer in a language without rules is not called answered', async () => {
    const verdict = await assess({ answer: 'Lo siento, no puedo responder a esta pregunta.', language: 'und' })
    expect(verdict.outcome).toBe('undetermined')
    expect(verdict.outcomeReason).toContain('there are no rules for the language of the answer (es)')
    expect(verdict.claims.map(({ support }) => support)).toEqual(['undetermined'])
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
