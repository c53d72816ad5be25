import { describe, expect, it } from 'vitest'
import { makeFacts, outageRun, tenancyRun } from '../../reporters/fixtures.test-util.js'
import { buildReport } from '../../reporters/report.js'
import type { Report, SuiteReport } from '../schema/report.js'
import { annotationsOf } from './annotations.js'
import { annotation } from './commands.js'

describe('a workflow command', () => {
  it.each([
    [
      'error',
      'a: b, c',
      '100% of\nit',
      { file: 'a,b:c%.ts', line: 3 },
      '::error file=a%2Cb%3Ac%25.ts,line=3,title=a%3A b%2C c::100%25 of it',
    ],
    ['warning', 'a', 'b', {}, '::warning title=a::b'],
    // A line of no file is no place.
    ['notice', 'a', 'b', { line: 3 }, '::notice title=a::b'],
    [
      'error',
      '\u001B[2J\r\n::stop-commands::x',
      '::set-output name=x::y',
      {},
      '::error title=%3A %3Astop-commands%3A %3Ax::: :set-output name=x: :y',
    ],
  ] as const)('is one line and one command: %s %j %j', (level, title, message, place, expected) => {
    expect(annotation(level, title, message, place)).toBe(expected)
  })
})

describe('the annotations of a run', () => {
  const locate = (file: string) => file
  const withSuite = (report: Report, change: (suite: SuiteReport) => Partial<SuiteReport>): Report => ({
    ...report,
    suites: report.suites.map((suite) => ({ ...suite, ...change(suite) })),
  })
  const failing = buildReport(tenancyRun(18))
  const changed = (count: number) => ({
    comparison: {
      ...{
        baseline: 'b',
        run: 'r',
        startedAt: 's',
        refused: null,
        shared: 300,
        of: 300,
        added: [],
        removed: [],
        edited: [],
        renamed: [],
      },
      newlyWrong: Array.from({ length: count }, (_, i) => ({
        ...{
          id: `N-${i}`,
          before: 'correct' as const,
          now: 'hallucination' as const,
          question: 'How long?',
          claim: 'Six months.',
          reason: 'three',
        },
        place: { file: 'suites/tenancy.jsonl', line: i + 1 },
      })),
      ...{ newlyRight: [], changed: [], differences: {}, slices: [] },
    },
  })
  const heads = (report: Report) => annotationsOf(report, locate).map((line) => line.split('::')[1])

  it('are the gates that fail, then the first ten that are newly wrong', () => {
    const lines = annotationsOf(
      withSuite(failing, () => changed(12)),
      locate,
    )
    expect(lines).toHaveLength(11)
    expect(lines[0]).toMatch(/^::error file=suites\/tenancy\.suite\.ts,line=1,title=Tenancy%3A a gate fails::hallucinationRate/u)
    expect(lines[1]).toBe(
      '::error file=suites/tenancy.jsonl,line=1,title=N-0%3A correct%2C now hallucination::Six months. (three)',
    )
  })

  it('are the worst items where nothing is newly wrong', () => {
    const of = heads(withSuite(failing, () => changed(0)))
    expect(of).toHaveLength(11)
    expect(of[1]).toBe('error file=suites/tenancy.jsonl,line=1,title=T-001%3A hallucination')
  })

  it('are warnings where nothing turns red', () => {
    for (const line of heads(withSuite(failing, () => ({ ...changed(2), policy: 'report' as const }))))
      expect(line).toMatch(/^warning /u)
    const passing = withSuite(buildReport(tenancyRun(3)), () => changed(2))
    expect(heads(passing)).toEqual(
      [1, 2].map((line) => `warning file=suites/tenancy.jsonl,line=${line},title=N-${line - 1}%3A correct%2C now hallucination`),
    )
    expect(heads(buildReport(tenancyRun(3)))).toEqual([])
  })

  it('are what is in doubt, and no items, of an outage', () => {
    expect(heads(withSuite(buildReport(outageRun()), () => changed(5)))).toEqual([
      'error file=suites/tenancy.suite.ts,line=1,title=Tenancy%3A INFRASTRUCTURE',
    ])
  })

  it('say what did not load, and name no file that is not there', () => {
    const report = buildReport(makeFacts([], { problems: ['a.suite.ts: did not load', 'b', 'c', 'd'] }))
    expect(annotationsOf(report, locate)).toEqual(
      ['a.suite.ts: did not load', 'b', 'c'].map((text) => `::error title=vitest-docket::${text}`),
    )
    expect(annotationsOf(failing, () => null)[0]).toMatch(/^::error title=Tenancy%3A a gate fails::/u)
  })
})
