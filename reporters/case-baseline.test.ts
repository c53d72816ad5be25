import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { readingFor } from '../src/metrics/compat.js'
import { comparedSuite } from '../src/run/baseline/compared-suite.js'
import type { CaseRecord } from '../src/schema/record.js'
import { BASELINE_FIELDS } from './case-baseline.js'
import { renderCsv } from './csv.js'
import { type RunFacts, suiteKey } from './facts.js'
import { hallucinated, lost, makeCase, makeFacts, makeHeader, times } from './fixtures.test-util.js'
import { renderJunit } from './junit.js'
import { readXml } from './junit.test-util.js'
import { buildReport } from './report.js'

const unscored = (position: number) =>
  makeCase(position, {
    errorClass: 'unscored',
    signals: { c: null, g: true, r: null },
    unscored: { c: 'no reference' },
  })

/** Sixteen that stayed right, and behind them one of each kind. */
const SAME = times(16, (i) => makeCase(i))
const now = [
  ...SAME,
  hallucinated(16),
  makeCase(17),
  unscored(18),
  lost(19),
  makeCase(20, { hash: 'ffffffffffffffff' }),
  hallucinated(21),
]
const before = [
  ...SAME,
  makeCase(16),
  hallucinated(17),
  makeCase(18),
  makeCase(19),
  makeCase(20),
  // It was wrong before.
  hallucinated(21),
]

function comparedWith(records: readonly CaseRecord[] | null, judge = makeHeader().judge): RunFacts {
  const header = makeHeader({ total: now.length, selected: now.length })
  const facts = makeFacts([{ header, cases: now }])
  if (records === null) return facts
  const reading = readingFor(header.compat, header.task)
  const of = {
    project: 'docket',
    header: { ...header, judge },
    records,
    reading,
    run: 'r',
    startedAt: '2026-11-01T10:00:00.000Z',
  }
  const read = { path: 'baselines/tenancy.jsonl', suite: comparedSuite(of) }
  return { ...facts, baselines: new Map([[suiteKey('docket', header), read]]) }
}

const csvOf = (facts: RunFacts) =>
  parse([...renderCsv(buildReport(facts), facts)].join(''), { bom: true, columns: true }) as Record<string, string>[]

/** The same of the lines of a JUnit file; what is not known has none. */
const junitOf = (facts: RunFacts) =>
  (readXml([...renderJunit(buildReport(facts), facts)].join('')).children[0]?.children ?? [])
    .filter(({ name }) => name === 'testcase')
    .map(({ children }) => {
      const text = children.find(({ name }) => name === 'system-out')?.text ?? ''
      return BASELINE_FIELDS.map((field) => new RegExp(`\\[\\[PROPERTY\\|${field}=(.*)\\]\\]`, 'u').exec(text)?.[1] ?? '')
    })

describe('what the baseline had of a case', () => {
  const rows = csvOf(comparedWith(before))

  it.each([
    ['T-001', 'correct', 'false', 'stayed as it was'],
    ['T-017', 'correct', 'true', 'became wrong'],
    ['T-018', 'hallucination', 'false', 'became right'],
    ['T-019', 'correct', '', 'is not known to be right or wrong'],
    ['T-020', 'correct', '', 'was lost'],
    ['T-021', '', '', 'has another content'],
    ['T-022', 'hallucination', 'false', 'stayed wrong'],
  ])('%s is %s, newly wrong "%s": it %s', (id, baselineClass, newlyWrong) => {
    expect(rows.find((row) => row['id'] === id)).toMatchObject({ baselineClass, newlyWrong })
  })

  it('is counted as the report counts it', () => {
    const { comparison } = buildReport(comparedWith(before)).suites[0] ?? {}
    expect(comparison).toMatchObject({ refused: null, edited: ['T-021'] })
    expect(rows.filter((row) => row['newlyWrong'] === 'true').map(({ id }) => id)).toEqual(
      comparison?.newlyWrong.map(({ id }) => id),
    )
  })

  it.each([
    ['there is none', comparedWith(null)],
    ['it is of another judge', comparedWith(before, { ...makeHeader().judge, name: 'another' })],
  ])('is nothing where %s', (_, facts) => {
    const found = csvOf(facts).map(({ baselineClass, newlyWrong }) => [baselineClass, newlyWrong])
    expect(found).toEqual(times(now.length, () => ['', '']))
    expect(junitOf(facts)).toEqual(found)
  })

  it('stands in JUnit as in CSV', () => {
    expect(junitOf(comparedWith(before))).toEqual(rows.map((row) => BASELINE_FIELDS.map((name) => row[name])))
  })
})
