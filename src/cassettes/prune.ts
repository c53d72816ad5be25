import type { KeptEntry } from './kept.js'
import { dropFromPack } from './pack.js'
import { dropEntry } from './store.js'

/** A run in which every item of a suite was a case, and each has a record. */
export interface WholeRun {
  /** ISO 8601. */
  startedAt: string
  /** Keys of the recordings that the suite's cases replayed or made. */
  keys: ReadonlySet<string>
  /** Items whose case failed, or was not judged for want of money: which recordings they need was not seen. */
  unseen: ReadonlySet<string>
}

/** What the kept runs say of the recordings. */
export interface RecordingUse {
  /** Keys that any case of any run replayed or made. */
  used: ReadonlySet<string>
  /** Whole runs by suite, the newest first; a suite without one says why. */
  suites: ReadonlyMap<string, { runs: readonly WholeRun[]; why: string }>
}

export type Fate = 'dropped' | 'used' | 'recorded since' | 'not seen' | 'not whole'

export interface Decision {
  entry: KeptEntry
  fate: Fate
  /** Why an entry that nothing used is kept. */
  why: string
}

/**
 * What may go: an entry that no kept run used, of a suite that was run whole with recordings of its kind, recorded before the newest such
 * run, of a case that this run came to the end of. Pure.
 */
export function decide(entries: readonly KeptEntry[], { used, suites }: RecordingUse): Decision[] {
  const kinds = new Map(entries.map(({ key, kind }) => [key, kind]))
  return entries.map((entry) => {
    const is = (fate: Fate, why = ''): Decision => ({ entry, fate, why })
    if (used.has(entry.key)) return is('used')
    const suite = suites.get(entry.suite)
    if (suite === undefined) return is('not whole', 'no kept run has this suite')
    // A run that asked live, or recorded nothing, says nothing of what a replay needs.
    const run = suite.runs.find(({ keys }) => [...keys].some((key) => kinds.get(key) === entry.kind))
    if (run === undefined) {
      return is('not whole', suite.runs.length === 0 ? suite.why : `no whole run of it used ${entry.kind} recordings`)
    }
    if (entry.recordedAt >= run.startedAt)
      return is('recorded since', `recorded after the newest whole run began (${run.startedAt})`)
    if (run.unseen.has(entry.id)) return is('not seen', `its case failed in the newest whole run (${run.startedAt})`)
    return is('dropped')
  })
}

/** Removes what was decided to go from the store and the packs. */
export async function dropRecordings(dir: string, decisions: readonly Decision[]): Promise<void> {
  const going = decisions.filter(({ fate }) => fate === 'dropped').map(({ entry }) => entry)
  for (const { key } of going.filter(({ packed }) => !packed)) await dropEntry(dir, key)
  for (const file of new Set(going.flatMap(({ packed, file }) => (packed ? [file] : [])))) {
    await dropFromPack(file, new Set(going.filter((entry) => entry.file === file).map(({ key }) => key)))
  }
}
