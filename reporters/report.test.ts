import { describe, expect, it } from 'vitest'
import type { RunFacts } from './facts.js'
import {
  hallucinated,
  lost,
  makeCase,
  makeFacts,
  makeHeader,
  outageRun,
  providerRun,
  tenancyRun,
  times,
  twinRun,
  twoSuiteRun,
  unscoredRun,
} from './fixtures.test-util.js'
import { buildReport, isBlocking } from './report.js'

describe('buildReport', () => {
  it.each<[string, RunFacts, string, boolean]>([
    ['3 of 300 under a gate of 3%', tenancyRun(3), 'PASS', false],
    ['8 of 300', tenancyRun(8), 'UNDECIDED', false],
    ['18 of 300', tenancyRun(18), 'FAIL', true],
    ['one judge call of ten lost', providerRun(), 'INFRASTRUCTURE', true],
    ['an outage that reads as refusals', outageRun(), 'INFRASTRUCTURE', true],
    ['nothing scored under a gate', unscoredRun(), 'FAIL', true],
    ['policy report', twinRun(), 'PASS', false],
    ['no case of a suite', makeFacts([{ header: makeHeader(), cases: [] }]), 'FAIL', true],
    ['a file that did not load', makeFacts([], { problems: ['suites/a.suite.ts did not load'] }), 'FAIL', true],
    ['two suites, one undecided', twoSuiteRun(), 'UNDECIDED', false],
  ])('%s', (_, facts, status, blocking) => {
    const report = buildReport(facts)
    expect(report.status).toBe(status)
    expect(report.headline.startsWith(`${status}: `)).toBe(true)
    expect(isBlocking(report)).toBe(blocking)
  })

  it('an outage blames no answer', () => {
    const [suite] = buildReport(providerRun()).suites
    expect(suite?.gates.map(({ status }) => status)).toEqual(['closed', 'closed'])
    expect(suite?.reasons[0]).toBe('30 of 300 cases lost (10.0%): judge provider, 503 Service Unavailable after 4 tries')
  })

  it('fault 3: lost cases stay in every total', () => {
    const cases = times(100, (i) =>
      i < 5 ? lost(i, { failure: { stage: 'system', kind: 'http', message: '500' } }) : makeCase(i),
    )
    const [suite] = buildReport(makeFacts([{ header: makeHeader({ total: 100, selected: 100 }), cases }])).suites
    expect(suite?.metrics['answered']).toMatchObject({ count: 95, scored: 95, total: 100, lost: 5 })
    expect(suite?.metrics['correct']).toMatchObject({ count: 95, scored: 95, total: 100, lost: 5 })
    expect(suite?.decomposition).toEqual([
      { errorClass: 'correct', count: 95, causes: {} },
      { errorClass: 'infrastructure', count: 5, causes: { 'system http': 5 } },
    ])
  })

  it('fault 29: a gate that fails says which, its value, its limit, n, the slice and the first cases', () => {
    const header = makeHeader({
      total: 90,
      selected: 90,
      gates: [{ metric: 'hallucinationRate', max: 0.03, slice: { type: 'notice' } }],
    })
    const cases = times(90, (i) => (i % 3 === 0 && i < 60 ? hallucinated(i) : makeCase(i)))
    const [suite] = buildReport(makeFacts([{ header, cases }])).suites
    expect(suite?.gates[0]?.message).toMatch(
      /^hallucinationRate ≤ 3\.0% \[type=notice\]: 66\.7% \(20 of 30 scored of 30 answers given; .* fails — first cases: T-001, T-004, T-007, T-010, T-013$/u,
    )
  })

  it.each(['type', 'language', 'persona', 'jurisdiction', 'difficulty', 'source'] as const)('slices by %s', (field) => {
    const score = (value: number) => ({ 'recall@1': { value } })
    const cases = times(5, (i) => {
      const apart = { type: undefined, [field]: i === 4 ? undefined : i < 3 ? 'many' : 'few', group: `g${i % 2}` }
      return i === 3 ? hallucinated(i, { ...apart, scores: score(0) }) : makeCase(i, { ...apart, scores: score(1) })
    })
    const [suite] = buildReport(makeFacts([{ header: makeHeader({ total: 5, selected: 5 }), cases }])).suites
    const rows = suite?.slices[field]?.filter(({ slice }) => slice[field] !== 'en')
    expect(rows?.map(({ slice, n, groups, classes }) => [slice, n, groups, classes])).toEqual([
      [{ [field]: 'many' }, 3, 2, { correct: 3 }],
      [{ [field]: 'few' }, 1, 1, { hallucination: 1 }],
    ])
    expect(rows?.map(({ metrics, means }) => [metrics['hallucinationRate']?.count, means['recall@1']?.value])).toEqual([
      [0, 1],
      [1, 0],
    ])
  })

  it('a field that no case has is no slice, and of one with more than fifty values the largest are kept', () => {
    const cases = times(61, (i) => makeCase(i, { source: i < 10 ? `s${i}` : `s${i - 9}` }))
    const [suite] = buildReport(makeFacts([{ header: makeHeader({ total: 61, selected: 61 }), cases }])).suites
    expect(Object.keys(suite?.slices ?? {})).toEqual(['type', 'language', 'source'])
    expect(suite?.slices['source']).toHaveLength(50)
    expect(suite?.slices['source']?.slice(0, 9).map(({ slice, n }) => [slice['source'], n])).toEqual(
      times(9, (i) => [`s${i + 1}`, 2]),
    )
    expect(suite?.slices['source']?.map(({ slice }) => slice['source'])).not.toContain('s51')
  })

  it('does not depend on the order in which cases ended, and keeps the last record of one item', () => {
    const facts = tenancyRun(18)
    const report = buildReport(facts)
    expect(buildReport({ ...facts, cases: facts.cases.toReversed() })).toEqual(report)
    const first = facts.cases[0]
    if (first === undefined) throw new Error('the fixture has cases')
    expect(buildReport({ ...facts, cases: [{ ...first, record: lost(0) }, ...facts.cases] })).toEqual(report)
  })

  it('names red cases in the order of the data, in which order ever they turned red', () => {
    const cases = times(4, (i) => hallucinated(i))
    const header = makeHeader({ policy: 'strict', total: 4, selected: 4 })
    const red = [...cases].reverse().map(({ id, file, suite }) => ({ project: 'docket', file, suite, id, message: 'ungrounded' }))
    const [suite] = buildReport(makeFacts([{ header, cases }], { red })).suites
    expect(suite?.reasons[0]).toContain('4 red cases (T-001, T-002, T-003, T-004)')
  })

  it('the gates of all suites are one family', () => {
    const gate = { metric: 'hallucinationRate', max: 0.03 } as const
    const suites = (n: number) =>
      times(n, (i) => {
        const suite = `S${i}`
        const cases = times(300, (position) => (position < 15 ? hallucinated(position) : makeCase(position))).map((one) => ({
          ...one,
          suite,
        }))
        return { header: makeHeader({ suite, gates: [gate] }), cases }
      })
    const [alone] = buildReport(makeFacts(suites(1))).suites
    const [one, other] = buildReport(makeFacts(suites(2))).suites
    expect(alone?.gates[0]).toMatchObject({ status: 'fail' })
    const p = alone?.gates[0]?.p ?? Number.NaN
    expect(p).toBeLessThan(0.05)
    expect(2 * p).toBeGreaterThan(0.05)
    expect(one?.gates[0]).toMatchObject({ status: 'undecided', p, adjusted: 2 * p, needed: null })
    expect(other?.gates[0]).toMatchObject({ status: 'undecided', adjusted: 2 * p })
  })

  it('keeps suites of one name in two files apart', () => {
    const one = { header: makeHeader({ file: 'a.suite.ts', total: 1, selected: 1 }), cases: [makeCase(0)] }
    const two = { header: makeHeader({ file: 'b.suite.ts', total: 2, selected: 2 }), cases: [makeCase(0), makeCase(1)] }
    expect(buildReport(makeFacts([two, one])).suites.map(({ file, n }) => [file, n])).toEqual([
      ['a.suite.ts', 1],
      ['b.suite.ts', 2],
    ])
  })

  it('counts groups beside n, and says how much was replayed and from when', () => {
    expect(buildReport(twinRun()).headline).toContain('n 120 in 60 groups')
    expect(buildReport(unscoredRun()).headline).toMatch(
      /no paid calls · replayed 120 answers, 120 verdicts of 120 from 2026-05-02$/u,
    )
  })

  it('lists the ten worst, an ungrounded answer before any other', () => {
    const worst = buildReport(tenancyRun(3)).suites[0]?.worst ?? []
    expect(worst.map(({ errorClass }) => errorClass)).toEqual([
      ...times(3, () => 'hallucination'),
      ...times(6, () => 'over-refusal'),
    ])
    expect(worst[0]).toMatchObject({ id: 'T-001', place: 'suites/tenancy.jsonl:1' })
  })

  it('names the cause of an ungrounded answer of unknown class as one', () => {
    const ungrounded = (i: number, reason: 'undetermined' | 'no reference') =>
      hallucinated(i, { signals: { c: null, g: false, r: true }, unscored: { c: reason } })
    const cases = [ungrounded(0, 'undetermined'), ungrounded(1, 'undetermined'), ungrounded(2, 'no reference')]
    const [suite] = buildReport(makeFacts([{ header: makeHeader({ total: 3, selected: 3 }), cases }])).suites
    expect(suite?.decomposition).toEqual([
      {
        errorClass: 'unscored',
        count: 3,
        causes: { 'ungrounded (correctness: undetermined)': 2, 'ungrounded (correctness: no reference)': 1 },
      },
    ])
  })

  it('shows the rates without a suspect range', () => {
    const [suite] = buildReport(outageRun()).suites
    expect(suite?.positional.suspects.map(({ signal, ids }) => [signal, ids[0], ids.at(-1), ids.length])).toEqual([
      ['refused or error', 'T-261', 'T-300', 40],
      ['empty retrieval', 'T-261', 'T-300', 40],
    ])
    expect(suite?.positional.without?.['overRefusal']).toMatchObject({ count: 6, scored: 243, total: 243 })
  })
})
