import { received } from '../datasets/json-line.js'
import type { Task } from '../schema/record.js'
import { clip, oneLine } from '../text/clip.js'

const NAMES = {
  answer: ['answer', 'text', 'response', 'output', 'content', 'result', 'message', 'completion', 'reply', 'generated_text'],
  passages: [
    'passages',
    'context',
    'contexts',
    'retrieved_contexts',
    'documents',
    'docs',
    'chunks',
    'source_documents',
    'retrieved',
    'hits',
    'results',
    'matches',
    'items',
  ],
  citations: ['citations', 'sources', 'references'],
} as const

/** What arrived, its fields and the beginnings of their values, in one line. */
export function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return received(value)
  const entries = Object.entries(value)
  const fields = entries.slice(0, 8).map(([key, entry]) => `${oneLine(key, 40)}: ${oneLine(received(entry), 50)}`)
  return entries.length === 0
    ? 'an empty object'
    : `{ ${fields.join(', ')}${entries.length > 8 ? `, … ${entries.length - 8} more` : ''} }`
}

/** Where a mapping goes: to the `map` of a system, what a function returns, what `expect` is given. */
export type MappingPlace = 'map' | 'return' | 'expect'

/** A mapping that would fit what arrived, as code to start from; its guesses are the usual names of such fields. */
export function sampleMapping(value: unknown, task: Task = 'answer', place: MappingPlace = 'map'): string {
  const response = sampleResponse(value, task)
  if (place === 'map') return `Map it, for example: map: (r) => (${response})`
  return `With r for what arrived, for example: ${place === 'return' ? `return ${response}` : `expect(${response})`}`
}

function sampleResponse(value: unknown, task: Task): string {
  if (task === 'retrieval' && Array.isArray(value)) return '{ passages: r }'
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  const answer =
    pick(fields, NAMES.answer, (entry) => typeof entry === 'string') ??
    Object.entries(fields).find(([, entry]) => typeof entry === 'string')?.[0]
  const passages =
    pick(fields, NAMES.passages, Array.isArray) ??
    (task === 'retrieval' ? Object.entries(fields).find(([, entry]) => Array.isArray(entry))?.[0] : undefined)
  const citations = pick(fields, NAMES.citations, Array.isArray)
  if (task === 'retrieval') return `{ passages: ${access(passages ?? 'hits')} }`
  const parts = [`answer: ${access(answer ?? 'text')}`]
  if (passages) parts.push(`passages: ${access(passages)}`)
  if (citations) parts.push(`citations: ${access(citations)}`)
  return `{ ${parts.join(', ')} }`
}

function pick(fields: object, names: readonly string[], fits: (entry: unknown) => boolean): string | undefined {
  const entries = new Map(Object.entries(fields))
  return names.find((name) => fits(entries.get(name)))
}

function access(field: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(field) ? `r.${field}` : `r[${JSON.stringify(clip(field, 40))}]`
}
