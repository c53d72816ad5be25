import { describe, expect, it } from 'vitest'
import { OptionError, SystemError } from '../../errors.js'
import { Response } from '../../schema/response.js'
import type { SystemRequest } from '../system.js'
import { closedBook } from './closed-book.js'
import { iterRetGen } from './iter-retgen.js'
import { ragSystem } from './rag-system.js'
import { request, retriever } from './reference.test-util.js'
import type { Generator, Source } from './stages.js'

/** Answers with the number of the call, and keeps what it was given. */
function generator(used?: { model: string; calls: number; inputTokens: number }) {
  const sources: Source[] = []
  const made: Generator = {
    name: 'writer',
    async generate(source) {
      sources.push(source)
      return { answer: `answer ${sources.length}`, citations: [{ id: 'p' }], ...(used ? { usage: used } : {}) }
    },
  }
  return { ...made, sources }
}
const used = { model: 'm', calls: 1, inputTokens: 10 }
const passages = (query: string) => ['one', 'two', 'three'].map((text) => ({ id: `${query}/${text}`, text }))

describe('ragSystem', () => {
  it('retrieves, then generates from what was found', async () => {
    const [words, writer] = [retriever('words', passages, used), generator(used)]
    const system = ragSystem({ retriever: words, generator: writer, k: 2 })
    expect([system.name, system.kind, system.live]).toEqual(['words + writer', 'reference', true])
    const response = await system.respond(request('Why?', { language: 'de' }))
    expect(response).toEqual({
      answer: 'answer 1',
      citations: [{ id: 'p' }],
      passages: passages('Why?').slice(0, 2),
      usage: { model: 'm', calls: 2, inputTokens: 20, parts: [used, used] },
      timings: { retrieve: expect.any(Number), generate: expect.any(Number), total: expect.any(Number) },
    })
    expect(Response.safeParse(response).success).toBe(true)
    expect(writer.sources).toEqual([{ question: 'Why?', language: 'de', passages: response.passages }])
    expect(words.asked).toEqual([['Why?', 2]])
  })

  it('searches what a rewriter makes of the question, and answers the question', async () => {
    const [words, writer] = [retriever('words', passages), generator()]
    const rewrite = { name: 'r', rewrite: async (question: string) => ({ query: `${question} law`, usage: used }) }
    const response = await ragSystem({ retriever: words, generator: writer, rewrite }).respond(request('Why?'))
    expect([response.rewrittenQuery, words.asked, writer.sources[0]?.question]).toEqual(['Why? law', [['Why? law', 5]], 'Why?'])
    expect(response.usage).toEqual(used)
    expect(Object.keys(response.timings ?? {}).sort()).toEqual(['generate', 'retrieve', 'rewrite', 'total'])
  })

  it('takes functions', async () => {
    const system = ragSystem({
      retriever: retriever('words', passages),
      generator: ({ passages }) => `${passages?.length} passages`,
      rewrite: (question) => question.toUpperCase(),
      k: 1,
      name: 'mine',
    })
    const response = await system.respond(request('Why?'))
    expect([system.name, response.answer, response.rewrittenQuery]).toEqual(['mine', '1 passages', 'WHY?'])
  })

  it('generates nothing where retrieval alone is looked at', async () => {
    const writer = generator(used)
    const system = ragSystem({ retriever: retriever('words', passages), generator: writer })
    const response = await system.respond(request('Why?', {}, { task: 'retrieval' }))
    expect([response.answer, response.passages?.length, response.usage, writer.sources]).toEqual(['', 3, undefined, []])
  })

  it('a stage that fails fails the case, and one that does not end is ended with it', async () => {
    const failing = { name: 'f', retrieve: () => Promise.reject(new SystemError('http', 'status 500')) }
    await expect(ragSystem({ retriever: failing, generator: generator() }).respond(request('q'))).rejects.toThrow('status 500')
    const clock = new AbortController()
    const endless = { name: 'e', retrieve: () => new Promise<never>(() => {}) }
    const waiting = ragSystem({ retriever: endless, generator: generator() }).respond(request('q', {}, { signal: clock.signal }))
    clock.abort(new Error('time is up'))
    await expect(waiting).rejects.toMatchObject({ name: 'SystemError', kind: 'deadline' })
  })

  it.each<[string, object]>([
    ['no retriever', { generator: generator() }],
    ['no generator', { retriever: retriever('w', passages) }],
    ['k of 0', { retriever: retriever('w', passages), generator: generator(), k: 0 }],
    ['half a k', { retriever: retriever('w', passages), generator: generator(), k: 2.5 }],
    ['an unknown option', { retriever: retriever('w', passages), generator: generator(), topK: 2 }],
    ['a rewriter that is none', { retriever: retriever('w', passages), generator: generator(), rewrite: 'x' }],
  ])('refuses %s', (_, options) => {
    expect(() => ragSystem(options as never)).toThrow(OptionError)
  })
})

