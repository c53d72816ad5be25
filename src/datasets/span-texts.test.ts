import { describe, expect, test } from 'vitest'
import { Item, type ItemInput } from '../schema/item.js'
import { spanTextFaults } from './span-texts.js'

const DOCUMENTS = [
  { id: 'act', text: '𝔸 1. The notice is one month. 2. The notice is writtén.' },
  { id: 'unread', title: 'Without text' },
]

const PLACE = { file: 'items.jsonl', line: 7 }
type Gold = NonNullable<ItemInput['golds']>[number]

const faultsOf = (gold: Gold, at: { place?: typeof PLACE } = { place: PLACE }) => {
  const item = Item.parse({ id: 'a', question: 'Q?', golds: [{ kind: 'document', id: 'act' }, gold] })
  return spanTextFaults([{ item, ...at }], DOCUMENTS)
}

const span = (start: number, end: number, text?: string, document = 'act') => ({
  kind: 'span' as const,
  document,
  start,
  end,
  ...(text === undefined ? {} : { text }),
})

describe('gold spans held against the documents', () => {
  test.each<[string, Gold]>([
    ['the text that stands there, beyond the BMP before it', span(5, 15, 'The notice')],
    ['a span without text', span(5, 15)],
    ['the whole document', span(0, 55)],
    ['a document without text', span(3, 999, 'x', 'unread')],
    ['a document that is not given', span(3, 999, 'x', 'elsewhere')],
    ['a gold of another kind', { kind: 'statute', title: 'act' }],
  ])('%s is no fault', (_, gold) => {
    expect(faultsOf(gold)).toEqual([])
  })

  test.each<[string, Gold, string, RegExp]>([
    [
      'an offset moved by three',
      span(8, 18, 'The notice'),
      'golds.1.text',
      /^expected what act has at \[8, 18\), " notice is", received "The notice"; it stands at \[5, 15\)$/,
    ],
    ['the nearest place', span(32, 42, 'The notice'), 'golds.1.text', /it stands at \[33, 43\)$/],
    ['another text', span(5, 15, 'The fee'), 'golds.1.text', /received "The fee"; it stands nowhere in the document$/],
    ['another normal form', span(47, 54, 'writtén'.normalize('NFD')), 'golds.1.text', /it stands nowhere/],
    ['offsets past the end', span(50, 56), 'golds.1.end', /^\[50, 56\) is past the end of act, which has 55 code points$/],
    ['both past the end', span(80, 90, 'The notice'), 'golds.1.end', /past the end of act.*; it stands at \[33, 43\)$/],
    [
      'a place that is as good',
      {
        ...span(5, 15, 'The notice'),
        equals: [span(5, 15, 'The notice'), span(6, 16, 'The notice')].map(({ kind, ...other }) => other),
      },
      'golds.1.equals.1.text',
      /it stands at \[5, 15\)$/,
    ],
  ])('%s is a fault with its place', (_, gold, field, message) => {
    expect(faultsOf(gold)).toEqual([{ ...PLACE, field, message: expect.stringMatching(message) }])
  })

  test('an item that was written in code is named by its number', () => {
    expect(faultsOf(span(8, 18, 'The notice'), {})).toMatchObject([{ file: 'items[0]', field: 'golds.1.text' }])
  })
})
