import { describe, expect, it } from 'vitest'
import { caseId } from '../src/run/record.js'
import type { CaseRecord, Polled } from '../src/schema/record.js'
import { hallucinated, makeCase, makeFacts, makeHeader, times } from './fixtures.test-util.js'
import { renderMarkdown } from './markdown.js'
import { buildReport } from './report.js'
import { renderTerminal } from './terminal.js'

const NO_GATES = { gates: [], policy: 'report' as const }

/** `trials` cases of each of `items` items; `wrong` says which are hallucinations. */
function trialCases(items: number, trials: number, wrong: (item: number, trial: number) => boolean): CaseRecord[] {
  return times(items, (position) => position).flatMap((position) =>
    times(trials, (trial) => {
      const { id, group } = makeCase(position)
      const make = wrong(position, trial) ? hallucinated : makeCase
      return make(position, { id: caseId(id, trial), item: id, trial, group })
    }),
  )
}

function suiteOf(cases: CaseRecord[], header: Parameters<typeof makeHeader>[0] = {}) {
  const facts = makeFacts([{ header: makeHeader({ ...NO_GATES, ...header }), cases }])
  const report = buildReport(facts)
  const [suite] = report.suites
  if (suite === undefined) throw new Error('no suite')
  return { suite, report, facts, text: renderTerminal(report, { columns: 80, color: false }) }
}

const asked = (items: number, trials: number) => ({ trials, total: items, selected: items })

