import { createHash } from 'node:crypto'
import { canonicalJson } from '../cassettes/key.js'
import type { Item } from '../schema/item.js'
import type { Json } from '../schema/json.js'

const DIGITS = 16

/**
 * The items of a data set in their order, as 16 hexadecimal digits of a SHA-256: parts of a run are of one data set where it is equal. Unlike `itemHash` it
 * covers every field, since labels and links decide slices, groups and pairs of the whole. The order of an item's fields does not matter.
 */
export function dataHash(items: readonly Item[]): string {
  const hash = createHash('sha256')
  for (const item of items) hash.update(`${canonicalJson(JSON.parse(JSON.stringify(item)) as Json)}\n`)
  return hash.digest('hex').slice(0, DIGITS)
}
