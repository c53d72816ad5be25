import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OptionError } from '../errors.js'
import type { ItemInput } from '../schema/item.js'
import { buildDataset, type Dataset } from './dataset.js'
import { groupOf } from './groups.js'
import { type SampleField, sampleItems } from './sample.js'

function dataset(items: readonly ItemInput[]): Dataset {
  return buildDataset({ name: 'items', files: [], rows: items.map((value) => ({ value })) })
}

function many(type: string, count: number, fields: Partial<ItemInput> = {}): ItemInput[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${type}-${index}`, question: 'Q?', type, ...fields }))
}

const ids = ({ items }: Dataset) => items.map(({ item }) => item.id)

function counts({ items }: Dataset): Record<string, number> {
  const counted: Record<string, number> = {}
  for (const { item } of items) counted[item.type ?? ''] = (counted[item.type ?? ''] ?? 0) + 1
  return counted
}

describe('sampleItems', () => {
  const set = dataset([...many('A', 60), ...many('B', 30), ...many('C', 10)])

  test('keeps the shares of the fields, in the order of the data set', () => {
    const sample = sampleItems(set, { size: 20, seed: 1, by: ['type'] })
    expect(counts(sample)).toEqual({ A: 12, B: 6, C: 2 })
    expect(ids(sample)).toEqual(ids(set).filter((id) => ids(sample).includes(id)))
  })

  test('rounds by the largest remainder', () => {
    // Shares of 11: A 6.6, B 3.3, C 1.1.
    expect(counts(sampleItems(set, { size: 11, seed: 1, by: ['type'] }))).toEqual({ A: 7, B: 3, C: 1 })
  })

  test('the same seed gives the same sample, another seed another', () => {
    const take = (seed: number) => ids(sampleItems(set, { size: 20, seed, by: ['type'] }))
    expect(take(7)).toEqual(take(7))
    expect(take(7)).not.toEqual(take(8))
  })

  test('a size above n is all', () => {
    expect(sampleItems(set, { size: 100, seed: 1 })).toBe(set)
    expect(sampleItems(set, { size: 1000, seed: 1 })).toBe(set)
  })

  test('twins stay together, and types and languages keep their shares', () => {
    const twins = many('A', 20).map((item) => ({
      ...item,
      id: `${item.id}-ur`,
      type: 'RU',
      language: 'ur-Latn',
      twinOf: item.id,
    }))
    const sample = sampleItems(dataset([...many('A', 60), ...twins, ...many('B', 20)]), {
      size: 25,
      seed: 3,
      by: ['type', 'language'],
    })
    // Of 100 items 40 stand in pairs: 10 of 25; 40 A alone: 10; 20 B: 5.
    expect(counts(sample)).toEqual({ A: 15, RU: 5, B: 5 })
    const chosen = new Set(ids(sample))
    for (const { item } of sample.items) if (item.twinOf) expect(chosen.has(item.twinOf)).toBe(true)
  })

  test('where only larger groups are left, the last one is cut to its first members', () => {
    const pairs = many('A', 4).flatMap((item) => [item, { ...item, id: `${item.id}-ur`, twinOf: item.id }])
    const sample = sampleItems(dataset(pairs), { size: 3, seed: 1 })
    expect(sample.items).toHaveLength(3)
    expect(sample.items.filter(({ item }) => item.twinOf === undefined)).toHaveLength(2)
  })

  test('every size gives that many items, with at most one incomplete group', () => {
    const field = fc.constantFrom<SampleField>('type', 'language', 'answerable')
    const item = fc.record({
      type: fc.constantFrom('A', 'B', 'C'),
      answerable: fc.boolean(),
      group: fc.option(fc.constantFrom('g', 'h', 'i', 'j')),
    })
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 45 }),
        fc.integer(),
        fc.uniqueArray(field),
        (raw, size, seed, by) => {
          const set = dataset(
            raw.map(({ group, ...fields }, index) => ({
              id: `${index}`,
              question: 'Q?',
              ...fields,
              ...(group ? { group } : {}),
            })),
          )
          const sample = sampleItems(set, { size, seed, by })
          expect(sample.items).toHaveLength(Math.min(size, raw.length))
          expect(new Set(ids(sample)).size).toBe(sample.items.length)
          const groups = groupOf(set.items.map((one) => one.item))
          const sizes = (of: Dataset) => {
            const counted = new Map<string | undefined, number>()
            for (const id of ids(of)) counted.set(groups.get(id), (counted.get(groups.get(id)) ?? 0) + 1)
            return counted
          }
          const whole = sizes(set)
          expect([...sizes(sample)].filter(([group, count]) => count !== whole.get(group)).length).toBeLessThanOrEqual(1)
        },
      ),
      { seed: 1 },
    )
  })

  test('strata that are too small for one item each still have their chance', () => {
    const small = dataset(['A', 'B', 'C', 'D', 'E', 'F'].flatMap((type) => many(type, 1)))
    const seen = new Set(Array.from({ length: 40 }, (_, seed) => ids(sampleItems(small, { size: 2, seed, by: ['type'] }))).flat())
    expect(seen.size).toBe(6)
  })

  test.each([
    [{ size: 0, seed: 1 }, /`sample.size` to be a whole number from 1, received 0/],
    [{ size: 2.5, seed: 1 }, /`sample.size`/],
    [{ size: 2, seed: Number.NaN }, /`sample.seed` to be a whole number, received NaN/],
    [{ size: 2, seed: 1, by: ['langauge'] }, /`sample.by` to name fields .*did you mean "language"\?/],
  ])('%j is refused', (options, message) => {
    expect(() => sampleItems(set, options as never)).toThrow(OptionError)
    expect(() => sampleItems(set, options as never)).toThrow(message)
  })
})
