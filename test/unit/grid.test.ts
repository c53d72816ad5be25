import { describe, expect, it } from 'vitest'
import type { RunFacts } from '../../reporters/facts.js'
import { lost, makeCase, makeFacts, makeHeader, times } from '../../reporters/fixtures.test-util.js'
import { renderMarkdown } from '../../reporters/markdown.js'
import { buildReport } from '../../reporters/report.js'
import { renderTerminal } from '../../reporters/terminal.js'
import { GridTable } from '../../src/schema/grid.js'
import { describeGrid, type GridOptions } from '../../src/vitest/describe-grid.js'
import { tableBelow } from './docs.js'
import { runReported } from './nested/reported.js'

describe('a grid', () => {
  it('runs every combination, and says what each level changes and which change drives which leaf', {
    timeout: 120_000,
  }, async () => {
    const { report, stdout, code } = await runReported({ names: ['grid'] })
    expect(code).toBe(0)
    const [grid] = report?.grids ?? []
    expect(grid?.factors).toEqual([
      { factor: 'retriever', levels: ['good', 'poor'], base: 'good' },
      { factor: 'generator', levels: ['quotes', 'guesses'], base: 'quotes' },
    ])
    // good finds all 24, poor those that 3 divides; guesses is wrong on the 12 that are odd.
    expect(grid?.arms.map(({ levels, leaves, n }) => [Object.values(levels).join(' '), n, leaves])).toEqual([
      ['good quotes', 24, { correct: 24, hallucination: 0, 'retrieval error': 0, 'reasoning error': 0 }],
      ['good guesses', 24, { correct: 12, hallucination: 0, 'retrieval error': 0, 'reasoning error': 12 }],
      ['poor quotes', 24, { correct: 8, hallucination: 0, 'retrieval error': 16, 'reasoning error': 0 }],
      ['poor guesses', 24, { correct: 4, hallucination: 0, 'retrieval error': 16, 'reasoning error': 4 }],
    ])
    const effect = (factor: string, metric: string) => {
      const found = grid?.effects.find((one) => one.factor === factor && one.metric === metric)
      const { difference, pairs, groups } = found?.difference ?? {}
      return { arms: found?.arms, difference, pairs, groups }
    }
    expect(effect('retriever', 'retrieval error')).toEqual({ arms: 2, difference: 32 / 48, pairs: 48, groups: 24 })
    expect(effect('generator', 'retrieval error')).toMatchObject({ difference: 0 })
    expect(effect('generator', 'reasoning error')).toMatchObject({ difference: 16 / 48 })
    expect(grid?.drivers.find(({ metric }) => metric === 'retrieval error')).toMatchObject({ factor: 'retriever', level: 'poor' })
    // The base stands for the grid; the other arms are in the grid's tables alone.
    expect(stdout).toContain('Grid Periods')
    expect(stdout).toContain('retrieval error is changed most by retriever: poor against good +66.7')
    expect(stdout).toMatch(/^ {2}poor · guesses +16\.7% +0\.0% +66\.7% +16\.7% +–$/m)
    expect(stdout).toMatch(/PASS · Periods: good, quotes · /)
    expect(stdout).not.toMatch(/PASS · Periods: poor, quotes · /)
  })

  it('compares what is there where a combination is left out', { timeout: 120_000 }, async () => {
    const { report } = await runReported({ names: ['grid'], env: { DOCKET_NESTED: 'one left out' } })
    const [grid] = report?.grids ?? []
    expect(grid?.arms).toHaveLength(3)
    expect(grid?.effects.map(({ arms }) => arms)).toEqual(grid?.effects.map(() => 1))
  })

  it('shows in full the only combination that -t left, and says once what did not run', { timeout: 120_000 }, async () => {
    const { report, stdout } = await runReported({ names: ['grid'], cli: { testNamePattern: 'poor, quotes' } })
    const [grid] = report?.grids ?? []
    expect(grid?.problems).toEqual(['3 of 4 combinations did not run, that of the base levels among them: -t poor, quotes'])
    expect(grid?.effects).toEqual([])
    expect(report?.headline).toMatch(/^UNDECIDED: Grid Periods: 3 of 4 combinations did not run, .*: -t poor, quotes · n 24 ·/)
    expect(stdout).toContain('What becomes of the 24 answerable items')
    expect(stdout).toMatch(/^ {2}poor · quotes +33\.3%/m)
    expect(stdout).not.toMatch(/^ {2}good · /m)
    expect(stdout).toMatch(/PASS · Periods: poor, quotes · /)
    expect(stdout).not.toMatch(/· Periods: good, quotes · /)
  })

  it('tells combinations apart whose levels have commas', { timeout: 120_000 }, async () => {
    const { report } = await runReported({ names: ['grid'], env: { DOCKET_NESTED: 'commas' } })
    expect(report?.problems).toEqual([])
    expect(report?.grids[0]?.arms.map(({ suite }) => suite)).toEqual([
      'Periods: a, "b, c"',
      'Periods: a, c',
      'Periods: "a, b", "b, c"',
      'Periods: "a, b", c',
    ])
  })

  it('of which nothing is left is an error', { timeout: 120_000 }, async () => {
    const { report, code } = await runReported({ names: ['grid'], env: { DOCKET_NESTED: 'all left out' } })
    expect(code).toBe(1)
    expect(report?.problems.join()).toMatch(/describeGrid\("Periods"\): `system` left out every combination/)
  })
})

