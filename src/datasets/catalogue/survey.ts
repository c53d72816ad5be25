import type { Benchmark, CatalogueFile } from './benchmark.js'
import { type Expected, fingerprint, sizeOf } from './hash.js'
import { type DownloadLock, readDownloadLock } from './lock.js'
import { placeOf } from './place.js'
import { inPool } from './pool.js'

const AT_ONCE = 4

/**
 * What is known of a file before anything is asked. `right`: there, with the hash that it should have · `differs`: there, with another
 * size or hash than its holder has · `unheld`: there, and nobody has a hash for it · `missing`: not there · `absent`: not there, and
 * not there upstream when it was asked for.
 */
export type FileState =
  | { path: string; state: 'right' | 'unheld' | 'absent' }
  | { path: string; state: 'missing'; optional: boolean }
  | { path: string; state: 'differs'; held: 'catalogue' | 'lock'; expected: string; received: string }

export interface Survey {
  lock: DownloadLock
  /** Of the files that are downloaded, in the catalogue's order. */
  files: FileState[]
  /** Of those that are made of them. */
  derived: FileState[]
}

/**
 * Holds what is in `folder` against the catalogue and `docket.lock.json`; with `updateLock` against the catalogue alone. Asks nobody and
 * writes nothing. Where nothing is there, every file is `missing`. Throws a `DocketError` for a path that leads out of the folder and for
 * a lock that cannot be read.
 */
export async function survey(benchmark: Benchmark, folder: string, updateLock = false): Promise<Survey> {
  const files = benchmark.sources.flatMap((source) => source.files)
  const places = [...files, ...benchmark.derived].map(({ path }) => placeOf(folder, path))
  const lock = await readDownloadLock(folder, benchmark)
  const states: FileState[] = []
  await inPool([...places.entries()], AT_ONCE, async ([index, place]) => {
    const file = files[index]
    const pinned = file ?? benchmark.derived[index - files.length]
    if (pinned === undefined) return
    const { path } = pinned
    const there = await inspect(place, file === undefined || updateLock ? pinned : expectedOf(file, lock))
    if (typeof there === 'object')
      states[index] = { path, state: 'differs', held: pinned.sha256 === undefined ? 'lock' : 'catalogue', ...there }
    else if (there !== 'missing') states[index] = { path, state: there }
    else if (!updateLock && lock.absent?.includes(path)) states[index] = { path, state: 'absent' }
    else states[index] = { path, state: 'missing', optional: file?.optional ?? false }
  })
  return { lock, files: states.slice(0, files.length), derived: states.slice(files.length) }
}

/** The catalogue's word counts; where it has none, the lock's. */
export function expectedOf({ path, sha256, bytes }: CatalogueFile, { files }: DownloadLock): Expected {
  return sha256 === undefined && Object.hasOwn(files, path) ? (files[path] ?? {}) : { sha256, bytes }
}

type Inspected = 'right' | 'unheld' | 'missing' | { expected: string; received: string }

async function inspect(place: string, { sha256, bytes }: Expected): Promise<Inspected> {
  const size = await sizeOf(place)
  if (size === null) return 'missing'
  // The size says most of what is wrong, and costs nothing.
  if (bytes !== undefined && size !== bytes) return { expected: `${bytes} bytes`, received: `${size} bytes` }
  if (sha256 === undefined) return 'unheld'
  const found = await fingerprint(place)
  if (found === null) return 'missing'
  return found.sha256 === sha256 ? 'right' : { expected: sha256, received: found.sha256 }
}
