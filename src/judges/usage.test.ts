import { tmpdir } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { anthropicServer } from '../../test/providers/anthropic.js'
import { literalVerdict } from '../../test/providers/behaviour.js'
import { openaiServer } from '../../test/providers/openai.js'
import { judgeRequest } from '../../test/providers/request.js'
import type { ProviderServer } from '../../test/providers/server.js'
import { openCassettes } from '../cassettes/cassettes.js'
import { Cost } from '../schema/record.js'
import { Verdict } from '../schema/verdict.js'
import { createJudge } from './create.js'

let server: ProviderServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const models = { anthropic: 'claude-sonnet-4-6', openai: 'gpt-5.4' }
const servers = { anthropic: anthropicServer, openai: openaiServer }
const providers = ['anthropic', 'openai'] as const
type Provider = (typeof providers)[number]

const sent = (provider: Provider, text: string, model: unknown, usage: unknown) =>
  provider === 'openai'
    ? { model, usage, choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }] }
    : { type: 'message', role: 'assistant', model, usage, content: [{ type: 'text', text }], stop_reason: 'end_turn' }

/** One answer, judged by a server that says this of what it used. */
async function assess(provider: Provider, usage: unknown, model: unknown = models[provider]) {
  server = await servers[provider](({ prompt }) => ({
    kind: 'body',
    body: JSON.stringify(sent(provider, JSON.stringify(literalVerdict(prompt)), model, usage)),
  }))
  const costs: Cost[] = []
  const asked: Cost[] = []
  const settled: [Cost, string | undefined][] = []
  const judge = createJudge(
    { provider, model: models[provider], baseURL: server.baseURL },
    {
      root: tmpdir(),
      cassettes: openCassettes({ dir: tmpdir(), mode: 'off' }),
      budget: {
        async admit(_, estimate) {
          asked.push(estimate)
          return { ok: true }
        },
        settle: async (_, cost, failure) => void settled.push([cost, failure]),
      },
    },
  )
  const context = { signal: new AbortController().signal, onCost: (cost: Cost) => costs.push(cost) }
  const verdict = Verdict.parse(await judge.assess(judgeRequest(), context))
  return { verdict, costs: costs.map((cost) => Cost.parse(cost)), asked, settled }
}

const odd = [12.5, '12', -500, 1e300, 2 ** 53, true, [7], {}]

describe.each(providers)('%s: what a server says that a reply used', (provider) => {
  const named = (input: unknown, output: unknown) =>
    provider === 'openai' ? { prompt_tokens: input, completion_tokens: output } : { input_tokens: input, output_tokens: output }
  const cached = (tokens: unknown) =>
    provider === 'openai'
      ? { prompt_tokens_details: { cached_tokens: tokens } }
      : { cache_read_input_tokens: tokens, cache_creation_input_tokens: 0 }

  it.each(odd)('%j of input is unknown, costs no verdict, and counts as estimated', async (value) => {
    const { verdict, costs, asked, settled } = await assess(provider, named(value, 30))
    expect(verdict).toMatchObject({ correct: true, claims: [{ support: 'entailment' }, { support: 'neutral' }] })
    expect(verdict.usage).toEqual({ model: models[provider], outputTokens: 30 })
    expect(costs).toEqual([{ calls: 1, inputTokens: 0, outputTokens: 30, usd: null, unknownTokens: 1 }])
    const { inputTokens, usd } = asked[0] ?? {}
    expect([inputTokens, usd].every((amount) => typeof amount === 'number' && amount > 0)).toBe(true)
    expect(settled).toEqual([[{ calls: 1, inputTokens, outputTokens: 30, usd }, undefined]])
  })

  it.each(odd)('%j of output is unknown', async (value) => {
    const { verdict, costs, asked, settled } = await assess(provider, named(30, value))
    expect(verdict.usage).toMatchObject({ inputTokens: 30 })
    expect(verdict.usage).not.toHaveProperty('usd')
    expect(costs).toEqual([{ calls: 1, inputTokens: 30, outputTokens: 0, usd: null, unknownTokens: 1 }])
    const { outputTokens, usd } = asked[0] ?? {}
    expect(settled).toEqual([[{ calls: 1, inputTokens: 30, outputTokens, usd }, undefined]])
  })

  it.each(odd)('with %j of it cached, the input is unknown', async (value) => {
    const { costs } = await assess(provider, { ...named(1000, 30), ...cached(value) })
    expect(costs).toEqual([{ calls: 1, inputTokens: 0, outputTokens: 30, usd: null, unknownTokens: 1 }])
  })

  it.each([undefined, null, {}, 'n/a', 7])('%j is nothing known', async (usage) => {
    const { verdict, costs, asked, settled } = await assess(provider, usage)
    expect(verdict.usage).toEqual({ model: models[provider] })
    expect(costs).toEqual([{ calls: 1, inputTokens: 0, outputTokens: 0, usd: null, unknownTokens: 1 }])
    expect(settled).toEqual([[asked[0], undefined]])
  })

  it('0 is a count, and so is null of what is cached', async () => {
    const { costs } = await assess(provider, { ...named(0, 0), ...cached(null) })
    expect(costs).toEqual([{ calls: 1, inputTokens: 0, outputTokens: 0, usd: 0 }])
  })

  it.each([undefined, null, 7])('a model that is %j is the one that was asked for', async (model) => {
    const { verdict } = await assess(provider, named(1000, 30), model ?? null)
    expect(verdict).toMatchObject({ correct: true, usage: { model: models[provider], usd: expect.any(Number) } })
  })
})
