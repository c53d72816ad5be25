import { describe, expect, it } from 'vitest'
import type { CaseRecord, SuiteHeader } from '../../src/schema/record.js'
import { hallucinated, lost, makeCase, makeFacts, makeHeader, times } from '../fixtures.test-util.js'
import { comparableSuites, type LabelledRun } from './comparable.js'
import { compareRuns } from './compare-runs.js'
import { labelsOf } from './labels.js'

function runOf(label: string, cases: readonly CaseRecord[], header: Partial<SuiteHeader> = {}): LabelledRun {
  const { gates: _, ...rest } = header
  const whole = makeHeader({ total: cases.length, selected: cases.length, ...rest })
  return { label, path: `runs/${label}`, suites: comparableSuites(makeFacts([{ header: whole, cases }])) }
}

const refusedCase = (i: number) => makeCase(i, { outcome: 'refused', signals: { c: null, g: null, r: true }, claims: null })
const right = times(40, (i) => makeCase(i))
/** The first `n` of forty are ungrounded. */
const wrong = (n: number) => times(40, (i) => (i < n ? hallucinated(i) : makeCase(i)))

function differenceOf(runs: LabelledRun[], name: string, place = 0) {
  return compareRuns(runs, { metrics: [name] }).suites[0]?.metrics[0]?.differences[place] ?? null
}

function againstOf(runs: LabelledRun[], place = 1) {
  return compareRuns(runs).suites[0]?.runs[place]?.against
}

