import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isHeading, stripMarkdown } from './markdown.js'
import { splitSentences } from './sentences.js'

const SPLITS: [name: string, language: string, sentences: string[]][] = [
  [
    'legal English',
    'en',
    [
      'See s. 12(3) and Smith v. Jones [2024] 2 S.C.R. 3.',
      'The court in No. 4 held so.',
      '42 U.S.C. § 1983 applies.',
      'Is it so?',
    ],
  ],
  ['No at the end of a sentence', 'en', ['Is a tenant liable?', 'No.', 'A tenant is not.']],
  ['an abbreviation at the end', 'en', ['It arises under the laws of the U.S.', 'The court agreed.']],
  ['titles and initials', 'en', ['Mr. Justice J. K. Rowe and Dr. Aziz sat.', 'They allowed it.']],
  [
    'legal German',
    'de',
    [
      'Unter Art. 271 Abs. 1 OR ist die Kündigung anfechtbar.',
      'Vgl. BGE 145 III 72 E. 2.3.',
      'Der Mieter hat am 3. März 2024 gekündigt.',
      'Das gilt gem. Art. 5 Abs. 2.',
      'Der Vermieter haftet.',
    ],
  ],
  ['German abbreviations', 'de', ['Das gilt z.B. für Mieter i.S.v. Art. 253 ff. OR.', 'Die 2. Instanz wies ab.']],
  [
    'legal French',
    'fr',
    [
      "Selon l'art. 271 al. 1 let. a CO, le congé est annulable.",
      "M. Dupont l'a reçu le 1er mars 2024.",
      'Cf. ATF 145 III 72 consid. 2.3.',
    ],
  ],
  ['legal Italian', 'it', ["Secondo l'art. 271 cpv. 1 lett. a CO, la disdetta è annullabile.", "Il sig. Rossi l'ha ricevuta."]],
  ['Urdu script', 'ur', ['یہ قانون ہے۔', 'کیا یہ درست ہے؟', 'جی ہاں۔']],
  [
    'romanised Urdu with an Urdu full stop',
    'ur-Latn',
    ['Cheque bounce par saza hai۔', 'Section 489-F ke tehat 3 saal qaid ho sakti hai.', 'Jurmana bhi'],
  ],
  ['Chinese', 'zh', ['这是第一句。', '这是第二句！', '没有句号的']],
  ['no full stop', 'en', ['The tenant must pay']],
]

describe('splitSentences', () => {
  test.each(SPLITS)('fault 18: %s', (_, language, sentences) => {
    expect(splitSentences(sentences.join(' '), language)).toEqual(sentences)
  })

  test('fault 18: lists and headings without full stops are sentences of their own', () => {
    const text =
      'The rules are:\n\n- first item\n- second item. It has two.\n1. One\n2. Two\n\n## Heading\nwrapped text that runs\nover two lines'
    expect(splitSentences(text, 'en')).toEqual([
      'The rules are:',
      '- first item',
      '- second item.',
      'It has two.',
      '1. One',
      '2. Two',
      '## Heading',
      'wrapped text that runs over two lines',
    ])
  })

  test.each(['', ' \n\t', '\u00a0'])('nothing in %j', (text) => {
    expect(splitSentences(text, 'en')).toEqual([])
  })

  test('an unknown language is guessed', () => {
    expect(
      splitSentences('Die Kündigung ist nach Art. 271 Abs. 1 OR nichtig. Der Mieter kann sie anfechten.', 'und'),
    ).toHaveLength(2)
  })

  test.each<[name: string, unit: string, count: number, sentences: number | null]>([
    ['sentences on one line', 'The notice period is three months. ', 10_000, 10_000],
    ['sentences without a space', '这是第一句。', 20_000, 20_000],
    ['lines', 'A line of the list\n', 50_000, null],
    ['empty lines', '\n', 200_000, 0],
    ['words without an end', 'word ', 40_000, null],
    ['one word without an end', 'a', 200_000, null],
    ['abbreviations that all join', 'Art. ', 40_000, null],
    ['initials', 'A. ', 40_000, null],
    ['section signs', '§ ', 40_000, null],
    ['open brackets', '[', 200_000, null],
    ['round brackets', '(', 200_000, null],
    ['stars', '*', 200_000, null],
    ['full stops', '.', 200_000, null],
    ['quotes after question marks', '"? ', 40_000, null],
    ['digits and commas', '1,', 200_000, null],
    ['list markers', '1. ', 40_000, null],
    ['spaces', ' ', 200_000, 0],
    ['combining marks', '\u0301', 200_000, null],
    ['surrogate pairs', '😀', 200_000, null],
    ['right to left', 'کرایہ ', 40_000, null],
    ['direction marks', '\u202e\u05d0', 200_000, null],
  ])('a long text is cut into sentences of bounded length: %s', (_, unit, count, expected) => {
    const text = unit.repeat(count)
    const sentences = splitSentences(text, 'en')
    if (expected !== null) expect(sentences).toHaveLength(expected)
    expect(Math.max(0, ...sentences.slice(0, 50_000).map(({ length }) => length))).toBeLessThanOrEqual(4_000)
    expect(sentences.join('').replace(/\s+/gu, '') === text.replace(/\s+/gu, '')).toBe(true)
    expect(sentences.join('')).not.toMatch(/\p{Cs}/u)
  })

  test('where a window of a long text ends makes no difference', () => {
    const sentences = Array.from(
      { length: 400 },
      (_, at) => `The fee under Art. ${at} al. 2 is CHF ${at * 7}.50, cf. s. 12 (${at}).`,
    )
    for (const shift of [0, 1, 2, 3, 5, 8, 13, 21, 34]) {
      const opening = `It is ${'x'.repeat(shift)}open.`
      expect(splitSentences([opening, ...sentences].join(' '), 'en')).toEqual([opening, ...sentences])
    }
  })

  test('nothing is lost and no piece is empty', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('Art. 5 ', 'v. ', '۔', '؟ ', '。', '\n', '\n- ', '1. ', 'No. 4', 'S.C.R. ', '**', '? ', 'der ', 'The '),
    )
    const language = fc.constantFrom('en', 'de', 'fr', 'it', 'ur', 'ur-Latn', 'und', 'zh')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), language, (pieces, tag) => {
        const text = pieces.join('')
        const sentences = splitSentences(text, tag)
        const bare = (value: string) => value.replace(/\s+/gu, '')
        expect(bare(sentences.join(''))).toBe(bare(text))
        for (const sentence of sentences) expect(sentence).toBe(sentence.trim())
        for (const sentence of sentences) expect(sentence).not.toBe('')
      }),
    )
  })
})

describe('Markdown', () => {
  test.each([
    ['- **Fine**; or', 'Fine; or'],
    ['1. Under *Smith v. Jones*', 'Under Smith v. Jones'],
    ['## Penalty', 'Penalty'],
    ['> quoted `code`', 'quoted code'],
    ['see [the Act](https://example.org/a)', 'see the Act'],
    ['snake_case and 3 * 4 stay', 'snake_case and 3 * 4 stay'],
    ['(a) the tenant', 'the tenant'],
  ])('%j reads %j', (marked, plain) => {
    expect(stripMarkdown(marked)).toBe(plain)
  })

  test.each([
    ['## Penalty', true],
    ['**Penalty**', true],
    ['**Penalty:**', true],
    ['**The penalty is a fine.**', false],
    ['The **penalty** is a fine', false],
  ])('%j is a heading: %j', (line, expected) => {
    expect(isHeading(line)).toBe(expected)
  })
})
