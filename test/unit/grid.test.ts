import { describe, expect, it } from 'vitest'
import { makeCase, makeFacts, makeHeader, times } from '../../reporters/fixtures.test-util.js'
import { renderMarkdown } from '../../reporters/markdown.js'
import { buildReport } from '../../reporters/report.js'
import { renderTerminal } from '../../reporters/terminal.js'
import { describeGrid, type GridOptions } from '../../src/vitest/describe-grid.js'
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
    expect(stdout).toContain('retrieval error is driven by retriever: poor against good +66.7')
    expect(stdout).toMatch(/PASS · Periods: good, quotes · /)
    expect(stdout).not.toMatch(/PASS · Periods: poor, quotes · /)
  })

  it('compares what is there where a combination is left out', { timeout: 120_000 }, async () => {
    const { report } = await runReported({ names: ['grid'], env: { DOCKET_NESTED: 'one left out' } })
    const [grid] = report?.grids ?? []
    expect(grid?.arms).toHaveLength(3)
    expect(grid?.effects.map(({ arms }) => arms)).toEqual(grid?.effects.map(() => 1))
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
    ['a factor without levels', { factors: { k: [] } }, /factor `k` has no level/],
    ['two levels of one name', { factors: { k: [1, '1'] } }, /factor `k` has two levels of one name/],
    ['gates', { gates: [] }, /a grid has no `gates`: gate what is shipped/],
    ['a system that is none', { system: {} }, /expected `system` to be a function of the levels/],
  ]
  it.each(wrong)('%s', (_, given, message) => {
    const options = { items: [], factors: { k: [1] }, system: () => null, ...given }
    expect(() => describeGrid('G', options as GridOptions<{ k: number[] }>)).toThrow(message)
  })
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

  it('says that its base did not run', () => {
    const { grids } = buildReport(makeFacts([arm('dense', 9)]))
    expect(grids[0]?.problems).toContain('the arm of all base levels did not run')
    expect(grids[0]?.effects).toEqual([])
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
