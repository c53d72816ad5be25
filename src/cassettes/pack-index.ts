import type { CassetteEntry, EntryPlace } from './entry.js'
import type { CassetteCall } from './key.js'
import { type PackRange, packFiles, packLines, placeInPack, readLine } from './pack-file.js'

/** What is committed: found by key, read line by line. */
export interface Packs {
  find(key: string): Promise<{ entry: CassetteEntry; at: EntryPlace } | null>
  /** The entries of one case, for a message. */
  ofCase(call: CaseOfCall): Promise<CassetteEntry[]>
  isEmpty(): Promise<boolean>
}

/** What says which case a call is of. */
export type CaseOfCall = Pick<CassetteCall, 'kind' | 'suite' | 'id'>

interface Index {
  ranges: Map<string, PackRange & { recordedAt: string }>
  cases: Map<string, Set<string>>
}

/**
 * Opens the packs of a directory. Nothing is read before the first question; then every line is read once, and where it stands is kept,
 * not what it holds. That reading throws a `CassetteCorruptError` with file and line, and does so again at every question.
 */
export function openPacks(dir: string): Packs {
  let index: Promise<Index> | undefined
  const indexed = () => {
    index ??= indexOf(dir)
    return index
  }
  const find = async (key: string) => {
    const range = (await indexed()).ranges.get(key)
    return range === undefined ? null : { entry: await readLine(range, key), at: placeInPack(range) }
  }
  return {
    find: (key) =>
      find(key).catch(() => {
        // Packed again since, as it may be in watch mode.
        index = undefined
        return find(key)
      }),
    async ofCase(call) {
      const { ranges, cases } = await indexed()
      const entries: CassetteEntry[] = []
      for (const key of cases.get(caseKey(call)) ?? []) {
        const range = ranges.get(key)
        if (range !== undefined) entries.push(await readLine(range, key))
      }
      return entries
    },
    isEmpty: async () => (await indexed()).ranges.size === 0,
  }
}

async function indexOf(dir: string): Promise<Index> {
  const index: Index = { ranges: new Map(), cases: new Map() }
  for (const file of await packFiles(dir)) {
    for await (const { entry, ...range } of packLines(file)) {
      const { key, recordedAt } = entry
      const known = index.ranges.get(key)
      // Two branches that recorded one call leave it twice, in one pack or in two.
      if (known === undefined || known.recordedAt < recordedAt) index.ranges.set(key, { ...range, recordedAt })
      const keys = index.cases.get(caseKey(entry)) ?? new Set()
      index.cases.set(caseKey(entry), keys.add(key))
    }
  }
  return index
}

export function caseKey({ kind, suite, id }: CaseOfCall): string {
  return JSON.stringify([kind, suite, id])
}
