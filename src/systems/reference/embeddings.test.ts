import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type JsonReply, type JsonServer, jsonServer } from '../../../test/providers/json-server.js'
import { openCassettes } from '../../cassettes/cassettes.js'
import { CassetteMissError, OptionError } from '../../errors.js'
import { openOwnCalls } from '../../run/own-calls.js'
import { type OpenAIEmbeddingsOptions, openaiEmbeddings } from './embeddings.js'
import { failureOf, recordedRequest, requestOf, timing } from './model-stages.test-util.js'

const KEY = 'a-key-without-any-known-form-42'
let dir: string
let server: JsonServer | undefined
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-embeddings-'))
  vi.stubEnv('OPENAI_API_KEY', KEY)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
  server = undefined
  await rm(dir, { recursive: true, force: true })
})

async function start(handler: (texts: string[], n: number, body: Record<string, unknown>) => JsonReply, options: object = {}) {
  server = await jsonServer(({ body }, n) => handler(body['input'] as string[], n, body))
  const { requests, url } = server
  return {
    requests,
    embeddings: openaiEmbeddings({ model: 'text-embedding-3-small', baseURL: `${url}/v1`, retries: 2, ...options }, timing),
  }
}

const reply = (vectors: unknown[], changes: object = {}): JsonReply => ({
  body: {
    object: 'list',
    model: 'text-embedding-3-small',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    usage: { prompt_tokens: 1_000_000, total_tokens: 1_000_000 },
    ...changes,
  },
})
const base64 = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer).toString('base64')
const vectorsOf = ({ vectors }: { vectors: readonly ArrayLike<number>[] }) => vectors.map((vector) => Array.from(vector))

