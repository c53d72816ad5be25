import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Behaviour, billingError, quotaExhausted, rateLimited, serverError } from '../../../test/providers/behaviour.js'
import type { Handler, ProviderServer } from '../../../test/providers/server.js'
import { CassetteMissError, OptionError } from '../../errors.js'
import { type ModelGeneratorOptions, modelGenerator } from './model-generator.js'
import {
  failureOf,
  keys,
  models,
  type Provider,
  passages,
  providerServer,
  providers,
  recordedRequest,
  requestOf,
  timing,
} from './model-stages.test-util.js'

const KEY = 'a-key-without-any-known-form-42'
let dir: string
let server: ProviderServer | undefined
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-generator-'))
  for (const name of Object.values(keys)) vi.stubEnv(name, KEY)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
  server = undefined
  await rm(dir, { recursive: true, force: true })
})

const says =
  (...texts: string[]): Handler =>
  (_, n) => ({ kind: 'text', text: texts[Math.min(n, texts.length - 1)] ?? '' })
const inTurn =
  (...behaviours: Behaviour[]): Handler =>
  (_, n) =>
    behaviours[Math.min(n, behaviours.length - 1)] ?? serverError()

async function start(provider: Provider, handler: Handler) {
  server = await providerServer(provider, handler)
  const { baseURL, requests, unexpected } = server
  const generator = (options: object = {}) =>
    modelGenerator({ provider, model: models[provider], baseURL, ...options } as ModelGeneratorOptions, timing)
  return { generator, requests, unexpected }
}
const source = { question: 'When must the deposit be returned?', language: 'en', passages }

