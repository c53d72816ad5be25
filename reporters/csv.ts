import { stringify } from 'csv-stringify/sync'
import { byReportOrder } from '../src/metrics/score-names.js'
import type { Report, SuiteReport } from '../src/schema/report.js'
import { BASELINE_FIELDS, baselineOfCases } from './case-baseline.js'
import { CASE_FIELDS, type FieldValue, scoreReasons } from './case-fields.js'
import type { RunFacts } from './facts.js'
import { type SuiteCase, suiteCases } from './suite-cases.js'

const OF_SUITE = ['project', 'file', 'suite'] as const
/** Names of the columns before those of scores. */
export const CASE_COLUMNS: readonly string[] = [...OF_SUITE, ...Object.keys(CASE_FIELDS), ...BASELINE_FIELDS, 'red']

const ROWS_AT_ONCE = 200

/**
 * The cases of a run as CSV, a row a case, in pieces: UTF-8 with a byte order mark, CRLF, the columns in a fixed order and behind them one for each score that
 * some case has. Unknown values are empty, with a reason in `reason` or `scoreReasons`; a text that a spreadsheet would take for a formula begins with an apostrophe.
 */
export function* renderCsv(report: Report, facts: RunFacts): Generator<string, void, void> {
  const scores = byReportOrder([...new Set(facts.cases.flatMap(({ record }) => Object.keys(record.scores)))])
  yield csv([[...CASE_COLUMNS, ...scores, 'scoreReasons']], { bom: true })
  for (const { suite, cases } of suiteCases(report, facts)) {
    const baselineOf = baselineOfCases(suite)
    for (let from = 0; from < cases.length; from += ROWS_AT_ONCE) {
      yield csv(cases.slice(from, from + ROWS_AT_ONCE).map((one) => rowOf(suite, one, baselineOf, scores)))
    }
  }
}

function rowOf(
  suite: SuiteReport,
  { id, record, red }: SuiteCase,
  baselineOf: ReturnType<typeof baselineOfCases>,
  scores: readonly string[],
): FieldValue[] {
  const before = record === null ? {} : baselineOf(record)
  // Of a case without a record only its name is known.
  const unknown: Record<string, FieldValue> = { id, reason: 'no result' }
  return [
    ...OF_SUITE.map((name) => suite[name]),
    ...Object.entries(CASE_FIELDS).map(([name, of]) => (record === null ? (unknown[name] ?? null) : of(record))),
    ...BASELINE_FIELDS.map((name) => before[name] ?? null),
    red ?? null,
    ...scores.map((name) => record?.scores[name]?.value ?? null),
    record === null ? null : scoreReasons(record),
  ]
}

/** A control character in a cell ends the file for some readers. */
const CONTROL = /[^\t\n\P{Cc}]/gu

function csv(rows: FieldValue[][], { bom = false } = {}): string {
  return stringify(rows, {
    bom,
    record_delimiter: '\r\n',
    escape_formulas: true,
    cast: { boolean: String, string: (text) => text.replace(CONTROL, ' ') },
  })
}