describe('compareRuns', () => {
  it.each([
    // McNemar's exact two-sided p: 2 / 2^k where k pairs differ, all in one direction.
    { worse: 5, p: 2 / 32, finding: 'not shown' },
    { worse: 6, p: 2 / 64, finding: 'worse' },
  ])('$worse of 40 newly ungrounded: $finding', ({ worse, p, finding }) => {
    const one = differenceOf([runOf('a', right), runOf('b', wrong(worse))], 'hallucinationRate')
    expect(one).toMatchObject({ pairs: 40, groups: 40, base: 0, now: worse / 40, worse, improved: 0, finding })
    expect(one?.p).toBeCloseTo(p, 12)
    expect(one?.adjusted).toBeCloseTo(p, 12)
  })

  it('takes all tests of all runs for one family', () => {
    const runs = [runOf('a', right), runOf('b', wrong(6)), runOf('c', wrong(7)), runOf('d', wrong(1))]
    const { suites, tests } = compareRuns(runs, { metrics: ['hallucination'] })
    expect(tests).toBe(3)
    // Holm: 2/128 times 3, 2/64 times 2, 1.
    expect(suites[0]?.metrics[0]?.differences.map((one) => [one?.adjusted, one?.finding])).toEqual([
      [0.0625, 'not shown'],
      [0.046875, 'worse'],
      [1, 'not shown'],
    ])
  })

  it('says higher and lower of a metric without a better side', () => {
    const refused = times(40, (i) => (i < 12 ? refusedCase(i) : makeCase(i)))
    expect(differenceOf([runOf('a', right), runOf('b', refused)], 'answered')?.finding).toBe('lower')
    expect(differenceOf([runOf('b', refused), runOf('a', right)], 'answered')?.finding).toBe('higher')
  })

  it('a difference that unknown verdicts could undo is not shown', () => {
    const unknown = times(40, (i) =>
      i < 8 ? hallucinated(i) : i < 32 ? makeCase(i, { signals: { c: true, g: null, r: true } }) : makeCase(i),
    )
    const one = differenceOf([runOf('a', unknown), runOf('b', right)], 'hallucinationRate')
    expect(one).toMatchObject({ pairs: 16, unknown: 24, improved: 8, finding: 'better' })
    const other = differenceOf(
      [
        runOf('a', unknown),
        runOf(
          'b',
          times(40, (i) => (i < 32 && i >= 8 ? hallucinated(i) : makeCase(i))),
        ),
      ],
      'hallucinationRate',
    )
    expect(other?.p).toBeLessThan(0.05)
    expect(other?.adjusted).toBe(1)
    expect(other).toMatchObject({ pairs: 16, unknown: 24, improved: 8, finding: 'not shown' })
  })

  it('what unknown verdicts could turn round is not shown, though less counts against the run', () => {
    // Ten of forty answers are ungrounded; of the ten that the run still gives none is known to be, and six may be.
    const base = wrong(10)
    const now = times(40, (i) =>
      i < 30 ? refusedCase(i) : makeCase(i, i < 36 ? { signals: { c: true, g: null, r: true } } : {}),
    )
    expect(differenceOf([runOf('a', base), runOf('b', now)], 'hallucinationRate')).toMatchObject({
      ...{ difference: -10 / 34, improved: 10, worse: 0, unknown: 6, tested: 1, finding: 'not shown' },
    })
  })

  it('right answers that are refused now make the rate of the rest higher, and are no test of it', () => {
    const refusing = times(40, (i) => (i < 4 ? hallucinated(i) : i < 24 ? refusedCase(i) : makeCase(i)))
    const { suites, tests } = compareRuns([runOf('a', wrong(4)), runOf('b', refusing)], {
      metrics: ['hallucinationRate', 'overRefusal'],
    })
    expect(suites[0]?.metrics.map(({ differences: [one] }) => one)).toMatchObject([
      { base: 0.1, now: 0.2, worse: 0, improved: 0, tested: null, finding: 'not shown' },
      { base: 0, now: 0.5, worse: 20, finding: 'worse' },
    ])
    expect(tests).toBe(1)
  })

  it("a lost case is in no figure; a run's own value says how many", () => {
    const holed = times(40, (i) => (i === 0 ? lost(i) : makeCase(i)))
    const { suites } = compareRuns([runOf('a', right), runOf('b', holed)], { metrics: ['hallucinationRate'] })
    expect(suites[0]?.metrics[0]?.differences[0]).toMatchObject({ pairs: 39, lost: 1 })
    expect(suites[0]?.metrics[0]?.values).toMatchObject([
      { scored: 40, lost: 0, groups: 40 },
      { scored: 39, lost: 1, groups: 39 },
    ])
  })

  it('nothing known, or nothing that differs: no part of the family', () => {
    const silent = times(40, (i) => makeCase(i, { signals: { c: true, g: null, r: true } }))
    const { suites, tests } = compareRuns([runOf('a', silent), runOf('b', silent)], {
      metrics: ['hallucinationRate', 'answered'],
    })
    expect(tests).toBe(0)
    expect(suites[0]?.metrics[1]?.differences[0]).toMatchObject({ p: 1, tested: null, adjusted: null, finding: 'not shown' })
    expect(suites[0]?.metrics[0]?.differences[0]).toMatchObject({ p: null, adjusted: null, finding: 'not tested', unknown: 40 })
  })

  it('pairs by content, whatever the ids, and names the items by both', () => {
    const renamed = wrong(3).map((record) => ({ ...record, id: `new-${record.id}`, item: `new-${record.item}` }))
    expect(againstOf([runOf('a', right), runOf('b', renamed)])).toMatchObject({
      ...{ compared: 'all', shared: 40, of: 40, added: [], removed: [] },
      newlyWrong: [
        { id: 'new-T-001', referenceId: 'T-001', reference: 'correct', run: 'hallucination' },
        { id: 'new-T-002', referenceId: 'T-002', reference: 'correct', run: 'hallucination' },
        { id: 'new-T-003', referenceId: 'T-003', reference: 'correct', run: 'hallucination' },
      ],
      newlyRight: [],
    })
  })

  it('the same run twice differs in nothing', () => {
    const { suites, tests } = compareRuns([runOf('a', wrong(3)), runOf('a #2', wrong(3))])
    const found = suites[0]?.metrics.flatMap(({ differences }) => differences) ?? []
    expect(tests).toBe(0)
    expect(found.length).toBeGreaterThan(5)
    expect(new Set(found.map((one) => one?.difference ?? 0))).toEqual(new Set([0]))
    expect(new Set(found.map((one) => one?.finding))).toEqual(new Set(['not shown']))
  })

  it.each<[string, Partial<SuiteHeader>, string, string]>([
    [
      'another model',
      { judge: { name: 'anthropic', model: 'other', offline: false, members: [] } },
      'without a judge',
      'another judge',
    ],
    [
      'another rubric',
      { judge: { name: 'anthropic', model: 'claude-sonnet-4-6', rubric: 'r2', offline: false, members: [] } },
      'without a judge',
      'another judge',
    ],
    ['another reading', { compat: 'paklegalqa' }, 'nothing', 'another reading'],
    ['another task', { task: 'retrieval' }, 'nothing', 'another task'],
    [
      'another judge and another reading',
      { compat: 'paklegalqa', judge: { name: 'other', offline: false, members: [] } },
      'nothing',
      'another judge',
    ],
  ])('%s', (_, header, compared, reason) => {
    const { suites } = compareRuns([runOf('a', right), runOf('b', wrong(8), header)])
    expect(suites[0]?.runs[1]?.against).toMatchObject({ compared, refused: expect.stringContaining(reason), newlyWrong: [] })
    const names = suites[0]?.metrics.filter(({ differences: [one] }) => one !== null).map(({ name }) => name) ?? []
    expect(names).not.toContain('hallucinationRate')
    expect(names.includes('goldCited')).toBe(compared === 'without a judge')
  })

  it('under 90% shared nothing is compared; another run still is', () => {
    const other = times(40, (i) => makeCase(i, i < 5 ? { id: `X-${i}`, hash: `other ${i}` } : {}))
    const { suites } = compareRuns([runOf('a', right), runOf('b', other), runOf('c', wrong(8))])
    expect(suites[0]?.runs.map(({ against }) => against?.compared)).toEqual([undefined, 'nothing', 'all'])
    expect(suites[0]?.runs[1]?.against).toMatchObject({ shared: 35, of: 45, refused: expect.stringContaining('35 of 45') })
    expect(suites[0]?.metrics.every(({ differences: [one] }) => one === null)).toBe(true)
  })

  it('nothing shared: no test, no figure', () => {
    const other = times(40, (i) => makeCase(i, { id: `X-${i}`, hash: `other ${i}` }))
    const comparison = compareRuns([runOf('a', right), runOf('b', other)])
    expect(comparison.tests).toBe(0)
    expect(comparison.suites[0]?.runs[1]?.against).toMatchObject({ compared: 'nothing', shared: 0, of: 80 })
  })

  const sample = { size: 10, seed: 1, by: ['type'] }
  const leftOut = right.slice(10).map(({ id }) => ({ id }))
  it.each([
    ['the run', [runOf('a', right), runOf('b', right.slice(0, 10), { sample, leftOut })]],
    ['the reference', [runOf('a', right.slice(0, 10), { sample, leftOut }), runOf('b', right)]],
  ])('%s may be a declared sample of the other', (_, runs) => {
    expect(againstOf(runs)).toMatchObject({ compared: 'all', shared: 10, of: 10, added: [], removed: [] })
  })

  it('an incomplete run is compared, and named', () => {
    const facts = makeFacts([{ header: makeHeader({ total: 40, selected: 40 }), cases: right.slice(0, 38) }], {
      interrupted: true,
      shard: '1/4',
      partial: ['filtered by -t'],
    })
    const cut = { label: 'b', path: 'b', suites: comparableSuites(facts) }
    const { suites } = compareRuns([runOf('a', right), cut])
    expect(suites[0]?.runs.map(({ warnings }) => warnings)).toEqual([
      [],
      ['38 of 40 cases ran', 'filtered by -t', 'the run was interrupted', 'one shard (1/4) of the run'],
    ])
    expect(suites[0]?.runs[1]?.against).toMatchObject({ compared: 'all', shared: 38, removed: ['T-039', 'T-040'] })
  })

  it('matches suites by name, and by project and file where a run has two of one name', () => {
    const two = (label: string, projects: string[]): LabelledRun => ({
      ...{ label, path: label },
      suites: projects.flatMap((project) => comparableSuites(makeFacts([{ header: makeHeader(), cases: right, project }]))),
    })
    const { suites, leftOut: rest } = compareRuns([two('a', ['x', 'y']), two('b', ['y', 'z'])])
    expect(suites.map(({ suite }) => suite)).toEqual(['Tenancy (y, suites/tenancy.suite.ts)'])
    expect(rest.map(({ runs }) => runs)).toEqual([['a'], ['b']])
    expect(() => compareRuns([two('a', ['x']), runOf('b', right, { suite: 'Sales' })])).toThrow(
      'no suite is in all runs, and suites are matched by name: a has "Tenancy"; b has "Sales"',
    )
    expect(() => compareRuns([two('a', ['x']), two('b', ['x'])], { suite: 'Sales' })).toThrow(
      '`--suite`: no run has "Sales"; expected one of "Tenancy"',
    )
  })

  it('refuses a single run', () => {
    expect(() => compareRuns([runOf('a', right)])).toThrow('expected two runs or more, received 1')
  })
})

