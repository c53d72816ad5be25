import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitSentences } from '../../text/sentences.js'
import { extractive } from './extractive.js'
import { quotables } from './quotable.js'
import { request } from './reference.test-util.js'
import type { Retrieved } from './stages.js'

const ASK = 'How much notice must a landlord give?'
const passage = (text: string, more: Partial<Retrieved> = {}): Retrieved => ({ text, meta: { language: 'en' }, ...more })
const generate = (question: string, passages: Retrieved[] | null, options = {}, language = 'en') =>
  extractive(options).generate({ question, language, passages }, request(question, { language }))

describe('quotables', () => {
  it.each<[string, string, string[]]>([
    ['sentences', 'One is due. Two is not.', ['One is due.', 'Two is not.']],
    [
      'an enumeration with its introduction',
      '(1) Notice needs a ground:\n(a) own use;\n(b) arrears; or\n(c) demolition.\n(2) It is in writing.',
      ['(1) Notice needs a ground: (a) own use; (b) arrears; or (c) demolition.', '(2) It is in writing.'],
    ],
    ['no beginning and no end of a sentence that is cut', 'of the rent. Notice is void. The landlord may', ['Notice is void.']],
    ['unless there is nothing else', 'of the rent or', ['of the rent or']],
    ['no heading', '5. Deposit\nIt is two months.\n\n6. Wear\nIt is not charged.', ['It is two months.', 'It is not charged.']],
    ['a heading alone', '5. Deposit', []],
    ['headings alone', 'Partie 1 – Dispositions générales\nChapitre 1', []],
    ['the head of a decision', 'Orrin v Dalby\n[2033] VSC 84\n\nFacts', []],
    ['a line of a table', 'Fee: 30 crowns', ['Fee: 30 crowns']],
    ['characters beyond the BMP', '😀 is one. Two is 𝔄.', ['😀 is one.', 'Two is 𝔄.']],
    ['nothing', ' \n', []],
  ])('%s', (_, text, expected) => {
    const found = quotables(passage(text))
    expect(found.map((one) => one.text)).toEqual(expected)
    const points = Array.from(text)
    for (const { text: quoted, start, end } of found) expect(points.slice(start, end).join('').replace(/\s+/gu, ' ')).toBe(quoted)
  })
})

describe('extractive', () => {
  const law = [
    passage('Rent is due monthly. A landlord must give three months’ notice. A tenant gives one month of notice.', {
      id: 'a#10-110',
      document: 'a',
      title: 'Rent Act',
      section: '5',
      start: 10,
      end: 110,
    }),
    passage('Boats may not land.', { id: 'b', citation: '[2041] LKC 4' }),
  ]

  it('answers with the sentences that fit best, each with its source', async () => {
    expect(await generate(ASK, law)).toEqual({
      answer: 'A landlord must give three months’ notice.\n\nA tenant gives one month of notice.',
      citations: [
        { id: 'a#10-110', document: 'a', title: 'Rent Act', section: '5', start: 31, end: 73 },
        { id: 'a#10-110', document: 'a', title: 'Rent Act', section: '5', start: 74, end: 109 },
      ],
      refused: false,
    })
  })

  it('has as many sentences as are asked for, in the order of the passage', async () => {
    const one = await generate(ASK, law, { sentences: 1 })
    expect(one.answer).toBe('A landlord must give three months’ notice.')
    expect((await generate('Do boats land?', law)).citations).toEqual([{ id: 'b', citation: '[2041] LKC 4' }])
  })

  it('a sentence is found by the heading above it', async () => {
    const sections = passage('5. Deposit\nIt is two months.\n\n6. Wear\nIt is not charged.')
    expect((await generate('How much is the deposit?', [sections])).answer).toBe('It is two months.')
  })

  it('says one thing once', async () => {
    const twice = await generate(ASK, [passage('Notice is three months.'), passage('Notice is three months.')])
    expect(twice.answer).toBe('Notice is three months.')
  })

  it('reads passages in their language, and the question in both', async () => {
    const german = passage('Die Miete ist fällig. Die Kündigungen sind nichtig.', { meta: { language: 'de' } })
    expect((await generate('Ist eine Kündigung gültig?', [german], {}, 'en')).answer).toBe('Die Kündigungen sind nichtig.')
  })

  it.each<[string, string, Retrieved[] | null]>([
    ['en', 'The documents do not answer this question.', []],
    ['de-CH', 'Die Dokumente beantworten diese Frage nicht.', []],
    ['fr', 'Les documents ne répondent pas à cette question.', []],
    ['it', 'I documenti non rispondono a questa domanda.', []],
    ['ur-Latn', 'Documents mein is sawal ka jawab nahin hai.', []],
    ['es', 'The documents do not answer this question.', []],
    ['en', 'The documents do not answer this question.', null],
    ['en', 'The documents do not answer this question.', [passage('Nothing of it.')]],
  ])('refuses in %s: %s', async (language, answer, passages) => {
    expect(await generate('Why?', passages, {}, language)).toEqual({ answer, citations: [], refused: true })
  })

  it('says nothing that it does not quote', async () => {
    const word = fc.constantFrom(
      'rent',
      'notice',
      'the',
      'landlord',
      '(1)',
      '\n(a)',
      'void;',
      'is:',
      'due.',
      'Art. 5',
      '\n\n',
      '😀',
      'Tenants',
      'and',
    )
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '))
    const bare = (one: string) => one.replace(/\s+/gu, ' ').trim()
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 4 }), async (texts) => {
        const {
          answer,
          citations = [],
          refused,
        } = await generate(
          'rent notice of a landlord',
          texts.map((one) => passage(one)),
        )
        if (refused) return
        expect(citations).toHaveLength(answer.split('\n\n').length)
        for (const sentence of splitSentences(answer, 'en'))
          expect(texts.some((one) => bare(one).includes(bare(sentence)))).toBe(true)
      }),
    )
  })

  it.each([{ sentences: 0 }, { sentences: 1.5 }, { count: 2 }])('refuses %j', (options) => {
    expect(() => extractive(options as object)).toThrow('extractive')
  })
})
