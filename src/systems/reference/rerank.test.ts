import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Behaviour, serverError } from '../../../test/providers/behaviour.js'
import { type JsonReply, type JsonServer, jsonServer } from '../../../test/providers/json-server.js'
import type { Handler, ProviderServer } from '../../../test/providers/server.js'
import { OptionError } from '../../errors.js'
import { modelReranker } from './model-reranker.js'
import { failureOf, passages, providerServer, providers, recordedRequest, requestOf, timing } from './model-stages.test-util.js'
import { type ProviderRerankerOptions, providerReranker } from './provider-reranker.js'
import { rerank } from './rerank.js'
import type { Retrieval, Retriever } from './stages.js'

const KEY = 'a-key-without-any-known-form-42'
let dir: string
let server: ProviderServer | JsonServer | undefined
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-rerank-'))
  for (const name of ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'RERANK_KEY']) vi.stubEnv(name, KEY)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
  server = undefined
  await rm(dir, { recursive: true, force: true })
})

/** Which candidates came back, with their scores. */
const order = ({ passages: found }: Retrieval) =>
  found.map(({ text, score }) => [passages.findIndex((passage) => passage.text === text), score])

describe.each(providers)('a model of %s as a reranker', (provider) => {
  const start = async (handler: Handler) => {
    const played = await providerServer(provider, handler)
    server = played
    return { played, reranker: modelReranker({ provider, model: 'm', baseURL: played.baseURL, retries: 1 }, timing) }
  }
  const grades = (...list: unknown[]): Behaviour => ({ kind: 'text', text: JSON.stringify({ grades: list }) })
  const grade = (passage: unknown, value: unknown) => ({ passage, grade: value })

  it.each<[string, Behaviour, [number, number | undefined][]]>([
    [
      'grades all',
      grades(grade(1, 2), grade(2, 10), grade(3, 7.5)),
      [
        [1, 10],
        [2, 7.5],
        [0, 2],
      ],
    ],
    [
      'grades some',
      grades(grade(3, 0)),
      [
        [2, 0],
        [0, undefined],
        [1, undefined],
      ],
    ],
    [
      'grades twice, or what there is not',
      grades(grade(2, 5), grade(2, 9), grade(8, 10), grade(0, 10)),
      [
        [1, 5],
        [0, undefined],
        [2, undefined],
      ],
    ],
    [
      'is cut off',
      { kind: 'text', text: '{"grades": [{"passage": 3, "grade": 6}, {"passage": 1, "gr', stop: 'cut' },
      [
        [2, 6],
        [0, undefined],
        [1, undefined],
      ],
    ],
  ])('that %s', async (_, behaviour, expected) => {
    const { reranker, played } = await start(() => behaviour)
    const found = await reranker.rerank('When?', passages, 3, requestOf())
    expect(order(found)).toEqual(expected)
    expect(found.usage).toMatchObject({ calls: 1 })
    expect(played.requests[0]).toMatchObject({ format: 'schema' })
    expect(played.requests[0]?.user).toContain('<passage number="3">')
    expect(played.unexpected).toEqual([])
  })

  it.each<[string, Behaviour]>([
    ['is prose', { kind: 'text', text: 'The second is best.' }],
    ['declines', { kind: 'text', text: 'No.', stop: 'declined' }],
    ['is of others', grades(grade(8, 10), grade(0, 10))],
    ['is beyond the scale, or in words', grades(grade(1, 11), grade(2, -1), grade(3, '9'))],
  ])('a reply that %s grades nothing: a failure, and no recording', async (_, behaviour) => {
    const { reranker } = await start((_, n) => (n === 0 ? behaviour : grades(grade(2, 4))))
    const asked = () => reranker.rerank('When?', passages, 1, recordedRequest(dir, 'auto').request)
    expect(await failureOf(asked())).toMatchObject({ kind: 'shape', message: expect.stringContaining('scores of 3 passages') })
    expect(order(await asked())).toEqual([[1, 4]])
  })

  it('no candidate is no call', async () => {
    const { reranker, played } = await start(() => serverError())
    expect(await reranker.rerank('When?', [], 5, requestOf())).toEqual({ passages: [] })
    expect(played.requests).toEqual([])
  })

  it('asks in another form where the server refuses the first, under a name of its own', async () => {
    const { reranker, played } = await start((_, n) =>
      n === 0
        ? {
            kind: 'error',
            status: 400,
            type: 'invalid_request_error',
            message: 'output_config and response_format json_schema: unknown',
          }
        : grades(grade(2, 4)),
    )
    expect(order(await reranker.rerank('When?', passages, 1, requestOf()))).toEqual([[1, 4]])
    const [first, second] = played.requests.map(({ body }) => JSON.stringify(body))
    expect(first).toContain(provider === 'openai' ? '"name":"grades"' : '"json_schema"')
    expect(second).toContain(provider === 'openai' ? '"json_object"' : '"report_grades"')
  })

  it('that fails is a failure of the system, and one that is recorded replays', async () => {
    const { reranker } = await start((_, n) => [grades(grade(2, 4)), serverError()][Math.min(n, 1)] ?? serverError())
    await reranker.rerank('When?', passages, 2, recordedRequest(dir, 'auto').request)
    const replayed = await reranker.rerank('When?', passages, 2, recordedRequest(dir, 'replay').request)
    expect(order(replayed)).toEqual([
      [1, 4],
      [0, undefined],
    ])
    expect(replayed).not.toHaveProperty('usage')
    expect(await failureOf(reranker.rerank('Who?', passages, 2, requestOf()))).toMatchObject({ kind: 'http' })
  })
})

