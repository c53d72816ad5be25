import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { DocketError, messageOf } from '../../errors.js'
import { type Benchmark, revisionOf } from './benchmark.js'
import { LOCK } from './place.js'

/** What the first download of files without a known hash brought, and which optional files were not there. */
export const DownloadLock = z.strictObject({
  revision: z.string(),
  files: z.record(z.string(), z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().min(0) })),
  absent: z.array(z.string()).optional(),
})
export type DownloadLock = z.infer<typeof DownloadLock>

/**
 * The lock of a benchmark's folder; an empty one where there is none, or where it is of other revisions, since a lock says nothing of
 * those. Throws a `DocketError` for a file that is no lock: a lock that is lost would let anything in.
 */
export async function readDownloadLock(folder: string, benchmark: Benchmark): Promise<DownloadLock> {
  const file = join(folder, LOCK)
  const empty: DownloadLock = { revision: revisionOf(benchmark), files: {} }
  try {
    const lock = DownloadLock.parse(JSON.parse(await readFile(file, 'utf8')))
    return lock.revision === empty.revision ? lock : empty
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty
    throw new DocketError(
      `${file} cannot be read; restore it, or delete it to accept the files that are published now: ${messageOf(error)}`,
      { cause: error },
    )
  }
}

export async function writeDownloadLock(folder: string, { revision, files, absent = [] }: DownloadLock): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)))
  const lock = { revision, files: sorted, ...(absent.length === 0 ? {} : { absent: absent.toSorted() }) }
  await writeFileAtomic(join(folder, LOCK), `${JSON.stringify(lock, null, 2)}\n`)
}
