import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { publishedData } from '../../../test/unit/data.js'
import { answerBody } from './body.js'
import { detectOutcome } from './refusal.js'

type Row = [language: string, answer: string]

const REFUSED: Row[] = [
  [
    'en',
    "I'm sorry, I don't have anything on this in the files that I was given. Shall I put you through to one of our lawyers?",
  ],
  ['en', 'I cannot help with that.'],
  ['en', 'I do not know which bench heard the appeal in **2031 VSC 14**.'],
  ['en', 'I cannot reliably say what the levy is today. Please look at the website of the ministry.'],
  ['en', 'I am unable to answer this question. If you send me the ruling, I will sum it up.'],
  ['en', 'Several cases go by that name, and I cannot confidently say which one is meant.'],
  ['en', 'Sorry, I’m not able to assist with this request.'],
  ['de', 'Es tut mir leid, diese Information liegt mir nicht vor.'],
  ['de', 'Diese Frage kann ich leider nicht beantworten. Bitte wenden Sie sich an eine Anwältin.'],
  ['de', 'Ich weiss es nicht.'],
  ['fr', 'Je suis désolé, je ne dispose pas de cette information.'],
  ['fr', 'Je ne peux pas répondre à cette question.'],
  ['it', 'Mi dispiace, non dispongo di questa informazione.'],
  ['it', 'Non sono in grado di rispondere a questa domanda.'],
  ['ur', 'معذرت، میرے پاس یہ معلومات نہیں ہیں۔'],
  ['ur', 'مجھے نہیں معلوم۔'],
  ['ur-Latn', 'Maazrat, mere paas is sawal ka jawab nahin hai.'],
  ['ur-Latn', 'Mujhe is ka ilm nahin hai.'],
]

const NON_ANSWERS: Row[] = [
  ['en', 'The documents do not give the water charge of this year. They only say that the board sets it.'],
  ['en', 'The context provided does not address leases that are signed by a fax.'],
  [
    'en',
    'How long a lease may run is not explicitly stated in the given context. So the number of months is not available in these documents.',
  ],
  ['en', 'The documents say that a permit costs a fee, but they do not provide its amount.'],
  [
    'en',
    'The context does not contain anything on the Act of 2029. It only includes parts of the one of 2031. So I cannot give its conditions.',
  ],
  ['en', 'No information on this point is found in the retrieved passages.'],
  ['de', 'Die vorliegenden Dokumente enthalten keine Angaben zur Höhe der Gebühr.'],
  ['de', 'Den bereitgestellten Unterlagen lässt sich nicht entnehmen, wie lange die Frist ist.'],
  ['de', 'Im Kontext wird die Frist nicht genannt.'],
  ['fr', 'Les documents fournis ne précisent pas le montant de la taxe.'],
  ['fr', 'Aucune information à ce sujet ne figure dans les extraits.'],
  ['it', 'I documenti forniti non indicano l’importo della tassa.'],
  ['it', 'Nel contesto non è menzionato il termine.'],
  ['ur', 'فراہم کردہ دستاویزات میں اس فیس کا ذکر نہیں ہے۔'],
  ['ur-Latn', 'In documents mein bijli ka naya nirkh nahin diya gaya.'],
  ['ur-Latn', 'Diye gaye qawaneen mein is ki saza maujood nahin hai.'],
  ['ur-Latn', 'Is saal ke kiraye ki hadd context mein nahi di gayi hai.'],
]

const ANSWERED: Row[] = [
  ['en', 'The landlord may terminate the lease on three months’ notice under section 12.'],
  ['en', 'Property documents need not be registered where the value is below the limit.'],
  ['en', 'No. A lodger is not a party to the lease.'],
  ['en', 'The tenant does not have to prove that he paid; the landlord must show that he did not.'],
  ['de', 'Nein. Der Mieter haftet nicht für normale Abnutzung der Wohnung.'],
  ['de', 'Die Kündigung ist nichtig, wenn sie nicht auf dem amtlichen Formular erfolgt.'],
  ['fr', "Non, le congé n'est pas valable s'il n'est pas donné sur une formule officielle."],
  ['it', 'No, la disdetta non è valida se non è data su un modulo ufficiale.'],
  ['ur', 'نہیں، نابالغ معاہدہ نہیں کر سکتا۔ ایسا معاہدہ قانوناً درست نہیں ہوتا۔'],
  ['ur-Latn', 'Section 9 ke mutabiq is raqam mein bijli aur pani ke bill shamil nahin hotay.'],
  ['ur-Latn', 'Malik ko 30 din ke andar jawab dena zaroori hai, chhutti ke din is mein shamil nahin hotay.'],
  ['ur-Latn', 'Kirayedar ka saman apne aap zabt nahin hota, adalat ka hukm zaroori hai.'],
]

