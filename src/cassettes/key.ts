import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { DocketError } from '../errors.js'
import type { Json } from '../schema/json.js'

/** What a recording is found by, by name: provider, model, parameters, prompt, schema, input, trial. `undefined` is left out. */
export type Components = Readonly<Record<string, Json | undefined>>

/** One component as an entry keeps it: its hash, and the value itself where it is short enough to read in a message. */
export interface ComponentPart {
  sha256: string
  value?: Json
}
export type ComponentParts = Record<string, ComponentPart>

/** One call that may be recorded: what it is called in messages, and what its recording is found by. */
export interface CassetteCall {
  kind: 'judge' | 'system'
  suite: string
  id: string
  components: Components
  /** What the component `input` holds, by name: a miss says which of it differs. No part of the key. */
  detail?: Components | undefined
  /** What must not be stored with this call beside what `redactor` finds, such as the values of its headers; known once it was made. */
  secrets?(): readonly string[]
}

// The package is CommonJS and its types name a default export that its module object does not have.
const canonical = canonicalize as unknown as (value: Json) => string | undefined

const SHOWN_CHARACTERS = 200
/** Of a part of the input, of which one message may show several. */
const SHOWN_DETAIL_CHARACTERS = 80

/** The canonical JSON (RFC 8785) of a value: the same text for the same value, whatever the order of its fields. */
export function canonicalJson(value: Json | ComponentParts): string {
  const text = canonical(value as Json)
  if (text === undefined) throw new DocketError('expected a JSON value to hash, received undefined')
  return text
}

/** SHA-256 over the canonical JSON of a value, in hex. */
export function hashOf(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/** The key of a call, and its parts. The key is the hash of the parts' hashes, so an entry can be checked without its inputs. */
export function keyOf(components: Components): { key: string; parts: ComponentParts } {
  const parts = partsOf(components, SHOWN_CHARACTERS)
  return { key: keyOfParts(parts), parts }
}

function partsOf(components: Components, shown: number): ComponentParts {
  const parts: ComponentParts = {}
  for (const [name, value] of Object.entries(components)) {
    if (value === undefined) continue
    const short = JSON.stringify(value).length <= shown
    parts[name] = { sha256: hashOf(value), ...(short ? { value } : {}) }
  }
  return parts
}

/** A call with its key, so that the key is computed once for replaying and recording it. */
export interface KeyedCall extends CassetteCall {
  key: string
  parts: ComponentParts
  detailParts?: ComponentParts
}

export function keyCall(call: CassetteCall): KeyedCall {
  const { detail } = call
  return {
    ...call,
    ...keyOf(call.components),
    ...(detail === undefined ? {} : { detailParts: partsOf(detail, SHOWN_DETAIL_CHARACTERS) }),
  }
}

export function keyOfParts(parts: ComponentParts): string {
  return hashOf(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.sha256])))
}
