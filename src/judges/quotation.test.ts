import { describe, expect, it } from 'vitest'
import { indexManifest } from '../citations/manifest.js'
import type { Corpus } from '../datasets/corpus.js'
import { JudgeError, OptionError } from '../errors.js'
import type { ItemInput } from '../schema/item.js'
import { quotationJudge } from './quotation.js'

const ACT = '12. Notice\n(1) The period is three months. (2) It ends with a month.\n\n13. Form\nNotice is given in writing.'
const GESETZ = '§ 12 Kündigung\nDie Frist beträgt drei Monate.'
const documents = [
  { id: 'loi', title: 'Loi de 2031 sur le bail', text: 'Art. 1 Objet', language: 'fr', kind: 'statute' as const },
  { id: 'doe', title: 'Doe v Roe', citation: '[2033] NVSC 4', text: '[1] Facts.', language: 'en', kind: 'decision' as const },
  { id: 'act', title: 'Rent Act 2031', text: ACT, language: 'en', kind: 'statute' as const },
  { id: 'gesetz', title: 'Mietgesetz 2031', text: GESETZ, language: 'de', kind: 'statute' as const },
].map((one) => ({ ...one, sections: ['12', '13'].map((section, at) => ({ section, start: at, end: at + 1 })) }))
const corpus: Corpus = { documents, manifest: indexManifest(documents, 'corpus') }
const span = (document: string, text: string) => {
  const start = (documents.find(({ id }) => id === document)?.text ?? '').indexOf(text)
  return { document, start, end: start + text.length, text }
}
const PERIOD = { kind: 'span' as const, ...span('act', 'The period is three months.') }
const items: ItemInput[] = [
  { id: 'A', question: 'How long is the period?', golds: [PERIOD] },
  { id: 'F', question: 'What does section 52 say?', premise: 'false', golds: [PERIOD] },
  { id: 'U', question: 'Who is the minister?', answerable: false },
]
const judge = quotationJudge({ items, corpus })

const ask = (
  answer: string,
  {
    id = 'A',
    language = 'en',
    document = 'act',
    text = ACT,
    question = 'What do section 52, 13 and the Rent Act 2027 say?',
  }: Record<string, string> = {},
) =>
  judge.assess(
    {
      suite: 'S',
      id,
      question,
      language,
      answer,
      passages: [{ document, text }],
      citations: null,
      reference: null,
      answerPoints: [],
      falsePremise: id === 'F',
      trial: 0,
    },
    { signal: new AbortController().signal },
  )

