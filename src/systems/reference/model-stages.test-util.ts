import { expect } from 'vitest'
import { anthropicServer } from '../../../test/providers/anthropic.js'
import { openaiServer } from '../../../test/providers/openai.js'
import { noPrompt } from '../../../test/providers/read-prompt.js'
import type { Handler } from '../../../test/providers/server.js'
import { openCassettes } from '../../cassettes/cassettes.js'
import type { CassetteMode } from '../../cassettes/mode.js'
import { type OwnCalls, openOwnCalls } from '../../run/own-calls.js'
import { Item } from '../../schema/item.js'
import type { SystemRequest } from '../system.js'
import type { Retrieved } from './stages.js'

export const providers = ['openai', 'anthropic'] as const
export type Provider = (typeof providers)[number]
export const models = { openai: 'gpt-5.4', anthropic: 'claude-sonnet-4-6' }
export const keys = { openai: 'OPENAI_API_KEY', anthropic: 'ANTHROPIC_API_KEY' }

/** No retry of a test waits for long. */
export const timing = { baseMs: 1, random: () => 0 }

/** A server that plays a provider to stages of a system. */
export function providerServer(provider: Provider, handler: Handler) {
  return { openai: openaiServer, anthropic: anthropicServer }[provider](handler, undefined, noPrompt)
}

export const passages: Retrieved[] = [
  {
    id: 'act#0-60',
    document: 'act',
    title: 'Tenancy Act 2031',
    section: '12',
    text: 'The deposit must be returned within 14 days.',
    start: 0,
    end: 60,
    score: 3,
  },
  {
    id: 'case#5-90',
    document: 'case',
    title: 'Orrin v Dalby',
    citation: '[2033] VSC 84',
    text: '[7] The deposit is not rent.',
  },
  { text: 'Keys are handed over at the end.' },
]

export function requestOf(changes: Partial<SystemRequest> = {}): SystemRequest {
  const question = 'When must the deposit be returned?'
  return {
    question,
    item: Item.parse({ id: 'T-1', question, language: 'en' }),
    trial: 0,
    signal: new AbortController().signal,
    ...changes,
  }
}

/** A request of a case whose calls go through recordings, and the account of them. */
export function recordedRequest(
  dir: string,
  mode: CassetteMode,
  { all = true, id = 'T-1' } = {},
): { request: SystemRequest; own: OwnCalls } {
  const own = openOwnCalls({ cassettes: openCassettes({ dir, mode }), all }, { suite: 'Tenancy', id })
  return { request: requestOf({ record: own.record }), own }
}

export function failureOf(work: Promise<unknown>): Promise<Error & { kind?: string }> {
  return work.then(
    (found) => expect.unreachable(`expected a failure, received ${JSON.stringify(found)}`),
    (error: unknown) => error as Error,
  )
}
