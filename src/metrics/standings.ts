import type { ComparedCase, Standing as ComparedStanding } from '../schema/baseline.js'
import type { CaseRecord } from '../schema/record.js'
import type { Reading } from './compat.js'
import { type Entry, rateEntries, scoreEntries, TWIN_PARITY, twinEntries } from './measure.js'
import type { Rate } from './rates.js'
import { byReportOrder, scoreName } from './score-names.js'

/** How a metric of a reading is named in a report; null where there is none of that name. */
export function metricLabel(name: string, { rates, refused }: Reading): Pick<Rate, 'label' | 'denominator' | 'better'> | null {
  const rate = Object.hasOwn(rates, name) ? rates[name] : undefined
  if (rate !== undefined) return rate
  return name === 'twinParity' && refused !== null ? TWIN_PARITY : scoreName(name)
}

/** Every metric that says something of one of the records, in a report's order: rates, twin parity, scores. */
export function metricsOf(records: readonly CaseRecord[], { rates, refused }: Reading): string[] {
  const scores = byReportOrder([...new Set(records.flatMap(({ scores }) => Object.keys(scores)))])
  return [...Object.keys(rates), ...(refused === null ? [] : ['twinParity']), ...scores]
}

/** Those of the named metrics that a reading has, in a report's order: rates, twin parity, scores. */
export function inReportOrder(names: ReadonlySet<string>, { rates }: Pick<Reading, 'rates'>): string[] {
  return [
    ...[...Object.keys(rates), 'twinParity'].filter((name) => names.has(name)),
    ...byReportOrder([...names].filter((name) => scoreName(name) !== null)),
  ]
}

/** What a metric says of each case; of twin parity, of each twin. */
export function entriesOf(
  name: string,
  records: readonly CaseRecord[],
  { rates, refused }: Reading,
  among: (record: CaseRecord) => boolean = () => true,
): Entry[] {
  const rate = Object.hasOwn(rates, name) ? rates[name] : undefined
  if (rate !== undefined) return rateEntries(records.filter(among), rate)
  if (name === 'twinParity' && refused !== null) return twinEntries(records, refused, among)
  return scoreEntries(records.filter(among), name)
}

/** The cases of a run as they are compared with another's: what identifies them, and what every metric says of them. */
export function comparedCases(records: readonly CaseRecord[], reading: Reading): ComparedCase[] {
  const metrics = new Map<string, ComparedCase['metrics']>(records.map(({ id }) => [id, {}]))
  for (const name of metricsOf(records, reading)) {
    for (const { id, standing } of entriesOf(name, records, reading)) {
      const own = metrics.get(id)
      const compared = comparable(standing)
      if (own !== undefined && compared !== undefined) own[name] = compared
    }
  }
  return records.map(({ id, hash, trial, group, outcome, errorClass, signals: { c, g, r } }) => ({
    id,
    hash,
    trial,
    group,
    outcome,
    errorClass,
    c,
    g,
    r,
    metrics: metrics.get(id) ?? {},
  }))
}

/** undefined where the metric does not count the case. */
export function comparable(standing: Entry['standing']): ComparedStanding | undefined {
  if (standing === 'out') return undefined
  if (standing === 'unknown') return null
  return standing === 'lost' ? 'lost' : Number(standing)
}