describe.each(providers)('a model of %s', (provider) => {
  it('answers from numbered passages, and what it cites becomes citations', async () => {
    const { generator, requests, unexpected } = await start(provider, says('Within 14 days [1]. It is not rent [2], [9].'))
    const generated = await generator().generate(source, requestOf())
    expect(unexpected).toEqual([])
    expect(generated).toEqual({
      answer: 'Within 14 days [1]. It is not rent [2], [9].',
      citations: [
        { title: 'Tenancy Act 2031', section: '12', id: 'act#0-60', document: 'act', start: 0, end: 60 },
        { title: 'Orrin v Dalby', citation: '[2033] VSC 84', id: 'case#5-90', document: 'case' },
        { text: '[9]' },
      ],
      usage: {
        model: models[provider],
        calls: 1,
        inputTokens: expect.any(Number),
        cachedInputTokens: 0,
        outputTokens: expect.any(Number),
        usd: expect.any(Number),
      },
    })
    const [request] = requests
    expect(request).toMatchObject({ format: 'none', model: models[provider] })
    expect(request?.system).toContain('from nothing else')
    expect(request?.user).toContain(
      '<passage number="2" source="Orrin v Dalby, [2033] VSC 84">\n[7] The deposit is not rent.\n</passage>',
    )
    expect(request?.user).toMatch(/Question: When must the deposit be returned\?$/)
  })

  it('answers from memory where nothing was looked for, and then reports no citations', async () => {
    const { generator, requests } = await start(provider, says('Within 14 days [1].'))
    const generated = await generator().generate({ ...source, passages: null }, requestOf())
    expect(generated).not.toHaveProperty('citations')
    expect(requests[0]?.system).toContain('You are given no documents')
    expect(requests[0]?.user).toBe(source.question)
  })

  it('is told where nothing was found, and cites nothing', async () => {
    const { generator, requests } = await start(provider, says('The documents do not answer this.'))
    const generated = await generator().generate({ ...source, passages: [] }, requestOf())
    expect(generated).toMatchObject({ citations: [] })
    expect(generated).not.toHaveProperty('refused')
    expect(requests[0]?.user).toContain('(nothing was found)')
  })

  it('takes instructions of the user’s, as a text, as a function, and with the message', async () => {
    const { generator, requests } = await start(provider, says('A.'))
    const prompts = [
      'Be brief.',
      ({ language }: { language: string }) => `Answer in ${language}.`,
      () => ({ system: 'S', user: 'U' }),
    ]
    for (const prompt of prompts) await generator({ prompt }).generate(source, requestOf())
    expect(requests.map(({ system }) => system)).toEqual(['Be brief.', 'Answer in en.', 'S'])
    expect(requests.map(({ user }) => user.startsWith('Passages:'))).toEqual([true, true, false])
    await expect(generator({ prompt: () => 7 }).generate(source, requestOf())).rejects.toThrow(OptionError)
  })

  it('a refusal of the provider is one, a reply that was cut off is the answer as far as it goes', async () => {
    const { generator } = await start(
      provider,
      inTurn({ kind: 'text', text: 'I cannot help.', stop: 'declined' }, { kind: 'text', text: 'Within 14', stop: 'cut' }),
    )
    expect(await generator().generate(source, requestOf())).toMatchObject({ answer: 'I cannot help.', refused: true })
    const cut = await generator().generate(source, requestOf())
    expect(cut).toMatchObject({ answer: 'Within 14', meta: { stop: 'length' } })
    expect(cut).not.toHaveProperty('refused')
  })

  it('thinking that a server leaves in the reply is no part of the answer', async () => {
    const { generator } = await start(provider, says('<think>Is it [2]?</think>\n\nWithin 14 days [1].'))
    expect(await generator().generate(source, requestOf())).toMatchObject({
      answer: 'Within 14 days [1].',
      citations: [{ id: 'act#0-60' }],
    })
  })

  it('passes options on', async () => {
    const { generator, requests } = await start(provider, says('A.'))
    await generator({ temperature: 0.5, maxTokens: 77, headers: { 'x-team': 'law' } }).generate(source, requestOf())
    expect(requests[0]?.body).toMatchObject({ temperature: 0.5 })
    expect(Object.values(requests[0]?.body ?? {})).toContain(77)
    expect(requests[0]?.headers['x-team']).toBe('law')
  })

  it('tries 429 and 5xx again', async () => {
    const { generator, requests } = await start(provider, inTurn(rateLimited(), serverError(503), { kind: 'text', text: 'A.' }))
    expect(await generator().generate(source, requestOf())).toMatchObject({ answer: 'A.', usage: { calls: 1 } })
    expect(requests).toHaveLength(3)
  })

  it.each([
    [
      'a spent quota, once',
      { openai: quotaExhausted, anthropic: billingError },
      1,
      'http',
      { openai: 'quota', anthropic: 'credit' },
    ],
    ['500 for good', { openai: serverError(), anthropic: serverError() }, 3, 'http', { openai: '500', anthropic: '500' }],
    [
      'a dropped connection',
      { openai: { kind: 'refuse' }, anthropic: { kind: 'refuse' } },
      3,
      'connection',
      { openai: models.openai, anthropic: models.anthropic },
    ],
    [
      'a body that is none',
      { openai: { kind: 'body', body: '{"hello": 1}' }, anthropic: { kind: 'body', body: '{"hello": 1}' } },
      1,
      'shape',
      { openai: 'choices', anthropic: 'content' },
    ],
  ] as const)('%s is a failure of the system', async (_, behaviours, attempts, kind, words) => {
    const { generator, requests } = await start(provider, () => behaviours[provider] as Behaviour)
    const failure = await failureOf(generator({ retries: 2 }).generate(source, requestOf()))
    expect(failure).toMatchObject({ name: 'SystemError', kind })
    expect(failure.message).toContain(words[provider])
    expect(requests).toHaveLength(attempts)
  })

  it('a request without a form of the reply is not put another way', async () => {
    const { generator, requests } = await start(provider, () => ({
      kind: 'error',
      status: 400,
      type: 'invalid_request_error',
      message: 'output_config, response_format, json_schema: no',
    }))
    expect(await failureOf(generator().generate(source, requestOf()))).toMatchObject({ kind: 'http' })
    expect(requests).toHaveLength(1)
  })

  it('a case that ends does not wait for it', async () => {
    const { generator } = await start(provider, () => ({ kind: 'hang' }))
    const controller = new AbortController()
    const asked = failureOf(generator().generate(source, requestOf({ signal: controller.signal })))
    controller.abort(new Error('over'))
    expect(await asked).toMatchObject({ name: 'SystemError', kind: 'deadline' })
  })

  it('a provider that does not answer in time is a failure', async () => {
    const { generator } = await start(provider, () => ({ kind: 'hang' }))
    const failure = await failureOf(generator({ deadlineMs: 20, retries: 0 }).generate(source, requestOf()))
    expect(failure).toMatchObject({ kind: 'deadline' })
    expect(failure.message).toContain('no reply within 20 ms')
  })

  it('is recorded, and replays without a key, a server or a cost', async () => {
    const { generator, requests } = await start(provider, says('Within 14 days [1].', 'Something else.'))
    const live = await generator().generate(source, recordedRequest(dir, 'auto').request)
    await server?.close()
    vi.stubEnv(keys[provider], '')
    const { request, own } = recordedRequest(dir, 'replay', { id: 'T-2' })
    const { usage, ...said } = live
    expect(usage).toMatchObject({ calls: 1 })
    expect(await generator({ apiKeyEnv: 'NOT_SET' }).generate(source, request)).toEqual(said)
    expect(own.outcome()).toMatchObject({ recordedAt: expect.any(String), recordings: [expect.any(String)] })
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['question', { source: { ...source, question: 'Another?' } }],
    ['passages', { source: { ...source, passages: passages.slice(1) } }],
    ['trial', { trial: 1 }],
    ['model', { options: { model: 'another' } }],
    ['temperature', { options: { temperature: 0.1 } }],
    ['prompt', { options: { prompt: 'Be brief.' } }],
    ['header that is no credential', { options: { headers: { 'x-team': 'tax' } } }],
  ])('another %s is another recording', async (_, changed: { source?: typeof source; trial?: number; options?: object }) => {
    const { generator } = await start(provider, says('A.'))
    await generator().generate(source, recordedRequest(dir, 'auto').request)
    const { request } = recordedRequest(dir, 'replay')
    const asked = generator(changed.options).generate(changed.source ?? source, { ...request, trial: changed.trial ?? 0 })
    await expect(asked).rejects.toThrow(CassetteMissError)
  })

  it('neither key nor header stands in recordings or messages', async () => {
    const secret = 'the value of a header of mine'
    const { generator } = await start(
      provider,
      inTurn(
        { kind: 'text', text: `You sent ${KEY} and ${secret}.` },
        { kind: 'error', status: 400, type: 'invalid_request_error', message: `bad key ${KEY} with ${secret}` },
      ),
    )
    const options = { headers: { 'x-auth': secret } }
    const { request } = recordedRequest(dir, 'record')
    const generated = await generator(options).generate(source, request)
    expect(generated.answer).toBe('You sent [redacted] and [redacted].')
    const failure = await failureOf(generator(options).generate(source, request))
    expect(failure.message).toContain('bad key [redacted] with [redacted]')
    expect(failure.cause).toBeUndefined()
    for (const file of await readdir(dir, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      const text = await readFile(join(file.parentPath, file.name), 'utf8')
      for (const word of [KEY, secret]) expect(text).not.toContain(word)
    }
  })

  it('a missing key is the suite’s to mend, at the first live call', async () => {
    vi.stubEnv(keys[provider], '')
    const generator = modelGenerator({ provider, model: models[provider] })
    const failure = await failureOf(generator.generate(source, requestOf()))
    expect(failure).toBeInstanceOf(OptionError)
    expect(failure.message).toContain(
      `the ${provider} generator needs an API key: set the environment variable ${keys[provider]}`,
    )
  })

  it('money is unknown where the model has no price, and by the user’s where he gives one', async () => {
    const { generator } = await start(provider, says('A.'))
    const unpriced = await generator({ model: 'llama-of-mine' }).generate(source, requestOf())
    expect(unpriced.usage).not.toHaveProperty('usd')
    const prices = { 'llama-of-mine': { input: 1, output: 2 } }
    const { usage } = await generator({ model: 'llama-of-mine', prices }).generate(source, requestOf())
    expect(usage?.usd).toBeCloseTo(((usage?.inputTokens ?? 0) + 2 * (usage?.outputTokens ?? 0)) / 1e6, 12)
  })
})

describe('what a server puts in place of a text', () => {
  const chat = (message: object) => JSON.stringify({ model: 'm', choices: [{ message, finish_reason: 'stop' }] })
  const call = { id: 'c', type: 'function', function: { name: 'search', arguments: '{}' } }
  const blocks = (...content: object[]) => JSON.stringify({ model: 'm', content, stop_reason: 'end_turn' })
  const tool = { type: 'tool_use', id: 't', name: 'search', input: { q: 'x' } }
  const generate = async (provider: Provider, body: string) => {
    const { generator } = await start(provider, () => ({ kind: 'body', body }))
    return generator().generate(source, requestOf())
  }

  it.each<[string, Provider, string, string]>([
    [
      'parts',
      'openai',
      chat({
        content: [
          { type: 'text', text: 'Within ' },
          { type: 'text', text: '14 days.' },
        ],
      }),
      'Within 14 days.',
    ],
    ['parts of another kind', 'openai', chat({ content: [{ type: 'image_url' }, null, { text: 'Yes.' }] }), 'Yes.'],
    ['a call beside a text', 'openai', chat({ content: 'Yes.', tool_calls: [call] }), 'Yes.'],
    ['nothing', 'openai', chat({ content: null }), ''],
    ['a call beside a text', 'anthropic', blocks({ type: 'text', text: 'Yes.' }, tool), 'Yes.'],
    ['nothing', 'anthropic', blocks(), ''],
  ])('%s of %s', async (_, provider, body, answer) => {
    expect(await generate(provider, body)).toMatchObject({ answer })
  })

  it.each<[string, Provider, string]>([
    ['a call alone', 'openai', chat({ content: null, tool_calls: [call] })],
    ['a number', 'openai', chat({ content: 7 })],
    ['an object', 'openai', chat({ content: { text: 'x' } })],
    ['a call alone', 'anthropic', blocks(tool)],
  ])('%s of %s is no reply', async (_, provider, body) => {
    expect(await failureOf(generate(provider, body))).toMatchObject({
      kind: 'shape',
      message: expect.stringContaining('a reply without text'),
    })
  })
})

it.each<[string, unknown, string]>([
  ['no provider', { model: 'x' }, '`modelGenerator.provider`: expected "anthropic" or "openai", received undefined'],
  ['another provider', { provider: 'offline', model: 'x' }, 'received "offline"'],
  ['nothing', undefined, '`modelGenerator.provider`'],
  ['no model', { provider: 'openai' }, '`modelGenerator.model`'],
  ['a misspelt option', { provider: 'openai', model: 'x', promt: 'y' }, 'did you mean `prompt`?'],
  ['an option of a judge', { provider: 'openai', model: 'x', rubric: 'y' }, '`modelGenerator.rubric`: openai has no such option'],
  ['an option of the other provider', { provider: 'anthropic', model: 'x', seed: 1 }, '`modelGenerator.seed`'],
  ['a prompt that is none', { provider: 'openai', model: 'x', prompt: 7 }, '`modelGenerator.prompt`'],
])('%s is an OptionError that names it', (_, options, message) => {
  expect(() => modelGenerator(options as ModelGeneratorOptions)).toThrow(OptionError)
  expect(() => modelGenerator(options as ModelGeneratorOptions)).toThrow(message)
})