describe('labelsOf', () => {
  const system = (name: string, version?: string) => ({
    system: { name, kind: 'http', live: true, ...(version === undefined ? {} : { version }) },
  })
  const suites = (header: Partial<SuiteHeader>, systemModel?: string) =>
    runOf(
      '',
      right.map((record) => ({ ...record, ...(systemModel === undefined ? {} : { systemModel }) })),
      header,
    ).suites

  const at = (time: string, name = 'one') =>
    suites(system(name)).map(({ suite, warnings }) => ({
      suite: { ...suite, run: { ...suite.run, startedAt: `${time.padEnd(19, ':00')}.000Z` } },
      warnings,
    }))

  it.each([
    ['the system', [suites(system('one')), suites(system('two'))], ['one', 'two']],
    ['its version', [suites(system('one', '1')), suites(system('one', '2'))], ['one 1', 'one 2']],
    ['its model', [suites(system('one'), 'small'), suites(system('one'), 'large')], ['one small', 'one large']],
    ['when it began', [at('2026-11-29T10:00'), at('2026-11-29T11:30')], ['10:00', '11:30']],
    ['the day too', [at('2026-11-29T10:00'), at('2026-11-30T10:00')], ['11-29 10:00', '11-30 10:00']],
    ['the second too', [at('2026-11-29T10:00:00'), at('2026-11-29T10:00:09')], ['10:00:00', '10:00:09']],
    [
      'its name and when it began',
      [at('2026-11-29T10:00'), at('2026-11-29T11:30'), at('2026-11-29T12:00', 'two')],
      ['one 10:00', 'one 11:30', 'two 12:00'],
    ],
    ['a number', [suites(system('one')), suites(system('one'))], ['2026-11-29T10-00-00-1', '2026-11-29T10-00-00-1 #2']],
  ])('by %s', (_, all, labels) => {
    expect(labelsOf(all.map((one) => ({ label: null, suites: one })))).toEqual(labels)
  })

  it('keeps what was given', () => {
    const all = [suites(system('one')), suites(system('one')), suites(system('two'))]
    expect(labelsOf(all.map((one, place) => ({ label: place === 0 ? 'base' : null, suites: one })))).toEqual([
      'base',
      'one',
      'two',
    ])
    expect(labelsOf(all.map((one) => ({ label: 'x', suites: one })))).toEqual(['x', 'x #2', 'x #3'])
  })
})
