import type { Reading } from '../../metrics/compat.js'
import { isOfAnswers, scoreName, scoreNames } from '../../metrics/score-names.js'
import type { Gate, Slice } from '../../schema/gate.js'
import type { CaseRecord } from '../../schema/record.js'
import { decimal } from '../../text/decimal.js'
import { percent } from '../../text/percent.js'

/** A metric's name as in the report, with or without `Rate` at its end; null where there is none. */
export function metricName(name: string, reading: Reading, k: readonly number[] = []): string | null {
  return metricNames(reading, k).find((key) => key === name || `${key}Rate` === name || key === `${name}Rate`) ?? null
}

export function inSlice(record: CaseRecord, slice: Slice | undefined): boolean {
  return Object.entries(slice ?? {}).every(([field, value]) => record[field as keyof Slice] === value)
}

/** What a gate may be on: the rates of a reading, then the scores that its cases may have, cut at the suite's ranks. */
export function metricNames({ rates, refused }: Reading, k: readonly number[] = []): string[] {
  const scores = scoreNames(k)
  return [...Object.keys(rates), ...(refused === null ? scores.filter((name) => !isOfAnswers(name)) : ['twinParity', ...scores])]
}

/** The same for a message: `recall@k` for `recall@1`, `recall@5` … */
export function knownMetrics(reading: Reading, k: readonly number[] = []): string {
  const names = metricNames(reading, k.slice(0, 1)).map((name) => name.replace(/@\d+$/u, '@k'))
  return [...names, ...(k.length > 0 ? [`with k of ${k.join(', ')}`] : [])].join(', ')
}

/** A mean is no share of cases, so it is no percentage either. */
export function figureOf(name: string): (value: number) => string {
  return isMean(name) ? decimal : percent
}

export function isMean(name: string): boolean {
  return scoreName(name) !== null
}

/** `6.0 points` of a rate, `.060` of a mean; the sign is the caller's. */
export function amountOf(name: string): (value: number) => string {
  return isMean(name) ? (value) => decimal(value) : (value) => `${(value * 100).toFixed(1)} points`
}

/** `hallucinationRate ≤ 3.0% [language=de]`, `recall@5 ≥ .800`, `correct no worse than baseline by 5.0 points`. */
export function describeGate(gate: Gate): string {
  const parts = Object.entries(gate.slice ?? {}).map(([field, value]) => `${field}=${value}`)
  return `${gate.metric} ${limitText(gate)}${parts.length > 0 ? ` [${parts.join(', ')}]` : ''}`
}

/** What the gate asks for, without the metric. */
function limitText({ metric, mode, max, min, minEffect = 0, margin = 0, against = 'baseline' }: Gate): string {
  const figure = figureOf(metric)
  const amount = amountOf(metric)
  switch (mode) {
    case 'confident':
    case 'point':
      return `${max === undefined ? `≥ ${figure(min ?? Number.NaN)}` : `≤ ${figure(max)}`}${mode === 'point' ? ' (point)' : ''}`
    case 'regression':
      return `no regression${minEffect > 0 ? ` of ${amount(minEffect)}` : ''}`
    case 'noninferior':
      return `within ${amount(margin)} of ${against === 'baseline' ? 'the baseline' : `the ${against} base`}`
  }
}

/** The same, short enough for the cell of a table. `better` is the metric's better side. */
export function limitCell(gate: Gate, better: 'lower' | 'higher' | null = null): string {
  if (gate.mode === 'regression') return 'no regression'
  if (gate.mode !== 'noninferior') return limitText(gate)
  const margin = isMean(gate.metric) ? decimal(gate.margin ?? 0) : `${((gate.margin ?? 0) * 100).toFixed(1)} pts`
  return better === 'lower' ? `< +${margin}` : `> −${margin}`
}
