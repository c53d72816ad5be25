import type { Axis } from '../schema/item.js'
import type { CaseRecord } from '../schema/record.js'
import type { Reading } from './compat.js'
import type { StandingPair } from './difference.js'
import { comparable, entriesOf } from './standings.js'

/** What a metric says of every variant on an axis, and of what it is a variant of: pairs within one run. A twin is one on `language`. */
export function variantPairs(name: string, records: readonly CaseRecord[], reading: Reading, axis: Axis): StandingPair[] {
  const standings = new Map(entriesOf(name, records, reading).map(({ id, standing }) => [id, comparable(standing)]))
  const known = new Set(records.map(({ id }) => id))
  return records.flatMap((record) => {
    const base = record.axis === axis ? record.variantOf : axis === 'language' ? record.twinOf : undefined
    if (base === undefined || base === record.id || !known.has(base)) return []
    return [{ id: record.id, group: record.group, base: standings.get(base), now: standings.get(record.id) }]
  })
}
