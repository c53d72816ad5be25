import { OptionError } from '../errors.js'
import { groupBy } from '../group-by.js'
import { seeded, shuffled } from '../random.js'
import type { Item } from '../schema/item.js'
import type { Dataset, DatasetItem } from './dataset.js'
import { groupOf } from './groups.js'
import { nearest } from './nearest.js'

const FIELDS = ['type', 'language', 'persona', 'jurisdiction', 'difficulty', 'source', 'answerable', 'premise'] as const
export type SampleField = (typeof FIELDS)[number]

export interface SampleOptions {
  /** Number of items, at least 1; at or above the size of the data set it means all. */
  size: number
  /** A whole number; the same seed and data give the same sample. */
  seed: number
  /** Fields whose shares the sample keeps. @default [] */
  by?: readonly SampleField[]
}

interface Stratum {
  /** Groups of one composition, and so of one size. */
  groups: DatasetItem[][]
  size: number
  taken: number
}

/**
 * A declared sample: exactly `min(size, n)` items, in the order of the data set.
 *
 * Groups are drawn, not items, so twins stay together. A stratum holds the groups of one composition: the sorted list of its members'
 * values of the `by` fields, such as "S-REC en + RU ur-Latn". Each stratum gets its share of `size` in whole groups, rounded down; the
 * items that remain go, a group at a time, to the strata with the largest remainders (ties in seeded order). Where only a larger group
 * would fit, the last one is cut to its first members: at most one group of a sample is incomplete. Throws `OptionError`.
 */
export function sampleItems(dataset: Dataset, { size, seed, by = [] }: SampleOptions): Dataset {
  check({ size, seed, by })
  const total = dataset.items.length
  if (size >= total) return dataset
  const random = seeded(seed)
  const strata = shuffled(stratify(dataset.items, by), random)
  for (const stratum of strata) stratum.groups = shuffled(stratum.groups, random)

  const share = ({ groups }: Stratum) => (size * groups.length) / total
  let left = size
  for (const stratum of strata) {
    stratum.taken = Math.floor(share(stratum))
    left -= stratum.taken * stratum.size
  }
  const remainder = (stratum: Stratum) => share(stratum) - Math.floor(share(stratum))
  const byRemainder = strata.toSorted((a, b) => remainder(b) * b.size - remainder(a) * a.size)
  for (let before = -1; left > 0 && before !== left; ) {
    before = left
    for (const stratum of byRemainder) {
      if (stratum.size > left || stratum.taken >= stratum.groups.length) continue
      stratum.taken += 1
      left -= stratum.size
    }
  }
  const chosen = new Set(strata.flatMap(({ groups, taken }) => groups.slice(0, taken).flat()))
  const next = byRemainder.find(({ groups, taken }) => taken < groups.length)
  for (const item of (next?.groups[next.taken] ?? []).slice(0, left)) chosen.add(item)
  return { ...dataset, items: dataset.items.filter((item) => chosen.has(item)) }
}

function stratify(items: readonly DatasetItem[], by: readonly SampleField[]): Stratum[] {
  const names = groupOf(items.map(({ item }) => item))
  const groups = groupBy(items, ({ item }) => names.get(item.id)).values()
  const composition = (members: readonly DatasetItem[]) =>
    JSON.stringify(members.map(({ item }) => valuesOf(item, by)).toSorted())
  return Array.from(groupBy(groups, composition).values(), (alike) => ({
    groups: alike,
    size: alike[0]?.length ?? 0,
    taken: 0,
  }))
}

function valuesOf(item: Item, by: readonly SampleField[]): string {
  return JSON.stringify(by.map((field) => item[field] ?? null))
}

function check({ size, seed, by }: Required<SampleOptions>): void {
  if (!Number.isSafeInteger(size) || size < 1)
    throw new OptionError(`expected \`sample.size\` to be a whole number from 1, received ${size}`)
  if (!Number.isSafeInteger(seed)) throw new OptionError(`expected \`sample.seed\` to be a whole number, received ${seed}`)
  for (const field of by) {
    if (FIELDS.includes(field)) continue
    const guess = nearest(String(field), FIELDS)
    throw new OptionError(
      `expected \`sample.by\` to name fields of an item (${FIELDS.join(', ')}), received ${JSON.stringify(field)}${guess ? `; did you mean "${guess}"?` : ''}`,
    )
  }
}
