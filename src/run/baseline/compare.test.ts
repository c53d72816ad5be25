import { describe, expect, it } from 'vitest'
import { makeHeader } from '../../../reporters/fixtures.test-util.js'
import { makeRecord } from '../../../test/unit/records.js'
import { readingFor } from '../../metrics/compat.js'
import type { CaseRecord, SuiteHeader } from '../../schema/record.js'
import { compareWithBaseline } from './compare.js'
import { comparedSuite } from './compared-suite.js'

const reading = readingFor(null)
const suiteOf = (records: readonly CaseRecord[], header: Partial<SuiteHeader> = {}, run = 'then') =>
  comparedSuite({
    project: 'docket',
    header: { ...makeHeader(), ...header },
    records,
    reading,
    run,
    startedAt: '2026-11-29T00:00:00.000Z',
  })
const compare = (
  before: readonly CaseRecord[],
  records: readonly CaseRecord[],
  headers: { before?: Partial<SuiteHeader>; now?: Partial<SuiteHeader> } = {},
  slices: { language: string }[] = [],
) =>
  compareWithBaseline(
    { suite: suiteOf(records, headers.now, 'now'), records, slices, reading },
    { path: 'baselines/tenancy.jsonl', suite: suiteOf(before, headers.before) },
  )

const right = (id: string, over: Partial<CaseRecord> = {}) => makeRecord({ id, ...over })
const wrong = (id: string, over: Partial<CaseRecord> = {}) =>
  makeRecord({
    id,
    signals: { c: true, g: false, r: true },
    errorClass: 'hallucination',
    evidence: { claim: `claim of ${id}`, nearest: 'the passage' },
    ...over,
  })
const refused = (id: string) =>
  makeRecord({ id, outcome: 'refused', signals: { c: null, g: null, r: true }, errorClass: 'over-refusal', cause: 'policy' })
const unscored = (id: string) =>
  makeRecord({
    id,
    signals: { c: null, g: null, r: true },
    errorClass: 'unscored',
    unscored: { g: 'undetermined', c: 'undetermined' },
  })
const lost = (id: string) =>
  makeRecord({
    id,
    outcome: null,
    signals: { c: null, g: null, r: null },
    errorClass: 'infrastructure',
    failure: { stage: 'system', kind: 'http', message: '503' },
  })
const ten = (make: (id: string) => CaseRecord) => Array.from({ length: 10 }, (_, i) => make(`T-${i}`))

