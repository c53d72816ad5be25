import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { judgeRequest } from '../../test/providers/request.js'
import { openCassettes } from '../cassettes/cassettes.js'
import type { CassetteMode } from '../cassettes/mode.js'
import { messageOf } from '../errors.js'
import { ProviderFault } from '../providers/retry.js'
import type { Json } from '../schema/json.js'
import type { Cost } from '../schema/record.js'
import { type Admission, type Ledger, openLedger, type Party } from './budget.js'
import { receive } from './call.js'
import type { JudgeRequest } from './judge.js'
import type { ModelOptions } from './options.js'
import { buildFurtherPrompt, buildPrompt, type Prompt } from './prompt.js'

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

describe('a miss names what of the message differs', () => {
  const long = (word: string) => `${word} `.repeat(40)
  const passage = { id: 'p', text: long('passage') }
  const before = { question: long('question'), answer: long('answer'), passages: [passage], reference: long('reference') }
  it.each<[string, Partial<JudgeRequest>]>([
    ['question', { question: long('other') }],
    ['answer', { answer: long('other') }],
    ['passages', { passages: [{ ...passage, text: long('other') }] }],
    ['passages', { passages: [{ ...passage, title: 'Act' }] }],
    ['reference', { reference: long('other') }],
    ['citations (recorded null, now [])', { citations: [] }],
    ['answer points (recorded [], now ["answer point 1: So it is."])', { answerPoints: ['So it is.'] }],
    ['false premise (recorded false, now true)', { falsePremise: true }],
  ])('%s', async (name, change) => {
    const asked = (over: Partial<JudgeRequest>): Call => {
      const request = judgeRequest({ ...before, citations: null, answerPoints: [], falsePremise: false, ...over })
      const pieces = request.passages.map(({ text }, index) => ({ number: index + 1, text }))
      return { ...call, request, prompt: buildPrompt('Judge it.', request, pieces) }
    }
    await received(asked({}), 'auto')
    const miss = await received(asked(change), 'replay').catch(messageOf)
    expect(miss).toContain(`differs in input (${name}). `)
  })

  it('the claims that a further part is asked about', async () => {
    const asked = (text: string): Call => ({
      ...call,
      prompt: buildFurtherPrompt('Judge it.', call.request, [], { claims: [{ id: 1, text }], referenceClaims: [] }),
    })
    await received(asked('So.'), 'auto')
    const miss = await received(asked('Not so.'), 'replay').catch(messageOf)
    expect(miss).toContain('differs in input (claims (recorded ["claim 1: So."], now ["claim 1: Not so."])). ')
  })
})

describe('limits a minute', () => {
  const LIMITED: ModelOptions = {
    provider: 'openai',
    model: 'a-model',
    requestsPerMinute: 2,
    tokensPerMinute: 1000,
    deadlineMs: 25,
  }

  /** One call whose admissions take longer than an attempt may, and whose first attempt fails; what happened in order. */
  async function calling(ledger: Partial<Ledger> = {}) {
    const seen: string[] = []
    const parties: Party[] = []
    const long = () => new Promise((resolve) => setTimeout(resolve, 80))
    const ask = async () => {
      seen.push('ask')
      if (seen.filter((what) => what === 'ask').length === 1) throw new ProviderFault('status', 'overloaded', { status: 503 })
      return { text: '{}', stop: 'end' as const, usage: {} }
    }
    const parts = {
      options: LIMITED,
      open: async () => ask,
      root: dir,
      cassettes: openCassettes({ dir, mode: 'off' }),
      ledger: {
        async admit(party: Party): Promise<Admission> {
          parties.push(party)
          await long()
          seen.push('admit')
          return { ok: true }
        },
        async again(party: Party) {
          parties.push(party)
          await long()
          seen.push('again')
        },
        async settle(_party: Party, _cost: Cost, failure?: string) {
          seen.push(`settle ${failure}`)
        },
        ...ledger,
      },
      timing: { baseMs: 1, totalMs: 1000, random: () => 0 },
    }
    const context = {
      signal: new AbortController().signal,
      async offClock<Value>(wait: () => Promise<Value>) {
        seen.push('stop the clock')
        const value = await wait()
        seen.push('go on')
        return value
      },
    }
    const { reply } = await receive(parts, parts.open, { request: call.request, context, received: [] }, call.prompt, call.schema)
    return { seen, parties, reply }
  }

  it('fault 20: every attempt waits for its place, off the clock, and its own deadline begins after', async () => {
    const { seen, parties, reply } = await calling()
    expect(reply.text).toBe('{}')
    const waited = (what: string) => ['stop the clock', what, 'go on', 'ask']
    expect(seen).toEqual([...waited('admit'), ...waited('again'), 'settle undefined'])
    const party = { name: 'openai a-model', limits: { requests: 2, tokens: 1000 } }
    expect(parties).toEqual([party, party])
  })

  it('a ledger that knows no minute lets further attempts begin', async () => {
    expect((await calling({ again: undefined })).seen.filter((what) => what === 'ask')).toHaveLength(2)
  })

  it('a call that is refused is not made', async () => {
    const refused = async (): Promise<Admission> => ({ ok: false, kind: 'circuit', reason: 'stopped asking' })
    await expect(calling({ admit: refused })).rejects.toMatchObject({ kind: 'circuit', message: 'stopped asking' })
  })
})
