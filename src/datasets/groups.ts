import type { Item } from '../schema/item.js'

/**
 * The group of every item, by id: its explicit `group`; else that of the item that it is a twin or a variant of, through chains of them; else
 * its own id. Twins and variants of an item that is not in the data set share a group under the missing id.
 */
export function groupOf(items: readonly Item[]): Map<string, string> {
  const byId = new Map(items.map((item) => [item.id, item]))
  return new Map(items.map((item) => [item.id, group(item, byId)]))
}

function group(start: Item, byId: ReadonlyMap<string, Item>): string {
  const path: string[] = []
  let item = start
  for (;;) {
    if (item.group !== undefined) return item.group
    path.push(item.id)
    const of = item.twinOf ?? item.variantOf
    if (of === undefined) return item.id
    // A circle has no root: all of its members take the id that sorts first.
    const entered = path.indexOf(of)
    if (entered >= 0) return path.slice(entered).toSorted()[0] ?? item.id
    const next = byId.get(of)
    if (next === undefined) return of
    item = next
  }
}
