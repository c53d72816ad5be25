import { groupBy } from '../group-by.js'
import type { Item } from '../schema/item.js'

/**
 * The group of every item, by id: its explicit `group`; else that of the items that it is a twin or a variant of, through chains of them, and whatever
 * else hangs together with it: an item that is a twin of one and a variant of another makes one group of both. Its name is the explicit group that
 * one of them leads to, else the id of the item that is neither twin nor variant; of several names the one that sorts first. Twins and variants of an item
 * that is not in the data set share a group under the missing id. Nothing joins explicit groups.
 */
export function groupOf(items: readonly Item[]): Map<string, string> {
  const explicit = new Map(items.flatMap(({ id, group }) => (group === undefined ? [] : [[id, group] as const])))
  const free = items.filter(({ id }) => !explicit.has(id))
  const links = new Map(free.map((item) => [item.id, basesOf(item)]))
  const sets = disjointSets()
  for (const [id, bases] of links) for (const base of bases) if (!explicit.has(base)) sets.join(id, base)

  const nodes = new Set([...links].flatMap(([id, bases]) => [id, ...bases]).filter((id) => !explicit.has(id)))
  const names = new Map(
    [...groupBy(nodes, sets.rootOf)].map(([root, members]) => {
      const bases = members.flatMap((id) => links.get(id) ?? [])
      const groups = bases.flatMap((base) => explicit.get(base) ?? [])
      const ends = members.filter((id) => (links.get(id) ?? []).length === 0)
      // A circle has no end: all of its members take the id that sorts first.
      return [root, first(groups) ?? first(ends) ?? first(members)]
    }),
  )
  return new Map(items.map(({ id }) => [id, explicit.get(id) ?? names.get(sets.rootOf(id)) ?? id]))
}

/** What an item is a twin and a variant of, but for itself. */
function basesOf({ id, twinOf, variantOf }: Item): string[] {
  return [twinOf, variantOf].flatMap((base) => (base === undefined || base === id ? [] : [base]))
}

function first(names: readonly string[]): string | undefined {
  return names.toSorted()[0]
}

/** Sets of names, of which every one is alone at first (union-find with paths halved). */
function disjointSets() {
  const parents = new Map<string, string>()
  const parentOf = (name: string) => parents.get(name) ?? name
  const rootOf = (name: string): string => {
    let at = name
    while (parentOf(at) !== at) {
      parents.set(at, parentOf(parentOf(at)))
      at = parentOf(at)
    }
    return at
  }
  return {
    rootOf,
    join(one: string, other: string): void {
      parents.set(rootOf(one), rootOf(other))
    },
  }
}
