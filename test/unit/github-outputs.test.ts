import { describe, expect, it } from 'vitest'
import { makeCase, makeFacts, makeHeader, times } from '../../reporters/fixtures.test-util.js'
import { buildReport } from '../../reporters/report.js'
import { outputsOf } from '../../src/github/outputs.js'
import type { Comparison } from '../../src/schema/comparison.js'
import type { Report } from '../../src/schema/report.js'

type Suite = { status: Report['status']; newlyWrong: number; refused?: string }

function reportOf(suites: Suite[]): Report {
  const header = makeHeader({ total: 2, selected: 2 })
  const facts = makeFacts(
    suites.map((_, i) => ({ header: { ...header, suite: `Suite ${i}`, file: `${i}.ts` }, cases: times(2, makeCase) })),
  )
  const report = buildReport(facts)
  return {
    ...report,
    suites: report.suites.map((suite, i) => {
      const { status = 'PASS', newlyWrong = 0, refused = null } = suites[i] ?? {}
      const comparison: Comparison = {
        ...{ baseline: 'baselines/a.jsonl', run: 'before', startedAt: '2026-11-20T10:00:00.000Z', refused },
        ...{ shared: 2, of: 2, added: [], removed: [], edited: [], renamed: [], newlyRight: [], changed: [] },
        ...{ newlyWrong: times(newlyWrong, (n) => ({ id: `T-${n}`, question: 'q', before: 'correct', now: 'hallucination' })) },
        ...{ differences: {}, slices: [] },
      }
      return { ...suite, status, comparison }
    }),
  }
}

const RUN = { exitCode: 1, reportPath: '.docket/report.json', commentUrl: null }

describe('what a step says is newly wrong', () => {
  it.each<[string, Suite[], string]>([
    [
      'all of the suites that are compared',
      [
        { status: 'FAIL', newlyWrong: 2 },
        { status: 'PASS', newlyWrong: 1 },
      ],
      '3',
    ],
    ['none', [{ status: 'PASS', newlyWrong: 0 }], '0'],
    ['not known of a run in doubt', [{ status: 'INFRASTRUCTURE', newlyWrong: 2 }], ''],
    [
      'of the others where one is in doubt',
      [
        { status: 'INFRASTRUCTURE', newlyWrong: 2 },
        { status: 'FAIL', newlyWrong: 1 },
      ],
      '1',
    ],
    ['not known where the comparison is refused', [{ status: 'FAIL', newlyWrong: 0, refused: 'another judge' }], ''],
  ])('%s', (_, suites, expected) => {
    expect(outputsOf(reportOf(suites), RUN)['newly-wrong']).toBe(expected)
  })

  it('is not known without a report', () => {
    expect(outputsOf(null, RUN)).toMatchObject({ status: 'INFRASTRUCTURE', 'newly-wrong': '', n: '', report: '' })
  })
})