interface Wire {
  format: 'cohere' | 'voyage' | 'tei'
  body: object
  reply: (scores: [number, number][]) => unknown
}
const texts = passages.map(({ text }) => text)
const wires: Wire[] = [
  {
    format: 'cohere',
    body: { model: 'rerank-4', query: 'When?', documents: texts, top_n: 3 },
    reply: (scores) => ({
      id: '1',
      results: scores.map(([index, score]) => ({ index, relevance_score: score })),
      meta: { billed_units: { search_units: 1 } },
    }),
  },
  {
    format: 'voyage',
    body: { model: 'rerank-4', query: 'When?', documents: texts, top_k: 3 },
    reply: (scores) => ({
      object: 'list',
      data: scores.map(([index, score]) => ({ index, relevance_score: score })),
      usage: { total_tokens: 90 },
    }),
  },
  {
    format: 'tei',
    body: { query: 'When?', texts, truncate: true },
    reply: (scores) => scores.map(([index, score]) => ({ index, score })),
  },
]

describe.each(wires)('the rerank interface of $format', ({ format, body, reply }) => {
  const start = async (handler: (n: number) => JsonReply, options: Partial<ProviderRerankerOptions> = {}) => {
    const played = await jsonServer((_, n) => handler(n))
    server = played
    const given = { url: `${played.url}/v2/rerank`, model: 'rerank-4', format, apiKeyEnv: 'RERANK_KEY', retries: 2, ...options }
    return { played, reranker: providerReranker(given, timing) }
  }
  const good = reply([
    [2, 0.9],
    [0, -0.5],
    [1, 0.9],
  ])

  it('is asked in its form, and its scores decide', async () => {
    const { played, reranker } = await start(() => ({ body: good }))
    const found = await reranker.rerank('When?', passages, 2, requestOf())
    expect(order(found)).toEqual([
      [1, 0.9],
      [2, 0.9],
    ])
    expect(played.requests[0]).toMatchObject({ path: '/v2/rerank', body, headers: { authorization: `Bearer ${KEY}` } })
    expect(played.requests[0]?.body).toEqual(body)
    expect(found.usage).toEqual({
      model: 'rerank-4',
      calls: 1,
      ...(format === 'voyage' ? { inputTokens: 90, outputTokens: 0 } : {}),
    })
  })

  it('what it leaves out comes last, and what it makes up is nothing', async () => {
    const { reranker } = await start(() => ({
      body: reply([
        [1, 0.2],
        [7, 1],
        [-1, 1],
      ]),
    }))
    expect(order(await reranker.rerank('When?', passages, 3, requestOf()))).toEqual([
      [1, 0.2],
      [0, undefined],
      [2, undefined],
    ])
  })

  it('429, 5xx and dropped connections are tried again', async () => {
    const bad: JsonReply[] = [
      { status: 429, body: { message: 'slow down' }, headers: { 'retry-after': '0' } },
      'drop',
      { body: good },
    ]
    const { played, reranker } = await start((n) => bad[n] ?? 'drop')
    expect(await reranker.rerank('When?', passages, 1, requestOf())).toMatchObject({ usage: { calls: 1 } })
    expect(played.requests).toHaveLength(3)
  })

  it.each<[string, JsonReply, number, string, string]>([
    ['500 for good', { status: 500, body: 'oops' }, 3, 'http', '500 "oops", after 3 attempts'],
    ['a key that is wrong', { status: 401, body: { message: 'invalid api token' } }, 1, 'http', '401 invalid api token'],
    ['words in `error`', { status: 422, body: { error: 'too long', error_type: 'validation' } }, 1, 'http', '422 too long'],
    ['words in `detail`', { status: 400, body: { detail: 'no such model' } }, 1, 'http', '400 no such model'],
    ['a spent quota', { status: 402, body: { error: { message: 'no credit', code: 'billing' } } }, 1, 'http', '402 no credit'],
    ['no JSON', { body: '<html>' }, 1, 'shape', 'expected JSON, received "<html>"'],
    ['nothing', { body: '' }, 1, 'shape', 'an empty body'],
    ['another body', { body: { hello: 1 } }, 1, 'shape', '{"hello":1}'],
    ['no list', { body: { results: 7, data: 7 } }, 1, 'shape', 'a reply without'],
    ['entries that are none', { body: reply([['x', 1] as never]) }, 1, 'shape', 'is no score'],
    ['scores of nothing', { body: reply([]) }, 1, 'shape', 'expected scores of 3 passages, received none'],
    [
      'scores of others',
      {
        body: reply([
          [3, 1],
          [-1, 2],
          [0.5, 3],
        ]),
      },
      1,
      'shape',
      'received 3 of others',
    ],
    ['scores that are none', { body: reply([[0, null] as never]) }, 1, 'shape', 'is no score'],
  ])('%s is a failure of the system', async (_, answer, attempts, kind, words) => {
    const { played, reranker } = await start(() => answer)
    const failure = await failureOf(reranker.rerank('When?', passages, 1, requestOf()))
    expect(failure).toMatchObject({ name: 'SystemError', kind, message: expect.stringContaining(words) })
    expect(failure.message).toMatch(/^rerank-4: /)
    expect(played.requests).toHaveLength(attempts)
  })

  it('a case that ends does not wait for it', async () => {
    const { reranker } = await start(() => 'hang')
    const controller = new AbortController()
    const asked = failureOf(reranker.rerank('When?', passages, 1, requestOf({ signal: controller.signal })))
    controller.abort(new Error('over'))
    expect(await asked).toMatchObject({ kind: 'deadline' })
  })

  it('is recorded as what always comes to the same: it replays without a key where gates decide', async () => {
    const { played, reranker } = await start((n) => (n === 0 ? { body: good } : 'drop'))
    await reranker.rerank('When?', passages, 2, recordedRequest(dir, 'auto', { all: false }).request)
    vi.stubEnv('RERANK_KEY', '')
    const { request, own } = recordedRequest(dir, 'replay', { all: false })
    const replayed = await reranker.rerank('When?', passages, 2, request)
    expect(order(replayed)).toEqual([
      [1, 0.9],
      [2, 0.9],
    ])
    expect(replayed).not.toHaveProperty('usage')
    expect(own.outcome().recordings).toHaveLength(1)
    expect(played.requests).toHaveLength(1)
    for (const file of await readdir(dir, { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain(KEY)
  })

  it('a key that a service sends back stands in no message', async () => {
    const { reranker } = await start(() => ({ status: 400, body: { message: `bad ${KEY}` } }))
    expect((await failureOf(reranker.rerank('When?', passages, 1, requestOf()))).message).toContain('bad [redacted]')
  })

  it('no candidate is no call', async () => {
    const { played, reranker } = await start(() => 'drop')
    expect(await reranker.rerank('When?', [], 5, requestOf())).toEqual({ passages: [] })
    expect(played.requests).toEqual([])
  })

  it('without `apiKeyEnv` no key is sent; one that is named and not set is the suite’s to mend', async () => {
    const { played, reranker } = await start(() => ({ body: good }), { apiKeyEnv: undefined })
    await reranker.rerank('When?', passages, 1, requestOf())
    expect(played.requests[0]?.headers.authorization).toBeUndefined()
    const unset = providerReranker({ url: played.url, model: 'm', format, apiKeyEnv: 'NOT_SET_AT_ALL' })
    const failure = await failureOf(unset.rerank('When?', passages, 1, requestOf()))
    expect(failure).toBeInstanceOf(OptionError)
    expect(failure.message).toContain('set the environment variable NOT_SET_AT_ALL')
  })
})

describe('options of rerankers', () => {
  const url = 'https://rerank.example/v1'
  it.each<[string, unknown, string]>([
    ['no URL', { model: 'm' }, '`providerReranker.url`'],
    ['a URL that is none', { url: 'rerank', model: 'm' }, 'expected a URL such as'],
    ['no model', { url }, '`providerReranker.model`: expected the name of a model'],
    ['another format', { url, model: 'm', format: 'jina' }, '`providerReranker.format`'],
    ['a misspelt option', { url, model: 'm', apikeyEnv: 'X' }, 'did you mean `apiKeyEnv`?'],
    ['nothing', undefined, '`providerReranker`'],
  ])('%s is an OptionError', (_, options, message) => {
    expect(() => providerReranker(options as ProviderRerankerOptions)).toThrow(OptionError)
    expect(() => providerReranker(options as ProviderRerankerOptions)).toThrow(message)
  })

  it('a server of text-embeddings-inference knows its model', () => {
    expect(providerReranker({ url, format: 'tei' }).name).toBe('tei')
  })
})

describe('rerank', () => {
  const retriever: Retriever = {
    name: 'fixed',
    retrieve: vi.fn(async (_query: string, k: number) => ({
      passages: passages.slice(0, k),
      usage: { model: 'a', calls: 1, inputTokens: 3, outputTokens: 0, usd: 1 },
    })),
  }
  const backwards = {
    name: 'backwards',
    rerank: vi.fn(async (_query: string, candidates: readonly (typeof passages)[number][]) => ({
      passages: candidates.toReversed(),
      usage: { model: 'b', calls: 1, inputTokens: 4, outputTokens: 0, usd: 2 },
    })),
  }

  it('gives the reranker its candidates and sums what both used', async () => {
    const both = rerank(retriever, backwards, { factor: 2.5 })
    expect(both.name).toBe('fixed > backwards')
    const request = requestOf()
    const found = await both.retrieve('When?', 1, request)
    expect(retriever.retrieve).toHaveBeenLastCalledWith('When?', 3, request)
    expect(backwards.rerank).toHaveBeenLastCalledWith('When?', passages, 1, request)
    expect(order(found).map(([index]) => index)).toEqual([2])
    expect(found.usage).toEqual({ calls: 2, inputTokens: 7, outputTokens: 0, usd: 3 })
  })

  it('asks no reranker where nothing was found', async () => {
    const empty: Retriever = { name: 'empty', retrieve: async () => ({ passages: [] }) }
    backwards.rerank.mockClear()
    expect(await rerank(empty, backwards).retrieve('When?', 5, requestOf())).toEqual({ passages: [] })
    expect(backwards.rerank).not.toHaveBeenCalled()
  })

  it.each<[string, () => unknown, string]>([
    ['a factor below 1', () => rerank(retriever, backwards, { factor: 0.5 }), '`factor`'],
    ['a factor that is none', () => rerank(retriever, backwards, { factor: Number.NaN }), '`factor`'],
    ['a misspelt option', () => rerank(retriever, backwards, { factr: 2 } as never), 'did you mean `factor`?'],
    ['no retriever', () => rerank(undefined as never, backwards), 'rerank: expected `retriever` to be a function or a retriever'],
    ['no reranker', () => rerank(retriever, {} as never), 'rerank: expected `reranker` to be a function or a reranker'],
  ])('%s is an OptionError', (_, make, message) => {
    expect(make).toThrow(OptionError)
    expect(make).toThrow(message)
  })
})
