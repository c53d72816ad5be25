import type { DecompositionRow } from '../src/schema/report.js'

/** Counts by name, the largest first: `policy 12, retrieval 7`. */
export function tallyText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

/** The cause that stands behind most cases of some classes, and how many other causes there are; null where none is known. */
export function commonest(rows: readonly DecompositionRow[]): string | null {
  const totals = new Map<string, number>()
  for (const { causes } of rows) {
    for (const [cause, count] of Object.entries(causes)) totals.set(cause, (totals.get(cause) ?? 0) + count)
  }
  const [first, ...others] = [...totals].toSorted(([, a], [, b]) => b - a)
  if (first === undefined) return null
  return others.length === 0 ? first[0] : `mostly ${first[0]}`
}
