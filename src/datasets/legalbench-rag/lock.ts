import { existsSync, readFileSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { type DataFault, DatasetError, messageOf } from '../../errors.js'
import { locate } from '../lines.js'
import { composed } from './files.js'

const Lock = z.strictObject({ schemaVersion: z.literal(1), sha256: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)) })

/** SHA-256 in hex of each document's bytes, by the document's `file_path` in NFC. */
export type Hashes = ReadonlyMap<string, string>

/** The hashes of a lock file; undefined where there is no such file. Throws a `DatasetError` for a file that is no lock. */
export function readLock(path: string | URL): Hashes | undefined {
  const { file, full } = locate(path)
  if (!existsSync(full)) return undefined
  try {
    const { sha256 } = Lock.parse(JSON.parse(readFileSync(full, 'utf8')))
    return new Map(Object.entries(sha256).map(([document, hash]) => [composed(document), hash]))
  } catch (error) {
    throw new DatasetError(
      `the lock file ${file} cannot be read; expected { "schemaVersion": 1, "sha256": { file_path: hash } }: ${messageOf(error)}`,
      [],
      { cause: error },
    )
  }
}

/** Writes a lock file, documents sorted. */
export async function writeLockFile(path: string | URL, hashes: Hashes): Promise<void> {
  const sha256 = Object.fromEntries([...hashes].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  await writeFileAtomic(locate(path).full, `${JSON.stringify({ schemaVersion: 1, sha256 }, null, 2)}\n`)
}

/** What a document's hash says against the lock; undefined where it is the one that was locked. */
export function lockMessage(path: string | URL, locked: string | undefined, hash: string | undefined): string | undefined {
  if (locked === hash) return undefined
  const { file } = locate(path)
  if (locked === undefined)
    return `not in ${file}; delete that file and call writeLock() again if the document belongs to the corpus`
  if (hash === undefined) return `no such file, though ${file} has its hash`
  return `its bytes are others than when ${file} was written (SHA-256 ${hash.slice(0, 12)}…, expected ${locked.slice(0, 12)}…); restore the document, or delete that file and call writeLock() again if the change is meant`
}

/** Every document that differs from the lock, is missing, or is not in it. */
export function lockFaults(path: string | URL, locked: Hashes, found: Hashes): DataFault[] {
  return [...new Set([...locked.keys(), ...found.keys()])].toSorted().flatMap((document) => {
    const message = lockMessage(path, locked.get(document), found.get(document))
    return message === undefined ? [] : [{ file: document, field: '', message }]
  })
}
