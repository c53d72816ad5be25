import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { judgeRequest } from '../../test/providers/request.js'
import { openCassettes } from '../cassettes/cassettes.js'
import type { CassetteMode } from '../cassettes/mode.js'
import { messageOf } from '../errors.js'
import type { Json } from '../schema/json.js'
import { openLedger } from './budget.js'
import { receive } from './call.js'
import type { JudgeRequest } from './judge.js'
import type { ModelOptions } from './options.js'
import type { Prompt } from './prompt.js'

interface Call {
  options: ModelOptions
  request: JudgeRequest
  prompt: Prompt
  schema: Json
}
const call: Call = {
  options: { provider: 'openai', model: 'a-model' },
  request: judgeRequest(),
  prompt: { system: 'Judge it.', user: 'Is it so?' },
  schema: { type: 'object' },
}

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-call-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** One call, recorded as of use; how many were live is counted. */
async function received(
  { options, request, prompt, schema }: Call,
  mode: CassetteMode,
): Promise<{ text: string; live: boolean }> {
  const parts = {
    options,
    open: async () => async () => ({ text: 'live', stop: 'end' as const, usage: {} }),
    root: dir,
    cassettes: openCassettes({ dir, mode }),
    ledger: openLedger,
    timing: { baseMs: 1, totalMs: 1000, random: () => 0 },
  }
  const context = { signal: new AbortController().signal }
  const { reply, recordedAt, keep } = await receive(parts, parts.open, { request, context, received: [] }, prompt, schema)
  await keep()
  return { text: reply.text, live: recordedAt === null }
}

describe('fault 21: whatever changes the answer is in the key, each by itself', () => {
  const openai = (options: object) => ({ options: { ...call.options, ...options } as ModelOptions })
  it.each<[string, string, Partial<Call>]>([
    ['provider', 'provider', openai({ provider: 'anthropic' })],
    ['baseURL', 'base URL', openai({ baseURL: 'http://127.0.0.1:1' })],
    ['model', 'model', openai({ model: 'another' })],
    ['parameters', 'temperature', openai({ temperature: 0 })],
    ['parameters', 'seed', openai({ seed: 1 })],
    ['parameters', 'reasoning effort', openai({ reasoningEffort: 'low' })],
    ['parameters', 'token limit', openai({ maxTokens: 99 })],
    ['parameters', 'deadline', openai({ deadlineMs: 99_000 })],
    ['headers', 'header', openai({ headers: { 'x-team': 'legal' } })],
    ['prompt', 'system prompt', { prompt: { ...call.prompt, system: 'Judge it mildly.' } }],
    ['input', 'message', { prompt: { ...call.prompt, user: 'Is it not so?' } }],
    ['schema', 'schema of the reply', { schema: { type: 'array' } }],
    ['trial', 'trial', { request: judgeRequest({ trial: 1 }) }],
  ])('%s: another %s is another recording, and the miss names it alone', async (component, _, change) => {
    expect(await received(call, 'auto')).toEqual({ text: 'live', live: true })
    const miss = await received({ ...call, ...change }, 'replay').catch(messageOf)
    expect(miss).toMatch(new RegExp(`differs in ${component}(?: \\([^)]*\\))?\\. `))
    expect(await received({ ...call, ...change }, 'auto')).toEqual({ text: 'live', live: true })
    expect(await received(call, 'replay')).toEqual({ text: 'live', live: false })
  })

  it.each<[string, Partial<Call>]>([
    ['key', { options: { ...call.options, apiKeyEnv: 'ANOTHER_KEY' } }],
    ['number of retries', { options: { ...call.options, retries: 0 } }],
    ['price', { options: { ...call.options, prices: { 'a-model': { input: 1, output: 1 } } } }],
    ['name of the case', { request: judgeRequest({ suite: 'Another', id: 'T-9' }) }],
  ])('what changes no answer does not: %s', async (_, change) => {
    await received(call, 'auto')
    expect(await received({ ...call, ...change }, 'replay')).toEqual({ text: 'live', live: false })
  })
})
