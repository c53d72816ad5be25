import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { CassetteEntry } from './entry.js'
import { packFiles, packLine, packLines, packNames } from './pack-file.js'
import { namesIn, storedEntries } from './store.js'

export interface Packed {
  suite: string
  file: string
  entries: number
  bytes: number
  changed: boolean
}

/** What is kept of an entry until its pack is written: its line, and what the line is sorted by. */
interface Line extends Pick<CassetteEntry, 'suite' | 'id' | 'kind' | 'key' | 'recordedAt'> {
  text: string
}

/**
 * Writes one pack a suite from the working store and the packs that are there: a line an entry, the newer of two of one key, always the
 * same bytes for the same entries. Every file is written whole or not at all, and nothing of the working store is deleted. Throws a
 * `CassetteCorruptError`, before anything is written, for an entry that cannot be read.
 */
export async function packRecordings(dir: string): Promise<Packed[]> {
  const lines = new Map<string, Line>()
  // Of two of one time that stands which a replay takes: the working store's, or else that of the first pack by name.
  const take = (entry: CassetteEntry, overItsTime: boolean) => {
    const known = lines.get(entry.key)
    const newer = known === undefined || entry.recordedAt > known.recordedAt
    if (newer || (overItsTime && entry.recordedAt === known.recordedAt)) lines.set(entry.key, lineOf(entry))
  }
  const before = await packFiles(dir)
  for (const file of before) for await (const { entry } of packLines(file)) take(entry, false)
  for await (const { entry } of storedEntries(dir)) take(entry, true)
  const packed = await writePacks(dir, [...lines.values()])
  const now = new Set(packed.map(({ file }) => file))
  // Only once all is written that was in them.
  for (const file of before) if (!now.has(file)) await rm(file)
  return packed
}

async function writePacks(dir: string, lines: readonly Line[]): Promise<Packed[]> {
  if (lines.length === 0) return []
  await mkdir(dir, { recursive: true })
  await ignoreWorkingStore(dir)
  const names = packNames(lines.map(({ suite }) => suite))
  const packed: Packed[] = []
  for (const [suite, name] of [...names].sort(([, a], [, b]) => order(a, b))) {
    const file = join(dir, name)
    const own = lines.filter((line) => line.suite === suite)
    packed.push({ suite, file, entries: own.length, ...(await writePack(file, own)) })
  }
  return packed
}

async function writePack(file: string, lines: readonly Line[]): Promise<Pick<Packed, 'bytes' | 'changed'>> {
  const sorted = [...lines].sort((a, b) => order(a.id, b.id) || order(a.kind, b.kind) || order(a.key, b.key))
  const bytes = Buffer.from(sorted.map(({ text }) => `${text}\n`).join(''))
  const known = await readFile(file).catch(() => null)
  const changed = known === null || !known.equals(bytes)
  if (changed) await writeFileAtomic(file, bytes)
  return { bytes: bytes.length, changed }
}

/** Leaves the entries of these keys out of a pack; a pack without any is removed. */
export async function dropFromPack(file: string, keys: ReadonlySet<string>): Promise<void> {
  const kept: Line[] = []
  for await (const { entry } of packLines(file)) if (!keys.has(entry.key)) kept.push(lineOf(entry))
  if (kept.length === 0) await rm(file)
  else await writePack(file, kept)
}

const IGNORED = '# The working store; the packs beside it are what is committed.\n/??/\n/*.jsonl.*\n'

/** Written once, the user's to change. */
async function ignoreWorkingStore(dir: string): Promise<void> {
  if (!(await namesIn(dir)).includes('.gitignore')) await writeFile(join(dir, '.gitignore'), IGNORED)
}

function lineOf(entry: CassetteEntry): Line {
  const { suite, id, kind, key, recordedAt } = entry
  return { suite, id, kind, key, recordedAt, text: packLine(entry) }
}

/** By code units, which is the same on every machine. */
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
