import { passageWords } from '../datasets/text-passage.js'
import type { Item } from '../schema/item.js'
import type { Citation, Passage, Response } from '../schema/response.js'
import { asSystem } from './function.js'
import { refuseUnknown } from './known-options.js'
import type { System, SystemFunction } from './system.js'

export interface ClaimRagLawSystemOptions {
  /**
   * A passage that is itself a part of the relevant chunk, of eight words or more, counts as it too. For a corpus that is cut smaller than the
   * benchmark's chunks; it asks less, since any part will do. @default false
   */
  parts?: boolean
}

/** Fewer words, such as "the controller shall", stand in many places. */
const LEAST_PART = 8

/**
 * The system, with the id of the item's gold on every passage that has the words of its relevant chunk (`meta.relevant_chunk`), alone or among
 * others: the benchmark names its gold passages by their text. The passage's own id stays as `meta.id`, and citations of that id follow it. An item
 * without a chunk, and a response without passages, are left as they are.
 */
export function claimRagLawSystem(system: System | SystemFunction, options: ClaimRagLawSystemOptions = {}): System {
  refuseUnknown('claimRagLawSystem', options, ['parts'] satisfies (keyof ClaimRagLawSystemOptions)[])
  const { parts = false } = options
  const inner = asSystem(system)
  return { ...inner, respond: async (request) => named(await inner.respond(request), request.item, parts) }
}

function named(response: Response, { golds, meta }: Item, parts: boolean): Response {
  const gold = golds.find(({ kind }) => kind === 'passage')
  const chunk = typeof meta['relevant_chunk'] === 'string' ? passageWords(meta['relevant_chunk']) : ''
  if (gold?.kind !== 'passage' || chunk === '' || response.passages === undefined) return response
  const fits = response.passages.map(({ text }) => isChunk(passageWords(text ?? ''), chunk, parts))
  const passages = response.passages.map((passage, index) => (fits[index] ? withId(passage, gold.id) : passage))
  const ids = (wanted: boolean) => response.passages?.flatMap(({ id }, index) => (fits[index] === wanted ? (id ?? []) : [])) ?? []
  // Where other passages have the same id, nobody knows which one is cited.
  const others = new Set(ids(false))
  const moved = new Set(ids(true).filter((id) => !others.has(id)))
  const citations = response.citations?.map((one) => (moved.has(one.id ?? one.text ?? '') ? withId(one, gold.id) : one))
  return { ...response, passages, ...(citations === undefined ? {} : { citations }) }
}

function isChunk(passage: string, chunk: string, parts: boolean): boolean {
  if (holds(passage, chunk)) return true
  return parts && passage.split(' ').length >= LEAST_PART && holds(chunk, passage)
}

/** Whole words only: "article 1" is no part of "article 12". */
function holds(whole: string, part: string): boolean {
  return ` ${whole} `.includes(` ${part} `)
}

function withId<T extends Passage | Citation>(source: T, id: string): T {
  if (source.id === id) return source
  return { ...source, id, ...(source.id === undefined ? {} : { meta: { ...source.meta, id: source.id } }) }
}
