import type { GridTable } from '../src/schema/grid.js'
import type { Report, SuiteReport } from '../src/schema/report.js'
import { escapeMarkdown } from './escape-markdown.js'
import { fitBytes, type Part } from './fit-bytes.js'
import { clip } from './layout.js'
import { block, folded, list, openingLine, table } from './markdown-blocks.js'
import { gridSections, suitesInGrids } from './sections/grid.js'
import { suiteSections } from './sections/sections.js'
import { furtherProblems, suiteFacts, suiteReasons } from './suite-head.js'
import { tableOf, tableRows } from './table.js'

export interface MarkdownOptions {
  /** Most bytes of the whole; a GitHub step summary takes 1 MiB, a comment 65,536 characters. @default 1_000_000 */
  maxBytes?: number
}

const LEAST_BYTES = 16_384
/** Display cells of a name in the note on what was cut, which must always find room. */
const MOST_NAME = 80

/**
 * The report as GitHub Markdown: the headline, each suite's table, and the rest folded below it. Too long a report loses whole
 * sections, from the least needed on, and says which. Nothing that an answer says can break a table, link, mention or embed.
 * Under 16 KiB only the status is left, and nothing where that does not fit.
 */
export function renderMarkdown(report: Report, { maxBytes = 1_000_000 }: MarkdownOptions = {}): string {
  if (!(maxBytes >= LEAST_BYTES)) {
    const least = `**${report.status}**: the report is in \`.docket/report.json\`.\n`
    return Buffer.byteLength(least) <= maxBytes ? least : ''
  }
  const problems = furtherProblems(report)
  const inGrids = suitesInGrids(report)
  return fitBytes(
    [
      { name: 'headline', text: `${openingLine(report)}\n`, rank: 0 },
      ...(problems.length > 0 ? [{ name: 'problems', text: `\n${list(problems)}\n`, rank: 1 }] : []),
      ...report.grids.flatMap((grid) => gridParts(grid, report)),
      ...report.suites.flatMap((suite) => (inGrids.has(suite) ? [] : suiteParts(suite, report))),
    ],
    maxBytes,
    (names) => `\n> Cut to fit ${maxBytes} bytes: ${names}. The whole report is in \`.docket/report.json\`.\n`,
  )
}

/** The tables of a grid. */
export function gridParts(grid: GridTable, report: Report): Part[] {
  return gridSections(grid, report).map(({ title, blocks }) => ({
    name: escapeMarkdown(clip(title, MOST_NAME)),
    text: `\n### ${escapeMarkdown(title)}\n\n${blocks.map(block).join('\n\n')}\n`,
    rank: 1,
  }))
}

function suiteParts(suite: SuiteReport, report: Report): Part[] {
  const name = (part: string) => escapeMarkdown(clip(`${suite.suite}: ${part}`, MOST_NAME))
  const reasons = suiteReasons(suite, report)
  const head = [
    `### ${suite.status} · ${escapeMarkdown(suite.suite)}`,
    `${escapeMarkdown(suite.file)} · ${escapeMarkdown(suiteFacts(suite, report))}`,
    ...(reasons.length > 0 ? [list(reasons)] : []),
    table(tableOf(tableRows(suite))),
  ]
  return [
    { name: name('table'), text: `\n${head.join('\n\n')}\n`, rank: 1 },
    ...suiteSections(suite).map((section, i) => ({ name: name(section.title), text: folded(section), rank: i + 2 })),
  ]
}
