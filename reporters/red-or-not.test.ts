import { describe, expect, it } from 'vitest'
import { readingFor } from '../src/metrics/compat.js'
import { comparedSuite } from '../src/run/baseline/compared-suite.js'
import { Gate, type GateInput } from '../src/schema/gate.js'
import type { RunEnd, SuiteHeader } from '../src/schema/record.js'
import { suiteKey } from './facts.js'
import { hallucinated, makeCase, makeFacts, makeHeader, outageRun, tenancyRun, times } from './fixtures.test-util.js'
import { buildReport, isBlocking } from './report.js'

const decided = (facts: Parameters<typeof buildReport>[0]) => {
  const report = buildReport(facts)
  return { status: report.status, blocking: isBlocking(report), reasons: report.suites[0]?.reasons ?? [] }
}

describe('whether a run is red', () => {
  it.each([
    ['warn', 'UNDECIDED', false],
    ['fail', 'FAIL', true],
  ] as const)('of a gate that is undecided, where it asks to %s: %s', (undecided, status, blocking) => {
    const facts = tenancyRun(8)
    const gates = [Gate.parse({ metric: 'hallucinationRate', max: 0.03, undecided } satisfies GateInput)]
    const suites = facts.suites.map(({ project, header }) => ({ project, header: { ...header, gates } }))
    expect(buildReport({ ...facts, suites }).suites[0]?.gates.map((gate) => gate.status)).toEqual(['undecided'])
    expect(decided({ ...facts, suites })).toMatchObject({ status, blocking })
  })

  it.each([
    ['FAIL', tenancyRun(18)],
    ['INFRASTRUCTURE', outageRun()],
  ])('never under policy report, which says %s all the same', (status, facts) => {
    const reported = facts.suites.map(({ project, header }) => ({ project, header: { ...header, policy: 'report' as const } }))
    expect(decided(facts)).toMatchObject({ status, blocking: true })
    expect(decided({ ...facts, suites: reported })).toMatchObject({ status, blocking: false })
  })

  it('of several suites where one that is no report is', () => {
    const good = { header: makeHeader({ suite: 'Good', total: 20, selected: 20 }), cases: times(20, makeCase) }
    const bad = (policy: 'gate' | 'report') => ({
      header: makeHeader({ suite: 'Bad', policy, total: 20, selected: 20, gates: [{ metric: 'hallucinationRate', max: 0.1 }] }),
      cases: times(20, hallucinated),
    })
    expect(decided(makeFacts([good, bad('report')]))).toMatchObject({ status: 'FAIL', blocking: false })
    expect(decided(makeFacts([good, bad('gate')]))).toMatchObject({ status: 'FAIL', blocking: true })
  })
})

describe('policy ratchet', () => {
  const header = makeHeader({ policy: 'ratchet', total: 20, selected: 20 })
  const cases = times(20, makeCase)
  const facts = makeFacts([{ header, cases }])
  const of = {
    project: 'docket',
    records: cases,
    reading: readingFor(null),
    run: 'before',
    startedAt: '2026-11-20T10:00:00.000Z',
  }
  const against = (judge: SuiteHeader['judge']) => {
    const suite = comparedSuite({ ...of, header: { ...header, judge } })
    return { ...facts, baselines: new Map([[suiteKey('docket', header), { path: 'baselines/tenancy.jsonl', suite }]]) }
  }
  const other = { name: 'openai', model: 'gpt-5.5-mini', offline: false, members: [] }

  it.each([
    ['no baseline', facts, /^ratchet: no baseline/u],
    ['one of another judge', against(other), /^ratchet: .*judge/u],
  ])('fails without anything to compare with, and says why: %s', (_, facts, why) => {
    expect(decided(facts)).toEqual({ status: 'FAIL', blocking: true, reasons: [expect.stringMatching(why)] })
  })

  it('passes where nothing became wrong', () => {
    expect(decided(against(header.judge))).toMatchObject({ status: 'PASS', blocking: false })
  })
})

describe('a suite without gates', () => {
  const run = (end: Partial<RunEnd>) =>
    decided(makeFacts([{ header: makeHeader({ total: 20, selected: 20 }), cases: times(20, makeCase) }], end))

  it('passes where it ended, and is undecided where it was interrupted, though every case ran', () => {
    expect(run({}).status).toBe('PASS')
    expect(run({ interrupted: true })).toMatchObject({
      status: 'UNDECIDED',
      blocking: false,
      reasons: ['the run was interrupted', expect.stringContaining('npx vitest-docket resume')],
    })
  })
})
