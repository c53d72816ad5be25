import { describe, expect, it } from 'vitest'
import type { ItemInput } from '../../schema/item.js'
import { oracle } from './oracle.js'
import { corpusOf, request } from './reference.test-util.js'

const corpus = corpusOf(
  {
    id: 'lake',
    title: 'Lake Act 2040',
    parts: [
      ['1', '1. Short title 😀.'],
      ['2', '2. No boat may land.'],
      ['2A', '2A. But rafts may.'],
      ['3', '3. In force.'],
    ],
  },
  {
    id: 'lac',
    title: 'Loi sur les lacs 2040',
    language: 'fr',
    parts: [
      ['1', '1. Titre.'],
      ['2', '2. Aucun bateau.'],
    ],
  },
  {
    id: 'k4',
    title: 'Ames v Brook',
    citation: '[2041] LKC 4',
    kind: 'decision',
    jurisdiction: 'LK',
    parts: [
      ['7', '[7] He landed.'],
      ['8', '[8] He may not.'],
    ],
  },
)
const [ACT = '', LOI = '', CASE = ''] = corpus.documents.map(({ text }) => text)
type Golds = ItemInput['golds']
const statute = (section?: string) => ({ kind: 'statute' as const, title: 'Lake Act 2040', ...(section ? { section } : {}) })

async function given(golds: Golds, language = 'en', k = 5) {
  const { passages } = await oracle(corpus).retrieve('', k, request('q', { golds, language }))
  return passages
}

describe('oracle', () => {
  it.each<[string, Golds, string[]]>([
    ['a section', [statute('2')], ['2. No boat may land.']],
    ['a part of a section', [statute('2(3)')], ['2. No boat may land.']],
    ['a list', [statute('2, 2A')], ['2. No boat may land.', '2A. But rafts may.']],
    ['an act', [statute()], [ACT]],
    ['a paragraph of a decision', [{ kind: 'decision', citation: '2041 LKC 4', section: '8' }], ['[8] He may not.']],
    ['a decision', [{ kind: 'decision', citation: '[2041] LKC 4' }], [CASE]],
    ['a span, with its section', [{ kind: 'span', document: 'lake', start: 23, end: 27 }], ['2. No boat may land.']],
    ['a span over two', [{ kind: 'span', document: 'lake', start: 35, end: 45 }], ['2. No boat may land.\n\n2A. But rafts may.']],
    ['a document', [{ kind: 'document', id: 'lac' }], [LOI]],
    ['one passage twice', [statute('2'), { kind: 'span', document: 'lake', start: 23, end: 27 }], ['2. No boat may land.']],
    ['required ones first', [{ ...statute('3'), optional: true }, statute('1')], ['1. Short title 😀.', '3. In force.']],
    ['a section that there is not', [statute('9')], []],
    ['an act that there is not', [{ kind: 'statute', title: 'Sea Act 2040' }], []],
    ['a decision that there is not', [{ kind: 'decision', citation: '[2041] LKC 44' }], []],
    ['a document that there is not', [{ kind: 'span', document: 'sea', start: 0, end: 4 }], []],
    ['a passage of no corpus', [{ kind: 'passage', id: 'p-1' }], []],
    ['no gold', [], []],
  ])('%s', async (_, golds, texts) => {
    expect((await given(golds)).map(({ text }) => text)).toEqual(texts)
  })

  it('marks what it gives, with all that is known of it', async () => {
    expect(await given([{ kind: 'decision', citation: '[2041] LKC 4', section: '8' }])).toEqual([
      {
        id: 'k4#16-31',
        document: 'k4',
        title: 'Ames v Brook',
        citation: '[2041] LKC 4',
        section: '8',
        text: '[8] He may not.',
        start: 16,
        end: 31,
        injected: true,
        meta: { language: 'en', jurisdiction: 'LK', kind: 'decision' },
      },
    ])
  })

  it('gives the text in the language of the item, where what is equal has it', async () => {
    const act = [{ ...statute('2'), equals: ['Loi sur les lacs 2040'] }]
    const span = [
      { kind: 'span' as const, document: 'lake', start: 23, end: 27, equals: [{ document: 'lac', start: 12, end: 20 }] },
    ]
    expect((await given(act, 'fr-CH')).map(({ document }) => document)).toEqual(['lac'])
    expect((await given(act, 'it')).map(({ document }) => document)).toEqual(['lake'])
    expect((await given(span, 'fr')).map(({ text }) => text)).toEqual(['2. Aucun bateau.'])
  })

  it('keeps to k', async () => {
    expect(await given([statute('1'), statute('2'), statute('3')], 'en', 2)).toHaveLength(2)
  })
})
