import { groupBy } from '../group-by.js'
import { seeded } from '../random.js'
import type { CaseRecord } from '../schema/record.js'
import type { Positional, SuspectRange } from '../schema/report.js'
import { type Order, orders } from './positional/orders.js'
import { type Entry, type Range, suspectRanges } from './positional/ranges.js'
import { SMALLEST_RANGE } from './positional/scan.js'
import { POSITIONAL_SIGNALS, type PositionalSignal } from './positional/signals.js'
import { strata } from './positional/strata.js'

/** Share of healthy runs in which the positional check may name any range at all, over all signals and orders together. */
export const FALSE_ALARM_RATE = 0.001

export interface PositionalOptions {
  /** Seed of the permutations. @default 1 */
  seed?: number
}

/**
 * Looks for an outage that reads as a finding: a range of the run, in order of dispatch or of start time, in which refusals or errors, errors, or
 * empty retrievals are more frequent than each item's type and answerability lead one to expect.
 *
 * `records` are those of one suite; cases of class `missing` are left out, and each signal leaves out the cases that it is not known
 * of. A range has at least 8 items, and begins and ends with one that signals. `expected` is what the items outside the suspect
 * ranges let one expect inside; `pValue` is corrected for the number of signals and orders examined, so it compares with
 * `falseAlarmRate`. A signal that is constant over the run is not examined. Nothing to examine gives no suspects.
 *
 * The null hypothesis is that items of one type and answerability are exchangeable along the order. A live run's seeded shuffle makes
 * that true; a recorded run in its data's order relies on it.
 */
export function positionalCheck(records: readonly CaseRecord[], options: PositionalOptions = {}): Omit<Positional, 'without'> {
  const ran = records.filter(({ errorClass }) => errorClass !== 'missing')
  const series = orders(ran).flatMap(examinable)
  const limit = FALSE_ALARM_RATE / Math.max(1, series.length)
  const suspects = series.flatMap((one) => {
    const ranges = suspectRanges(one.entries, limit, seeded(options.seed ?? 1))
    return ranges.map((range) => suspect(one, range, ranges, series.length))
  })
  return {
    falseAlarmRate: FALSE_ALARM_RATE,
    examined: [...new Set(series.map(({ signal }) => signal))],
    suspects: withoutRepeats(suspects),
  }
}

/** One signal along one order. */
interface Examined {
  signal: PositionalSignal
  order: Order
  entries: Entry[]
}

function examinable(order: Order): Examined[] {
  const stratumOf = strata(order.records)
  return signalNames().flatMap((signal) => {
    const entries = order.records.flatMap((record, place) => {
      const value = POSITIONAL_SIGNALS[signal](record)
      return value === null ? [] : [{ place, value, stratum: stratumOf[place] ?? 0 }]
    })
    const signalling = entries.filter(({ value }) => value).length
    const constant = signalling === 0 || signalling === entries.length
    return constant || entries.length < SMALLEST_RANGE ? [] : [{ signal, order, entries }]
  })
}

function signalNames(): PositionalSignal[] {
  return Object.keys(POSITIONAL_SIGNALS) as PositionalSignal[]
}

function suspect({ signal, order, entries }: Examined, range: Range, ranges: readonly Range[], tests: number): SuspectRange {
  const inside = entries.filter((entry) => within(entry, range))
  const outside = entries.filter((entry) => !ranges.some((other) => within(entry, other)))
  return {
    signal,
    order: order.name,
    from: range.from,
    to: range.to,
    observed: inside.filter(({ value }) => value).length,
    expected: expectedCount(inside, outside),
    pValue: Math.min(1, range.chance * tests),
    ids: order.records.slice(range.from, range.to + 1).map(({ id }) => id),
  }
}

function within({ place }: Entry, { from, to }: Range): boolean {
  return place >= from && place <= to
}

/** Signals to expect at the rates of the items outside; a stratum that has none outside is taken at the rate of all of them. */
function expectedCount(inside: readonly Entry[], outside: readonly Entry[]): number {
  const all = rate(outside) ?? 0
  const strata = groupBy(outside, ({ stratum }) => stratum)
  const rates = new Map([...strata].map(([stratum, entries]) => [stratum, rate(entries) ?? all]))
  return inside.reduce((sum, { stratum }) => sum + (rates.get(stratum) ?? all), 0)
}

function rate(entries: readonly Entry[]): number | null {
  return entries.length === 0 ? null : entries.filter(({ value }) => value).length / entries.length
}

/** One outage shows in both orders: of two ranges of a signal that share half the cases of the smaller one, the surer stays. */
function withoutRepeats(suspects: readonly SuspectRange[]): SuspectRange[] {
  const surestFirst = suspects.toSorted((a, b) => a.pValue - b.pValue)
  const repeats = new Set(
    surestFirst.filter((one, i) =>
      surestFirst.slice(0, i).some((surer) => surer.signal === one.signal && overlap(surer, one) >= 0.5),
    ),
  )
  return suspects.filter((one) => !repeats.has(one))
}

function overlap(a: SuspectRange, b: SuspectRange): number {
  const ids = new Set(a.ids)
  return b.ids.filter((id) => ids.has(id)).length / Math.min(a.ids.length, b.ids.length)
}
