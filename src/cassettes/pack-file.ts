import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../errors.js'
import { isFileName, shortSlug, slugOf } from '../text/slug.js'
import { type CassetteEntry, corrupt, type EntryPlace, parseEntry } from './entry.js'
import { canonicalJson } from './key.js'
import { namesIn, unreadable } from './store.js'

/** Where a line of a pack stands: bytes from the start of the file. */
export interface PackRange {
  file: string
  /** From 1. */
  line: number
  start: number
  length: number
}

export interface PackLine extends PackRange {
  entry: CassetteEntry
}

/** The packs of a directory, by name; none where it does not exist. */
export async function packFiles(dir: string): Promise<string[]> {
  return (await namesIn(dir)).filter((name) => name.endsWith('.jsonl')).map((name) => join(dir, name))
}

const NEWLINE = 0x0a
const RETURN = 0x0d
const BOM = Buffer.from([0xef, 0xbb, 0xbf])
const CONFLICT = /^(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)/

/**
 * Every line of a pack, one after another. CRLF, a byte order mark, blank lines and a missing last newline are fine. Throws a
 * `CassetteCorruptError` with file and line for one that is no entry, and with the file for one that cannot be read at all.
 */
export async function* packLines(file: string): AsyncGenerator<PackLine> {
  const bytes = await readFile(file).catch((error: unknown) => {
    const folder = error instanceof Error && 'code' in error && error.code === 'EISDIR'
    throw unreadable(file, folder ? 'it is named like a pack, and is a folder' : messageOf(error), error)
  })
  let start = bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0
  for (let line = 1; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(NEWLINE, start)
    const next = newline === -1 ? bytes.length : newline + 1
    let end = newline === -1 ? bytes.length : newline
    if (end > start && bytes[end - 1] === RETURN) end -= 1
    if (end > start) {
      const range = { file, line, start, length: end - start }
      yield { ...range, entry: parseLine(bytes.subarray(start, end), range) }
    }
    start = next
  }
}

/** Reads one line again. Throws a `CassetteCorruptError` where the file has changed since. */
export async function readLine(range: PackRange, key: string): Promise<CassetteEntry> {
  const handle = await open(range.file)
  try {
    const bytes = Buffer.alloc(range.length)
    const { bytesRead } = await handle.read(bytes, 0, range.length, range.start)
    const entry = parseLine(bytes.subarray(0, bytesRead), range)
    if (entry.key !== key) throw corrupt(placeInPack(range), 'the file was changed while it was read')
    return entry
  } finally {
    await handle.close()
  }
}

function parseLine(bytes: Buffer, range: PackRange): CassetteEntry {
  if (CONFLICT.test(bytes.toString('latin1', 0, 8))) {
    throw corrupt(
      {
        ...placeInPack(range),
        wayOut: 'Keep the lines of both sides, delete the markers, and run `vitest-docket cassettes pack`.',
      },
      'the line is a marker of a merge conflict',
    )
  }
  return parseEntry(bytes, placeInPack(range))
}

export function placeInPack({ file, line }: PackRange): EntryPlace {
  return {
    place: `${file}:${line}`,
    wayOut: 'Restore the file from version control, or delete the line and record again.',
  }
}

/** An entry as one line, always the same bytes for the same entry. */
export function packLine({
  schemaVersion,
  suite,
  id,
  kind,
  key,
  recordedAt,
  components,
  detail,
  sha256,
  payload,
}: CassetteEntry): string {
  const head = JSON.stringify({ schemaVersion, suite, id, kind, key, recordedAt }).slice(0, -1)
  const held = detail === undefined ? '' : `,"detail":${canonicalJson(detail)}`
  return `${head},"components":${canonicalJson(components)}${held},"sha256":"${sha256}","payload":${canonicalJson(payload)}}`
}

/**
 * A file name for each suite, safe on every file system: the suite's name in lower-case ASCII, with a piece of its hash behind it where
 * that is not enough to tell it by.
 */
export function packNames(suites: Iterable<string>): Map<string, string> {
  const slugs = new Map([...new Set(suites)].map((suite) => [suite, slugOf(suite)]))
  const bearers = new Map<string, number>()
  for (const slug of slugs.values()) bearers.set(slug, (bearers.get(slug) ?? 0) + 1)
  return new Map(
    [...slugs].map(([suite, slug]) => {
      const shared = bearers.get(slug) !== 1
      const plain = isFileName(slug) && !/-[0-9a-f]{8}$/.test(slug)
      const hash = createHash('sha256').update(suite).digest('hex').slice(0, 8)
      const name = plain && !shared ? slug : `${shortSlug(slug)}-${hash}`
      return [suite, `${name}.jsonl`]
    }),
  )
}