describe('trials in a report', () => {
  const third = (item: number) => item % 3 === 0

  it('three trials of 40 items that agree have the interval of the 40 items', () => {
    const once = suiteOf(trialCases(40, 1, third), asked(40, 1)).suite.metrics['hallucinationRate']
    const thrice = suiteOf(trialCases(40, 3, third), asked(40, 3)).suite.metrics['hallucinationRate']
    expect(thrice).toMatchObject({ total: 120, groups: 40, count: 3 * (once?.count ?? 0), value: once?.value })
    expect(thrice?.low).toBeCloseTo(once?.low ?? -1, 12)
    expect(thrice?.high).toBeCloseTo(once?.high ?? -1, 12)
  })

  it('trials that do not agree say more than one, and less than as many items', () => {
    const width = (cases: CaseRecord[], n: number, trials: number) => {
      const { low, high } = suiteOf(cases, asked(n, trials)).suite.metrics['hallucinationRate'] ?? {}
      return (high ?? 0) - (low ?? 0)
    }
    const mixed = (item: number, trial: number) =>
      (item % 3 === 0 && trial !== 1) || (item % 3 === 1 && trial === 1 && item % 2 === 0)
    const trials = width(trialCases(40, 3, mixed), 40, 3)
    const items = width(
      trialCases(120, 1, (item) => mixed(Math.floor(item / 3), item % 3)),
      120,
      1,
    )
    expect(trials).toBeGreaterThan(items)
    expect(trials).toBeLessThan(width(trialCases(40, 1, third), 40, 1))
  })

  it('the suite is whole with a case of every trial, and partial with less', () => {
    const cases = trialCases(4, 3, third)
    const whole = suiteOf(cases, asked(4, 3))
    expect(whole.suite).toMatchObject({ n: 12, selected: 4, groups: 4, reasons: ['no gates declared'] })
    expect(whole.text).toContain('4 items, 3 trials each: 12 cases in 4 groups')
    const part = suiteOf(cases.slice(0, 4), asked(4, 3))
    expect(part.suite.reasons).toEqual(['no gates declared', '4 of 12 cases ran'])
    expect(part.text).toContain('4 items, 3 trials each: 4 of 12 cases in 2 groups')
  })

  it('is the same in whatever order the cases come', () => {
    const cases = trialCases(4, 3, (item, trial) => item === trial)
    expect(suiteOf(cases.toReversed(), asked(4, 3)).suite).toEqual(suiteOf(cases, asked(4, 3)).suite)
  })

  it('twins are pairs within a trial, and one that is left out is named in each', () => {
    const twin = (trial: number) =>
      makeCase(1, {
        id: caseId('T-fr', trial),
        item: 'T-fr',
        trial,
        twinOf: caseId('T-001', trial),
        group: 'T-001',
        language: 'fr',
      })
    const bases = trialCases(1, 2, () => false)
    const both = suiteOf([...bases, twin(0), twin(1)], asked(2, 2)).suite
    expect(both.twins).toMatchObject({ pairs: 2, leftOut: [] })
    expect(both.metrics['twinParity']).toMatchObject({ count: 2, total: 2, groups: 1 })
    const { twins } = suiteOf([twin(0), twin(1)], { ...asked(2, 2), selected: 1, leftOut: [{ id: 'T-001' }] }).suite
    expect(twins.leftOut).toEqual([
      { base: 'T-001', twin: 'T-fr', reason: 'T-001 is not in this run' },
      { base: 'T-001#2', twin: 'T-fr#2', reason: 'T-001#2 is not in this run' },
    ])
  })

  it('an item is one entry of the worst, by its worst trial, with the number of those as bad', () => {
    const wrong = (item: number, trial: number) => item < 11 || (item === 12 && trial === 1)
    const { suite, text } = suiteOf(trialCases(14, 3, wrong), asked(14, 3))
    expect(suite.worst.map(({ id }) => id)).toEqual(times(10, (i) => makeCase(i).id))
    expect(text).toContain('1.  T-001 · hallucination · in 3 of 3 trials · ')
    const few = suiteOf(
      trialCases(14, 3, (item, trial) => item === 12 && trial > 0),
      asked(14, 3),
    )
    expect(few.suite.worst.map(({ id, trials }) => [id, trials])).toEqual([['T-013#2', { asBad: 2, of: 3 }]])
    const once = suiteOf(trialCases(1, 1, () => true))
    expect(once.suite.worst[0]).not.toHaveProperty('trials')
    expect(once.text).not.toContain('trials ·')
  })

  it('flips stand in the section, with the items whose class differs', () => {
    const { suite, text } = suiteOf(
      trialCases(4, 3, (item, trial) => item === 1 && trial === 1),
      asked(4, 3),
    )
    expect(suite.trials?.flips.g).toEqual({ flipped: 1, of: 4 })
    expect(text).toMatch(/3 trials: items +1 of 4 +0 of 4 +0 of 4 +1 of 4/)
    expect(text).toContain('Another class in another trial: T-002.')
  })
})

const AGREED: Polled = { votes: 3, failed: 0, differing: { g: 0, c: 0, outcome: 0 }, overturned: [] }
const SPLIT: Polled = {
  votes: 2,
  failed: 1,
  differing: { g: 1, c: 1, outcome: 0 },
  overturned: ['g'],
  said: ['groundedness: grounded by a; not grounded by b', 'correctness: correct by a; unknown by b'],
}
const judging = (panel: Polled | null, confirmation: Polled | null) => ({ judging: { parts: 1, notes: [], panel, confirmation } })

