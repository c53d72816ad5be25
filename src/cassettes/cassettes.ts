import type { z } from 'zod'
import { CassetteMissError, messageOf, OptionError } from '../errors.js'
import type { Json } from '../schema/json.js'
import { type CassetteEntry, type EntryPlace, payloadOf } from './entry.js'
import { type ComponentParts, hashOf, type KeyedCall } from './key.js'
import { explainMiss } from './miss.js'
import { CASSETTE_MODES, type CassetteMode, readsRecordings, writesRecordings } from './mode.js'
import { openPacks } from './pack-index.js'
import { type Redact, type Redaction, redactor } from './redact.js'
import { entryFile, placeOf, probeStore, readEntry, writeEntry } from './store.js'
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

/** An answer as a replay will return it, and why it is not recorded where it should be. */
export interface Recorded<Payload> {
  payload: Payload
  /** null where the mode does not write. */
  key: string | null
  unrecorded?: Unrecorded
}

/** Where something could not be recorded, and why. */
export interface Unrecorded {
  dir: string
  reason: string
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
  /**
   * Takes secrets out of what a provider or service said, in every mode, so that none gets further. What a replay would return of an answer
   * is this too: what is asked further must come of it, or a replay asks otherwise.
   */
  readonly redact: Redact
  /**
   * Before the first call that costs anything: whether it could be recorded. Throws an `OptionError` where nothing can be written; where it
   * once could, it is not tried again.
   */
  tryWriting(): Promise<void>
  /** Whether that failed when it was last tried. */
  unwritable(): boolean
  /**
   * Keeps a usable answer, redacted. What was paid for is not lost where it cannot be written: it comes back all the same, with the reason.
   * Unchanged where the mode does not write. Errors are never given to it.
   */
  record<Payload>(call: KeyedCall, payload: Payload): Promise<Recorded<Payload>>
}

/** Opens a store; the directory is made by the first recording. Throws an `OptionError` for an unknown mode. */
export function openCassettes({ dir, mode = 'auto', redact }: CassetteOptions): Cassettes {
  if (!CASSETTE_MODES.includes(mode)) {
    throw new OptionError(`\`cassettes.mode\`: expected one of ${CASSETTE_MODES.join(', ')}, received ${JSON.stringify(mode)}`)
  }
  const clean = redactor(redact)
  const packs = openPacks(dir)
  let tried: Promise<void> | undefined
  let unwritable = false
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
    redact: clean,
    async tryWriting() {
      if (!writesRecordings(mode)) return
      tried ??= probeStore(dir).catch((error: unknown) => {
        // It may be mended while others wait, as in watch mode.
        tried = undefined
        unwritable = true
        throw new OptionError(
          `\`cassettes.dir\`: nothing can be recorded in ${dir}, so nothing that costs is asked: ${reasonOf(error)}. Mend the folder, set \`cassettes.dir\` to one that can be written, or set \`cassettes.mode\` to "replay" (ask no judge) or "off" (pay at every run)`,
          { cause: error },
        )
      })
      await tried
      unwritable = false
    },
    unwritable: () => unwritable,
    async record(call, payload) {
      if (!writesRecordings(mode)) return { payload, key: null }
      const { kind, key, suite, id } = call
      const kept = clean(payload, call.secrets?.())
      // What the file will hold, so that its hash is of the same.
      const stored = JSON.parse(JSON.stringify(kept)) as Json
      const recordedAt = new Date().toISOString()
      const { parts, detailParts } = cleanedParts(call)
      const entry: CassetteEntry = {
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
      }
      try {
        await writeEntry(dir, entry)
      } catch (error) {
        return { payload: kept, key: null, unrecorded: { dir, reason: reasonOf(error) } }
      }
      return { payload: kept, key }
    },
  }
}

/** No recordings at all: every call is live. */
export const noCassettes: Cassettes = {
  mode: 'off',
  dir: '',
  replay: async () => null,
  has: async () => false,
  redact: redactor(),
  tryWriting: async () => {},
  unwritable: () => false,
  record: async (_, payload) => ({ payload, key: null }),
}

/** What the file system says, without the path that it says it of: the same for every recording. */
function reasonOf(error: unknown): string {
  return messageOf(error).replace(/, \w+ '.*$/s, '')
}
