import type { CaseRecord } from '../../schema/record.js'
import type { SuspectRange } from '../../schema/report.js'

export interface Order {
  name: SuspectRange['order']
  records: readonly CaseRecord[]
}

/**
 * The records by dispatch and by start time, each without those that have no place in it. Where both give the same order there is one,
 * by dispatch, so that nothing is tested twice. In a run that was resumed cases that were asked again, because they had failed, keep their place in the
 * dispatch and come last by time, where they would look like an outage: it has the one order.
 */
export function orders(records: readonly CaseRecord[]): Order[] {
  const dispatch = sorted(records, ['sequence', 'startedAt', 'position'])
  const start = sorted(records, ['startedAt', 'sequence', 'position'])
  const resumed = records.some(({ takenFrom }) => takenFrom !== undefined)
  const same = dispatch.length === start.length && dispatch.every((record, i) => record === start[i])
  const all: Order[] = [
    { name: 'dispatch', records: dispatch },
    { name: 'start time', records: same || resumed ? [] : start },
  ]
  return all.filter((order) => order.records.length > 0)
}

type Key = 'sequence' | 'startedAt' | 'position'

function sorted(records: readonly CaseRecord[], keys: readonly [Key, ...Key[]]): CaseRecord[] {
  return records.filter((record) => record[keys[0]] !== null).sort((a, b) => compare(a, b, keys))
}

function compare(a: CaseRecord, b: CaseRecord, keys: readonly Key[]): number {
  for (const key of keys) {
    const difference = (a[key] ?? 0) - (b[key] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