const WITH_GAP: Row[] = [
  [
    'en',
    'Under section 40 of the Tenancy Act, whoever locks a tenant out commits an offence; however, the documents given do not state the fine.',
  ],
  [
    'en',
    'Section 888 is not mentioned in the context given. However, section 31 governs loans to directors. A company may not lend to a director, or to a relative of a director, unless the members have approved the loan by resolution.',
  ],
  [
    'de',
    'Der Mieter kann die Kündigung innert 30 Tagen bei der Schlichtungsbehörde anfechten. Die Unterlagen enthalten keine Angaben zu den Kosten.',
  ],
  [
    'ur-Latn',
    'Kirayedar ko baghair notice nikalna Act ki Sections 40 aur 41 ke tehat jurm hai. Diye gaye documents mein exact jurmana maujood nahin hai.',
  ],
]

const TAILS = [
  '\nSources:\n- 2031 VSC 14 — A v. B — https://example.org/a.pdf (as read on 2026-08-10)\n- Tenancy Act, 2031\n\nThis is research assistance and no more, not legal advice. Acts change — look up the official text and confirm the current wording first.',
  '\n\n**Quellen:**\n1. BGE 145 III 72\n\nDies ist keine Rechtsberatung.',
  '\n\nDisclaimer: this is general information and does not constitute legal advice.',
]

describe('detectOutcome', () => {
  const rows = [
    ...REFUSED.map((row) => ['refused', ...row] as const),
    ...NON_ANSWERS.map((row) => ['non-answer', ...row] as const),
    ...ANSWERED.map((row) => ['answered', ...row] as const),
    ...WITH_GAP.map((row) => ['answered', ...row] as const),
  ]
  test.each(rows)('%s (%s): %s', (outcome, language, answer) => {
    expect(detectOutcome(answer, language).outcome).toBe(outcome)
    expect(detectOutcome(answer, 'und').outcome).toBe(outcome)
  })

  test.each(rows)('sources and disclaimers change nothing: %s (%s): %s', (outcome, language, answer) => {
    for (const tail of TAILS) expect(detectOutcome(answer + tail, language).outcome).toBe(outcome)
  })

  test.each(WITH_GAP)('a stated gap is named (%s): %s', (language, answer) => {
    expect(detectOutcome(answer, language).reason).toMatch(/^answers, with a stated gap: ".+"$/u)
  })

  test.each(ANSWERED)('no gap is made up (%s): %s', (language, answer) => {
    expect(detectOutcome(answer, language).reason).toBe('no refusal and no stated gap was found')
  })

  test.each([
    ['es', 'Lo siento, no puedo responder a esta pregunta.'],
    ['es', 'El plazo es de tres meses.'],
    ['pt', 'Desculpe, não posso responder a esta pergunta.'],
    ['ja', '申し訳ありませんが、お答えできません。'],
    ['zh', '抱歉，我无法回答这个问题。'],
    ['sw', 'Samahani, siwezi kujibu swali hili.'],
    ['ru', 'Извините, я не могу ответить на этот вопрос.'],
  ])('a language without rules is not taken for answered (%s): %s', (language, answer) => {
    for (const declared of [language, 'und']) {
      const { outcome, reason } = detectOutcome(answer, declared)
      expect([declared, outcome]).toEqual([declared, 'undetermined'])
      expect(reason).toMatch(/no refusal was found, but one would not be seen: .+/u)
    }
  })

  test.each([
    ['申し訳ありませんが、お答えできません。', 'en'],
    ['抱歉，我无法回答这个问题。', 'ur'],
    ['عذرا، لا أستطيع الإجابة.', 'de'],
  ])('nor is a script that the rules of the declared language do not read: %s (%s)', (answer, language) => {
    expect(detectOutcome(answer, language).outcome).toBe('undetermined')
  })

  test.each([
    ['es', 'The landlord may terminate the lease on three months’ notice.', 'answered'],
    ['es', 'I cannot help with that.', 'refused'],
    ['ja', 'Der Mieter haftet nicht für normale Abnutzung der Wohnung.', 'answered'],
    ['ja', 'Im Kontext wird die Frist nicht genannt.', 'non-answer'],
  ])('declared %s, but in a language with rules: %s', (language, answer, outcome) => {
    expect(detectOutcome(answer, language).outcome).toBe(outcome)
  })

  test.each([
    'Yes, within 14 days.',
    'Three months.',
    'The landlord pays.',
    '14 days',
    '30 000',
    'Drei Monate.',
    'Oui.',
    'Sì.',
    'No.',
  ])('a short answer of no declared language is answered where its words are plain: %s', (answer) => {
    expect(detectOutcome(answer, 'und').outcome).toBe('answered')
  })

  test('names alone show no language: declared, they are an answer, undeclared they are not known to be one', () => {
    expect(detectOutcome('Sergio Costanzo', 'en').outcome).toBe('answered')
    expect(detectOutcome('Sergio Costanzo', 'und')).toEqual({
      outcome: 'undetermined',
      reason: 'no refusal was found, but one would not be seen: the answer does not show its language, and none is declared',
    })
  })

  test.each(['', '  \n', '\u00a0'])('an empty answer is undetermined: %j', (answer) => {
    expect(detectOutcome(answer, 'en')).toEqual({ outcome: 'undetermined', reason: 'empty answer' })
  })

  test.each(['Hello!', 'Sources:\n- Penal Code', '…'])('%j is undetermined', (answer) => {
    expect(detectOutcome(answer, 'en').outcome).toBe('undetermined')
  })
})

