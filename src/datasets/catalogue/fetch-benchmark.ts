import { mkdir, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { DocketError, messageOf, OptionError } from '../../errors.js'
import { advised, unreached } from './advice.js'
import { type Benchmark, type CatalogueFile, type DerivedFile, revisionOf, urlOf } from './benchmark.js'
import { derive } from './derive.js'
import { download, type Sleep, wait } from './download.js'
import { DownloadError } from './download-error.js'
import { difference, fingerprintOf } from './hash.js'
import { readDownloadLock, writeDownloadLock } from './lock.js'
import { placeOf } from './place.js'
import { inPool } from './pool.js'
import { expectedOf, type FileState, type Survey, survey } from './survey.js'
import { takeTurn } from './turn.js'

const AT_ONCE = 4

/**
 * `checked`: what is there, where something is to be done, before anything is asked · `waiting`: another process fetches into the folder ·
 * `bytes`: so much of a file is there · `retry`: and why · `done`: a file is there.
 */
export type FetchEvent =
  | { kind: 'checked'; files: FileState[] }
  | { kind: 'waiting' }
  | { kind: 'started'; files: number }
  | { kind: 'bytes'; path: string; bytes: number; total: number | null }
  | { kind: 'retry'; path: string; why: string }
  | { kind: 'done' | 'absent'; path: string; bytes: number }

export interface FetchOptions {
  /** Where the files go. */
  folder: string
  /** A URL that stands in for scheme and host of every address; the path is kept behind its own. */
  mirror?: string | undefined
  /** Fetches files without a hash in the catalogue again, and accepts them in place of what the lock says. */
  updateLock?: boolean | undefined
  signal: AbortSignal
  onEvent?: (event: FetchEvent) => void
  /** Waits between attempts. @internal */
  sleep?: Sleep
}

/** Paths of a benchmark's files, by what became of them. */
export interface Fetched {
  downloaded: string[]
  /** Were there and right. */
  kept: string[]
  /** Made here of other files. */
  made: string[]
  /** Optional, and not there upstream. */
  absent: string[]
  /** Held against nothing yet; the lock holds them from now on. */
  locked: string[]
}

interface Job {
  file: CatalogueFile
  target: string
  url: string
}

/**
 * Brings every file of a benchmark into `folder`. A file that is there and right is not fetched again, and where all are nothing is
 * asked or written; one that is wrong is named by the event `checked`, and replaced. A file whose hash the catalogue does not
 * know is held against the folder's `docket.lock.json`, which its first download writes. Of two that fetch into one folder the second
 * waits. Throws a `DownloadError` that says what to do, for a host that cannot be reached one for all files; a `DocketError` for a path
 * that leads out of the folder (before anything is asked); the signal's reason where it aborts. What has come is kept.
 */
export async function fetchBenchmark(benchmark: Benchmark, options: FetchOptions): Promise<Fetched> {
  const { folder, signal, onEvent = () => {}, sleep = wait } = options
  const jobs = jobsOf(benchmark, folder, options.mirror)
  const before = await plan(benchmark, jobs, options)
  if (before.wanted.length === 0 && before.unmade.length === 0) return before.result
  onEvent({ kind: 'checked', files: [...before.files, ...before.derived] })
  const release = await takeTurn(folder, { signal, onWait: () => onEvent({ kind: 'waiting' }), sleep })
  try {
    const todo = await plan(benchmark, jobs, options)
    const { result, unmade } = todo
    onEvent({ kind: 'started', files: todo.wanted.length })
    if (todo.wanted.length > 0) await downloadAll(benchmark, todo, options)
    for (const file of unmade) await make(benchmark, file, folder, result.locked)
    const inOrder = (paths: readonly string[]) => jobs.map(({ file }) => file.path).filter((path) => paths.includes(path))
    return {
      ...result,
      downloaded: inOrder(result.downloaded),
      absent: inOrder(result.absent),
      locked: inOrder(result.locked),
      made: unmade.map(({ path }) => path),
    }
  } finally {
    await dropEmptyFolders(folder, jobs)
    await release()
  }
}

/** What is in the folder, what is still to be done, and the result that doing it adds to. */
interface Plan extends Survey {
  wanted: Job[]
  unmade: DerivedFile[]
  result: Fetched
}

async function plan(benchmark: Benchmark, jobs: readonly Job[], { folder, updateLock = false }: FetchOptions): Promise<Plan> {
  const found = await survey(benchmark, folder, updateLock)
  // One that was not there upstream is not asked for again, unless what is here in its place is wrong.
  const isGivenUp = (path: string) => !updateLock && (found.lock.absent ?? []).includes(path)
  const pathsOf = (test: (file: FileState) => boolean) => found.files.filter(test).map(({ path }) => path)
  const kept = pathsOf(({ state }) => state === 'right')
  const absent = pathsOf(({ path, state }) => state === 'absent' || (state === 'unheld' && isGivenUp(path)))
  return {
    ...found,
    wanted: jobs.filter(({ file }) => !kept.includes(file.path) && !absent.includes(file.path)),
    unmade: benchmark.derived.filter((_, index) => found.derived[index]?.state !== 'right'),
    result: { downloaded: [], kept, made: [], absent, locked: [] },
  }
}

/** Downloads what is wanted, and writes the lock also where not everything came. */
async function downloadAll(benchmark: Benchmark, plan: Plan, options: FetchOptions): Promise<void> {
  const { lock, wanted, result } = plan
  const { folder, updateLock = false, signal, onEvent = () => {}, sleep } = options
  const files = { ...lock.files }
  const absent = new Set(updateLock ? [] : lock.absent)
  let changed = false
  let answered = false
  try {
    await inPool(wanted, AT_ONCE, async ({ file, target, url }) => {
      const { path } = file
      const expected = updateLock ? file : expectedOf(file, lock)
      try {
        const found = await download({
          url,
          target,
          expected,
          jsonLines: file.jsonLines,
          signal,
          onBytes: (bytes, total) => {
            answered = true
            onEvent({ kind: 'bytes', path, bytes, total })
          },
          onRetry: (why) => onEvent({ kind: 'retry', path, why }),
          hasAnswered: () => answered,
          sleep,
        })
        if (expected.sha256 === undefined) {
          files[path] = found
          changed = true
          result.locked.push(path)
        }
        result.downloaded.push(path)
        onEvent({ kind: 'done', path, bytes: found.bytes })
      } catch (error) {
        if (!(error instanceof DownloadError) || error.kind === 'unreachable') throw error
        if (file.optional !== true || error.status !== 404) {
          const held = file.sha256 !== undefined ? 'catalogue' : expected.sha256 !== undefined ? 'lock' : 'nothing'
          throw advised(error, { benchmark, path, target, url, held })
        }
        absent.add(path)
        changed = true
        result.absent.push(path)
        onEvent({ kind: 'absent', path, bytes: 0 })
      }
    })
  } catch (error) {
    if (!(error instanceof DownloadError) || error.kind !== 'unreachable') throw error
    const had = new Set([...result.kept, ...result.absent, ...result.downloaded])
    throw unreached(
      error,
      benchmark,
      plan.files.filter(({ path }) => !had.has(path)),
    )
  } finally {
    if (changed) await writeDownloadLock(folder, { revision: revisionOf(benchmark), files, absent: [...absent] })
  }
}

/** Throws where it comes out otherwise than the catalogue says: then a file that it is made of is not the published one. */
async function make(benchmark: Benchmark, file: DerivedFile, folder: string, locked: readonly string[]): Promise<void> {
  const target = placeOf(folder, file.path)
  try {
    const content = await derive(file, folder)
    const wrong = difference(fingerprintOf(content), file)
    if (wrong !== null) throw new DocketError(wrong)
    await mkdir(dirname(target), { recursive: true })
    await writeFileAtomic(target, content)
  } catch (error) {
    if (!('from' in file)) throw error
    if (locked.includes(file.from)) await unlock(benchmark, folder, file.from)
    throw new DocketError(
      `${benchmark.name}: ${file.path} cannot be made of ${file.from}, which is not the file that was published: ${messageOf(error)}. Fetch with \`--update-lock\` to get that file again.`,
      { cause: error },
    )
  }
}

/** Forgets what a download brought that turned out to be wrong. */
async function unlock(benchmark: Benchmark, folder: string, path: string): Promise<void> {
  const lock = await readDownloadLock(folder, benchmark)
  const files = Object.entries(lock.files).filter(([name]) => name !== path)
  await writeDownloadLock(folder, { ...lock, files: Object.fromEntries(files) })
}

/** What nothing came into would keep the benchmark's folder there, and look like data. */
async function dropEmptyFolders(folder: string, jobs: readonly Job[]): Promise<void> {
  const parents = jobs.flatMap(({ file }) => {
    const parts = file.path.split('/').slice(0, -1)
    return parts.map((_, index) => join(folder, ...parts.slice(0, index + 1)))
  })
  const deepestFirst = [...new Set(parents)].sort((a, b) => b.length - a.length)
  for (const parent of deepestFirst) await rmdir(parent).catch(() => {})
}

function jobsOf({ sources }: Benchmark, folder: string, mirror: string | undefined): Job[] {
  return sources.flatMap(({ base, files }) =>
    files.map((file) => ({ file, target: placeOf(folder, file.path), url: mirrored(urlOf(base, file), mirror) })),
  )
}

function mirrored(url: string, mirror: string | undefined): string {
  if (mirror === undefined) return url
  if (!URL.canParse(mirror) || !/^https?:$/.test(new URL(mirror).protocol))
    throw new OptionError(`\`--mirror\`: expected the URL of a host, such as https://mirror.example, received "${mirror}"`)
  // Paths go behind it: behind a query or a fragment they would be part of that, and every file the same address.
  if (/[?#]/.test(mirror))
    throw new OptionError(`\`--mirror\`: expected a URL without a query (?) or a fragment (#), received "${mirror}"`)
  return mirror.replace(/\/+$/, '') + new URL(url).pathname
}
