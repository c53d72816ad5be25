import { groupBy } from '../../group-by.js'
import type { CaseRecord } from '../../schema/record.js'

/** A type with fewer items than this says too little of what to expect by itself. */
const SMALLEST = 8

/**
 * The stratum of each record, as an index: its type and whether the corpus answers it. Types of fewer than 8 items are taken
 * together by answerability; a set where every item has a type of its own would otherwise expect of each exactly what it did.
 */
export function strata(records: readonly CaseRecord[]): number[] {
  const keys = records.map(({ type, answerable }) => JSON.stringify([answerable, type ?? null]))
  const sizes = groupBy(keys, (key) => key)
  const indices = new Map<string, number>()
  return records.map(({ answerable }, i) => {
    const key = keys[i] ?? ''
    const pooled = (sizes.get(key)?.length ?? 0) < SMALLEST ? JSON.stringify([answerable]) : key
    const index = indices.get(pooled) ?? indices.size
    indices.set(pooled, index)
    return index
  })
}
