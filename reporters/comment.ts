import type { Report, SuiteReport } from '../src/schema/report.js'
import { oneLine } from '../src/text/clip.js'
import { count } from '../src/text/count.js'
import { itemCount, itemParts, type LinkTo } from './comment-items.js'
import { commentTable } from './comment-rows.js'
import { escapeMarkdown } from './escape-markdown.js'
import { fitBytes, type Part } from './fit-bytes.js'
import { clip } from './layout.js'
import { gridParts } from './markdown.js'
import { folded, list, openingLine, table } from './markdown-blocks.js'
import { isBlocking } from './report.js'
import { suitesInGrids } from './sections/grid.js'
import { furtherProblems, suiteFacts, suiteReasons } from './suite-head.js'

/** A baseline file that a pull request brings, changes or takes away. */
export interface BaselineChange {
  path: string
  change: 'added' | 'changed' | 'removed'
}

export interface CommentOptions {
  /** Baseline files that the pull request changes: it is compared with those of the base branch. */
  changes?: readonly BaselineChange[]
  /** Why the base branch's baselines could not be read. */
  baseProblem?: string | null
  /** With which exit code the command ended. */
  exitCode?: number
  /** Address of a line of a data file; null where it has none. */
  link?: LinkTo
  /** What was tested, and where its log is. */
  commit?: string | undefined
  runUrl?: string | undefined
  /** Most bytes of the whole; GitHub takes 65,536 characters, and a byte is never less than one. @default 65_000 */
  maxBytes?: number
}

const MOST_BYTES = 65_000
const MOST_ITEMS = 10
const MOST_CHANGES = 10
/** Code points of a reason that somebody else gave. */
const MOST_TEXT = 300
const MOST_NAME = 80

/**
 * The report as a comment on a pull request: verdict, why, n, cost and what was replayed in its first line, a table a suite with what was so on the base branch, what is newly wrong,
 * and the rest folded below. Of too long a one whole parts are left out, the least needed first, and a note names them.
 */
export function renderComment(report: Report, options: CommentOptions = {}): string {
  const { maxBytes = MOST_BYTES } = options
  const notes = commentNotes(report, options)
  const problems = furtherProblems(report)
  const inGrids = suitesInGrids(report)
  const suites = report.suites.filter((suite) => !inGrids.has(suite))
  const shares = inTurns(suites.map(itemCount), MOST_ITEMS)
  return fitBytes(
    [
      { name: 'headline', text: `${[openingLine(report), ...notes].join('\n\n')}\n`, rank: 0 },
      ...(problems.length > 0 ? [{ name: 'problems', text: `\n${list(problems)}\n`, rank: 1 }] : []),
      ...suites.flatMap((suite, index) => suiteParts(suite, report, shares[index] ?? 0, options)),
      ...report.grids.flatMap((grid) => gridParts(grid, report)),
      ...footer(options),
    ],
    maxBytes,
    (names) => `\n> Cut to fit a comment: ${names}. The job's summary and \`report.json\` have it all.\n`,
  )
}

/** How many each gets of so many in all: one after the other takes one, while it wants more. */
function inTurns(wanted: readonly number[], most: number): number[] {
  const turns = wanted.flatMap((count, who) => Array.from({ length: Math.min(count, most) }, (_, turn) => ({ who, turn })))
  const taken = turns.sort((a, b) => a.turn - b.turn).slice(0, most)
  return wanted.map((_, place) => taken.filter(({ who }) => who === place).length)
}

/** The comment of a run that wrote no report, so that nobody takes an earlier one for it. */
export function renderUnfinished(why: string, options: CommentOptions = {}): string {
  const { exitCode } = options
  const ended = exitCode === undefined ? '' : ` · exit code ${exitCode}`
  const opening = `**INFRASTRUCTURE**: the run did not finish: ${escapeMarkdown(oneLine(why, MOST_TEXT))}${ended}`
  const notes = notesOfBase(options)
  return [
    `${[opening, "Nothing is known of the answers; the job's log says what happened.", ...notes].join('\n\n')}\n`,
    ...footer(options).map(({ text }) => text),
  ].join('')
}

/** What must be said beside a report: that something else failed, which baselines count, and why there are none. */
export function commentNotes(report: Report, options: CommentOptions): string[] {
  return [...noteOfExit(report, options), ...notesOfBase(options, report)]
}

