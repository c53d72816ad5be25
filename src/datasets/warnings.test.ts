import { describe, expect, it } from 'vitest'
import { Item, type ItemInput } from '../schema/item.js'
import { itemWarnings } from './warnings.js'

const GOLD = { kind: 'passage' as const, id: 'p1' }
const warningsOf = (...items: (Partial<ItemInput> & { id: string })[]) =>
  Object.fromEntries(itemWarnings(items.map((item) => Item.parse({ question: 'Q?', ...item }))))

describe('fault 47: partners', () => {
  it.each<[string, Partial<ItemInput>, string[]]>([
    ['a base that is there', { variantOf: 'A', axis: 'persona' }, []],
    [
      'a base that is not',
      { variantOf: 'gone', axis: 'facts' },
      ['its base "gone" is not in the data set; it counts as no pair'],
    ],
    ['itself', { variantOf: 'B', axis: 'situation' }, ['is its own variant; it counts as no pair']],
    ['a twin that is not', { twinOf: 'gone' }, ['its twin "gone" is not in the data set; it counts as no pair']],
    ['its own twin', { twinOf: 'B' }, ['is its own twin; it counts as no pair']],
    [
      'fault 44: __proto__',
      { variantOf: '__proto__', axis: 'persona' },
      ['its base "__proto__" is not in the data set; it counts as no pair'],
    ],
    [
      'both',
      { twinOf: 'x', variantOf: 'y', axis: 'persona' },
      ['its twin "x" is not in the data set; it counts as no pair', 'its base "y" is not in the data set; it counts as no pair'],
    ],
  ])('%s', (_, over, expected) => {
    expect(warningsOf({ id: 'A' }, { id: 'B', ...over })).toEqual(expected.length === 0 ? {} : { B: expected })
  })

  it('a variant without its axis, or an axis without a variant, is none', () => {
    expect(Item.safeParse({ id: 'B', question: 'Q?', variantOf: 'A' }).success).toBe(false)
    expect(Item.safeParse({ id: 'B', question: 'Q?', axis: 'facts' }).success).toBe(false)
  })
})

describe('fault 48: golds', () => {
  it.each<[string, Partial<ItemInput>, RegExp | null]>([
    ['one', { golds: [GOLD] }, null],
    ['given twice', { golds: [GOLD, GOLD] }, /is given more than once; it counts once/],
    ['required and optional', { golds: [GOLD, { ...GOLD, optional: true }] }, /is given more than once/],
    ['optional only', { golds: [{ ...GOLD, optional: true }] }, /every gold is optional/],
    ['none, where others have them', {}, /no gold, though other items have them/],
    ['none of an item that the corpus does not answer', { answerable: false }, null],
  ])('%s', (_, over, expected) => {
    const found = warningsOf({ id: 'A', golds: [GOLD] }, { id: 'B', ...over })['B'] ?? []
    expect(found).toEqual(expected === null ? [] : [expect.stringMatching(expected)])
  })

  it('none in any item is nothing odd', () => {
    expect(warningsOf({ id: 'A' }, { id: 'B' })).toEqual({})
  })
})
