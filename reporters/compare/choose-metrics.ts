import { nearest } from '../../src/datasets/nearest.js'
import { OptionError } from '../../src/errors.js'
import type { Reading } from '../../src/metrics/compat.js'
import { inReportOrder, metricLabel } from '../../src/metrics/standings.js'
import { knownMetrics, metricNames } from '../../src/run/gates/names.js'
import type { ComparedCase } from '../../src/schema/baseline.js'
import { leadingMeans } from '../table.js'

/** Asks for every metric. */
const ALL = 'all'

/** Rates that a report is read for: each further metric costs the others power. */
const LEADING: ReadonlySet<string> = new Set([
  'hallucinationRate',
  'answered',
  'overRefusal',
  'falseConfidence',
  'correct',
  'correctRefusal',
  'goldCited',
  'goldRetrieved',
  'twinParity',
])

/** What is compared of a suite. */
export interface MetricChoice {
  suite: string
  reading: Reading
  k: readonly number[]
  /** Names or labels of metrics, or `all`; what a report is read for where there is none. */
  asked: readonly string[]
}

/**
 * Metrics that are compared, and the others that count a case of some run, in a report's order.
 *
 * @throws OptionError where a metric is asked for that there is none of.
 */
export function chooseMetrics(
  cases: readonly ComparedCase[],
  { suite, reading, k, asked }: MetricChoice,
): { names: string[]; others: string[] } {
  const wanted = asked.filter((name) => name !== ALL).map((name) => metricAsked(name, suite, reading, k))
  const counted = inReportOrder(new Set(cases.flatMap(({ metrics }) => Object.keys(metrics))), reading)
  const leading = asked.length === 0 ? leadingMetrics(cases, counted) : wanted
  const names = asked.includes(ALL) ? counted : counted.filter((name) => leading.includes(name))
  return { names, others: counted.filter((name) => !names.includes(name)) }
}

function leadingMetrics(cases: readonly ComparedCase[], counted: readonly string[]): string[] {
  const unknown = (name: string) => cases.filter(({ metrics }) => metrics[name] === null).length
  const means = leadingMeans({ means: Object.fromEntries(counted.map((name) => [name, null])) })
  // As in a report: of answers being right only where more is known of it than of their grounds.
  const isTold = unknown('answerCorrect') < unknown('correct')
  return counted.filter((name) => LEADING.has(name) || means.includes(name) || (name === 'answerCorrect' && isTold))
}

/** A metric by its name or its label, however they are spaced or capitalised, with or without `rate` at the end. */
function metricAsked(asked: string, suite: string, reading: Reading, k: readonly number[]): string {
  const names = metricNames(reading, k)
  const labels = names.map((name): [string, string] => [plain(metricLabel(name, reading)?.label ?? name), name])
  const known = new Map([...labels, ...names.map((name): [string, string] => [plain(name), name])])
  const found = known.get(plain(asked))
  if (found !== undefined) return found
  const guess = known.get(nearest(plain(asked), [...known.keys()]) ?? '')
  const meant = guess === undefined ? '' : `, did you mean "${guess}"?`
  throw new OptionError(
    `\`--metric\`: ${suite} has no metric ${JSON.stringify(asked)}${meant}; expected all, or one of ${knownMetrics(reading, k)}`,
  )
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9@]/gu, '')
    .replace(/rate$/u, '')
}
