import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Behaviour, serverError } from '../../../test/providers/behaviour.js'
import type { Handler, ProviderServer } from '../../../test/providers/server.js'
import { modelRewriter } from './model-rewriter.js'
import { failureOf, providerServer, providers, recordedRequest, requestOf, timing } from './model-stages.test-util.js'

let server: ProviderServer | undefined
beforeEach(() => {
  vi.stubEnv('OPENAI_API_KEY', 'a-key')
  vi.stubEnv('ANTHROPIC_API_KEY', 'a-key')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
  server = undefined
})

const text = (said: string, stop?: 'cut' | 'declined'): Behaviour =>
  stop === undefined ? { kind: 'text', text: said } : { kind: 'text', text: said, stop }

describe.each(providers)('a model of %s as a rewriter', (provider) => {
  const start = async (handler: Handler) => {
    server = await providerServer(provider, handler)
    return modelRewriter({ provider, model: 'm', baseURL: server.baseURL, retries: 0 }, timing)
  }

  it.each<[string, Behaviour, string]>([
    ['a query', text('deposit return period'), 'deposit return period'],
    ['one on several lines', text('deposit\n return  period\n'), 'deposit return period'],
    ['one after thinking', text('<think>hm</think>\ndeposit'), 'deposit'],
    ['an empty one', text('  '), 'When is it due?'],
    ['one that was cut off', text('deposit and', 'cut'), 'When is it due?'],
    ['a refusal', text('I cannot.', 'declined'), 'When is it due?'],
  ])('that replies with %s', async (_, behaviour, query) => {
    const rewriter = await start(() => behaviour)
    expect(await rewriter.rewrite('When is it due?', requestOf())).toEqual({
      query,
      usage: expect.objectContaining({ calls: 1 }),
    })
    expect(server?.requests[0]).toMatchObject({ user: 'When is it due?', format: 'none' })
    expect(server?.unexpected).toEqual([])
  })

  it('that fails is a failure of the system', async () => {
    const rewriter = await start(() => serverError())
    expect(await failureOf(rewriter.rewrite('When?', requestOf()))).toMatchObject({ name: 'SystemError', kind: 'http' })
  })

  it('is recorded; what is replayed costs nothing', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'docket-rewriter-'))
    try {
      const rewriter = await start((_, n) => text(`query ${n}`))
      await rewriter.rewrite('When?', recordedRequest(dir, 'auto').request)
      expect(await rewriter.rewrite('When?', recordedRequest(dir, 'replay').request)).toEqual({ query: 'query 0' })
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  })
})

it('a misspelt option is an OptionError', () => {
  expect(() => modelRewriter({ provider: 'openai', model: 'm', promt: 'x' } as never)).toThrow('did you mean `prompt`?')
})
