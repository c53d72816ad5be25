import { expect, test } from 'vitest'
import { Item, type ItemInput } from '../schema/item.js'
import { groupOf } from './groups.js'

const variant = (variantOf: string, axis: ItemInput['axis'] = 'persona') => ({ variantOf, axis })

test.each<[string, Record<string, Partial<ItemInput>>, Record<string, string>]>([
  ['alone', { a: {}, b: {} }, { a: 'a', b: 'b' }],
  ['twins', { a: {}, b: { twinOf: 'a' }, c: { twinOf: 'a' } }, { a: 'a', b: 'a', c: 'a' }],
  ['a chain, whatever its order', { c: { twinOf: 'b' }, b: { twinOf: 'a' }, a: {} }, { c: 'a', b: 'a', a: 'a' }],
  ['an explicit group', { a: { group: 'g' }, b: { group: 'g' } }, { a: 'g', b: 'g' }],
  ['a twin of an item in a group', { a: { group: 'g' }, b: { twinOf: 'a' } }, { a: 'g', b: 'g' }],
  ['an explicit group before the twin', { a: {}, b: { twinOf: 'a', group: 'g' } }, { a: 'a', b: 'g' }],
  ['two twins of a missing item', { b: { twinOf: 'gone' }, c: { twinOf: 'gone' } }, { b: 'gone', c: 'gone' }],
  ['fault 47: its own twin', { a: { twinOf: 'a' } }, { a: 'a' }],
  [
    'a circle',
    { b: { twinOf: 'c' }, c: { twinOf: 'a' }, a: { twinOf: 'b' }, d: { twinOf: 'c' } },
    { a: 'a', b: 'a', c: 'a', d: 'a' },
  ],
  [
    'fault 47: variants share the group of their base',
    { a: {}, b: variant('a'), c: variant('a', 'facts') },
    { a: 'a', b: 'a', c: 'a' },
  ],
  ['fault 47: a twin of a variant', { a: {}, b: variant('a'), c: { twinOf: 'b' } }, { a: 'a', b: 'a', c: 'a' }],
  ['fault 47: a variant of a twin', { a: {}, b: { twinOf: 'a' }, c: variant('b') }, { a: 'a', b: 'a', c: 'a' }],
  ['fault 47: two variants of a missing item', { b: variant('gone'), c: variant('gone') }, { b: 'gone', c: 'gone' }],
  ['fault 47: its own variant', { a: variant('a') }, { a: 'a' }],
  ['fault 47: two variants of each other', { b: variant('a'), a: variant('b') }, { a: 'a', b: 'a' }],
  ['an explicit group before the variant', { a: {}, b: { ...variant('a'), group: 'g' } }, { a: 'a', b: 'g' }],
  ['fault 44: __proto__', { x: { twinOf: '__proto__' } }, { x: '__proto__' }],
])('%s', (_, items, expected) => {
  const parsed = Object.entries(items).map(([id, fields]) => Item.parse({ id, question: 'Q?', ...fields }))
  expect(Object.fromEntries(groupOf(parsed))).toEqual(expected)
})
