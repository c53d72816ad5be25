import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type JsonReply, jsonServer } from '../../../test/providers/json-server.js'
import { openCassettes } from '../../cassettes/cassettes.js'
import type { CassetteMode } from '../../cassettes/mode.js'
import { OptionError } from '../../errors.js'
import { askSystem } from '../../run/ask-system.js'
import { ownCassettes } from '../../run/own-calls.js'
import { Item } from '../../schema/item.js'
import { dense } from './dense.js'
import { openaiEmbeddings } from './embeddings.js'
import { modelGenerator } from './model-generator.js'
import { modelRewriter } from './model-rewriter.js'
import { passages, timing } from './model-stages.test-util.js'
import { providerReranker } from './provider-reranker.js'
import { ragSystem } from './rag-system.js'
import { rerank } from './rerank.js'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-pipeline-'))
  vi.stubEnv('OPENAI_API_KEY', 'a-key-of-mine')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(dir, { recursive: true, force: true })
})

/** One server for all stages: it counts what it is asked for, and says something new whenever it generates. */
async function providers() {
  const asked = { rewrite: 0, embeddings: 0, rerank: 0, generate: 0 }
  const server = await jsonServer(({ path, body }): JsonReply => {
    if (path.endsWith('/embeddings')) {
      asked.embeddings += 1
      const texts = body['input'] as string[]
      return {
        body: {
          model: body['model'],
          data: texts.map((text, index) => ({ index, embedding: [text.length % 7, 1] })),
          usage: { prompt_tokens: texts.length },
        },
      }
    }
    if (path.endsWith('/rerank')) {
      asked.rerank += 1
      const documents = body['documents'] as string[]
      const results = documents.map((text, index) => ({ index, relevance_score: text.includes('14 days') ? 0.9 : 0.1 }))
      return { body: { results, usage: { total_tokens: 50 } } }
    }
    const rewrites = JSON.stringify(body).includes('search engine')
    asked[rewrites ? 'rewrite' : 'generate'] += 1
    const content = rewrites ? 'deposit return period' : `Within 14 days [1]. Draft ${asked.generate}.`
    return {
      body: {
        model: body['model'],
        choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 100, completion_tokens: 10 },
      },
    }
  })
  return { server, asked }
}

function pipeline(url: string) {
  const model = { provider: 'openai', model: 'gpt-5.4', baseURL: `${url}/v1` } as const
  const prices = { 'rerank-4': { input: 1, output: 0 } }
  const embeddings = openaiEmbeddings({ model: 'text-embedding-3-small', baseURL: model.baseURL }, timing)
  const reranker = providerReranker({ url: `${url}/v2/rerank`, model: 'rerank-4', prices }, timing)
  return ragSystem({
    retriever: rerank(dense(passages, { embeddings }), reranker),
    generator: modelGenerator(model, timing),
    rewrite: modelRewriter(model, timing),
    k: 2,
  })
}

function ask(system: ReturnType<typeof pipeline>, mode: CassetteMode, policy: 'report' | 'gate' = 'report', trial = 0) {
  const question = 'When do I get my deposit back?'
  const item = Item.parse({ id: 'T-1', question, language: 'en' })
  const frame = { suite: 'S', file: 's.ts', title: question, item, position: 0, trial, group: 'T-1' }
  const own = ownCassettes(system, policy, openCassettes({ dir, mode }), undefined)
  return askSystem(frame, { system, ownCassettes: own }, { signal: new AbortController().signal })
}

describe('a pipeline of models', () => {
  it('answers, says by which query, and what all its calls cost', async () => {
    const { server, asked } = await providers()
    try {
      const system = pipeline(server.url)
      expect(system.name).toBe('dense text-embedding-3-small > rerank-4 + gpt-5.4')
      const { response, cost, recordings } = await ask(system, 'auto')
      expect(response).toMatchObject({
        answer: 'Within 14 days [1]. Draft 1.',
        rewrittenQuery: 'deposit return period',
        passages: [{ id: 'act#0-60', score: 0.9 }, { score: 0.1 }],
        citations: [{ id: 'act#0-60', document: 'act', section: '12' }],
      })
      expect(Object.keys(response?.timings ?? {}).sort()).toEqual(['generate', 'retrieve', 'rewrite', 'total'])
      // Three documents and the query are a call each, since two chunks are of documents of their own and one of none.
      expect(asked).toEqual({ rewrite: 1, embeddings: 4, rerank: 1, generate: 1 })
      expect(cost).toMatchObject({ calls: 7, inputTokens: 100 + 4 + 50 + 100, outputTokens: 20 })
      expect(cost.usd).toBeCloseTo((2 * (100 * 2.5 + 10 * 15) + 4 * 0.02 + 50) / 1e6, 12)
      expect(recordings).toHaveLength(7)
    } finally {
      await server.close()
    }
  })

  it('replays without server and keys: the same answer, at no cost', async () => {
    const { server } = await providers()
    const live = await ask(pipeline(server.url), 'auto')
    await server.close()
    vi.stubEnv('OPENAI_API_KEY', '')
    const replayed = await ask(pipeline(server.url), 'replay')
    const { timings: _, usage: __, ...said } = live.response ?? { answer: '' }
    expect(replayed.response).toEqual(said)
    expect(replayed).toMatchObject({ cost: { calls: 0, usd: 0 }, recordedAt: expect.any(String) })
    expect(replayed.recordings.toSorted()).toEqual(live.recordings.toSorted())
  })

  it('where gates decide, embeddings and rerankers replay, and models are asked', async () => {
    const { server, asked } = await providers()
    try {
      await ask(pipeline(server.url), 'auto', 'gate')
      const again = await ask(pipeline(server.url), 'auto', 'gate')
      expect(asked).toEqual({ rewrite: 2, embeddings: 4, rerank: 1, generate: 2 })
      expect(again.response?.answer).toContain('Draft 2')
      expect(again.recordedAt).toBeUndefined()
      expect(again.cost).toMatchObject({ calls: 2, inputTokens: 200 })
    } finally {
      await server.close()
    }
  })

  it('a trial asks the models anew, and not what always comes to the same', async () => {
    const { server, asked } = await providers()
    try {
      await ask(pipeline(server.url), 'auto')
      await ask(pipeline(server.url), 'auto', 'report', 1)
      expect(asked).toEqual({ rewrite: 2, embeddings: 4, rerank: 1, generate: 2 })
    } finally {
      await server.close()
    }
  })

  it('without a key it is red, not a failure of the case', async () => {
    vi.stubEnv('OPENAI_API_KEY', '')
    const system = ragSystem({
      retriever: dense(passages, { embeddings: openaiEmbeddings({ model: 'm' }) }),
      generator: () => 'A.',
    })
    await expect(ask(system, 'auto')).rejects.toThrow(OptionError)
  })
})