describe('embeddings through the OpenAI protocol', () => {
  it('come in the order of the texts, with what they used', async () => {
    const { embeddings, requests } = await start(() => reply([base64(1, 0.5), base64(-0.25, 3)]))
    const found = await embeddings.embed(['a', 'b'], 'passage', requestOf())
    expect(vectorsOf(found)).toEqual([
      [1, 0.5],
      [-0.25, 3],
    ])
    expect(found.usage).toEqual({
      model: 'text-embedding-3-small',
      calls: 1,
      inputTokens: 1_000_000,
      outputTokens: 0,
      usd: 0.02,
    })
    expect(requests[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: 'text-embedding-3-small', input: ['a', 'b'], encoding_format: 'base64' },
    })
  })

  it.each<[string, JsonReply, number[][]]>([
    [
      'arrays of numbers',
      reply([
        [1, 0.5],
        [2, 3],
      ]),
      [
        [1, 0.5],
        [2, 3],
      ],
    ],
    [
      'both mixed',
      reply([base64(1, 0.5), [2, 3]]),
      [
        [1, 0.5],
        [2, 3],
      ],
    ],
    [
      'another order',
      reply([], {
        data: [
          { index: 1, embedding: [2, 3] },
          { index: 0, embedding: [1, 0.5] },
        ],
      }),
      [
        [1, 0.5],
        [2, 3],
      ],
    ],
    [
      'no numbers of the texts',
      reply([], { data: [{ embedding: [1, 0.5] }, { embedding: [2, 3] }] }),
      [
        [1, 0.5],
        [2, 3],
      ],
    ],
    ['no usage', reply([[1], [2]], { usage: undefined, model: undefined }), [[1], [2]]],
  ])('are read from %s', async (_, answer, expected) => {
    const { embeddings } = await start(() => answer)
    expect(vectorsOf(await embeddings.embed(['a', 'b'], 'passage', requestOf()))).toEqual(expected)
  })

  it('what is recorded is every 32-bit float as it was', async () => {
    const values = Float32Array.from([0.1, 1 / 3, 1e-38, 3.4e38, -7.12345678e-5, 16777217])
    const { embeddings } = await start(() => reply([base64(...values)]))
    const live = await embeddings.embed(['a'], 'passage', recordedRequest(dir, 'auto').request)
    const replayed = await embeddings.embed(['a'], 'passage', recordedRequest(dir, 'replay').request)
    expect(vectorsOf(replayed)).toEqual(vectorsOf(live))
    expect(Float32Array.from(replayed.vectors[0] ?? [])).toEqual(values)
    expect(replayed).not.toHaveProperty('usage')
  })

  it('are recorded where gates decide too, and replay without a key or a server', async () => {
    const { embeddings, requests } = await start(() => reply([[1, 2]]))
    await embeddings.embed(['a'], 'query', recordedRequest(dir, 'auto', { all: false }).request)
    await server?.close()
    vi.stubEnv('OPENAI_API_KEY', '')
    const { request, own } = recordedRequest(dir, 'replay', { all: false, id: 'T-2' })
    expect(vectorsOf(await embeddings.embed(['a'], 'query', { ...request, trial: 3 } as typeof request))).toEqual([[1, 2]])
    expect(own.outcome().recordings).toHaveLength(1)
    expect(requests).toHaveLength(1)
    for (const file of await readdir(dir, { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain(KEY)
  })

  it('a pattern that redacts plain letters is told, live and replayed', async () => {
    const { embeddings } = await start(() => reply([[1, 2]]))
    for (const mode of ['auto', 'replay'] as const) {
      const cassettes = openCassettes({ dir, mode, redact: { patterns: ['\\w{6,}'] } })
      const { record } = openOwnCalls({ cassettes, all: true }, { suite: 'S', id: 'T-1' })
      const failure = await failureOf(embeddings.embed(['a'], 'query', requestOf({ record })))
      expect(failure.message).toContain('does a pattern of `cassettes.redact` match plain letters?')
    }
  })

  it.each([
    ['text', ['b'], {}],
    ['model', ['a'], { model: 'another' }],
    ['length', ['a'], { dimensions: 2 }],
    ['prefix', ['a'], { passagePrefix: 'passage: ' }],
  ])('another %s is another recording', async (_, texts, options) => {
    const { embeddings } = await start(() => reply([[1, 2]]))
    await embeddings.embed(['a'], 'passage', recordedRequest(dir, 'auto').request)
    const other = openaiEmbeddings({ model: 'text-embedding-3-small', baseURL: `${server?.url}/v1`, ...options })
    await expect(other.embed(texts, 'passage', recordedRequest(dir, 'replay').request)).rejects.toThrow(CassetteMissError)
  })

  it('the length that is asked for, prefixes and headers are sent', async () => {
    const { embeddings, requests } = await start(() => reply([[1, 2]]), {
      dimensions: 2,
      queryPrefix: 'query: ',
      passagePrefix: 'passage: ',
      headers: { 'x-team': 'law' },
    })
    await embeddings.embed(['a'], 'query', requestOf())
    await embeddings.embed(['a'], 'passage', requestOf())
    expect(requests.map(({ body }) => body['input'])).toEqual([['query: a'], ['passage: a']])
    expect(requests[0]).toMatchObject({ body: { dimensions: 2 }, headers: { 'x-team': 'law' } })
    expect(embeddings.name).toBe('text-embedding-3-small (2)')
  })

  it('a server that knows no base64 is asked for numbers, and from then on', async () => {
    const { embeddings, requests } = await start((_, __, body) =>
      body['encoding_format'] === 'base64'
        ? { status: 422, body: { error: { message: 'encoding_format: unsupported', type: 'invalid' } } }
        : reply([[1, 2]]),
    )
    for (const text of ['a', 'b']) await embeddings.embed([text], 'query', requestOf())
    expect(requests.map(({ body }) => body['encoding_format'])).toEqual(['base64', 'float', 'float'])
  })

  it('429, 5xx and dropped connections are tried again', async () => {
    const bad: JsonReply[] = [{ status: 429, body: {}, headers: { 'retry-after-ms': '0' } }, { status: 503, body: '' }, 'drop']
    const { embeddings, requests } = await start((_, n) => bad[n] ?? reply([[1]]), { retries: 3 })
    expect(vectorsOf(await embeddings.embed(['a'], 'query', requestOf()))).toEqual([[1]])
    expect(requests).toHaveLength(4)
  })

  it.each<[string, JsonReply, number, string, string]>([
    ['500 for good', { status: 500, body: { error: { message: 'oops' } } }, 3, 'http', '500 oops, after 3 attempts'],
    ['a spent quota', { status: 429, body: { error: { message: 'quota', code: 'insufficient_quota' } } }, 1, 'http', '429 quota'],
    ['a key that comes back', { status: 401, body: { error: { message: `bad ${KEY}` } } }, 1, 'http', 'bad [redacted]'],
    ['a body that is none', { body: { hello: 1 } }, 1, 'shape', 'a reply without `data`'],
    ['too few vectors', reply([[1]]), 1, 'shape', 'expected 2 vectors, received 1'],
    ['too many', reply([[1], [2], [3]]), 1, 'shape', 'expected 2 vectors, received 3'],
    ['two lengths', reply([[1], [2, 3]]), 1, 'shape', 'vector 1 has 2 values, and the first one 1'],
    ['no values', reply([[], []]), 1, 'shape', 'has no values'],
    ['what is no number', reply([[1], ['x']] as never), 1, 'shape', 'vector 1, value 0: expected a finite number'],
    ['no finite number', reply([base64(Number.NaN), base64(1)]), 1, 'shape', 'received NaN'],
    ['half a float', reply([Buffer.from([1, 2, 3]).toString('base64'), base64(1)]), 1, 'shape', 'received 3 bytes'],
    [
      'two vectors of one text',
      reply([], {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [2] },
        ],
      }),
      1,
      'shape',
      'by their index, received 0, 0',
    ],
  ])('%s is a failure of the system, and not recorded', async (_, answer, attempts, kind, words) => {
    const { embeddings, requests } = await start(() => answer)
    const { request, own } = recordedRequest(dir, 'auto')
    const failure = await failureOf(embeddings.embed(['a', 'b'], 'passage', request))
    expect(failure).toMatchObject({ name: 'SystemError', kind, message: expect.stringContaining(words) })
    expect(requests).toHaveLength(attempts)
    expect(own.outcome().recordings).toEqual([])
  })

  it('another length than the one that was asked for is one', async () => {
    const { embeddings } = await start(() => reply([[1, 2, 3]]), { dimensions: 2 })
    expect(await failureOf(embeddings.embed(['a'], 'query', requestOf()))).toMatchObject({ kind: 'shape' })
  })

  it('a missing key is the suite’s to mend', async () => {
    vi.stubEnv('OPENAI_API_KEY', '')
    const failure = await failureOf(openaiEmbeddings({ model: 'm' }).embed(['a'], 'query', requestOf()))
    expect(failure).toBeInstanceOf(OptionError)
    expect(failure.message).toContain('the openai retriever needs an API key: set the environment variable OPENAI_API_KEY')
  })

  it.each<[string, unknown, string]>([
    ['no model', {}, '`openaiEmbeddings.model`'],
    ['no length', { model: 'm', dimensions: 0 }, '`openaiEmbeddings.dimensions`'],
    ['too large a batch', { model: 'm', batch: 4096 }, '`openaiEmbeddings.batch`'],
    ['a misspelt option', { model: 'm', dimension: 3 }, 'did you mean `dimensions`?'],
    ['nothing', undefined, '`openaiEmbeddings`'],
  ])('%s is an OptionError', (_, options, message) => {
    expect(() => openaiEmbeddings(options as OpenAIEmbeddingsOptions)).toThrow(OptionError)
    expect(() => openaiEmbeddings(options as OpenAIEmbeddingsOptions)).toThrow(message)
  })
})
