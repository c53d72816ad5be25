import { z } from 'zod'
import { CassetteCorruptError, messageOf } from '../errors.js'
import { issueText } from '../schema/issue.js'
import { Json } from '../schema/json.js'
import { hashOf, keyOfParts } from './key.js'

const HEX = /^[0-9a-f]{64}$/
const hex = z.string().regex(HEX, { message: 'expected a SHA-256 in hex' })

const parts = z.record(z.string(), z.strictObject({ sha256: hex, value: Json.optional() }))

/** One recorded call, as a file of the working store or a line of a pack holds it. */
export const CassetteEntry = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.enum(['judge', 'system']),
  key: hex,
  suite: z.string().describe('The case that recorded it; another case with the same call replays it too'),
  id: z.string(),
  recordedAt: z.iso.datetime(),
  components: parts,
  detail: parts.optional().describe('What the component `input` holds, for messages; no part of the key'),
  sha256: z
    .string({ error: 'expected the SHA-256 of `payload`, without which nobody sees that it was changed' })
    .regex(HEX, { error: 'expected a SHA-256 in hex' })
    .describe('Of the canonical JSON of `payload`'),
  // It comes out of `JSON.parse` only, so it need not be walked through to be JSON; packs are large.
  payload: z.custom<Json>((value) => value !== undefined, { error: 'expected what the call returned' }),
})
export type CassetteEntry = z.output<typeof CassetteEntry>

/** Where an entry stands, and what to do about one that cannot be used. */
export interface EntryPlace {
  /** A file, with its line where it is a pack. */
  place: string
  wayOut: string
}

/**
 * Throws a `CassetteCorruptError` that names the place for what is no entry, or not of its own key and payload. The hashes tell an accident,
 * such as an edit by hand or a merge; whoever changes hash and payload together is not found out.
 */
export function parseEntry(bytes: Uint8Array, at: EntryPlace): CassetteEntry {
  let data: unknown
  try {
    data = JSON.parse(decoder.decode(bytes))
  } catch (error) {
    // Its message quotes the text, and with it what may be no message's business.
    throw corrupt(at, error instanceof SyntaxError ? 'it is not whole JSON' : 'it is not UTF-8', error)
  }
  const entry = CassetteEntry.safeParse(data)
  if (!entry.success) throw corrupt(at, issueText(entry.error), entry.error)
  if (keyOfParts(entry.data.components) !== entry.data.key) throw corrupt(at, 'its key is not that of its components')
  if (hashOf(entry.data.payload) !== entry.data.sha256) {
    throw corrupt(at, 'its payload was changed after it was recorded: `sha256` is of another')
  }
  return entry.data
}

/** Bytes that are no UTF-8 must not come back as another text. */
const decoder = new TextDecoder('utf-8', { fatal: true })

/** What a call returned, in the form that its reader expects. */
export function payloadOf<Payload>(entry: CassetteEntry, payload: z.ZodType<Payload>, at: EntryPlace): Payload {
  const read = payload.safeParse(entry.payload)
  if (!read.success) throw corrupt(at, `payload: ${issueText(read.error)}`, read.error)
  return read.data
}

export function corrupt({ place, wayOut }: EntryPlace, problem: unknown, cause?: unknown): CassetteCorruptError {
  const what = typeof problem === 'string' ? problem : messageOf(problem)
  return new CassetteCorruptError(`${place}: this recording cannot be used: ${what}. ${wayOut}`, { cause })
}
