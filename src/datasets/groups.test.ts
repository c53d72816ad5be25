import { expect, test } from 'vitest'
import { Item } from '../schema/item.js'
import { groupOf } from './groups.js'

test.each<[string, Record<string, { group?: string; twinOf?: string }>, Record<string, string>]>([
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
  ['fault 44: __proto__', { x: { twinOf: '__proto__' } }, { x: '__proto__' }],
])('%s', (_, items, expected) => {
  const parsed = Object.entries(items).map(([id, fields]) => Item.parse({ id, question: 'Q?', ...fields }))
  expect(Object.fromEntries(groupOf(parsed))).toEqual(expected)
})
