import type { Metric } from '../src/schema/metric.js'
import type { SuiteReport } from '../src/schema/report.js'
import { commonest } from '../src/text/commonest.js'
import { percent } from '../src/text/percent.js'
import { commonestCause } from './tally.js'

/** A metric in words. */
export interface MetricCells {
  metric: string
  /** `6.0%`, `1.0–3.0%` where verdicts are unknown, `–` where nothing is scored. */
  value: string
  interval: string
  /** `298 of 300 answers given`, what is unknown and lost, and why where nothing is scored. */
  scored: string
}

/** What tells why nothing is scored. */
type Unscored = Pick<SuiteReport, 'decomposition'>

/** What a table says of a metric, gate apart. `key` is its name in the report. */
export function metricCells(suite: Unscored, key: string, metric: Metric): MetricCells {
  return {
    metric: metric.label,
    value: value(metric),
    interval: metric.low === null || metric.high === null ? '' : range(metric.low, metric.high),
    scored: scored(suite, key, metric),
  }
}

/** One decimal; a share that is not quite none or all never looks as if it were. */
export function share(count: number, of: number): string {
  return decimal(count / of)
}

function decimal(value: number): string {
  const rounded = percent(value)
  if (value > 0 && rounded === percent(0)) return '<0.1%'
  return value < 1 && rounded === percent(1) ? '>99.9%' : rounded
}

function value({ count, scored, unknown }: Metric): string {
  if (scored === 0) return '–'
  const all = scored + unknown
  return unknown === 0 ? share(count, all) : range(count / all, (count + unknown) / all)
}

/** `4.1–8.7%`. Never of width zero to look at, since no event in n is not the same as none at all. */
export function range(low: number, high: number): string {
  return `${decimal(low).slice(0, -1)}–${decimal(high)}`
}

function scored(suite: Unscored, key: string, metric: Metric): string {
  const { total, scored, unknown, lost, denominator } = metric
  if (total === 0) return `no ${denominator}`
  // `items` goes without saying, and its room is needed.
  const counted = total === 1 ? denominator.replace(/^(answer|item|twin pair)s(?= given$|$)/u, '$1') : denominator
  const ofAll = `${scored} of ${total} ${counted.replace(/^items (?=with|whose)| items$/u, '')}`
  if (scored === 0) return `${ofAll}: ${reasonUnscored(suite, key, metric)}`
  return [ofAll, ...(unknown > 0 ? [`${unknown} unknown`] : []), ...(lost > 0 ? [`${lost} lost`] : [])].join(', ')
}

/** Why a metric has no value at all: what the system did not report, or what was commonest among the cases. */
export function reasonUnscored({ decomposition }: Unscored, key: string, { reasons, lost, total }: Metric): string {
  const own = commonest(reasons)
  if (own !== null) return own
  const causes = (...classes: string[]) => {
    const rows = decomposition.filter((row) => classes.includes(row.errorClass))
    // That an answer is ungrounded is known; what a rate lacks is the rest.
    return commonestCause(rows)?.replace(/ungrounded (?=\()/u, 'nobody knows ') ?? null
  }
  if (lost === total) return causes('infrastructure', 'missing', 'unscored') ?? 'not run or not judged'
  switch (key) {
    case 'goldCited':
      return 'citations not reported'
    case 'goldCitedSection':
      return 'no section named'
    case 'twinParity':
      return 'no pair with both outcomes known'
    default:
      return causes('unscored') ?? 'undetermined'
  }
}
