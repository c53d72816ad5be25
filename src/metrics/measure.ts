import { groupBy, tally } from '../group-by.js'
import type { Mean, Metric } from '../schema/metric.js'
import type { CaseRecord } from '../schema/record.js'
import { boundedInterval, type MaybeGroupedValue } from '../stats/effective-n.js'
import { exactBounds } from '../stats/exact-bounds.js'
import { macroMean, microMean, weightedMean } from './means.js'
import { isRefused, twinPairs } from './parity.js'
import { notKnown, type Rate, type Standing } from './rates.js'
import { isNotDefined, scoreName } from './score-names.js'

/** A rate or a mean measured over cases, with what a gate needs beside it. */
export interface Measurement<Measured extends Metric = Metric> {
  metric: Measured
  /** What it was measured on, null being unknown; lost cases are not among them. */
  values: MaybeGroupedValue[]
  /** One-sided exact 95% bounds, unknown verdicts counted both ways; null where nothing ran, or a value is above 1. */
  bounds: { lower: number; upper: number } | null
  /** Ids of the cases that are so, and of those that are not; of a mean, those above 0 and those below 1, the most so first. */
  yes: string[]
  no: string[]
}

/** One thing that a rate counts: a case, or a pair of them. */
export interface Entry {
  id: string
  group: string
  standing: Standing | number
  /** Why it is unknown. */
  reason?: string | undefined
}

/**
 * Measures a rate. The value is count / scored, null where nothing is scored. The interval is Wilson's on the effective n of the
 * groups, its lower end counting every unknown verdict as not so, its upper end as so. Cases that did not run are in the total and
 * in no interval.
 */
export function measure(records: readonly CaseRecord[], rate: Rate): Measurement {
  return measureEntries(rateEntries(records, rate), rate)
}

export function rateEntries(records: readonly CaseRecord[], rate: Rate): Entry[] {
  return records.map((record) => ({
    id: record.id,
    group: record.group,
    standing: rate.standing(record),
    reason: rate.why?.(record),
  }))
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
  return measureEntries(twinEntries(records, refused, among), TWIN_PARITY)
}

export function twinEntries(
  records: readonly CaseRecord[],
  refused = isRefused,
  among: (twin: CaseRecord) => boolean = () => true,
): Entry[] {
  return twinPairs(records, refused)
    .filter(({ twin }) => among(twin))
    .map(({ base, twin, same }) => {
      const lost = [base, twin].some((side) => refused(side) === null && notKnown(side) === 'lost')
      return { id: twin.id, group: base.group, standing: same ?? (lost ? 'lost' : 'unknown') }
    })
}

/** Why a score has no value though nothing is unknown: the case did not run or was not judged. */
const LOST: ReadonlySet<string> = new Set(['no response', 'judge failed', 'budget'])

function standingOf({ scores }: CaseRecord, name: string): Standing | number {
  const score = Object.hasOwn(scores, name) ? scores[name] : undefined
  if (score === undefined) return 'out'
  if (score.value !== null) return score.value
  const { reason = '' } = score
  return isNotDefined(reason) ? 'out' : LOST.has(reason) ? 'lost' : 'unknown'
}

/**
 * The mean of a score over cases, each counting the same, with its interval as for a rate; the micro mean of a score that is a quotient; and the mean
 * of the sources' means, where the cases name several. A case of which the score is not defined, such as precision where nothing was retrieved, is in no
 * denominator. A published reading above 1 has no interval. Throws a `RangeError` for a name that is no score.
 */
export function measureScore(records: readonly CaseRecord[], name: string): Measurement<Mean> {
  const named = scoreName(name)
  if (named === null) throw new RangeError(`\`name\`: no score ${JSON.stringify(name)}`)
  const measured = measureEntries(scoreEntries(records, name), named)
  const scores = records.flatMap((record) => {
    const score = record.scores[name]
    return standingOf(record, name) === 'out' || score === undefined ? [] : [{ ...score, source: record.source }]
  })
  const micro = microMean(scores)
  const parts = scores.flatMap(({ value, parts }) => (value === null || parts === undefined ? [] : [parts]))
  return {
    ...measured,
    metric: {
      ...measured.metric,
      micro:
        parts.length === 0
          ? null
          : { value: micro.value, numerator: sum(parts.map(([one]) => one)), denominator: sum(parts.map(([, of]) => of)) },
      weighted: bySource(scores),
    },
  }
}

export function scoreEntries(records: readonly CaseRecord[], name: string): Entry[] {
  return records.map((record) => ({
    id: record.id,
    group: record.group,
    standing: standingOf(record, name),
    reason: record.scores[name]?.reason ?? 'undetermined',
  }))
}

/** More sources than these are no parts of a benchmark, but where each question came from. */
const MOST_SOURCES = 8

/** A source of which no case is scored is shown without a value, so that its absence from the mean is seen. */
function bySource(scores: readonly (CaseRecord['scores'][string] & { source: string | undefined })[]): Mean['weighted'] {
  const groups = groupBy(scores, ({ source }) => source)
  if (groups.size < 2 || groups.size > MOST_SOURCES || groups.has(undefined)) return null
  const named = [...groups].flatMap(([source, members]) => (source === undefined ? [] : [[source, members] as const]))
  return {
    value: weightedMean(Object.fromEntries(named)).value,
    parts: named.map(([source, members]) => ({ source, value: macroMean(members).value })),
  }
}

export function measureEntries(entries: readonly Entry[], { label, denominator, better }: Omit<Rate, 'standing'>): Measurement {
  const known = entries.flatMap(({ id, group, standing }) =>
    typeof standing === 'string' ? [] : [{ id, group, value: Number(standing) }],
  )
  const unknown = entries.filter(({ standing }) => standing === 'unknown')
  const lost = entries.filter(({ standing }) => standing === 'lost').length
  const values: MaybeGroupedValue[] = [...known, ...unknown.map(({ group }) => ({ group, value: null }))]
  const scored = known.length
  const count = sum(known.map(({ value }) => value))
  const bounded = known.every(({ value }) => value <= 1)
  const interval = bounded ? boundedInterval(values) : null
  const reasons = tally(unknown.flatMap(({ reason }) => reason ?? []))
  const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)
  return {
    metric: {
      label,
      denominator,
      better,
      count,
      scored,
      total: scored + unknown.length + lost,
      value: scored === 0 ? null : count / scored,
      low: scored === 0 ? null : (interval?.low ?? null),
      high: scored === 0 ? null : (interval?.high ?? null),
      unknown: unknown.length,
      lost,
      groups: interval?.groups ?? 0,
      ...(Object.keys(reasons).length === 0 ? {} : { reasons }),
    },
    values,
    bounds: bounded ? exactBounds(values) : null,
    yes: ids(known.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value)),
    no: ids(known.filter(({ value }) => value < 1).toSorted((a, b) => a.value - b.value)),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
