import type { Item } from '../schema/item.js'

/**
 * What is odd about each item's data, by id; items with nothing odd are absent. `items` is the whole data set: a twin that a filter or
 * a sample left out is no fault of the data.
 */
export function itemWarnings(items: readonly Item[]): Map<string, string[]> {
  const ids = new Set(items.map(({ id }) => id))
  const usesGolds = items.some(({ golds }) => golds.some(({ optional }) => !optional))
  const warnings = new Map<string, string[]>()
  for (const item of items) {
    const list = [...partnerWarnings(item, ids), ...goldWarnings(item, usesGolds)]
    if (list.length > 0) warnings.set(item.id, list)
  }
  return warnings
}

function partnerWarnings({ id, twinOf, variantOf }: Item, ids: ReadonlySet<string>): string[] {
  const partner = (of: string | undefined, own: string, its: string) => {
    if (of === undefined) return []
    if (of === id) return [`is its own ${own}; it counts as no pair`]
    return ids.has(of) ? [] : [`its ${its} ${JSON.stringify(of)} is not in the data set; it counts as no pair`]
  }
  return [...partner(twinOf, 'twin', 'twin'), ...partner(variantOf, 'variant', 'base')]
}

function goldWarnings({ golds, answerable }: Item, usesGolds: boolean): string[] {
  const warnings: string[] = []
  const seen = new Set<string>()
  for (const { optional: _, ...gold } of golds) {
    const key = JSON.stringify(gold)
    if (seen.has(key)) warnings.push(`gold ${key} is given more than once; it counts once`)
    seen.add(key)
  }
  if (answerable && golds.length > 0 && golds.every(({ optional }) => optional)) {
    warnings.push('every gold is optional; retrieval and citation of it are unscored')
  }
  if (answerable && golds.length === 0 && usesGolds)
    warnings.push('no gold, though other items have them; retrieval and citation of it are unscored')
  return warnings
}
