import type { z } from 'zod'
import { CassetteMissError, OptionError } from '../errors.js'
import type { Json } from '../schema/json.js'
import { type CassetteEntry, type EntryPlace, payloadOf } from './entry.js'
import { type ComponentParts, hashOf, type KeyedCall } from './key.js'
import { explainMiss } from './miss.js'
import { CASSETTE_MODES, type CassetteMode, readsRecordings, writesRecordings } from './mode.js'
import { openPacks } from './pack-index.js'
import { type Redaction, redactor } from './redact.js'
import { entryFile, placeOf, readEntry, writeEntry } from './store.js'
import { openStoreCases } from './store-cases.js'

export interface CassetteOptions {
  /** Directory of the working store and of the packs. */
  dir: string
  /** @default 'auto' */
  mode?: CassetteMode
  redact?: Redaction
}

interface Recording<Payload> {
  payload: Payload
  recordedAt: string
}

/** Recordings of calls, generic over what a call returns as long as it is JSON. */
export interface Cassettes {
  readonly mode: CassetteMode
  readonly dir: string
  /**
   * The recording of a call, from the working store or else from a pack; null where there is none or the mode does not read. Throws a
   * `CassetteMissError` in `replay` mode and a `CassetteCorruptError` for an entry, or a pack, that cannot be read.
   */
  replay<Payload>(call: KeyedCall, payload: z.ZodType<Payload>): Promise<Recording<Payload> | null>
  /** Whether `replay` would return something; it throws for what is corrupt as well. */
  has(call: KeyedCall): Promise<boolean>
  /** What a replay would return of an answer: redacted where the mode writes. What is asked further must come of it, or a replay asks otherwise. */
  asKept<Payload>(payload: Payload): Payload
  /**
   * Keeps a usable answer, redacted, and returns what a replay will return: the answer as it is kept. Returns it unchanged where the mode
   * does not write. Errors are never given to it.
   */
  record<Payload>(call: KeyedCall, payload: Payload): Promise<Payload>
}

/** Opens a store; the directory is made by the first recording. Throws an `OptionError` for an unknown mode. */
export function openCassettes({ dir, mode = 'auto', redact }: CassetteOptions): Cassettes {
  if (!CASSETTE_MODES.includes(mode)) {
    throw new OptionError(`\`cassettes.mode\`: expected one of ${CASSETTE_MODES.join(', ')}, received ${JSON.stringify(mode)}`)
  }
  const clean = redactor(redact)
  const packs = openPacks(dir)
  const cases = openStoreCases(dir)
  const find = async ({ key }: KeyedCall): Promise<{ entry: CassetteEntry; at: EntryPlace } | null> => {
    const entry = await readEntry(dir, key)
    return entry === null ? packs.find(key) : { entry, at: placeOf(entryFile(dir, key)) }
  }
  // The hashes are of what was sent, so redaction never changes a key.
  const cleaned = (parts: ComponentParts, { secrets }: KeyedCall): ComponentParts =>
    Object.fromEntries(
      Object.entries(parts).map(([name, { sha256, value }]) => [
        name,
        { sha256, ...(value === undefined ? {} : { value: clean(value, secrets?.()) }) },
      ]),
    )
  const cleanedParts = (call: KeyedCall) => ({
    parts: cleaned(call.parts, call),
    ...(call.detailParts === undefined ? {} : { detailParts: cleaned(call.detailParts, call) }),
  })
  return {
    mode,
    dir,
    async replay(call, payload) {
      if (!readsRecordings(mode)) return null
      const found = await find(call)
      if (found !== null) return { payload: payloadOf(found.entry, payload, found.at), recordedAt: found.entry.recordedAt }
      if (mode !== 'replay') return null
      const nothing = (await cases.isEmpty()) && (await packs.isEmpty())
      const ofCase = [...(await cases.ofCase(call)), ...(await packs.ofCase(call))]
      throw new CassetteMissError(explainMiss({ ...call, ...cleanedParts(call) }, ofCase, nothing, dir))
    },
    async has(call) {
      return readsRecordings(mode) && (await find(call)) !== null
    },
    asKept: (payload) => (writesRecordings(mode) ? clean(payload) : payload),
    async record(call, payload) {
      if (!writesRecordings(mode)) return payload
      const { kind, key, suite, id } = call
      const kept = clean(payload, call.secrets?.())
      // What the file will hold, so that its hash is of the same.
      const stored = JSON.parse(JSON.stringify(kept)) as Json
      const recordedAt = new Date().toISOString()
      const { parts, detailParts } = cleanedParts(call)
      await writeEntry(dir, {
        schemaVersion: 1,
        kind,
        key,
        suite,
        id,
        recordedAt,
        components: parts,
        ...(detailParts === undefined ? {} : { detail: detailParts }),
        sha256: hashOf(stored),
        payload: stored,
      })
      return kept
    },
  }
}

/** No recordings at all: every call is live. */
export const noCassettes: Cassettes = {
  mode: 'off',
  dir: '',
  replay: async () => null,
  has: async () => false,
  asKept: (payload) => payload,
  record: async (_, payload) => payload,
}
