import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { messageOf, OptionError } from '../errors.js'
import type { CaseLine, RunEnd, RunLine, SuiteHeader } from '../schema/record.js'
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
  /** Cases that they have, and how many of those are finished. */
  cases: number
  finished: number
  /** The newest came to its end, and nothing of it is left to ask. */
  over: boolean
  /** Live systems of them that have no `version`. */
  unversioned: string[]
  warnings: string[]
}

/**
 * Looks at a run that is to be gone on with, and at those that it went on with. Throws an `OptionError` where there is no such run, nothing of it was written, or `rerun` is not known, and
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
  const unversioned = new Set<string>()
  let sequence = 0
  const read = folders.map((dir) => {
    const lines = readRunFiles(dir)
    const first = lines.find((line) => line.kind === 'run')
    if (first?.kind !== 'run') throw new OptionError(whyNone(dir))
    let end: RunEnd | undefined
    const own = new Map<string, CaseLine>()
    for (const line of lines) {
      if (line.kind === 'end') end = line.end
      if (line.kind === 'suite' && mayHaveChanged(line.header)) unversioned.add(line.header.system.name)
      if (line.kind !== 'case') continue
      sequence = Math.max(sequence, (line.record.sequence ?? -1) + 1)
      own.set(caseKey(line), later(own.get(caseKey(line)), line))
    }
    for (const [key, { record }] of own) if (!latest.has(key)) latest.set(key, { record })
    return { id: first.run, dir: resolve(dir), end }
  })
  const cases = latest.size
  const finished = [...latest.values()].filter(({ record }) => isFinished(record, known ?? null)).length
  const [newest] = read
  const end = newest?.end
  const over = end !== undefined && !end.interrupted && end.noResult.length === 0 && finished === cases
  return {
    runs: read.map(({ id, dir }) => ({ id, dir })),
    rerun: known ?? null,
    ...{ sequence, cases, finished, over, unversioned: [...unversioned] },
    warnings: [...missingRun(folders), ...(over ? [overText(newest?.id ?? folder)] : [])],
  }
}

/** A run that was killed in its first line left its files, and no more. */
function whyNone(dir: string): string {
  return statSync(dir).isDirectory() && readdirSync(dir).some((name) => name.endsWith('.jsonl'))
    ? `the run at ${dir} holds nothing that can be gone on with: the first line of its files was cut off; start another with \`vitest run\``
    : `no run at ${dir}: the folder of one holds a .jsonl file for each worker`
}

/** Whoever names such a run may want that: of several shards some are done. */
function overText(run: string): string {
  return `resumed: ${run} came to its end and nothing of it is left to ask: what it has is taken over as it is`
}

/** Whether nobody can tell that the system of a suite is the one that answered then. */
export function mayHaveChanged({ system }: SuiteHeader): boolean {
  return system.live && system.version === undefined
}

export function mayHaveChangedText(system: string): string {
  return `${system} has no \`version\`: its answers are taken over, though nobody can tell whether it has changed since; with one, a changed system is asked again`
}

/** What the environment asks a run to go on with; null where it asks for nothing. */
export function resumptionOf(environment: NodeJS.ProcessEnv): Resumption | null {
  const { [RESUME]: folder, [RERUN]: rerun } = environment
  if (!folder && rerun) throw refusal(`${RERUN}: set ${RESUME} to the folder of the run whose failures are asked again`)
  if (!folder) return null
  try {
    return openResumption(folder, rerun || undefined)
  } catch (error) {
    throw refusal(`the run does not start: ${rerun ? `${RESUME}, ${RERUN}` : RESUME}: ${messageOf(error)}`)
  }
}

/** An error of whoever calls Vitest, which prints what it has of a stack: frames of this package would tell them nothing. */
export function refusal(message: string): OptionError {
  const error = new OptionError(message)
  error.stack = `${error.name}: ${message}`
  return error
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