describe('options of a grid', () => {
  const wrong: [string, object, RegExp][] = [
    ['no factor', { factors: {} }, /expected `factors` with at least one factor/],
    ['factors that are none', { factors: ['k'] }, /expected `factors` with at least one factor/],
    ['a factor without levels', { factors: { k: [] } }, /factor `k` has no level/],
    [
      'a factor that is a text',
      { factors: { k: 'abc' } },
      /factor `k` has no levels: expected a list of numbers and texts, or an/,
    ],
    ['a factor that is null', { factors: { k: null } }, /factor `k` has no levels: expected a list/],
    ['a factor that is a number', { factors: { k: 3 } }, /factor `k` has no levels: expected a list/],
    ['a list of values without names', { factors: { k: [{}] } }, /factor `k` has a level in its list that does not name itself/],
    ['two levels of one name', { factors: { k: [1, '1'] } }, /factor `k` has two levels of one name/],
    ['a level without a name', { factors: { k: { ' ': 1 } } }, /factor `k` has a level without a name/],
    [
      'names that an object puts in an order of its own',
      { factors: { size: { '1024': 1, '512': 2 } } },
      /factor `size` has a level named 512, .* give a list, or names like "size 512"/,
    ],
    ['a factor __proto__ that was set', { factors: { ['__proto__']: [1] } }, /factor `__proto__`: no factor can have this name/],
    ['a factor __proto__ that is lost', { factors: { __proto__: [1], k: [1] } }, /expected `factors`/],
    ['a factor constructor', { factors: { constructor: [1] } }, /factor `constructor`: no factor can have this name/],
    ['a level __proto__', { factors: { k: ['__proto__'] } }, /factor `k` has the level `__proto__`: no level can have this name/],
    ['a level __proto__ that is lost', { factors: { k: { __proto__: {}, b: 1 } } }, /factor `k` has no levels/],
    ['gates', { gates: [] }, /a grid has no `gates`: gate what is shipped/],
    ['a baseline', { baseline: 'x' }, /a grid has no `baseline`: gate what is shipped/],
    ['a confirmation', { confirm: 3 }, /a grid has no `confirm`: gate what is shipped/],
    ['a system that is none', { system: {} }, /expected `system` to be a function of the levels/],
    [
      'nothing returned',
      { system: () => undefined },
      /`system` returned nothing \(1\): expected a system, or `null`, which leaves/,
    ],
    [
      'a promise returned',
      { system: async () => null },
      /`system` returned a promise; make before the grid what must be waited for/,
    ],
  ]
  it.each(wrong)('%s', (title, given, message) => {
    const options = { items: [], factors: { k: [1] }, system: () => null, ...given }
    const refused = { name: 'OptionError', message: expect.stringMatching(message) }
    expect(() => describeGrid(title, options as GridOptions<{ k: number[] }>)).toThrow(expect.objectContaining(refused))
  })

  it('two grids of one name', () => {
    const options = { items: [], factors: { k: [1] }, system: () => null }
    expect(() => describeGrid('twice', options)).toThrow(/`system` left out every combination/)
    expect(() => describeGrid('twice', options)).toThrow(/describeGrid\("twice"\): this file has a grid of that name already/)
  })
})

const OTHER_JUDGE = { name: 'other', offline: false, members: [] }
const WRONG = { signals: { c: false, g: true, r: false } }
const REFUSED = { outcome: 'refused' as const, signals: { c: null, g: null, r: null }, claims: null }

