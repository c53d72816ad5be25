import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { SCORE_NAMES } from '../src/metrics/score-names.js'
import { CASE_COLUMNS, renderCsv } from './csv.js'
import type { RunFacts } from './facts.js'
import { hallucinated, hostileRun, lost, makeCase, makeFacts, makeHeader, times, twoSuiteRun } from './fixtures.test-util.js'
import { buildReport } from './report.js'

const render = (facts: RunFacts) => [...renderCsv(buildReport(facts), facts)].join('')
const rowsOf = (facts: RunFacts) =>
  parse(render(facts), { bom: true, columns: true, relax_column_count: false }) as Record<string, string>[]

const file = 'suites/tenancy.suite.ts'

describe('fault 54: the cases as CSV', () => {
  const facts = makeFacts(
    [
      {
        header: makeHeader({ total: 6, selected: 6 }),
        cases: [
          hallucinated(1),
          makeCase(0, {
            scores: { mrr: { value: 0.25 }, 'recall@10': { value: 1 }, 'recall@5': { value: 0.5 } },
            durationMs: 12.5,
          }),
          makeCase(2, {
            errorClass: 'unscored',
            signals: { c: null, g: true, r: null },
            unscored: { c: 'no reference' },
            scores: { mrr: { value: null, reason: 'nothing relevant' } },
          }),
          lost(3),
          makeCase(4, { title: '=HYPERLINK("https://evil.example")', type: '-1', source: '\u0000@x', language: 'ur' }),
        ],
      },
    ],
    {
      red: [{ project: 'docket', file, suite: 'Tenancy', id: 'T-002', message: 'expected grounded' }],
      noResult: [{ project: 'docket', file, suite: 'Tenancy', id: 'T-006' }],
    },
  )
  const rows = rowsOf(facts)

  it('has a row a case in the order of the data, and the columns in a fixed order', () => {
    expect(rows.map(({ id }) => id)).toEqual(['T-001', 'T-002', 'T-003', 'T-004', 'T-005', 'T-006'])
    expect(Object.keys(rows[0] ?? {})).toEqual([...CASE_COLUMNS, 'recall@5', 'recall@10', 'mrr', 'scoreReasons'])
  })

  it.each([
    [
      'values as they are',
      0,
      {
        class: 'correct',
        c: 'true',
        g: 'true',
        durationMs: '12.5',
        judgeUsd: '0.0111',
        'recall@5': '0.5',
        'recall@10': '1',
        mrr: '0.25',
        trial: '0',
        red: '',
        scoreReasons: '',
      },
    ],
    ['why a case is red', 1, { class: 'hallucination', g: 'false', red: 'expected grounded', unsupportedClaimCount: '1' }],
    [
      'nothing where nothing is known, with the reason',
      2,
      { class: 'unscored', c: '', r: '', reason: 'c: no reference', mrr: '', scoreReasons: 'mrr: nothing relevant' },
    ],
    [
      'what a case was lost to',
      3,
      { class: 'infrastructure', outcome: '', failure: 'judge provider: 503 Service Unavailable after 4 tries' },
    ],
    [
      'no formula, and no control character',
      4,
      { question: `'=HYPERLINK("https://evil.example")`, type: "'-1", source: ' @x', language: 'ur' },
    ],
    ['a case without a record', 5, { class: '', c: '', durationMs: '', reason: 'no result', suite: 'Tenancy' }],
  ])('holds %s', (_, place, cells) => {
    expect(rows[place]).toMatchObject(cells)
  })

  it('has no two columns of one name, whichever scores there are', () => {
    expect(new Set(CASE_COLUMNS).size).toBe(CASE_COLUMNS.length)
    expect(CASE_COLUMNS.filter((name) => SCORE_NAMES.includes(name))).toEqual([])
  })

  it('begins with a byte order mark and ends its lines as spreadsheets do', () => {
    const text = render(facts)
    expect(text.startsWith('\uFEFFproject,file,suite,id,')).toBe(true)
    expect(text.endsWith('\r\n')).toBe(true)
    expect(text.lastIndexOf('\uFEFF')).toBe(0)
  })

  it('fault 52: is read back whole, whatever stands in a text', () => {
    const read = rowsOf(hostileRun())
    expect(read).toHaveLength(60)
    expect(read.flatMap((row) => Object.values(row)).filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  })

  it('keeps the suites of a run apart', () => {
    expect(new Set(rowsOf(twoSuiteRun()).map(({ suite }) => suite))).toEqual(new Set(['Sales', 'Tenancy']))
  })
})

describe('fault 51: the cases of a large run', () => {
  it('come in pieces, none of which grows with the run', { timeout: 30_000 }, () => {
    const facts = makeFacts([{ header: makeHeader({ total: 3000, selected: 3000 }), cases: times(3000, (i) => makeCase(i)) }])
    const pieces = [...renderCsv(buildReport(facts), facts)]
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000)
    expect(rowsOf(facts)).toHaveLength(3000)
  })
})
