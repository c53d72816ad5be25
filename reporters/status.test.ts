import { describe, expect, it } from 'vitest'
import { Gate } from '../src/schema/gate.js'
import type { CaseRecord } from '../src/schema/record.js'
import { makeRecord } from '../test/unit/records.js'
import { makeFacts, makeHeader } from './fixtures.test-util.js'
import { buildReport } from './report.js'
import { infrastructureReasons } from './status.js'

const NOTHING_POSITIONAL = { falseAlarmRate: 0.001, examined: [], suspects: [], without: null }
const failure = { stage: 'judge' as const, kind: 'provider', message: '503' }

describe('the floor under which a suite is INFRASTRUCTURE', () => {
  it.each<[number, number[], boolean]>([
    [2, [], false],
    [3, [], true],
    [3, [0.98], true],
    [3, [0.98, 0.9], false],
    [10, [0.9], false],
    [11, [0.9], true],
    // A gate that asks for more is closed by itself; the rest of the suite is not in doubt for it.
    [2, [1], false],
    [100, [0], false],
  ])('fault 3: %d of 100 lost, coverage floors of its gates %j: in doubt %s', (gone, floors, inDoubt) => {
    const records = Array.from({ length: 100 }, (_, i) => makeRecord({ id: `x${i}`, ...(i < gone ? { failure } : {}) }))
    const gates = floors.map((minCoverage) => Gate.parse({ metric: 'answered', min: 0.5, minCoverage }))
    const expected = inDoubt ? [`${gone} of 100 cases lost (${gone.toFixed(1)}%): judge provider, 503`] : []
    expect(infrastructureReasons(records, [], NOTHING_POSITIONAL, gates)).toEqual(expected)
  })
})

describe('fault 7: a party that was not asked any more', () => {
  const stopped = {
    stage: 'system' as const,
    kind: 'circuit',
    message: 'stopped asking after 20 failures in a row of system T of A: 503',
  }
  const http = { stage: 'system' as const, kind: 'http', message: '503' }
  const reasons = (...failures: (typeof stopped | typeof http)[]) => {
    const records = Array.from({ length: 100 }, (_, i) =>
      makeRecord({ id: `x${i}`, ...(failures[i] && { failure: failures[i] }) }),
    )
    return infrastructureReasons(records, [], NOTHING_POSITIONAL, [])
  }

  it('is said first, once, with its last failure; then what the cases were lost to', () => {
    expect(reasons(...Array(20).fill(http), ...Array(50).fill(stopped))).toEqual([
      'stopped asking after 20 failures in a row of system T of A: 503',
      '70 of 100 cases lost (70.0%): system http, 503',
    ])
  })

  it('also where the failures that opened its circuit are those of another suite', () => {
    expect(reasons(...Array(50).fill(stopped))).toEqual([
      'stopped asking after 20 failures in a row of system T of A: 503',
      '50 of 100 cases lost (50.0%)',
    ])
  })

  it('leaves the suite in no doubt where it lost next to nothing to it', () => {
    expect(reasons(stopped)).toEqual([])
  })
})

describe('a suite without gates of which the budget left something', () => {
  const unpaid = (id: string) =>
    makeRecord({ id, outcome: null, errorClass: 'unscored', unscored: { c: 'budget', g: 'budget', outcome: 'budget' } })
  it.each([
    [
      'all of it',
      ['A', 'B'].map(unpaid),
      "the budget left 2 cases unjudged; a second run does not pay again for what is recorded: a judge's calls, and a system's that has a `version`",
    ],
    [
      'a part of it',
      [unpaid('A'), makeRecord({ id: 'B' })],
      "the budget left 1 case unjudged; a second run does not pay again for what is recorded: a judge's calls, and a system's that has a `version`",
    ],
  ])('is undecided: %s', (_, cases, reason) => {
    const report = buildReport(makeFacts([{ header: makeHeader({ gates: [], total: 2, selected: 2 }), cases }]))
    expect(report.suites[0]).toMatchObject({ status: 'UNDECIDED', reasons: [reason] })
    expect(report.headline).toMatch(/^UNDECIDED: the budget left/)
  })
})

describe('a suite of which nothing was scored is no pass', () => {
  const open = { outcome: 'undetermined' as const, errorClass: 'unscored' as const, signals: { c: null, g: null, r: null } }
  const failure = { stage: 'system' as const, kind: 'missing', message: 'no row' }
  const gone = { outcome: null, errorClass: 'missing' as const, signals: { c: null, g: null, r: null }, failure }
  it.each<[string, Partial<CaseRecord>[], string]>([
    ['outcomes that nobody knows', [{ ...open, unscored: { outcome: 'undetermined' } }], 'undetermined'],
    ['empty answers', [{ ...open, unscored: { c: 'empty answer', g: 'empty answer', outcome: 'empty answer' } }], 'empty answer'],
    [
      'also where one is known to be ungrounded',
      [{ ...open, signals: { c: null, g: false, r: null }, unscored: { outcome: 'undetermined' } }],
      'nobody knows (outcome: undetermined)',
    ],
    ['items that the recorded run lacks', [gone, gone], '2 items missing from the recorded run'],
    [
      'one of each',
      [gone, { ...open, unscored: { outcome: 'undetermined' } }],
      'undetermined, 1 item missing from the recorded run',
    ],
  ])('%s', (_, inputs, reason) => {
    const cases = inputs.map((input, i) =>
      makeRecord({ id: `x${i}`, citation: { document: null, section: null, golds: 0, sections: 0 }, ...input }),
    )
    const header = makeHeader({ gates: [], total: cases.length, selected: cases.length })
    const report = buildReport(makeFacts([{ header, cases }]))
    expect(report.suites[0]).toMatchObject({ status: 'UNDECIDED', reasons: [`nothing was scored: ${reason}`] })
    expect(report.headline.startsWith(`UNDECIDED: nothing was scored: ${reason} · n `)).toBe(true)
  })

  it('one rate with one case is something', () => {
    const cases = [
      makeRecord({ id: 'A', ...open, unscored: { outcome: 'undetermined' } }),
      makeRecord({ id: 'B', outcome: 'refused' }),
    ]
    const header = makeHeader({ gates: [], total: 2, selected: 2 })
    expect(buildReport(makeFacts([{ header, cases }])).status).toBe('PASS')
  })
})
