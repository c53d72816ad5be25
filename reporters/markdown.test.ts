import { describe, expect, it } from 'vitest'
import type { RunFacts } from './facts.js'
import {
  bigRun,
  hostileRun,
  makeCase,
  makeFacts,
  makeHeader,
  outageRun,
  tenancyRun,
  times,
  twinRun,
  twoSuiteRun,
  unscoredRun,
} from './fixtures.test-util.js'
import { renderMarkdown } from './markdown.js'
import { buildReport } from './report.js'
import { tableRows } from './table.js'
import { renderTerminal } from './terminal.js'

const RUNS: Record<string, RunFacts> = {
  failing: tenancyRun(18),
  twins: twinRun(),
  unscored: unscoredRun(),
  outage: outageRun(),
  hostile: hostileRun(),
  'two suites': twoSuiteRun(),
  big: bigRun(),
}
const REPORTS = Object.entries(RUNS).map(([name, facts]) => [name, buildReport(facts)] as const)
const TAME = REPORTS.filter(([name]) => name !== 'hostile')

/** Cells of each table row, as GitHub splits them. */
function tables(markdown: string): string[][][] {
  const blocks = markdown.split(/\n{2,}/u).filter((block) => block.startsWith('|'))
  return blocks.map((block) =>
    block.split('\n').map((line) =>
      line
        .split(/(?<!\\)\|/u)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ),
  )
}

describe('renderMarkdown', () => {
  it('lists the first faults of one broken file below the headline', () => {
    const faults = times(7, (i) => `line ${i + 1}: expected text`)
    const problems = [['items: 7 faults', ...faults].join('\n')]
    const lines = renderMarkdown(buildReport(makeFacts([], { problems })))
      .trimEnd()
      .split('\n')
    expect(lines.slice(1)).toEqual(['', ...faults.slice(0, 5).map((fault) => `- ${fault}`), '- and 2 more'])
  })

  it('begins with the headline, the suite and its table', () => {
    const lines = renderMarkdown(buildReport(tenancyRun(18))).split('\n')
    expect(lines[0]).toMatch(/^\*\*FAIL\*\*: hallucinationRate ≤ 3\.0%: 6\.2% \(17 of 274 scored/u)
    expect(lines.slice(2, 9)).toEqual([
      '### FAIL · Tenancy',
      '',
      expect.stringMatching(/^suites\/tenancy\.suite\.ts · 300 items · system http:\u200B\/\/localhost/u),
      '',
      expect.stringMatching(/^\| metric +\| +value \| +95% interval \| scored of n +\| gate +\|$/u),
      expect.stringMatching(/^\| :-+ \| -+: \| -+: \| :-+ \| :-+ \|$/u),
      expect.stringMatching(
        /^\| hallucination rate +\| +6\.2% \| +3\.9–9\.7% \| 274 of 274 answers given +\| ≤ 3\.0% FAIL +\|$/u,
      ),
    ])
  })

  it.each(TAME)('holds the same table as the terminal: %s', (_, report) => {
    const markdown = renderMarkdown(report)
    const terminal = renderTerminal(report, { columns: 200, color: false }).split('\n')
    for (const suite of report.suites) {
      for (const row of tableRows(suite)) {
        const cells = [row.metric, row.value, row.interval, row.scored]
        expect(
          tables(markdown)
            .flat()
            .some((line) => cells.every((cell, i) => line[i] === cell.replace('<', '&#60;'))),
        ).toBe(true)
        expect(terminal.some((line) => line.startsWith(row.metric) && cells.every((cell) => line.includes(cell)))).toBe(true)
      }
    }
  })

  it('fault 52: every table keeps its cells, every fold its end, and nothing links or runs', () => {
    const markdown = renderMarkdown(buildReport(hostileRun()))
    for (const [header = [], ...rows] of tables(markdown)) {
      for (const row of rows) expect(row).toHaveLength(header.length)
    }
    expect(markdown.match(/<details><summary>/gu)?.length).toBe(markdown.match(/<\/details>/gu)?.length)
    expect(markdown.replace(/<\/?(?:details|summary)>/gu, '')).not.toMatch(/<|(?<!^)>|`/mu)
    expect(markdown).not.toMatch(/@\w|(?<!&)#\d|!\[|\]\(|:\/\/|GH-\d|^\s*::|##\[/mu)
    expect(markdown).not.toMatch(/[^\P{Cc}\n]|[\u202A-\u202E\u2066\u2067]/u)
  })

  it.each(REPORTS)('fault 55: stays within a comment, and cuts whole sections: %s', (_, report) => {
    const markdown = renderMarkdown(report, { maxBytes: 16_384 })
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(16_384)
    expect(markdown.match(/<details>/gu)?.length).toBe(markdown.match(/<\/details>/gu)?.length)
    for (const [header = [], ...rows] of tables(markdown)) {
      for (const row of rows) expect(row).toHaveLength(header.length)
    }
  })

  it('fault 55: names what was cut, and keeps every table before any details', () => {
    const suites = times(12, (i) => ({
      header: makeHeader({ suite: `Suite ${i}`, file: `suites/${i}.suite.ts`, total: 40, selected: 40 }),
      cases: times(40, (j) => makeCase(j, { type: `t${j % 3}`, warnings: ['x'.repeat(200)] })),
    }))
    const report = buildReport(makeFacts(suites))
    const full = renderMarkdown(report)
    expect(full).not.toContain('Cut to fit')
    const cut = renderMarkdown(report, { maxBytes: 40_000 })
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(40_000)
    expect(cut.match(/^### PASS/gmu)).toHaveLength(12)
    expect(cut).toMatch(
      /> Cut to fit 40000 bytes: Suite \d+: .*; and \d+ more\. The whole report is in `\.docket\/report\.json`\.\n$/u,
    )
  })

  it('fault 51: a summary of 10,000 cases is no longer than one of 300', () => {
    const big = REPORTS.find(([name]) => name === 'big')?.[1]
    if (big === undefined) throw new Error('the big run is among the reports')
    expect(Buffer.byteLength(renderMarkdown(big))).toBeLessThan(60_000)
  })

  it.each([
    [16_383, '**PASS**: the report is in `.docket/report.json`.\n'],
    [20, ''],
    [0, ''],
    [Number.NaN, ''],
  ])('fault 55: in %d bytes says the least', (maxBytes, expected) => {
    expect(renderMarkdown(buildReport(twinRun()), { maxBytes })).toBe(expected)
  })
})
