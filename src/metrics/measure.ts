import type { CaseRecord } from '../schema/record.js'
import type { Metric } from '../schema/report.js'
import { boundedInterval, type MaybeGroupedValue } from '../stats/effective-n.js'
import { isRefused, twinPairs } from './parity.js'
import { notKnown, type Rate, type Standing } from './rates.js'

/** A rate measured over cases, with what a gate needs beside it. */
export interface Measurement {
  metric: Metric
  /** One-sided 95% bounds, unknown verdicts counted both ways; null where nothing ran. */
  bounds: { lower: number; upper: number } | null
  /** Ids of the cases that are so, and of those that are not. */
  yes: string[]
  no: string[]
}

interface Entry {
  id: string
  group: string
  standing: Standing
}

/**
 * Measures a rate. The value is count / scored, null where nothing is scored. The interval is Wilson's on the effective n of the
 * groups, its lower end counting every unknown verdict as not so, its upper end as so. Cases that did not run are in the total and
 * in no interval.
 */
export function measure(records: readonly CaseRecord[], rate: Rate): Measurement {
  return measureEntries(
    records.map((record) => ({ id: record.id, group: record.group, standing: rate.standing(record) })),
    rate,
  )
}

export const TWIN_PARITY = { label: 'twin parity', denominator: 'twin pairs', better: 'higher' } as const

/**
 * The share of twin pairs that agree, the pairs of one question being one group. A pair belongs to the slice of its twin: `among`
 * says which twins count, while bases are looked for among all records.
 */
export function measureTwinParity(
  records: readonly CaseRecord[],
  refused = isRefused,
  among: (twin: CaseRecord) => boolean = () => true,
): Measurement {
  const pairs = twinPairs(records, refused).filter(({ twin }) => among(twin))
  const entries = pairs.map(({ base, twin, same }): Entry => {
    const lost = [base, twin].some((side) => refused(side) === null && notKnown(side) === 'lost')
    return { id: twin.id, group: base.group, standing: same ?? (lost ? 'lost' : 'unknown') }
  })
  return measureEntries(entries, TWIN_PARITY)
}

function measureEntries(entries: readonly Entry[], { label, denominator, better }: Omit<Rate, 'standing'>): Measurement {
  const of = (...wanted: Standing[]) => entries.filter(({ standing }) => wanted.includes(standing))
  const [yes, no, unknown, lost] = [of(true), of(false), of('unknown'), of('lost')]
  const values: MaybeGroupedValue[] = [...yes, ...no, ...unknown].map(({ standing, group }) => ({
    group,
    value: standing === 'unknown' ? null : standing === true,
  }))
  const interval = boundedInterval(values)
  const scored = yes.length + no.length
  return {
    metric: {
      label,
      denominator,
      better,
      count: yes.length,
      scored,
      total: scored + unknown.length + lost.length,
      value: scored === 0 ? null : yes.length / scored,
      low: scored === 0 ? null : (interval?.low ?? null),
      high: scored === 0 ? null : (interval?.high ?? null),
      unknown: unknown.length,
      lost: lost.length,
      groups: interval?.groups ?? 0,
    },
    bounds: interval && { lower: interval.lower1, upper: interval.upper1 },
    yes: yes.map(({ id }) => id),
    no: no.map(({ id }) => id),
  }
}