describe('a run against its baseline', () => {
  it('names what became wrong, what became right, and what is merely another class', () => {
    const before = [right('A'), wrong('B'), refused('C'), right('D'), unscored('E')]
    const { comparison } = compare(before, [wrong('A'), right('B'), wrong('C'), right('D'), right('E')])
    expect(comparison).toMatchObject({
      refused: null,
      shared: 5,
      of: 5,
      newlyWrong: [{ id: 'A', before: 'correct', now: 'hallucination', claim: 'claim of A', nearest: 'the passage' }],
      newlyRight: [{ id: 'B', before: 'hallucination', now: 'correct' }],
    })
    expect(comparison?.changed.map(({ id, before, now }) => [id, before, now])).toEqual([
      ['C', 'over-refusal', 'hallucination'],
      ['E', 'unscored', 'correct'],
    ])
  })

  it('a case that was lost on one side is neither newly wrong nor newly right', () => {
    const { comparison, pairs } = compare([right('A'), lost('B')], [lost('A'), wrong('B')])
    expect(comparison).toMatchObject({
      newlyWrong: [],
      newlyRight: [],
      differences: { correct: { pairs: 0, lost: 2, difference: null } },
    })
    expect(pairs('correct')).toEqual([
      { id: 'A', group: 'A', base: 1, now: 'lost' },
      { id: 'B', group: 'B', base: 'lost', now: 0 },
    ])
  })

  it('the difference of the report is that of the two values, though the denominators differ', () => {
    // Base: 5 of 10 answers ungrounded. Now: two of the five are refused instead, so 3 of 8.
    const before = ten((id) => (Number(id.slice(2)) < 5 ? wrong(id) : right(id)))
    const now = ten((id) => (Number(id.slice(2)) < 2 ? refused(id) : Number(id.slice(2)) < 5 ? wrong(id) : right(id)))
    const { comparison } = compare(before, now)
    expect(comparison?.differences['hallucinationRate']).toMatchObject({ base: 0.5, now: 0.375, difference: -0.125, pairs: 10 })
    expect(comparison?.differences['overRefusal']).toMatchObject({ base: 0, now: 0.2, worse: 2, improved: 0 })
  })

  it('shows the same by slice, on the pairs of the slice alone', () => {
    const de = (make: typeof right) => (id: string) => make(id, { language: 'de' })
    const { comparison } = compare(
      [...ten(right), ...ten((id) => de(right)(`de-${id}`))],
      [...ten(right), ...ten((id) => de(wrong)(`de-${id}`))],
      {},
      [{ language: 'en' }, { language: 'de' }],
    )
    expect(comparison?.slices.map(({ slice, differences }) => [slice, differences['correct']?.difference])).toEqual([
      [{ language: 'en' }, 0],
      [{ language: 'de' }, -1],
    ])
  })

  const judge = makeHeader().judge
  const refusals: { title: string; headers: Parameters<typeof compare>[2]; reason: string }[] = [
    {
      title: 'another model judges',
      headers: { now: { judge: { ...judge, model: 'claude-opus-5' } } },
      reason: 'another judge: anthropic claude-sonnet-4-6 then, anthropic claude-opus-5 now',
    },
    {
      title: 'the rubric is another',
      headers: { before: { judge: { ...judge, rubric: 'four-leaf' } }, now: { judge: { ...judge, rubric: 'three-way' } } },
      reason:
        'another judge: anthropic claude-sonnet-4-6 rubric four-leaf then, anthropic claude-sonnet-4-6 rubric three-way now',
    },
    {
      title: 'a member of the panel is another',
      headers: {
        before: { judge: { ...judge, name: 'panel', members: [{ name: 'openai', model: 'a' }] } },
        now: { judge: { ...judge, name: 'panel', members: [{ name: 'openai', model: 'b' }] } },
      },
      reason: 'of openai a then, panel claude-sonnet-4-6 of openai b now',
    },
    {
      title: 'the reading is another',
      headers: { before: { compat: 'paklegalqa' } },
      reason: 'another reading: compat paklegalqa then, none now',
    },
    { title: 'the task is another', headers: { now: { task: 'retrieval' } }, reason: 'another task: answer then, retrieval now' },
  ]
  for (const { title, headers, reason } of refusals) {
    it(`is refused where ${title}`, () => {
      const { comparison, pairs } = compare(ten(right), ten(wrong), headers)
      expect(comparison?.refused).toContain(reason)
      expect(comparison).toMatchObject({ newlyWrong: [], differences: {}, slices: [] })
      expect(pairs('correct')).toEqual({ refused: `not compared with baselines/tenancy.jsonl: ${comparison?.refused}` })
    })
  }

  it('where only retrieval is looked at, no judge matters', () => {
    const headers = { before: { task: 'retrieval' }, now: { task: 'retrieval', judge: { ...judge, model: 'other' } } } as const
    expect(compare(ten(right), ten(right), headers).comparison?.refused).toBeNull()
  })

  it('is refused under 90% shared, not at 90%', () => {
    const edited = (n: number) => ten(right).map((record, i) => (i < n ? { ...record, hash: 'edited' } : record))
    expect(compare(ten(right), edited(1)).comparison).toMatchObject({ refused: null, shared: 9, of: 10, edited: ['T-0'] })
    const { comparison } = compare(ten(right), edited(2))
    expect(comparison?.refused).toBe('only 8 of 10 items are in both, 80.0%, under 90.0%: 0 added, 0 removed, 2 edited')
  })

  it('a declared sample is compared with a baseline of all items', () => {
    const header = {
      sample: { size: 5, seed: 1, by: [] },
      leftOut: ten(right)
        .slice(5)
        .map(({ id }) => ({ id })),
    }
    const { comparison } = compare(ten(right), ten(right).slice(0, 5), { now: header })
    expect(comparison).toMatchObject({ refused: null, shared: 5, of: 5, removed: [] })
  })

  it('a filter is no design: what it leaves out is missing', () => {
    const header = {
      sample: null,
      leftOut: ten(right)
        .slice(5)
        .map(({ id }) => ({ id })),
    }
    expect(compare(ten(right), ten(right).slice(0, 5), { now: header }).comparison?.refused).toContain('only 5 of 10')
  })

  it('what a partial run did not run is not removed, and what ran is compared', () => {
    const records = [wrong('T-0'), right('T-1')]
    const { comparison } = compareWithBaseline(
      { suite: suiteOf(records), records, slices: [], reading, partial: ['-t T-[01]'] },
      { path: 'baselines/tenancy.jsonl', suite: suiteOf(ten(right)) },
    )
    expect(comparison).toMatchObject({ refused: null, shared: 2, of: 2, removed: [], newlyWrong: [{ id: 'T-0' }] })
  })

  it('says how to make a baseline where there is none, and why one could not be read', () => {
    const now = { suite: suiteOf(ten(right)), records: ten(right), slices: [], reading }
    const none = compareWithBaseline(now, undefined)
    expect(none.comparison).toBeNull()
    expect(none.pairs('correct')).toEqual({ refused: expect.stringContaining('npx vitest-docket baseline accept') })
    const broken = compareWithBaseline(now, { path: 'baselines/x.jsonl', problem: 'line 3: no JSON' })
    expect(broken.comparison).toMatchObject({ refused: 'line 3: no JSON', shared: 0 })
    expect(broken.pairs('correct')).toEqual({ refused: 'not compared with baselines/x.jsonl: line 3: no JSON' })
  })
})
