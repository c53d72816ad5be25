import { issueFaults } from '../datasets/issues.js'
import { SystemError } from '../errors.js'
import type { Json } from '../schema/json.js'
import type { Task } from '../schema/record.js'
import { Citation, Passage, Response } from '../schema/response.js'
import { plainJson } from './plain.js'
import { type MappingPlace, sampleMapping, shown } from './sample-mapping.js'

type Fields = { [key: string]: Json }

const RESPONSE_FIELDS = Object.keys(Response.shape)
const bare = (name: string) => name.toLowerCase().replace(/s$/, '')
const BARE_FIELDS = new Map(RESPONSE_FIELDS.map((field) => [bare(field), field]))

/**
 * Makes a `Response` of what a system returned. A string is the answer; an object needs `answer`, and may have the other fields of a
 * response, with strings accepted for passages and citations. A field that is null counts as not given, and fields that a response does
 * not have are kept under `meta`, of the response or of the passage. An empty answer is a response too. Throws `SystemError('shape')`
 * that shows what arrived and a mapping to start from, as it is written at `place`. Where retrieval alone is looked at, an answer may be left out beside `passages`.
 */
export function normaliseResponse(returned: unknown, task: Task = 'answer', place: MappingPlace = 'map'): Response {
  if (typeof returned === 'string') return { answer: plainJson(returned) as string }
  if (typeof returned !== 'object' || returned === null || Array.isArray(returned)) throw unknownShape(returned, task, place)
  const plain = plainJson(returned)
  if (!isFields(plain)) throw unknownShape(returned, task, place)
  const misspelt = Object.keys(plain).flatMap((key) => misspelling(key, plain))
  // Without passages either there would be nothing to look at, and all of it unknown in silence.
  if (task === 'retrieval' && (Array.isArray(plain['passages']) || misspelt.length > 0)) plain['answer'] ??= ''
  if (typeof plain['answer'] !== 'string') throw unknownShape(plain, task, place)
  if (misspelt.length > 0) throw new SystemError('shape', `the response has ${misspelt.join('; ')}`)
  const response = withMeta(withoutNulls(plain, RESPONSE_FIELDS), RESPONSE_FIELDS)
  if (response['passages'] !== undefined) response['passages'] = entries(response['passages'], 'passages', plain)
  if (response['citations'] !== undefined) response['citations'] = entries(response['citations'], 'citations', plain)
  const parsed = Response.safeParse(response)
  if (parsed.success) return parsed.data
  const faults = issueFaults(parsed.error.issues.slice(0, 20), response).map(({ field, message }) => `${field}: ${message}`)
  throw new SystemError('shape', `the response has fields that do not fit: ${faults.slice(0, 5).join('; ')}`)
}

/** A field that differs from a known one in case or number only is that field, not an extra for `meta`. */
function misspelling(key: string, plain: Fields): string[] {
  const meant = RESPONSE_FIELDS.includes(key) ? undefined : BARE_FIELDS.get(bare(key))
  return meant === undefined || plain[meant] !== undefined ? [] : [`an unknown field \`${key}\`: did you mean \`${meant}\`?`]
}

const ENTRY = {
  passages: { fields: Object.keys(Passage.shape), naming: ['text', 'id', 'title', 'citation', 'document', 'url'] },
  citations: { fields: Object.keys(Citation.shape), naming: ['text', 'id', 'title', 'citation', 'document', 'url'] },
}

function entries(value: Json, name: keyof typeof ENTRY, whole: Fields): Json {
  if (!Array.isArray(value)) throw new SystemError('shape', `expected \`${name}\` to be an array, received ${shown(value)}`)
  const { fields, naming } = ENTRY[name]
  return value.map((entry, index) => {
    if (typeof entry === 'string') return { text: entry }
    const known = isFields(entry) ? withoutNulls(entry, fields) : undefined
    if (known && naming.some((field) => known[field] !== undefined)) return withMeta(known, fields)
    // Without one of these an entry says nothing, and to put all of it under meta would hide a missing mapping.
    const example = name === 'passages' ? '(p) => ({ id: p.id, text: p.content })' : '(c) => ({ title: c.name, url: c.link })'
    throw new SystemError(
      'shape',
      `expected \`${name}.${index}\` to be a string or an object with one of ${naming.join(', ')}; received ${shown(entry)} in ${shown(whole)}. ` +
        `Map it, for example: ${name}: r.${name}.map(${example})`,
    )
  })
}

function unknownShape(value: unknown, task: Task, place: MappingPlace): SystemError {
  const forgotten = value === undefined ? ' Was `return` or `await` forgotten?' : ''
  const mapping = typeof value === 'object' && value !== null ? ` ${sampleMapping(value, task, place)}` : ''
  const expected =
    task === 'retrieval' ? 'an object with `passages` (an array)' : 'a string or an object with `answer` (a string)'
  return new SystemError('shape', `expected ${expected}, received ${shown(value)}.${forgotten}${mapping}`)
}

function isFields(value: Json): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function withoutNulls(value: Fields, fields: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(value).filter(([key, entry]) => entry !== null || !fields.includes(key)))
}

function withMeta(value: Fields, fields: readonly string[]): Fields {
  const extra = Object.entries(value).filter(([key]) => !fields.includes(key))
  if (extra.length === 0) return value
  const known = Object.fromEntries(Object.entries(value).filter(([key]) => fields.includes(key)))
  const meta = known['meta'] ?? {}
  // A `meta` that is not an object is left for the schema to name.
  return isFields(meta) ? { ...known, meta: Object.fromEntries([...extra, ...Object.entries(meta)]) } : known
}
