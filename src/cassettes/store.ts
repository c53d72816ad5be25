import { mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { CassetteCorruptError, messageOf } from '../errors.js'
import { issueText } from '../schema/issue.js'
import { Json } from '../schema/json.js'
import { keyOfParts } from './key.js'

const hex = z.string().regex(/^[0-9a-f]{64}$/, { message: 'expected a SHA-256 in hex' })

/** One recorded call, as its file holds it. */
export const CassetteEntry = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.enum(['judge', 'system']),
  key: hex,
  suite: z.string().describe('The case that recorded it; another case with the same call replays it too'),
  id: z.string(),
  recordedAt: z.iso.datetime(),
  components: z.record(z.string(), z.strictObject({ sha256: hex, value: Json.optional() })),
  payload: Json,
})
export type CassetteEntry = z.output<typeof CassetteEntry>

export function entryFile(dir: string, key: string): string {
  return join(dir, key.slice(0, 2), `${key}.json`)
}

/**
 * The entry of a key; null where there is none. Throws a `CassetteCorruptError`, which names the file and the way out, for one that is
 * cut off, of another shape, or not of its key.
 */
export async function readEntry<Payload extends Json>(
  dir: string,
  key: string,
  payload: z.ZodType<Payload>,
): Promise<(Omit<CassetteEntry, 'payload'> & { payload: Payload }) | null> {
  const file = entryFile(dir, key)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw corrupt(file, messageOf(error), error)
  }
  const entry = parseEntry(file, text)
  if (entry.key !== key || keyOfParts(entry.components) !== key) {
    throw corrupt(file, 'it is not the entry of the key that it is named after')
  }
  const read = payload.safeParse(entry.payload)
  if (!read.success) throw corrupt(file, `payload: ${issueText(read.error)}`, read.error)
  return { ...entry, payload: read.data }
}

/** Writes an entry whole or not at all; of two workers that write one key, the last stands. */
export async function writeEntry(dir: string, entry: CassetteEntry): Promise<void> {
  const file = entryFile(dir, entry.key)
  await mkdir(dirname(file), { recursive: true })
  await writeFileAtomic(file, `${JSON.stringify(entry, null, 2)}\n`)
}

/** Every entry that can be read, sorted by key; empty where the directory does not exist. For messages, not for replaying. */
export async function listEntries(dir: string): Promise<CassetteEntry[]> {
  const entries: CassetteEntry[] = []
  for (const file of await entryFiles(dir)) {
    try {
      entries.push(parseEntry(file, await readFile(file, 'utf8')))
    } catch {
      // A corrupt entry is reported by the call that needs it.
    }
  }
  return entries
}

async function entryFiles(dir: string): Promise<string[]> {
  try {
    const found = await readdir(dir, { recursive: true })
    // A temporary file that a crash left behind ends otherwise.
    return found
      .filter((name) => /[0-9a-f]{64}\.json$/.test(name))
      .sort()
      .map((name) => join(dir, name))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function parseEntry(file: string, text: string): CassetteEntry {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw corrupt(file, `it is not JSON: ${messageOf(error)}`, error)
  }
  const entry = CassetteEntry.safeParse(data)
  if (!entry.success) throw corrupt(file, issueText(entry.error), entry.error)
  return entry.data
}

function corrupt(file: string, problem: string, cause?: unknown): CassetteCorruptError {
  return new CassetteCorruptError(
    `${file}: this recording cannot be used: ${problem}. Restore the file from version control, or delete it and record again.`,
    { cause },
  )
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
