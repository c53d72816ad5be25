import type { z } from 'zod'
import { CassetteMissError, OptionError } from '../errors.js'
import type { Json } from '../schema/json.js'
import type { KeyedCall } from './key.js'
import { explainMiss } from './miss.js'
import { CASSETTE_MODES, type CassetteMode, readsRecordings, writesRecordings } from './mode.js'
import { type Redaction, redactor } from './redact.js'
import { listEntries, readEntry, writeEntry } from './store.js'

export interface CassetteOptions {
  /** Directory of the working store. */
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
   * The recording of a call; null where there is none or the mode does not read. Throws a `CassetteMissError` in `replay` mode and a
   * `CassetteCorruptError` for an entry that cannot be read.
   */
  replay<Payload extends Json>(call: KeyedCall, payload: z.ZodType<Payload>): Promise<Recording<Payload> | null>
  /** Keeps a usable answer, redacted; does nothing where the mode does not write. Errors are never given to it. */
  record(call: KeyedCall, payload: Json): Promise<void>
}

/** Opens a store; the directory is made by the first recording. Throws an `OptionError` for an unknown mode. */
export function openCassettes({ dir, mode = 'auto', redact }: CassetteOptions): Cassettes {
  if (!CASSETTE_MODES.includes(mode)) {
    throw new OptionError(`\`cassettes.mode\`: expected one of ${CASSETTE_MODES.join(', ')}, received ${JSON.stringify(mode)}`)
  }
  const clean = redactor(redact)
  let entries: ReturnType<typeof listEntries> | undefined
  return {
    mode,
    dir,
    async replay(call, payload) {
      if (!readsRecordings(mode)) return null
      const entry = await readEntry(dir, call.key, payload)
      if (entry !== null) return { payload: entry.payload, recordedAt: entry.recordedAt }
      if (mode !== 'replay') return null
      // Nothing writes in this mode, so one listing serves every miss of the run.
      entries ??= listEntries(dir)
      throw new CassetteMissError(explainMiss(call, await entries, dir))
    },
    async record(call, payload) {
      if (!writesRecordings(mode)) return
      await writeEntry(dir, {
        schemaVersion: 1,
        kind: call.kind,
        key: call.key,
        suite: call.suite,
        id: call.id,
        recordedAt: new Date().toISOString(),
        // The hashes are of what was sent, so redaction never changes a key.
        components: Object.fromEntries(
          Object.entries(call.parts).map(([name, { sha256, value }]) => [
            name,
            { sha256, ...(value === undefined ? {} : { value: clean(value) }) },
          ]),
        ),
        payload: clean(payload),
      })
    },
  }
}

/** No recordings at all: every call is live. */
export const noCassettes: Cassettes = {
  mode: 'off',
  dir: '',
  replay: async () => null,
  record: async () => {},
}
