import { describe, expect, it } from 'vitest'
import { Item, type ItemInput } from '../schema/item.js'
import { dataHash } from './data-hash.js'

const ITEMS: ItemInput[] = [
  { id: 'A', language: 'en', question: 'May the deposit be kept?', type: 'deposit' },
  { id: 'B', language: 'de', question: 'Darf die Kaution behalten werden?', twinOf: 'A', meta: { page: 3, line: 1 } },
]
const hashOf = (items: readonly ItemInput[]) => dataHash(items.map((item) => Item.parse(item)))
const [a = { id: '', question: '' }, b = { id: '', question: '' }] = ITEMS

describe('the hash of a data set', () => {
  it('is that of the same items, however their fields are ordered', () => {
    const { id, meta, ...rest } = b
    expect(meta).toEqual({ page: 3, line: 1 })
    expect(hashOf([a, { meta: { line: 1, page: 3 }, ...rest, id }])).toBe(hashOf(ITEMS))
    expect(hashOf(ITEMS)).toMatch(/^[0-9a-f]{16}$/)
  })

  it.each<[string, ItemInput[]]>([
    ['one question', [{ ...a, question: 'May the deposit be kept now?' }, b]],
    ['one id', [a, { ...b, id: 'C' }]],
    ['one label, which a slice is made of', [{ ...a, type: 'rent' }, b]],
    ['one link, which makes a pair', [a, { ...b, twinOf: undefined }]],
    ['what a loader adds', [a, { ...b, meta: { page: 4, line: 1 } }]],
    ['the order', [b, a]],
    ['an item less', [a]],
    ['no item', []],
  ])('is another where %s differs', (_, items) => {
    expect(hashOf(items)).not.toBe(hashOf(ITEMS))
  })
})