describe('verdicts that do not agree', () => {
  it('are counted by signal and named, who said what with them', () => {
    const cases = [makeCase(0, judging(AGREED, null)), makeCase(1, judging(SPLIT, null)), makeCase(2, { judging: null })]
    const members = [{ name: 'a' }, { name: 'b', model: 'm' }, { name: 'c' }]
    const { suite, text, report } = suiteOf(cases, { total: 3, selected: 3, judge: { name: 'panel', offline: false, members } })
    expect(suite.judge).toBe('panel of a, b m, c')
    expect(suite.panel).toEqual({
      cases: 2,
      votes: 5,
      failed: 1,
      disagreeing: { g: 1, c: 1, outcome: 0 },
      differing: { g: { flipped: 1, of: 3 }, c: { flipped: 1, of: 3 }, outcome: { flipped: 0, of: 3 } },
      overturned: { g: 1, c: 0, outcome: 0 },
      ids: ['T-002'],
      said: [{ id: 'T-002', item: 'T-002', said: SPLIT.said }],
    })
    expect(suite.confirmation).toBeNull()
    expect(text).toMatch(/panel: cases of 2 +1 \(50\.0%\) +1 \(50\.0%\) +0 \(0\.0%\)/)
    expect(text).toContain('panel: 1 verdict of 6 failed and had no vote')
    expect(text.replace(/\s+/g, ' ')).toContain('T-002: groundedness: grounded by a; not grounded by b; also correctness')
    expect(renderMarkdown(report)).toContain('The panel differs on 1 case')
  })

  it('of one judge asked again have flip rates over its repetitions', () => {
    const again: Polled = { ...SPLIT, votes: 3, failed: 0, differing: { g: 2, c: 0, outcome: 0 } }
    const cases = [makeCase(0, judging(null, again)), makeCase(1, judging(null, AGREED)), makeCase(2)]
    const { suite, text } = suiteOf(cases, { total: 3, selected: 3, confirm: 2, baseline: 'main' })
    expect(suite.confirmation).toMatchObject({ cases: 2, differing: { g: { flipped: 2, of: 4 } }, overturned: { g: 1 } })
    expect(text).toMatch(/judged again: verdicts of 4 +2 \(50\.0%\) +0 \(0\.0%\) +0 \(0\.0%\)/)
    expect(text).toMatch(/overturned: cases of 2 +1 +0 +0/)
    expect(suite.baseline).toBe('main')
    expect(text).toContain('- judged again: what differs from main')
  })

  it('name the baseline also where nothing differs from it, and none where nothing is compared', () => {
    const same = suiteOf([makeCase(0)], { total: 1, selected: 1, confirm: 2, baseline: 'baselines/main' })
    expect(same.text.replace(/\s+/g, ' ')).toContain(
      'Agreement - judged again: nothing, since no verdict that could be compared differs from baselines/main',
    )
    expect(suiteOf([makeCase(0)], { total: 1, selected: 1, baseline: 'baselines/main' }).suite.baseline).toBeNull()
  })

  it('have a line an item, that of the trial that differs most, and the number of its trials', () => {
    const lesser: Polled = { ...SPLIT, differing: { g: 1, c: 0, outcome: 0 }, said: SPLIT.said?.slice(0, 1) }
    const disputed = (item: number, trial: number, polled: Polled) => {
      const { id } = makeCase(item)
      return makeCase(item, { ...judging(polled, null), id: caseId(id, trial), item: id, trial, group: id })
    }
    const cases = [
      ...times(3, (trial) => disputed(0, trial, trial === 1 ? SPLIT : lesser)),
      ...times(3, (trial) => disputed(1, trial, trial === 2 ? lesser : AGREED)),
    ]
    const { suite, text } = suiteOf(cases, asked(2, 3))
    expect(suite.panel?.said.map(({ id, item }) => [id, item])).toEqual([
      ['T-001', 'T-001'],
      ['T-001#2', 'T-001'],
      ['T-001#3', 'T-001'],
      ['T-002#3', 'T-002'],
    ])
    const said = text.slice(text.indexOf('The panel differs')).replace(/\s+/g, ' ')
    expect(said).toMatch(
      /^The panel differs on 4 cases of 2 items: - T-001#2 \(in 3 of 3 trials\): groundedness: .*; also correctness - T-002#3 \(in 1 of 3 trials\): groundedness: /,
    )
  })

  it('where there are none, there is no section', () => {
    const { suite, text } = suiteOf([makeCase(0)], { total: 1, selected: 1 })
    expect([suite.panel, suite.confirmation, suite.trials]).toEqual([null, null, null])
    expect(text).not.toContain('Agreement')
  })
})
