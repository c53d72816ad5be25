import { groupBy } from '../src/group-by.js'
import { SuiteHeader } from '../src/schema/record.js'
import { type SuitePart, shardFaults, wholeHeader } from './shards.js'

/** Of a task in a report that is merged, what both Vitests have and is needed here. */
export interface BlobTask {
  type: string
  id: string
  name: string
  mode?: string
  meta: Record<string, unknown>
  result?: BlobResult | undefined
  /** Of a test or suite that is not at the top of its file. */
  suite?: BlobTask | undefined
  file?: BlobTask
  logs?: { taskId?: string | undefined }[]
  tasks?: BlobTask[]
}

export interface BlobFile extends BlobTask {
  filepath: string
  projectName?: string | undefined
  tasks: BlobTask[]
}

interface BlobResult {
  state: string
  errors?: { message?: string | undefined }[] | undefined
  startTime?: number | undefined
  duration?: number | undefined
  note?: string | undefined
}

/**
 * Makes one file of all that are of one path and project, in place, so that every reporter and the exit code see the whole: Vitest keeps the last of them only. What is
 * wrong with the shards becomes an error of the file. Files of other projects than `projects` stay as they are. Returns the names of the runs that suites are from.
 */
export function fuseBlobs(files: BlobFile[], projects: ReadonlySet<string>): string[] {
  const ours = files.filter(({ projectName = '', meta }) => projects.has(projectName) && meta['typecheck'] !== true)
  const groups = [...groupBy(ours, keyOf).values()].map(byShard)
  const runs = groups.flat().flatMap(runsOf)
  renumberDispatch(groups.flat())
  const fused = new Set(groups.map(fuse))
  files.splice(0, files.length, ...files.filter((file) => fused.has(file) || !ours.includes(file)))
  return [...new Set(runs)]
}

/** Suites and what did not load are fused whatever they are labelled; other tests may run under several labels, and then are not the same. */
function keyOf(file: BlobFile): string {
  const shared = file.tasks.length === 0 || partsOf(file).length > 0
  return JSON.stringify([file.projectName ?? '', file.filepath, shared ? '' : (file.meta['__vitest_label__'] ?? '')])
}

function byShard(parts: readonly BlobFile[]): BlobFile[] {
  return parts.toSorted((a, b) => shardIndex(a) - shardIndex(b))
}

function shardIndex(file: BlobFile): number {
  return Math.min(...partsOf(file).map(({ header }) => header.shard?.index ?? 0), Number.MAX_SAFE_INTEGER)
}

function suitesOf({ tasks = [] }: BlobTask): BlobTask[] {
  return tasks.flatMap((task) => (task.type === 'suite' ? [task, ...suitesOf(task)] : []))
}

function runsOf(file: BlobFile): string[] {
  return suitesOf(file).flatMap(({ meta: { docketRun } }) => (typeof docketRun === 'string' ? [docketRun] : []))
}

const headers = new WeakMap<object, SuiteHeader | null>()

function headerOf({ meta: { docketSuite } }: BlobTask): SuiteHeader | null {
  if (typeof docketSuite !== 'object' || docketSuite === null) return null
  const known = headers.get(docketSuite)
  if (known !== undefined) return known
  const parsed = SuiteHeader.safeParse(docketSuite)
  const header = parsed.success ? parsed.data : null
  headers.set(docketSuite, header)
  return header
}

function partsOf(file: BlobFile): SuitePart[] {
  return suitesOf(file).flatMap((suite) => {
    const header = headerOf(suite)
    return header === null ? [] : [{ header, cases: casesOf(suite).map(caseOf) }]
  })
}

function casesOf({ tasks = [] }: BlobTask): BlobTask[] {
  return tasks.filter(({ meta }) => typeof meta['docketCase'] === 'string')
}

function caseOf({ meta, result }: BlobTask): SuitePart['cases'][number] {
  return { id: String(meta['docketCase']), done: meta['docket'] !== undefined || result?.state === 'fail', why: result?.note }
}

/**
 * Counts the dispatch through all shards, one after the other: what stood in a row in a shard still does, and the positional check would not see an outage of
 * one shard between the cases of the others.
 */
function renumberDispatch(files: readonly BlobFile[]): void {
  const byIndex = new Map<number, { sequence: number }[]>()
  for (const suite of files.flatMap(suitesOf)) {
    const index = headerOf(suite)?.shard?.index
    if (index === undefined) continue
    const records = casesOf(suite).flatMap(({ meta: { docket } }) => (hasSequence(docket) ? [docket] : []))
    byIndex.set(index, [...(byIndex.get(index) ?? []), ...records])
  }
  let offset = 0
  for (const [, records] of [...byIndex].sort(([a], [b]) => a - b)) {
    const next = records.reduce((most, { sequence }) => Math.max(most, offset + sequence + 1), offset)
    for (const record of records) record.sequence += offset
    offset = next
  }
}