/** Whoever reads PASS beside a red job must find out why. */
function noteOfExit(report: Report, { exitCode = 0 }: CommentOptions): string[] {
  if (exitCode === 0 || isBlocking(report)) return []
  return [
    `> The command ended with exit code ${exitCode}, and no suite of this report asks for that: see the job's log for what else failed.`,
  ]
}

function notesOfBase({ changes = [], baseProblem = null }: CommentOptions, report?: Report): string[] {
  const named = changes.slice(0, MOST_CHANGES).map(({ path, change }) => `${change} ${escapeMarkdown(clip(path, 200))}`)
  // Who brings baseline and gates at once is red, and must be told the way.
  const isCompared = report?.suites.every(({ comparison }) => comparison !== null && comparison.refused === null) ?? true
  const brings = baseProblem === null && changes.some(({ change }) => change !== 'removed')
  const order = brings && !isCompared ? ' Until then paired gates stay closed: merge the baseline first, the gates after it.' : ''
  const more = changes.length > named.length ? ` and ${changes.length - named.length} more` : ''
  return [
    ...(changes.length === 0
      ? []
      : [
          `> **Baseline files of this pull request:** ${named.join(', ')}${more}. They count once merged; here the base branch's do.${order}`,
        ]),
    ...(baseProblem === null
      ? []
      : [
          `> The base branch's baselines could not be read, so nothing is compared with any: ${escapeMarkdown(oneLine(baseProblem, MOST_TEXT))}`,
        ]),
  ]
}

function suiteParts(suite: SuiteReport, report: Report, most: number, options: CommentOptions): Part[] {
  const name = (part: string) => escapeMarkdown(clip(`${suite.suite}: ${part}`, MOST_NAME))
  const head = [
    `### ${suite.status} · ${escapeMarkdown(suite.suite)}`,
    `${escapeMarkdown(suite.file)} · ${escapeMarkdown(suiteFacts(suite, report))}`,
    comparisonText(suite, options),
    ...reasonsOf(suite, report),
    table(commentTable(suite)),
  ]
  const { items, sections } = itemParts(suite, most, options.link)
  return [
    { name: name('table'), text: `\n${head.join('\n\n')}\n`, rank: 1 },
    ...items.map((text, index) => ({ name: name(index === 0 ? 'items' : `item ${index}`), text, rank: 2 })),
    ...sections.map((section, index) => ({ name: name(section.title), text: folded(section), rank: index + 3 })),
  ]
}

function reasonsOf(suite: SuiteReport, report: Report): string[] {
  const reasons = suiteReasons(suite, report)
  return reasons.length > 0 ? [list(reasons)] : []
}

function comparisonText({ comparison, status }: SuiteReport, { baseProblem = null }: CommentOptions): string {
  if (baseProblem !== null && (comparison === null || comparison.refused !== null))
    return "compared with nothing, since the base branch's baselines could not be read"
  if (comparison === null) return 'no baseline: `npx vitest-docket baseline accept` makes one, to be merged into the base branch'
  const { baseline, startedAt, refused, shared, of, added, removed, edited, renamed, newlyWrong, newlyRight, changed } =
    comparison
  if (refused !== null) return escapeMarkdown(`not compared with ${baseline}: ${refused}`)
  const counts = (words: readonly (readonly [readonly unknown[], string])[]) =>
    words.flatMap(([all, word]) => (all.length === 0 ? [] : [`${all.length} ${word}`]))
  const items = counts([
    [added, 'added'],
    [edited, 'edited'],
    [removed, 'removed'],
    [renamed, 'renamed'],
  ])
  const changes = counts([
    [newlyRight, 'newly right'],
    [changed, 'of another class'],
  ])
  return [
    `compared with ${escapeMarkdown(baseline)} of ${escapeMarkdown(startedAt.slice(0, 10))}`,
    [`${shared} of ${count(of, 'item')} in both`, ...items].join(', '),
    // Of a run in doubt nobody knows how many became wrong or right.
    ...(status === 'INFRASTRUCTURE' ? [] : [[`${newlyWrong.length} newly wrong`, ...changes].join(', ')]),
  ].join(' · ')
}

function footer({ commit, runUrl }: CommentOptions): Part[] {
  const parts = [
    ...(commit === undefined ? [] : [`commit ${commit.slice(0, 12)}`]),
    ...(runUrl === undefined ? [] : [`[log and summary](${runUrl})`]),
  ]
  return parts.length === 0 ? [] : [{ name: 'footer', text: `\n<sub>${parts.join(' · ')}</sub>\n`, rank: 0 }]
}
