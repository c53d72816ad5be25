import { isAbsolute, relative } from 'node:path'
import { wrap } from '../../reporters/layout.js'
import { capped } from '../../reporters/sections/block.js'
import { textTable } from '../../reporters/text-table.js'
import { isRight } from '../metrics/right.js'
import { type Accepted, type AcceptedSuite, leftOutText } from '../run/baseline/accept.js'
import type { BaselineChanges } from '../run/baseline/changes.js'
import type { ComparedCase, ComparedSuite } from '../schema/baseline.js'
import { count } from '../text/count.js'
import { plainText } from '../text/plain-text.js'

const MOST_NAMED = 10

/** A run that is newer than the one that is taken, and why it is not taken; when it started is null where it cannot be read. */
export interface SkippedRun {
  run: string
  startedAt: string | null
  reason: string
}

/** What was written of a run, and what it says otherwise than before. */
export function acceptedText(
  { run, startedAt }: { run: string; startedAt: string },
  of: { accepted: readonly Accepted[]; leftOut: readonly AcceptedSuite[]; skipped: readonly SkippedRun[] },
  columns: number,
): string {
  const { accepted, leftOut, skipped } = of
  const [newest, ...others] = skipped
  const instead = newest === undefined ? '' : `, not the newest, ${newest.run}${agedText(newest.startedAt)}: ${newest.reason}`
  return [
    ...prose(`Takes run ${run}${agedText(startedAt)}${instead}`, columns),
    ...others.flatMap((one) => prose(`passed over too: ${one.run}${agedText(one.startedAt)}: ${one.reason}`, columns)),
    ...(leftOut.length === 0 ? [] : prose(leftOutText(leftOut), columns)),
    ...accepted.flatMap((one) => ['', ...suiteLines(one, columns)]),
    ...(accepted.some(({ written }) => written)
      ? ['', ...prose('Commit what was written: it is what later runs are compared with.', columns)]
      : []),
  ].join('\n')
}

/** ` of 2026-11-28 (2 days old)` */
function agedText(startedAt: string | null): string {
  if (startedAt === null) return ''
  const minutes = Math.floor(Math.max(0, Date.now() - Date.parse(startedAt)) / 60_000)
  const hours = Math.floor(minutes / 60)
  const age = hours >= 48 ? count(Math.floor(hours / 24), 'day') : hours > 0 ? count(hours, 'hour') : count(minutes, 'minute')
  return ` of ${startedAt.slice(0, 10)} (${age} old)`
}

function suiteLines({ suite, path, written, changes, unread }: Accepted, columns: number): string[] {
  const cases = count(suite.cases.length, 'case')
  const what = written ? (changes === null ? `new, ${cases}` : cases) : `nothing changed, left as it was, ${cases}`
  const isLost = ({ errorClass }: ComparedCase) => errorClass === 'infrastructure' || errorClass === 'missing'
  const lost = suite.cases.filter(isLost).length
  const unknown = suite.cases.filter((one) => !isLost(one) && isRight(one, suite.run.task) === null).length
  return [
    ...prose(`${shortPath(path)}: ${suite.run.suite}: ${what}`, columns),
    ...[
      ...(unread === undefined ? [] : [`in place of a file that could not be read: ${unread}`]),
      ...(changes === null ? [] : changeTexts(changes)),
      ...(written && changes !== null && changeTexts(changes).length === 0 ? ['the same cases, in a file of another name'] : []),
      ...(lost === 0 ? [] : [`${count(lost, 'case')} did not run: later runs are not compared on ${lost === 1 ? 'it' : 'them'}`]),
      ...(unknown === 0
        ? []
        : [
            `${count(unknown, 'case')} neither right nor wrong, since nobody knows: no ratchet holds ${unknown === 1 ? 'it' : 'them'}`,
          ]),
    ].flatMap((text) => prose(text, columns - 2).map((line) => `  ${line}`)),
  ]
}

function changeTexts(changes: BaselineChanges): string[] {
  const { newlyWrong, newlyRight, changed, added, removed, edited, renamed, figures, run } = changes
  const named: [string, readonly string[]][] = [
    ['newly wrong', newlyWrong],
    ['newly right', newlyRight],
    ['of another class', changed],
    ['added', added],
    ['removed', removed],
    ['edited', edited],
    ['renamed', renamed],
  ]
  return [
    ...named.flatMap(([name, ids]) => (ids.length === 0 ? [] : [`${ids.length} ${name}: ${capped(ids, MOST_NAMED).join(', ')}`])),
    ...(figures === 0 ? [] : [`${count(figures, 'case')} of the same class with other figures`]),
    ...(run.length === 0 ? [] : [`another ${run.join(', ')}`]),
  ]
}

/** Which baselines there are, a row each. */
export function shownText(dir: string, baselines: readonly ({ name: string } & ComparedSuite)[], columns: number): string {
  if (baselines.length === 0)
    return prose(`no baseline in ${dir}: \`npx vitest-docket baseline accept\` makes one of a run`, columns).join('\n')
  const table = {
    columns: [
      { header: 'file' },
      { header: 'suite' },
      { header: 'cases', align: 'right' as const },
      { header: 'run of' },
      { header: 'judge' },
    ],
    rows: baselines.map(({ name, run, cases }) =>
      [
        name,
        run.suite,
        String(cases.length),
        run.startedAt.slice(0, 10),
        [run.judge.name, run.judge.model].filter(Boolean).join(' '),
      ].map(plainText),
    ),
  }
  return textTable(table, columns).join('\n')
}

/** From the working directory, where it is below. */
function shortPath(path: string): string {
  const below = relative(process.cwd(), path).replaceAll('\\', '/')
  return below.startsWith('..') || isAbsolute(below) ? path : below
}

function prose(text: string, columns: number): string[] {
  return wrap(plainText(text), columns)
}
