import { describe, expect, it } from 'vitest'
import { Report } from '../src/schema/report.js'
import {
  lost,
  makeCase,
  makeFacts,
  makeHeader,
  outageRun,
  tenancyRun,
  times,
  twinRun,
  unscoredRun,
} from './fixtures.test-util.js'
import { renderJson } from './json.js'
import { buildReport } from './report.js'

const RUNS = { tenancy: tenancyRun(18), twins: twinRun(), unscored: unscoredRun(), outage: outageRun() }

describe('renderJson', () => {
  it.each(Object.entries(RUNS))('is the report, readable again: %s', (_, facts) => {
    const report = buildReport(facts)
    const text = renderJson(report)
    expect(text.endsWith('}\n')).toBe(true)
    expect(Report.parse(JSON.parse(text))).toEqual(report)
    expect(renderJson(Report.parse(JSON.parse(text)))).toBe(text)
  })

  it('does not depend on the order in which fields were set or cases came', () => {
    const report = buildReport(tenancyRun(18))
    const reversed = Object.fromEntries(Object.entries(report).reverse()) as Report
    expect(renderJson(reversed)).toBe(renderJson(report))
    const facts = tenancyRun(18)
    expect(renderJson(buildReport({ ...facts, cases: facts.cases.toReversed() }))).toBe(renderJson(report))
  })

  it('refuses what the schema does not know', () => {
    const report = buildReport(tenancyRun(0))
    expect(() => renderJson({ ...report, extra: 1 } as Report)).toThrow(/extra/u)
    const [suite] = report.suites
    const broken = { ...report, suites: [{ ...suite, latency: { n: 1, p50: Number.NaN, p95: null } }] } as Report
    expect(() => renderJson(broken)).toThrow(/p50/u)
  })

  it('fault 51: a report of 10,000 cases stays small', () => {
    const header = makeHeader({ total: 10_000, selected: 10_000 })
    const cases = times(10_000, (i) => (i % 100 === 0 ? lost(i) : makeCase(i, { type: `type ${i % 40}` })))
    expect(renderJson(buildReport(makeFacts([{ header, cases }]))).length).toBeLessThan(1_000_000)
  })
})
