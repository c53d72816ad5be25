import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type DataFault, DatasetError } from '../errors.js'
import { issueText } from '../schema/issue.js'
import { RECORD_VERSION, RunLine } from '../schema/record.js'
import { upgradeLine } from './upgrade-record.js'

type Unversioned<Line> = Line extends unknown ? Omit<Line, 'schemaVersion'> : never

export interface RunWriter {
  append(line: Unversioned<RunLine>): void
}

/** Which run, and where its files are. */
export interface RunPlace {
  id: string
  dir: string
  /** ISO 8601 date and time. */
  startedAt: string
  /** The run that this one goes on with. */
  resumes?: string | undefined
}

/**
 * Opens a worker's file of a run. Every line is appended synchronously and whole, so that an interrupt, a crash or a killed worker
 * loses nothing that had ended.
 */
export function openRunFile({ dir, id, startedAt, resumes }: RunPlace, worker: string): RunWriter {
  mkdirSync(dir, { recursive: true })
  const path = join(dir, `${worker}.jsonl`)
  const append: RunWriter['append'] = (line) =>
    appendFileSync(path, `${JSON.stringify({ schemaVersion: RECORD_VERSION, ...line })}\n`)
  if (!existsSync(path)) append({ kind: 'run', run: id, startedAt, worker, ...(resumes === undefined ? {} : { resumes }) })
  return { append }
}

/**
 * Reads every file of a run's folder, in order of name, or one file of its lines. Lines of record version 3 are read as the present ones; other versions are refused by
 * name. A last line that a crash cut off is left out; any other line that is no run record is a fault, and all faults come in one `DatasetError`.
 *
 * @param wanted Whether a line, as its text, is of use; what is not is not even parsed.
 */
export function readRunFiles(run: string, wanted: (text: string) => boolean = () => true): RunLine[] {
  const faults: DataFault[] = []
  const lines: RunLine[] = []
  const isFolder = statSync(run).isDirectory()
  const files = isFolder ? readdirSync(run).filter((name) => name.endsWith('.jsonl')) : [basename(run)]
  for (const file of files.sort()) {
    const texts = readFileSync(isFolder ? join(run, file) : run, 'utf8').split('\n')
    const cutOff = texts.pop() ?? ''
    texts.forEach((text, index) => {
      if (!wanted(text)) return
      const parsed = parseLine(text)
      if (typeof parsed === 'string') faults.push({ file, line: index + 1, field: '', message: parsed })
      else lines.push(parsed)
    })
    const last = cutOff === '' || !wanted(cutOff) ? null : parseLine(cutOff)
    if (last !== null && typeof last !== 'string') lines.push(last)
  }
  if (faults.length > 0) throw new DatasetError(`${run}: no run that can be read`, faults)
  return lines
}

function parseLine(text: string): RunLine | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'expected one JSON object a line'
  }
  const upgraded = upgradeLine(value)
  if ('refused' in upgraded) return upgraded.refused
  const parsed = RunLine.safeParse(upgraded.line)
  return parsed.success ? parsed.data : issueText(parsed.error)
}

/** How many runs are kept: each holds every passage of every case. */
const KEPT_RUNS = 10
/** A folder that was written to so lately may belong to a run under way. */
const LATELY_MS = 3_600_000

/**
 * Removes the oldest runs of a folder, so that ten are left, and with them the runs that they go on with. Their names begin with the time, so they sort by
 * age.
 */
export function pruneRuns(folder: string): void {
  if (!existsSync(folder)) return
  const runs = readdirSync(folder).sort()
  const kept = new Set(runs.slice(-KEPT_RUNS).flatMap((run) => resumedRuns(join(folder, run)).map((path) => basename(path))))
  for (const path of runs.filter((run) => !kept.has(run)).map((run) => join(folder, run))) {
    if (Date.now() - statSync(path).mtimeMs > LATELY_MS) rmSync(path, { recursive: true, force: true })
  }
}

/** A run's folder, and behind it those of the runs that it goes on with, as far as they are there, the newest first. */
export function resumedRuns(run: string): string[] {
  const chain: string[] = []
  let at: string | undefined = run
  while (at !== undefined && !chain.includes(at) && existsSync(at)) {
    chain.push(at)
    const resumes = resumedBy(at)
    at = resumes === undefined ? undefined : join(dirname(at), basename(resumes))
  }
  return chain
}

/** Name of the run that a run goes on with: of its first file that has a first line, of which no more is read. */
export function resumedBy(run: string): string | undefined {
  if (!statSync(run).isDirectory()) return undefined
  for (const file of readdirSync(run).sort()) {
    if (!file.endsWith('.jsonl')) continue
    const line = parseLine(firstLine(join(run, file)))
    if (typeof line !== 'string' && line.kind === 'run') return line.resumes
  }
  return undefined
}

const LONGEST_HEADER = 4096

function firstLine(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(LONGEST_HEADER)
    return bytes.toString('utf8', 0, readSync(file, bytes)).split('\n', 1)[0] ?? ''
  } finally {
    closeSync(file)
  }
}
