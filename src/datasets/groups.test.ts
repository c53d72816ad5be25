import fc from 'fast-check'
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
  [
    'fault 47: a twin of one and a variant of another: all are one group',
    { a: {}, b: {}, c: { twinOf: 'b', ...variant('a') }, d: variant('b'), e: {} },
    { a: 'a', b: 'a', c: 'a', d: 'a', e: 'e' },
  ],
  ['fault 47: the other way round', { a: {}, b: {}, c: { twinOf: 'a', ...variant('b') } }, { a: 'a', b: 'a', c: 'a' }],
  [
    'fault 47: variants of one base that are twins in a circle',
    { d: {}, a: { twinOf: 'b', ...variant('d') }, b: { twinOf: 'a', ...variant('d') } },
    { d: 'd', a: 'd', b: 'd' },
  ],
  ['fault 47: its own twin, and a variant', { b: {}, a: { twinOf: 'a', ...variant('b') } }, { b: 'b', a: 'b' }],
  [
    'a twin of an item in a group, and a variant of one in none',
    { a: {}, b: { group: 'g' }, c: { twinOf: 'b', ...variant('a') } },
    { a: 'g', b: 'g', c: 'g' },
  ],
  [
    'explicit groups stay apart, whoever is of both',
    { a: { group: 'h' }, b: { group: 'g' }, c: { twinOf: 'a', ...variant('b') } },
    { a: 'h', b: 'g', c: 'g' },
  ],
  ['a name that is missing and a group that is there', { b: { twinOf: 'gone', ...variant('a') }, a: {} }, { b: 'a', a: 'a' }],
  ['an explicit group before the variant', { a: {}, b: { ...variant('a'), group: 'g' } }, { a: 'a', b: 'g' }],
  ['fault 44: __proto__', { x: { twinOf: '__proto__' } }, { x: '__proto__' }],
])('%s', (_, items, expected) => {
  const parsed = Object.entries(items).map(([id, fields]) => Item.parse({ id, question: 'Q?', ...fields }))
  expect(Object.fromEntries(groupOf(parsed))).toEqual(expected)
})

test('items that hang together are one group, and no others, in any order', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  const base = fc.option(fc.constantFrom(...ids, 'gone'), { nil: undefined })
  const items = fc.array(fc.tuple(base, base), { minLength: ids.length, maxLength: ids.length }).map((bases) =>
    bases.map(([twinOf, variantOf], index) =>
      Item.parse({
        id: ids[index],
        question: 'Q?',
        ...(twinOf === undefined ? {} : { twinOf }),
        ...(variantOf === undefined ? {} : variant(variantOf)),
      }),
    ),
  )
  fc.assert(
    fc.property(items, (all) => {
      const groups = groupOf(all)
      // By hand: labels that spread along links until none changes.
      const labels = new Map([...ids, 'gone'].map((id) => [id, id]))
      const pairs = all.flatMap(({ id, twinOf, variantOf }) =>
        [twinOf, variantOf].flatMap((of) => (of === undefined ? [] : [[id, of]])),
      )
      for (const _ of labels)
        for (const [one = '', other = ''] of pairs) {
          const lowest = [labels.get(one) ?? '', labels.get(other) ?? ''].toSorted()[0] ?? ''
          labels.set(one, lowest).set(other, lowest)
        }
      for (const one of ids)
        for (const other of ids) expect(groups.get(one) === groups.get(other)).toBe(labels.get(one) === labels.get(other))
      expect(new Map([...groupOf(all.toReversed())].toReversed())).toEqual(groups)
    }),
  )
})

test('a chain of a hundred thousand', () => {
  const items = Array.from({ length: 1e5 }, (_, at) => ({
    ...Item.parse({ id: 'x', question: 'Q?' }),
    id: `${at}`,
    twinOf: `${at + 1}`,
  }))
  expect(new Set(groupOf(items).values())).toEqual(new Set(['100000']))
})
