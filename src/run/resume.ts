import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { messageOf, OptionError } from '../errors.js'
import type { CaseLine, RunLine, SuiteHeader } from '../schema/record.js'
import { readRunFiles, resumedBy, resumedRuns } from './run-files.js'

/** What is asked again of a run that is gone on with, beside what it did not finish. */
export const RERUNS = ['infrastructure'] as const
export type Rerun = (typeof RERUNS)[number]

/** The environment variables by which a run goes on with another: its folder, and what of it is asked again. */
export const RESUME = 'DOCKET_RESUME'
export const RERUN = 'DOCKET_RERUN'

/** What a run goes on with. Plain data: it crosses to the workers. */
export interface Resumption {
  /** The run, and those that it went on with itself, the newest first. */
  runs: { id: string; dir: string }[]
  rerun: Rerun | null
  /** The first place in the order of dispatch that no case of them has. */
  sequence: number
  /** Cases that are finished in them. */
  finished: number
  warnings: string[]
}

/**
 * Looks at a run that is to be gone on with, and at those that it went on with. Throws an `OptionError` where there is no such run, or `rerun` is not known, and
 * a `DatasetError` for lines that cannot be read.
 */
export function openResumption(folder: string, rerun?: string): Resumption {
  const known = RERUNS.find((name) => name === rerun)
  if (rerun !== undefined && known === undefined) {
    throw new OptionError(`what is asked again: expected ${RERUNS.join(' or ')}, received ${JSON.stringify(rerun)}`)
  }
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new OptionError(`no run at ${folder}: give the folder of one, such as .docket/runs/2026-11-30T10-00-00-000Z-1a2b`)
  }
  const folders = resumedRuns(folder)
  const latest = new Map<string, { record: CaseLine['record'] }>()
  let sequence = 0
  const runs = folders.map((dir) => {
    const lines = readRunFiles(dir)
    const first = lines.find((line) => line.kind === 'run')
    if (first?.kind !== 'run') throw new OptionError(`no run at ${dir}: the folder of one holds a .jsonl file for each worker`)
    const own = new Map<string, CaseLine>()
    for (const line of lines) {
      if (line.kind !== 'case') continue
      sequence = Math.max(sequence, (line.record.sequence ?? -1) + 1)
      own.set(caseKey(line), later(own.get(caseKey(line)), line))
    }
    for (const [key, { record }] of own) if (!latest.has(key)) latest.set(key, { record })
    return { id: first.run, dir: resolve(dir) }
  })
  const finished = [...latest.values()].filter(({ record }) => isFinished(record, known ?? null)).length
  return { runs, rerun: known ?? null, sequence, finished, warnings: missingRun(folders) }
}

/** What the environment asks a run to go on with; null where it asks for nothing. */
export function resumptionOf(environment: NodeJS.ProcessEnv): Resumption | null {
  const { [RESUME]: folder, [RERUN]: rerun } = environment
  if (!folder && rerun) throw new OptionError(`${RERUN}: set ${RESUME} to the folder of the run whose failures are asked again`)
  if (!folder) return null
  try {
    return openResumption(folder, rerun || undefined)
  } catch (error) {
    throw new OptionError(`the run does not start: ${rerun ? `${RESUME}, ${RERUN}` : RESUME}: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** A chain that breaks off costs money, and no finding. */
function missingRun(folders: readonly string[]): string[] {
  const oldest = folders.at(-1)
  const resumed = oldest === undefined ? undefined : resumedBy(oldest)
  if (oldest === undefined || resumed === undefined) return []
  return [
    `resumed: ${basename(oldest)} went on with ${resumed}, which is not at ${join(dirname(oldest), resumed)}: what it had not taken over from it is asked again`,
  ]
}

/**
 * Whether a case need not be asked again: it has a verdict, or ended without one for a reason that would still hold. A failure of the system or the judge stands unless
 * failures are rerun; what a budget left out is asked again.
 */
export function isFinished({ failure, budget, unscored }: CaseLine['record'], rerun: Rerun | null): boolean {
  if (budget !== undefined || Object.values(unscored).includes('budget')) return false
  return failure === undefined || rerun !== 'infrastructure'
}

/** A case of an earlier run, and how its suite was declared there. */
export interface EarlierLine {
  run: string
  header: SuiteHeader
  line: CaseLine
}

/** Of one run that is gone on with: its cases of one suite file, by project, suite and id; of several lines of a case the last. */
export type EarlierRun = ReadonlyMap<string, EarlierLine>

/** The cases of a suite file in the runs that are gone on with, the newest run first. */
export function earlierRuns({ runs }: Pick<Resumption, 'runs'>, file: string): EarlierRun[] {
  const name = JSON.stringify(file)
  return runs.map(({ id, dir }) =>
    casesOf(
      id,
      readRunFiles(dir, (text) => !text.includes('"kind":"case"') || text.includes(name)),
    ),
  )
}

/** A run of watch mode holds several declarations of a suite; a case belongs to the one before it in its worker's file. */
function casesOf(run: string, lines: readonly RunLine[]): EarlierRun {
  const cases = new Map<string, EarlierLine>()
  const headers = new Map<string, SuiteHeader>()
  for (const line of lines) {
    if (line.kind === 'run') headers.clear()
    if (line.kind === 'suite') headers.set(suiteKey(line.project, line.header), line.header)
    if (line.kind !== 'case') continue
    const header = headers.get(suiteKey(line.project, line.record))
    const key = caseKey(line)
    const before = cases.get(key)
    if (header !== undefined && later(before?.line, line) === line) cases.set(key, { run, header, line })
  }
  return cases
}

/** Of two lines of one case the one that began later; of equals the second. */
function later(first: CaseLine | undefined, second: CaseLine): CaseLine {
  return first !== undefined && (first.record.startedAt ?? 0) > (second.record.startedAt ?? 0) ? first : second
}

function suiteKey(project: string, { file, suite }: { file: string; suite: string }): string {
  return JSON.stringify([project, file, suite])
}

function caseKey({ project, record }: CaseLine): string {
  return earlierKey(project, record, record.id)
}

/** What a case is found by in an earlier run. */
export function earlierKey(project: string, { file, suite }: { file: string; suite: string }, id: string): string {
  return JSON.stringify([project, file, suite, id])
}
