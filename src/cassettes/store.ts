import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { CassetteCorruptError, messageOf } from '../errors.js'
import { type CassetteEntry, corrupt, type EntryPlace, parseEntry } from './entry.js'

export function entryFile(dir: string, key: string): string {
  return join(dir, key.slice(0, 2), `${key}.json`)
}

export function placeOf(file: string): EntryPlace {
  return { place: file, wayOut: 'Restore the file from version control, or delete it and record again.' }
}

/**
 * The entry of a key in the working store; null where there is none. Throws a `CassetteCorruptError`, which names the file and the way
 * out, for one that is cut off, of another shape, or not of its key.
 */
export async function readEntry(dir: string, key: string): Promise<CassetteEntry | null> {
  const file = entryFile(dir, key)
  const entry = await readFileEntry(file)
  if (entry !== null && entry.key !== key) throw corrupt(placeOf(file), 'it is not the entry of the key that it is named after')
  return entry
}

async function readFileEntry(file: string): Promise<CassetteEntry | null> {
  const bytes = await bytesOf(file)
  return bytes === null ? null : parseEntry(bytes, placeOf(file))
}

async function bytesOf(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if (await isMissing(error, file)) return null
    throw corrupt(placeOf(file), error, error)
  }
}

/** Writes an entry whole or not at all; of two workers that write one key, the last stands. */
export async function writeEntry(dir: string, entry: CassetteEntry): Promise<void> {
  const file = entryFile(dir, entry.key)
  await mkdir(dirname(file), { recursive: true })
  await writeFileAtomic(file, `${JSON.stringify(entry, null, 2)}\n`)
}

/** As much as an entry may take: a full disk still takes an empty file. */
const PROBE = Buffer.alloc(16_384)

/** Makes the directory and writes a file that is removed again. Throws what the file system says where an entry could not be written. */
export async function probeStore(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  const file = join(dir, `.probe-${randomUUID()}`)
  try {
    await writeFile(file, PROBE)
  } finally {
    await rm(file, { force: true })
  }
}

export async function dropEntry(dir: string, key: string): Promise<void> {
  await rm(entryFile(dir, key), { force: true })
}

/** Files of the working store in order of their keys; none where the directory does not exist. */
export async function entryFiles(dir: string): Promise<string[]> {
  const files: string[] = []
  for (const folder of await namesIn(dir)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    // A temporary file that a crash left behind ends otherwise.
    const names = (await namesIn(join(dir, folder))).filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
    files.push(...names.map((name) => join(dir, folder, name)))
  }
  return files
}

/** Every entry that can be read, in order of their keys; for messages and tests, not for replaying. */
export async function* readableEntries(dir: string): AsyncGenerator<CassetteEntry> {
  for (const file of await entryFiles(dir)) {
    // A corrupt entry is reported by the call that needs it.
    const entry = await readFileEntry(file).catch(() => null)
    if (entry !== null) yield entry
  }
}

export async function listEntries(dir: string): Promise<CassetteEntry[]> {
  const entries: CassetteEntry[] = []
  for await (const entry of readableEntries(dir)) entries.push(entry)
  return entries
}

/** Every entry of the working store, one after another; throws a `CassetteCorruptError` for one that cannot be read. */
export async function* storedEntries(dir: string): AsyncGenerator<{ file: string; entry: CassetteEntry; bytes: number }> {
  for (const file of await entryFiles(dir)) {
    const bytes = await bytesOf(file)
    if (bytes !== null) yield { file, entry: parseEntry(bytes, placeOf(file)), bytes: bytes.length }
  }
}

/** Names in a directory, sorted; none where there is no such directory. Throws a `CassetteCorruptError` where it is a file, or cannot be read. */
export async function namesIn(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).sort()
  } catch (error) {
    if (await isMissing(error, dir)) return []
    throw unreadable(dir, messageOf(error), error)
  }
}

/** Whether nothing is there. A file where a folder belongs is something: what the folder held must not read as never recorded. */
async function isMissing(error: unknown, path: string): Promise<boolean> {
  const code = codeOf(error)
  // Windows says of a path through a file what it says of one that is not there.
  if (code !== 'ENOENT' && code !== 'ENOTDIR') return false
  for (let at = path; ; at = dirname(at)) {
    const found = await stat(at).catch(() => null)
    if (found === null && at !== dirname(at)) continue
    // One of that very name was written since.
    if (found === null || found.isDirectory() || (at === path && code === 'ENOENT')) return true
    throw unreadable(at, 'it is a file, and a folder belongs there', error)
  }
}

/** Of what stands where the recordings, or some of them, should. */
export function unreadable(path: string, problem: string, cause: unknown): CassetteCorruptError {
  return new CassetteCorruptError(
    `${path}: the recordings cannot be read: ${problem}. Move it away, or name another folder with \`cassettes.dir\`.`,
    { cause },
  )
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
