import type { DecompositionRow } from '../src/schema/report.js'
import { commonest } from '../src/text/commonest.js'

/** Counts by name, the largest first: `policy 12, retrieval 7`. */
export function tallyText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

/** The cause that stands behind most cases of some classes; null where none is known. */
export function commonestCause(rows: readonly DecompositionRow[]): string | null {
  const totals = new Map<string, number>()
  for (const { causes } of rows) {
    for (const [cause, count] of Object.entries(causes)) totals.set(cause, (totals.get(cause) ?? 0) + count)
  }
  return commonest(Object.fromEntries(totals))
}