describe('quotationJudge', () => {
  it.each<[string, string, Record<string, string>, object]>([
    ['the gold is quoted', 'The period is three months.', {}, { correct: true, outcome: 'answered' }],
    ['with more beside it, and its marker', '(1) The period is three months. (2) It ends with a month.', {}, { correct: true }],
    ['over lines, in other quotation marks', '“The period\nis three  months.”', {}, { correct: true }],
    ['another sentence of the act', 'Notice is given in writing.', {}, { correct: false, outcome: 'answered' }],
    ['half of the gold, which may be enough', 'The period is three', {}, { correct: null }],
    ['a paraphrase', 'It takes a quarter of a year.', {}, { correct: null }],
    [
      'a language that the gold has no place in',
      'Die Frist beträgt drei Monate.',
      { document: 'gesetz', text: GESETZ, language: 'de' },
      { correct: null },
    ],
    ['a question without a gold', 'Notice is given in writing.', { id: 'U' }, { correct: null, outcome: 'answered' }],
    ['a false premise that a quotation contradicts', 'The period is three months.', { id: 'F' }, { outcome: 'undetermined' }],
    ['nothing', '', {}, { correct: null }],
  ])('%s', async (_, answer, given, expected) => {
    expect(await ask(answer, given)).toMatchObject(expected)
  })

  it.each<[string, string, string, boolean]>([
    [
      'a section that there is not',
      'The documents contain no section 52 of the Rent Act 2031; the nearest is section 13.',
      'en',
      true,
    ],
    ['an act that there is not', 'The documents contain no Rent Act 2027; the nearest is Rent Act 2031.', 'en', true],
    ['a section that there is', 'The documents contain no section 13 of the Rent Act 2031.', 'en', false],
    ['German', 'Die Dokumente enthalten nicht: Mietgesetz 2031, § 52; am nächsten kommt § 13.', 'de', true],
    ['German, one that there is', 'Die Dokumente enthalten nicht: Mietgesetz 2031, § 13.', 'de', false],
    [
      'romanised Urdu',
      'Documents mein is ka zikr nahin hai: Rent Act 2031, section 52; sab se qareeb section 13 hai.',
      'ur-Latn',
      true,
    ],
  ])('that the corpus lacks a source is held against the corpus: %s', async (_, answer, language, lacks) => {
    const verdict = await ask(answer, { id: 'F', language })
    expect(verdict.grounded).toBe(lacks)
    expect(verdict.outcome === 'premise-corrected').toBe(lacks)
  })

  it('where places are complete, an answer in a language that a gold has no place in is wrong', async () => {
    const whole = quotationJudge({ items, corpus, complete: true })
    const request = {
      suite: 'S',
      id: 'A',
      question: 'Q?',
      language: 'de',
      answer: 'Die Frist beträgt drei Monate.',
      citations: null,
      reference: null,
      answerPoints: [],
    }
    const asked = { ...request, passages: [{ document: 'gesetz', text: GESETZ }], falsePremise: false, trial: 0 }
    expect(await whole.assess(asked, { signal: new AbortController().signal })).toMatchObject({ correct: false })
  })

  it.each<[string, string, Record<string, string>]>([
    ['a source that the question does not name', 'The documents contain no section 99 of the Rent Act 2031.', {}],
    ['an act that the question does not name', 'The documents contain no Housing Act 1988.', {}],
    ['one that there is beside one that there is not', 'The documents contain no sections 13 and 52 of the Rent Act 2031.', {}],
    ['prose beside it', 'The documents contain no section 52 of the Rent Act 2031. It takes a year.', {}],
    [
      'German, an act that there is',
      'Die Dokumente enthalten nicht: Mietgesetz 2031.',
      { language: 'de', question: 'Was sagt das Mietgesetz 2031?' },
    ],
    [
      'a decision that there is, by its citation',
      'The documents contain no decision [2033] NVSC 4.',
      { question: 'What did [2033] NVSC 4 hold?' },
    ],
  ])('puts no premise right: %s', async (_, answer, given) => {
    expect((await ask(answer, { id: 'F', ...given })).outcome).not.toBe('premise-corrected')
  })

  it.each<[string, string, string, string]>([
    [
      'an act of another year',
      'Die Dokumente enthalten nicht: Mietgesetz 2027; am nächsten kommt Mietgesetz 2031.',
      'de',
      'Was sagt das Mietgesetz 2027?',
    ],
    [
      'the year inside of the title',
      'Les documents ne contiennent pas Loi de 2027 sur le bail; le plus proche est Loi de 2031 sur le bail.',
      'fr',
      'Que dit la loi de 2027 sur le bail ?',
    ],
    ['a decision', 'The documents contain no decision [2033] NVSC 40.', 'en', 'What did [2033] NVSC 40 hold?'],
  ])('puts a premise right: %s', async (_, answer, language, question) => {
    expect(await ask(answer, { id: 'F', language, question })).toMatchObject({ outcome: 'premise-corrected', grounded: true })
  })

  it.each<[string, string, string]>([
    ['a figure cut in two', '500 crowns are due.', 'Of the rent, 1,500 crowns are due.'],
    ['a "no" cut off in front', 'tenant may sublet.', 'No tenant may sublet.'],
    ['a "never" cut off in front', 'Replaced by imprisonment.', 'It is never Replaced by imprisonment.'],
    ['an exception cut off behind', 'The tenant may sublet', 'The tenant may sublet, unless the landlord objects.'],
    ['half a word', 'lawful acts.', 'These are unlawful acts.'],
    ['other separators in a figure', 'The fine is 1.500 crowns.', 'The fine is 1,500 crowns.'],
    ['a word alone', 'No.', 'There is none. No appeal lies.'],
  ])('is no quotation: %s', async (_, answer, text) => {
    expect((await ask(answer, { text })).claims).toMatchObject([{ support: 'undetermined' }])
  })

  it.each<[string, string, string]>([
    ['with the numbers of passages that models are asked for', 'The period is three months [1].', ACT],
    ['a clause behind a semicolon', 'notice by word of mouth is void.', 'Notice is written; notice by word of mouth is void.'],
    [
      'an item of an enumeration',
      '(b) the rent is in arrears;',
      'On these grounds: (a) the landlord moves in; (b) the rent is in arrears; (c) a fire.',
    ],
    ['a paragraph with its number', '[4] Mrs Serle left.', '[3] He came.\n\n[4] Mrs Serle left.'],
    ['under a heading without a full stop', 'Notice is given in writing.', '13. Form\nNotice is given in writing.'],
    ['composed and decomposed', 'La durée est fixée.', 'La dure\u0301e est fixe\u0301e.'],
    ['soft hyphens and no-break spaces', 'The\u00a0per\u00adiod ends.', 'The period ends.'],
  ])('is a quotation: %s', async (_, answer, text) => {
    expect((await ask(answer, { text })).claims).toMatchObject([{ support: 'entailment' }])
  })

  it('a number or quotation marks alone say nothing', async () => {
    expect(await ask('12.\n\n“”')).toMatchObject({ claims: [], correct: null })
  })

  it('what is quoted beside the golds is more than was asked for', async () => {
    const { claims, correct } = await ask('The period is three months. Notice is given in writing.')
    expect(correct).toBe(true)
    expect(claims).toMatchObject([{ reference: 'entailment' }, { reference: 'neutral', referenceKind: 'too-detailed' }])
  })

  it('labels passages for the answer and for each gold', async () => {
    const { claims, referenceClaims } = await ask('The period is three months. It is long.')
    expect(claims).toMatchObject([
      { support: 'entailment', passages: ['entailment'], nearest: 0 },
      { support: 'undetermined', reason: 'no quotation of a passage' },
    ])
    expect(referenceClaims).toMatchObject([{ answer: 'entailment', passages: ['entailment'] }])
  })

  it('an item that it does not know, and a corpus without the golds, are set-up faults', async () => {
    await expect(ask('A.', { id: 'X' })).rejects.toThrow(JudgeError)
    const other = quotationJudge({ items, corpus: { ...corpus, documents: [] } })
    await expect(other.assess({} as never, { signal: new AbortController().signal })).rejects.toThrow(OptionError)
    expect(() => quotationJudge({ items } as never)).toThrow(/expected `items` and a `corpus`/)
  })
})
