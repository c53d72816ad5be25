import type { Json } from '../schema/json.js'
import type { CassetteEntry } from './entry.js'
import { packFiles, packLines } from './pack-file.js'
import { storedEntries } from './store.js'

/** An entry without what it holds: enough to count it, and to say whether it may go. */
export interface KeptEntry extends Pick<CassetteEntry, 'kind' | 'suite' | 'id' | 'key' | 'recordedAt'> {
  /** The file of the working store, or the pack. */
  file: string
  packed: boolean
  bytes: number
  /** Model of a judge or of a system's own call, name and version of a system. */
  source: string
}

/** Everything in a store and its packs; an entry that is in both is there twice. Throws a `CassetteCorruptError` for what cannot be read. */
export async function keptEntries(dir: string): Promise<KeptEntry[]> {
  const kept: KeptEntry[] = []
  for await (const { file, entry, bytes } of storedEntries(dir)) kept.push({ ...head(entry), file, packed: false, bytes })
  for (const file of await packFiles(dir)) {
    for await (const { entry, length } of packLines(file)) kept.push({ ...head(entry), file, packed: true, bytes: length })
  }
  return kept
}

function head({ kind, suite, id, key, recordedAt, components }: CassetteEntry) {
  const asksModel = kind === 'judge' || components['kind']?.value === 'system call'
  const named = (asksModel ? ['provider', 'model'] : ['name', 'version']).map((part) => shown(components[part]?.value))
  return { kind, suite, id, key, recordedAt, source: named.join(' ') }
}

function shown(value: Json | undefined): string {
  return typeof value === 'string' ? value : '?'
}