function hasSequence(record: unknown): record is { sequence: number } {
  return typeof record === 'object' && record !== null && 'sequence' in record && typeof record.sequence === 'number'
}

/** Takes everything of a file's parts into the first of them. */
function fuse(parts: readonly BlobFile[]): BlobFile {
  const [file, ...others] = parts
  if (file === undefined) throw new RangeError('no file to fuse')
  const bySuite = groupBy(parts.flatMap(partsOf), ({ header }) => header.suite)
  const faults = [...bySuite.values()].flatMap(shardFaults)
  const died = others.length > 0 ? parts.filter(isUnfinished).length : 0
  if (died > 0) faults.push('a shard of this file ended without a result; its worker may have died')
  for (const other of others) take(file, other)
  for (const suite of suitesOf(file)) {
    const header = headerOf(suite)
    const all = header === null ? undefined : bySuite.get(header.suite)
    if (all !== undefined) suite.meta = { ...suite.meta, docketSuite: wholeHeader(all.map((part) => part.header)) }
  }
  if (others.length > 0) adopt(file, file)
  if (faults.length > 0) {
    const errors = faults.map((message) => ({ name: 'Error', message, stack: `Error: ${message}`, stacks: [] }))
    file.result = { ...file.result, state: 'fail', errors: [...(file.result?.errors ?? []), ...errors] }
  }
  return file
}

function isUnfinished({ mode, result }: BlobTask): boolean {
  return mode !== 'skip' && mode !== 'todo' && (result === undefined || result.state === 'run' || result.state === 'queued')
}

/** Adds what another part has to a file or suite: cases that it lacks, and the worse result of what both have. */
function take(mine: BlobTask, other: BlobTask): void {
  const declares = headerOf(mine) === null && headerOf(other) !== null
  if (declares || (mine.type === 'test' && rank(other.result) > rank(mine.result))) mine.meta = other.meta
  mine.result = worse(mine.result, other.result)
  if (mine.mode === 'skip' && other.mode !== undefined) mine.mode = other.mode
  if (other.logs !== undefined) mine.logs = [...(mine.logs ?? []), ...other.logs]
  if (mine.tasks === undefined || other.tasks === undefined) return
  const known = named(mine.tasks)
  for (const [key, task] of named(other.tasks)) {
    const same = known.get(key)
    if (same === undefined) mine.tasks.push(task)
    else take(same, task)
  }
}

/** By kind and name; of several of one name the first of one part is that of another. */
function named(tasks: readonly BlobTask[]): Map<string, BlobTask> {
  const seen = new Map<string, number>()
  return new Map(
    tasks.map((task) => {
      const key = JSON.stringify([task.type, task.name, task.meta['docketCase'] ?? null])
      const nth = seen.get(key) ?? 0
      seen.set(key, nth + 1)
      return [`${key}${nth}`, task]
    }),
  )
}

const FROM_BEST = ['skip', 'pass', 'fail']

function rank(result: BlobResult | undefined): number {
  return result === undefined ? 0 : FROM_BEST.indexOf(result.state) + 1
}

/** Both in one: failed where one did, with the errors of both; as long as both together. */
function worse(a: BlobResult | undefined, b: BlobResult | undefined): BlobResult | undefined {
  if (a === undefined || b === undefined) return a ?? b
  const [worst, better] = rank(b) > rank(a) ? [b, a] : [a, b]
  const messages = new Set((worst.errors ?? []).map(({ message }) => message))
  const errors = [...(worst.errors ?? []), ...(better.errors ?? []).filter(({ message }) => !messages.has(message))]
  const starts = [a.startTime, b.startTime].filter((time) => time !== undefined)
  return {
    ...worst,
    ...(errors.length === 0 ? {} : { errors }),
    ...(starts.length === 0 ? {} : { startTime: Math.min(...starts) }),
    ...(a.duration === undefined && b.duration === undefined ? {} : { duration: (a.duration ?? 0) + (b.duration ?? 0) }),
  }
}

/** Everything below a file is made its own, and named anew: two parts number their tasks alike. */
function adopt(parent: BlobTask, file: BlobTask): void {
  parent.tasks?.forEach((task, i) => {
    task.id = `${parent.id}_${i}`
    task.file = file
    if (parent !== file || task.suite !== undefined) task.suite = parent
    for (const log of task.logs ?? []) log.taskId = task.id
    adopt(task, file)
  })
}