const printed = (facts: RunFacts) => renderTerminal(buildReport(facts), { color: false })
const flowing = (text: string) => text.replace(/\s+/g, ' ')
/** Rows of the tables of a grid that begin with one of the names, as cells. */
const rowsOf = (text: string, names: readonly string[]) =>
  text.split('\n').flatMap((line) => {
    const [first = '', ...cells] = line.trim().split(/ {2,}/)
    return line.startsWith('  ') && names.includes(first) ? [[first, ...cells]] : []
  })

describe('the report of a grid', () => {
  const arm = (level: string, wrong: number, change = {}) => ({
    header: makeHeader({
      suite: `A: ${level}`,
      policy: 'report',
      arm: { grid: 'A', levels: { retriever: level }, base: { retriever: 'bm25' } },
    }),
    cases: times(40, (index) =>
      makeCase(index, { ...(index < wrong ? { signals: { c: false, g: true, r: false } } : {}), ...change }),
    ),
  })

  it('does not compare items that are not the same', () => {
    const { grids } = buildReport(makeFacts([arm('bm25', 0), arm('dense', 9, { hash: 'another' })]))
    expect(grids[0]?.effects.map(({ difference }) => [difference.pairs, difference.difference])).toEqual(
      grids[0]?.effects.map(() => [0, null]),
    )
    expect(grids[0]?.drivers).toEqual([])
  })

  it('says that its base is not there', () => {
    const { grids } = buildReport(makeFacts([arm('dense', 9)]))
    expect(grids[0]?.problems).toContain('no combination of all base levels is in the run')
    expect(grids[0]?.effects).toEqual([])
  })

  it('says once what several combinations have in common, and what one has by itself', () => {
    const few = { ...arm('few', 0), cases: arm('few', 0).cases.slice(0, 30) }
    const short = (level: string) => {
      const { header, cases } = arm(level, 0)
      return { header: { ...header, selected: 40, partial: ['limit 40'] }, cases }
    }
    const other = { ...arm('other', 0), header: { ...arm('other', 0).header, selected: 40, judge: OTHER_JUDGE } }
    const { grids } = buildReport(makeFacts([short('bm25'), short('dense'), few, other]))
    expect(grids[0]?.problems).toEqual([
      'its arms have several judges',
      '2 combinations: limit 40',
      'A: few: 30 of 300 cases ran',
    ])
  })

  it('shows nothing of a combination but what it was lost to', () => {
    const facts = makeFacts([
      arm('bm25', 3),
      { ...arm('down', 0), cases: times(40, (index) => lost(index)) },
      { ...arm('half', 0), cases: times(40, (index) => (index < 20 ? lost(index) : makeCase(index))) },
    ])
    expect(rowsOf(printed(facts), ['down', 'half']).slice(0, 2)).toEqual([
      ['down', '–', '–', '–', '–', '100.0%', '–'],
      ['half', '50.0%', '0.0%', '0.0%', '0.0%', '50.0%', '–'],
    ])
    expect(flowing(printed(facts))).toContain(
      'A pair of which a side is unknown or was lost is left out, so that a change need not',
    )
  })

  it('says nothing of unknown pairs where there is none', () => {
    expect(flowing(printed(makeFacts([arm('bm25', 3), arm('dense', 30)])))).not.toContain('A pair of which')
  })

  it('keeps grids of two files and of two projects apart', () => {
    const moved = (level: string, project: string, file: string) => {
      const { header, cases } = arm(level, 0)
      return { header: { ...header, file }, cases, project }
    }
    const facts = makeFacts([
      moved('bm25', 'north', 'a.suite.ts'),
      moved('dense', 'north', 'a.suite.ts'),
      moved('bm25', 'north', 'b.suite.ts'),
      moved('bm25', 'south', 'a.suite.ts'),
    ])
    const { grids } = buildReport(facts)
    expect(grids.map(({ project, file, arms }) => [project, file, arms.length])).toEqual([
      ['north', 'a.suite.ts', 2],
      ['north', 'b.suite.ts', 1],
      ['south', 'a.suite.ts', 1],
    ])
    expect(printed(facts)).toContain('Grid A (project south) · a.suite.ts · 1 combination')
    expect(renderMarkdown(buildReport(facts))).toContain('### Grid A (project north): what a level changes')
    expect(printed(makeFacts([arm('bm25', 0)]))).toContain('Grid A · suites/tenancy.suite.ts')
  })

  it('counts answerable items, their leaves, and false confidence among the others', () => {
    const mixed = (level: string, wrong: number) => ({
      ...arm(level, 0),
      cases: times(40, (index) => {
        if (index < 10) return makeCase(index, { answerable: false, ...(index < wrong ? {} : REFUSED) })
        return makeCase(index, index < 15 ? { premise: 'false', ...REFUSED } : {})
      }),
    })
    const facts = makeFacts([mixed('bm25', 2), mixed('dense', 9)])
    const { grids } = buildReport(facts)
    expect(grids[0]?.arms.map(({ n, answerable, leaves }) => [n, answerable, leaves.correct])).toEqual([
      [40, 25, 25],
      [40, 25, 25],
    ])
    expect(rowsOf(printed(facts), ['bm25', 'dense'])).toEqual([
      ['bm25', '100.0%', '0.0%', '0.0%', '0.0%', '20.0%'],
      ['dense', '100.0%', '0.0%', '0.0%', '0.0%', '90.0%'],
      // Nothing but false confidence changed: it alone is tested.
      ['dense', '0.0', '0.0', '0.0', '0.0', '+70.0*'],
    ])
    expect(flowing(printed(facts))).toContain("by Holm's correction over 1 test.")
    expect(grids[0]?.effects.map(({ metric, difference }) => [metric, difference.better])).toEqual([
      ['correct', 'higher'],
      ...['hallucination', 'retrieval error', 'reasoning error', 'false confidence'].map((metric) => [metric, 'lower']),
    ])
  })

  it('pools all factors but two where there are more than twelve combinations', () => {
    const many = (count: number) =>
      makeFacts(
        ['a', 'b'].flatMap((one) =>
          ['x', 'y'].flatMap((two) =>
            times(count, (k) => ({
              header: makeHeader({
                suite: `A: ${one}, ${two}, ${k}`,
                policy: 'report',
                arm: { grid: 'A', levels: { one, two, k: String(k) }, base: { one: 'a', two: 'x', k: '0' } },
              }),
              cases: times(10, (index) => makeCase(index, index < k ? WRONG : {})),
            })),
          ),
        ),
      )
    const twelve = printed(many(3))
    expect(twelve).not.toContain('Over all levels')
    expect(twelve).toMatch(/^ {2}b · y · 2 +80\.0%/m)
    const sixteen = printed(many(4))
    expect(flowing(sixteen)).toContain('Over all levels of k together.')
    // 0, 1, 2 and 3 of 10 wrong.
    expect(sixteen).toMatch(/^ {2}b · y +85\.0%/m)
    expect(sixteen).not.toContain('b · y · ')
    expect(sixteen).not.toContain('unequal')
    const all = many(4)
    const fifteen = { ...all, suites: all.suites.slice(0, -1), cases: all.cases.slice(0, -10) }
    expect(flowing(printed(fifteen))).toContain('Over all levels of k together. Rows are of unequal numbers of combinations.')
  })

  it('names the whole combination in every block of a table that is too wide', () => {
    const every = ['hallucination', 'over-refusal', 'non-answer', 'unattributed error', 'unscored'] as const
    const facts = makeFacts(
      ['a', 'b'].flatMap((one) =>
        ['x', 'y'].map((two) => ({
          header: makeHeader({
            suite: `A: ${one}, ${two}`,
            policy: 'report',
            arm: { grid: 'A', levels: { one, two }, base: { one: 'a', two: 'x' } },
          }),
          cases: times(10, (index) => makeCase(index, { errorClass: every[index] ?? 'correct' })),
        })),
      ),
    )
    expect(rowsOf(printed(facts), ['b · y'])).toHaveLength(2)
  })

  it('docs/report.md has every field', () => {
    const [, ...rows] = tableBelow('docs/report.md', 'Grids')
    const fields = rows.flatMap(([names = '']) => names.split(', '))
    expect(fields.toSorted()).toEqual(Object.keys(GridTable.shape).toSorted())
  })

  it('says where no change is shown', () => {
    const report = buildReport(makeFacts([arm('bm25', 3), arm('dense', 4)]))
    expect(report.grids[0]?.drivers).toEqual([])
    expect(renderTerminal(report, { color: false })).toMatch(/No change is\s+shown/)
  })

  it('fits a narrow terminal, and stands in Markdown', () => {
    const report = buildReport(makeFacts([arm('bm25', 3), arm('dense | with `ticks`', 30)]))
    for (const line of renderTerminal(report, { columns: 50, color: false }).split('\n'))
      expect(line.length).toBeLessThanOrEqual(50)
    const markdown = renderMarkdown(report)
    expect(markdown).toContain('### Grid A')
    expect(markdown).not.toContain('| dense | with')
    expect(markdown.match(/### PASS/g)).toHaveLength(1)
  })
})
