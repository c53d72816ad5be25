import { describe, expect, it } from 'vitest'
import type { CaseRecord, SuiteHeader } from '../src/schema/record.js'
import type { Report } from '../src/schema/report.js'
import { hallucinated, lost, makeCase, makeFacts, makeHeader, times } from './fixtures.test-util.js'
import { buildReport, isBlocking } from './report.js'

/** Shard 2/4 of a suite of 40 items, under a gate that its part breaks. */
function shardOf(cases: CaseRecord[], header: Partial<SuiteHeader> = {}, red: string[] = []): Report {
  const shard = { index: 2, count: 4, cases: cases.length }
  const gates = [{ metric: 'hallucinationRate' as const, max: 0.01 }]
  const { gates: _, ...rest } = header
  const facts = makeFacts([{ header: makeHeader({ suite: 'Leases', total: 40, selected: 40, shard, gates, ...rest }), cases }])
  const [suite] = facts.suites
  const place = { project: suite?.project ?? '', file: suite?.header.file ?? '', suite: 'Leases' }
  return buildReport({
    ...facts,
    end: { ...facts.end, shard: '2/4', red: red.map((id) => ({ ...place, id, message: 'wrong' })) },
  })
}

describe('one shard of a run', () => {
  it('decides no gate, however its part looks, and turns nothing red', () => {
    const report = shardOf(times(10, (i) => hallucinated(i)))
    expect(report).toMatchObject({
      status: 'UNDECIDED',
      headline: expect.stringMatching(/^UNDECIDED: shard 2\/4, 10 of 40 cases: gates are decided in the merge · n 10/),
      suites: [{ status: 'UNDECIDED', gates: [{ status: 'closed' }] }],
    })
    expect(isBlocking(report)).toBe(false)
  })

  it('of which the suite has no case is nothing to worry about', () => {
    const report = shardOf([])
    expect([report.problems, report.status, isBlocking(report)]).toEqual([[], 'UNDECIDED', false])
  })

  it('is no failure for want of a baseline', () => {
    const report = shardOf(
      times(10, (i) => makeCase(i)),
      { policy: 'ratchet' },
    )
    expect([report.status, isBlocking(report)]).toEqual(['UNDECIDED', false])
  })

  it.each([
    ['a red case', () => shardOf([makeCase(0)], { policy: 'strict' }, [makeCase(0).id]), 'FAIL', /^FAIL: 1 red case/],
    [
      'an outage',
      () =>
        shardOf(
          times(10, (i) => lost(i)),
          { policy: 'gate' },
        ),
      'INFRASTRUCTURE',
      /^INFRASTRUCTURE: .*10 of 10 cases lost/,
    ],
  ] as const)('says of %s at once', (_, make, status, headline) => {
    const report = make()
    expect([report.status, report.headline, isBlocking(report)]).toEqual([status, expect.stringMatching(headline), true])
  })
})
