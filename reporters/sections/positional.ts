import type { Metric } from '../../src/schema/metric.js'
import type { SuiteReport, SuspectRange } from '../../src/schema/report.js'
import { metricCells } from '../metric-cells.js'
import type { Column } from '../text-table.js'
import { type Block, capped, type Section, section } from './block.js'

/** Rates that an outage distorts most, in the report's order. */
const COMPARED = [
  'hallucinationRate',
  'answered',
  'overRefusal',
  'falseConfidence',
  'correct',
  'correctRefusal',
  'goldCited',
  'twinParity',
]

/** Whether an outage hides among the findings: what was examined, what is suspect, and the rates with and without it. */
export function positionalSection(suite: SuiteReport): Section[] {
  const { examined, falseAlarmRate, suspects, without } = suite.positional
  if (examined.length === 0) return []
  const alarms = `false alarm rate at most ${falseAlarmRate} a run`
  if (suspects.length === 0) {
    return section('Positional check', [{ kind: 'text', text: `Nothing suspect in ${examined.join(', ')} (${alarms}).` }])
  }
  return section('Positional check', [
    {
      kind: 'text',
      text: `Examined: ${examined.join(', ')} (${alarms}). Such a run of cases speaks of an outage, not of the answers.`,
    },
    {
      kind: 'table',
      table: {
        columns: [
          { header: 'suspect' },
          { header: 'from … to' },
          { header: 'items', align: 'right' },
          { header: 'observed', align: 'right' },
          { header: 'expected', align: 'right' },
          { header: 'p', align: 'right' },
        ],
        rows: suspects.map((suspect) => [
          suspect.signal,
          `${suspect.ids[0] ?? '?'} … ${suspect.ids.at(-1) ?? '?'}, ${suspect.from} to ${suspect.to} by ${suspect.order}`,
          String(suspect.ids.length),
          String(suspect.observed),
          suspect.expected.toFixed(1),
          probability(suspect.pValue),
        ]),
      },
    },
    { kind: 'list', items: suspects.map(ids) },
    ...(without === null ? [] : comparison(suite, without)),
  ])
}

function comparison(suite: SuiteReport, without: Record<string, Metric>): Block[] {
  const columns: Column[] = [
    { header: 'metric' },
    { header: 'with', align: 'right' },
    { header: 'without', align: 'right' },
    { header: 'scored of n, with' },
    { header: 'without' },
  ]
  const rows = COMPARED.flatMap((key) => compared(suite, key, suite.metrics[key], without[key]))
  return [
    { kind: 'text', text: 'Rates with and without the suspect cases:' },
    { kind: 'table', table: { columns, rows } },
  ]
}

function compared(suite: SuiteReport, key: string, all: Metric | undefined, rest: Metric | undefined): string[][] {
  if (all === undefined || rest === undefined || all.total === 0) return []
  const [left, right] = [metricCells(suite, key, all), metricCells(suite, key, rest)]
  return [[left.metric, left.value, right.value, left.scored, `${rest.scored} of ${rest.total}`]]
}

function ids({ signal, ids }: SuspectRange): string {
  return `${signal}: ${capped(ids).join(', ')}`
}

function probability(p: number): string {
  return p < 0.0001 ? '<0.0001' : p.toFixed(4)
}
