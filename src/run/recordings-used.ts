import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordingUse, WholeRun } from '../cassettes/prune.js'
import { groupBy } from '../group-by.js'
import type { CaseLine, RunEnd, RunLine, SuiteHeader } from '../schema/record.js'
import { count } from '../text/count.js'
import { readRunFiles } from './run-files.js'

/** One suite in one run. */
interface SuiteRun {
  /** Project, file and name: two files may name their suites alike. */
  place: string
  suite: string
  /** Why the run is not whole; null where it is. */
  why: string | null
  run: WholeRun
}

/**
 * What the runs of a folder used. Throws a `DatasetError` for a run that cannot be read, since nobody knows what it used.
 *
 * @param runs Such as `.docket/runs`; a folder that is not there has no runs.
 */
export function recordingsUsed(runs: string): RecordingUse {
  const used = new Set<string>()
  const suiteRuns: SuiteRun[] = []
  // One after another: a run holds every passage of every case.
  for (const folder of existsSync(runs) ? readdirSync(runs).sort() : []) {
    const lines = readRunFiles(join(runs, folder))
    for (const { recordings } of casesOf(lines)) for (const key of recordings) used.add(key)
    suiteRuns.push(...suitesOf(lines))
  }
  const bySuite = [...groupBy(suiteRuns, ({ suite }) => suite)]
  return { used, suites: new Map(bySuite.map(([suite, ofSuite]) => [suite, wholeRuns(ofSuite)])) }
}

/** An entry names only the suite, so of several of one name each must have been run whole before anything of that name may go. */
function wholeRuns(ofSuite: readonly SuiteRun[]): { runs: WholeRun[]; why: string } {
  const places = [...groupBy(ofSuite, ({ place }) => place).values()]
  const lacking = places.find((ofPlace) => ofPlace.every(({ why }) => why !== null))
  if (lacking !== undefined) return { runs: [], why: `no kept run has all of it: ${lacking.at(-1)?.why ?? ''}` }
  const whole = ofSuite.filter(({ why }) => why === null).map(({ run }) => run)
  const newestFirst = whole.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
  if (places.length === 1) return { runs: newestFirst, why: '' }
  const since = places.map((ofPlace) => ofPlace.findLast(({ why }) => why === null)?.run.startedAt ?? '').sort()[0] ?? ''
  return { runs: newestFirst.filter(({ startedAt }) => startedAt <= since), why: '' }
}

function suitesOf(lines: readonly RunLine[]): SuiteRun[] {
  const startedAt = lines.find((line) => line.kind === 'run')?.startedAt ?? ''
  const end = lines.findLast((line) => line.kind === 'end')?.end
  const headers = lines.flatMap((line) => (line.kind === 'suite' ? [line] : []))
  const cases = casesOf(lines)
  return headers.map(({ project, header }) => {
    const own = cases.filter(
      (line) => line.project === project && line.record.file === header.file && line.record.suite === header.suite,
    )
    // The last line of a case is its last attempt.
    const last = [...new Map(own.map(({ record }) => [record.id, record])).values()]
    const unseen = last.filter(({ failure, unscored }) => failure !== undefined || Object.values(unscored).includes('budget'))
    return {
      place: JSON.stringify([project, header.file, header.suite]),
      suite: header.suite,
      why: notWhole(header, last.length, end, startedAt),
      run: {
        startedAt,
        keys: new Set(own.flatMap(({ recordings }) => recordings)),
        unseen: new Set(unseen.flatMap(({ id, item }) => [id, item])),
      },
    }
  })
}

function notWhole(header: SuiteHeader, cases: number, end: RunEnd | undefined, startedAt: string): string | null {
  const { selected, total, partial, trials } = header
  const said = (why: string) => `the run of ${startedAt} ${why}`
  if (end === undefined) return said('has no end')
  if (end.interrupted) return said('was interrupted')
  if (end.shard !== null) return said(`is shard ${end.shard}`)
  const reasons = [...partial, ...end.partial]
  if (reasons.length > 0) return said(`is partial (${reasons.join('; ')})`)
  if (selected < total) return said(`is a sample of ${selected} of ${count(total, 'item')}`)
  if (cases < total * trials) return said(`has ${cases} of ${count(total * trials, 'case')}`)
  return null
}

function casesOf(lines: readonly RunLine[]): CaseLine[] {
  return lines.flatMap((line) => (line.kind === 'case' ? [line] : []))
}