describe('answerBody', () => {
  test('what follows a list of sources stays', () => {
    expect(answerBody('It is void.\nSources:\n- the Act\n\nThe court may relieve.')).toBe('It is void.\n\nThe court may relieve.')
  })
  test('a sentence about sources of law stays', () => {
    const text = 'Sources: statute and custom are the sources of law.'
    expect(answerBody(text)).toBe(text)
  })
})

const { folder, absent, whetherSkipped } = publishedData('paklegalqa')

describe.skipIf(absent)(`recorded runs${whetherSkipped}`, () => {
  const outcomes = (run: string) =>
    readFileSync(`${folder}/runs/${run}.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line): { question_id: string; answer: string; refused: boolean | null } => JSON.parse(line))
      .map(({ question_id, answer, refused }) => ({
        id: question_id,
        refused,
        ...detectOutcome(answer, question_id.startsWith('RU') ? 'ur-Latn' : 'en'),
      }))

  test.each([
    ['prod-sol', 55],
    ['prod-4o', 37],
    ['prod-sol-contaminated', 172],
  ])('%s: the text agrees with the recorded flag on all rows', (run, refusals) => {
    const rows = outcomes(run)
    expect(rows.filter(({ refused }) => refused)).toHaveLength(refusals)
    expect(rows.filter(({ refused, outcome }) => (outcome === 'refused') !== refused)).toEqual([])
  })

  test('prod-4o: the hand-coded sample', () => {
    const byId = new Map(outcomes('prod-4o').map(({ id, outcome }) => [id, outcome]))
    for (const id of ['S-REC-063', 'UNANS-165', 'UNANS-341']) expect([id, byId.get(id)]).toEqual([id, 'non-answer'])
    for (const id of ['S-REC-030', 'S-REC-004', 'S-REC-080', 'C-HOLD-102', 'FALSE-013', 'FALSE-182', 'FALSE-259', 'S-INT-322']) {
      expect([id, byId.get(id)]).toEqual([id, 'answered'])
    }
  })
})