describe('closedBook', () => {
  it('generates without passages, and reports none', async () => {
    const writer = generator(used)
    const system = closedBook({ generator: writer })
    const response = await system.respond(request('Why?', { language: 'fr' }))
    expect([system.name, system.kind]).toEqual(['closed book + writer', 'reference'])
    expect(writer.sources).toEqual([{ question: 'Why?', language: 'fr', passages: null }])
    expect('passages' in response).toBe(false)
    expect([response.answer, response.usage]).toEqual(['answer 1', used])
  })

  it('has nothing to retrieve', async () => {
    const response = await closedBook({ generator: () => 'x' }).respond(request('Why?', {}, { task: 'retrieval' }))
    expect([response.answer, response.passages]).toEqual(['', undefined])
  })

  it('refuses what is no generator', () => {
    expect(() => closedBook({ generator: 'x' as never })).toThrow(OptionError)
    expect(() => closedBook({ generator: () => 'x', retriever: 1 } as never)).toThrow(OptionError)
  })
})

describe('iterRetGen', () => {
  const run = async (rounds: number | undefined, more: Partial<SystemRequest> = {}) => {
    const [words, writer] = [retriever('words', passages, used), generator(used)]
    const system = iterRetGen({ retriever: words, generator: writer, k: 2, ...(rounds === undefined ? {} : { rounds }) })
    return { name: system.name, response: await system.respond(request('Why?', {}, more)), words, writer }
  }

  it('searches with the answer before and the question, three times', async () => {
    const { name, response, words, writer } = await run(undefined)
    const queries = ['Why?', 'answer 1 Why?', 'answer 2 Why?']
    expect(name).toBe('iter-retgen(words + writer)')
    expect(words.asked).toEqual(queries.map((query) => [query, 2]))
    expect(writer.sources.map(({ question, passages }) => [question, passages?.[0]?.id])).toEqual(
      queries.map((query) => ['Why?', `${query}/one`]),
    )
    expect(response).toMatchObject({
      answer: 'answer 3',
      passages: passages('answer 2 Why?').slice(0, 2),
      rewrittenQuery: 'answer 2 Why?',
      usage: { model: 'm', calls: 6, inputTokens: 60 },
    })
  })

  it('one round is retrieval and an answer', async () => {
    const { response } = await run(1)
    expect([response.answer, response.rewrittenQuery]).toEqual(['answer 1', 'Why?'])
  })

  it('does not generate in the last round where retrieval alone is looked at', async () => {
    const { response, writer } = await run(2, { task: 'retrieval' })
    expect([response.answer, response.rewrittenQuery, writer.sources.length]).toEqual(['', 'answer 1 Why?', 1])
  })

  it.each([{ rounds: 0 }, { rounds: 1.5 }, { k: 0 }, { iterations: 3 }])('refuses %j', (options) => {
    const good = { retriever: retriever('w', passages), generator: generator() }
    expect(() => iterRetGen({ ...good, ...options })).toThrow(OptionError)
  })
})
