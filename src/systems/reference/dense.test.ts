import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type JsonReply, type JsonServer, jsonServer } from '../../../test/providers/json-server.js'
import { openCassettes } from '../../cassettes/cassettes.js'
import { listEntries } from '../../cassettes/store.js'
import { OptionError, SystemError } from '../../errors.js'
import { askSystem } from '../../run/ask-system.js'
import { ownCassettes } from '../../run/own-calls.js'
import { Item } from '../../schema/item.js'
import type { System } from '../system.js'
import { dense } from './dense.js'
import { indexVectors } from './dense-vectors.js'
import { type Embeddings, openaiEmbeddings } from './embeddings.js'
import { failureOf, recordedRequest, requestOf, timing } from './model-stages.test-util.js'
import type { Retrieved } from './stages.js'

let dir: string
let server: JsonServer | undefined
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-dense-'))
})
afterEach(async () => {
  await server?.close()
  server = undefined
  await rm(dir, { recursive: true, force: true })
})

/** Three documents of 5, 3 and 2 chunks: each chunk's vector is told by its own number. */
const chunks: Retrieved[] = [5, 3, 2].flatMap((count, document) =>
  Array.from({ length: count }, (_, at) => ({
    id: `D${document}#${at}`,
    document: `D${document}`,
    text: `Chunk ${document * 10 + at}.`,
    start: at * 10,
    end: at * 10 + 9,
  })),
)
const numberOf = (text: string) => Number(/\d+/.exec(text)?.[0])
const vectorOf = (text: string) => [Math.cos(numberOf(text) / 10), Math.sin(numberOf(text) / 10)]

function local(behaviour: (texts: readonly string[], as: string) => Promise<void> | void = () => {}) {
  const embed = vi.fn<Embeddings['embed']>(async (texts, as) => {
    await behaviour(texts, as)
    return { vectors: texts.map(vectorOf), usage: { model: 'local', calls: 1, inputTokens: texts.length, outputTokens: 0 } }
  })
  return { name: 'local', batch: 2, embed }
}
const passageCalls = ({ embed }: ReturnType<typeof local>) =>
  embed.mock.calls.filter(([, as]) => as === 'passage').map(([texts]) => texts)

describe('dense retrieval', () => {
  it('finds the nearest chunks as they are, each with its cosine', async () => {
    const retriever = dense(chunks, { embeddings: local() })
    expect(retriever.name).toBe('dense local')
    const { passages } = await retriever.retrieve('Chunk 11?', 3, requestOf())
    expect(passages.map(({ id }) => id)).toEqual(['D1#1', 'D1#0', 'D1#2'])
    expect(passages[0]).toEqual({ ...chunks[6], score: expect.closeTo(1, 6) })
    expect(passages[1]?.score).toBeCloseTo(Math.cos(0.1), 6)
  })

  it('embeds in calls of at most a batch that never cross documents', async () => {
    const embeddings = local()
    await dense(chunks, { embeddings }).retrieve('Chunk 1?', 1, requestOf())
    expect(passageCalls(embeddings).map((texts) => texts.map(numberOf))).toEqual([[0, 1], [2, 3], [4], [10, 11], [12], [20, 21]])
  })

  it('and not of more characters than a provider takes', async () => {
    const embeddings = local()
    const long = Array.from({ length: 5 }, (_, at) => ({ document: 'D', text: `${at} ${'x'.repeat(99_000)}` }))
    await dense(long, { embeddings: { ...embeddings, batch: 64 } }).retrieve('Chunk 1?', 1, requestOf())
    expect(passageCalls(embeddings).map(({ length }) => length)).toEqual([2, 2, 1])
  })

  it('a query without words, and an index without chunks, find nothing and ask nobody', async () => {
    const embeddings = local()
    expect(await dense(chunks, { embeddings }).retrieve('  \n', 5, requestOf())).toEqual({ passages: [] })
    expect(await dense([], { embeddings }).retrieve('Chunk 1?', 5, requestOf())).toEqual({ passages: [] })
    expect(embeddings.embed).not.toHaveBeenCalled()
  })

  it('32 first cases embed once; what that used is counted once', async () => {
    const embeddings = local(() => new Promise((resolve) => setImmediate(resolve)))
    const retriever = dense(chunks, { embeddings })
    const found = await Promise.all(Array.from({ length: 32 }, (_, at) => retriever.retrieve(`Chunk ${at}?`, 1, requestOf())))
    expect(passageCalls(embeddings)).toHaveLength(6)
    const tokens = found.map(({ usage }) => usage?.inputTokens)
    expect(tokens.toSorted((a = 0, b = 0) => b - a)).toEqual([chunks.length + 1, ...Array(31).fill(1)])
  })

  it('systems over the same chunks and embeddings embed them once', async () => {
    const embeddings = local()
    await Promise.all([1, 2].map((n) => dense(chunks, { embeddings }).retrieve(`Chunk ${n}?`, 1, requestOf())))
    expect(passageCalls(embeddings)).toHaveLength(6)
    await dense([...chunks], { embeddings }).retrieve('Chunk 1?', 1, requestOf())
    expect(passageCalls(embeddings)).toHaveLength(12)
  })

  it('a call that fails fails all who wait; the next case goes on from what had come', async () => {
    let broken = true
    const embeddings = local(async (texts, as) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (broken && as === 'passage' && texts.some((text) => numberOf(text) === 20)) throw new SystemError('http', 'local: 503')
    })
    const retriever = dense(chunks, { embeddings })
    const failures = await Promise.all([1, 2, 3].map((n) => failureOf(retriever.retrieve(`Chunk ${n}?`, 1, requestOf()))))
    expect(failures.map(({ message }) => message)).toEqual(Array(3).fill('local: 503'))
    broken = false
    embeddings.embed.mockClear()
    const { passages } = await retriever.retrieve('Chunk 20?', 1, requestOf())
    expect(passages[0]?.id).toBe('D2#0')
    expect(passageCalls(embeddings).map((texts) => texts.map(numberOf))).toEqual([[20, 21]])
  })

  it('a case that is cancelled takes the index from no other', async () => {
    const held: (() => void)[] = []
    const embeddings = local((_, as) => (as === 'query' ? undefined : new Promise((resolve) => held.push(resolve))))
    const retriever = dense(chunks, { embeddings })
    const first = new AbortController()
    const gone = failureOf(retriever.retrieve('Chunk 1?', 1, requestOf({ signal: first.signal })))
    const stays = retriever.retrieve('Chunk 2?', 1, requestOf())
    first.abort(new Error('over'))
    expect(await gone).toMatchObject({ name: 'SystemError', kind: 'deadline' })
    while (passageCalls(embeddings).length < 6 || held.length > 0) {
      for (const go of held.splice(0)) go()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await stays).passages[0]?.id).toBe('D0#2')
    expect(passageCalls(embeddings)).toHaveLength(6)
    const signals = embeddings.embed.mock.calls.filter(([, as]) => as === 'passage').map(([, , { signal }]) => signal.aborted)
    expect(signals).toEqual(Array(6).fill(false))
  })

  it('where nobody waits any longer the calls are given up, and the next case begins anew', async () => {
    let hangs = true
    const embeddings = local((_, as) => (hangs && as === 'passage' ? new Promise(() => {}) : undefined))
    const retriever = dense(chunks, { embeddings })
    const controllers = [new AbortController(), new AbortController()]
    const gone = controllers.map(({ signal }) => failureOf(retriever.retrieve('Chunk 1?', 1, requestOf({ signal }))))
    for (const controller of controllers) controller.abort(new Error('over'))
    await Promise.all(gone)
    await new Promise((resolve) => setImmediate(resolve))
    expect(embeddings.embed.mock.calls.map(([, , { signal }]) => signal.aborted)).toEqual(Array(4).fill(true))
    hangs = false
    expect((await retriever.retrieve('Chunk 1?', 1, requestOf())).passages[0]?.id).toBe('D0#1')
  })

  it('calls go through the recordings of a case that waits, and each case that waits has what it took', async () => {
    const embeddings = local()
    const recorded = vi.fn()
    embeddings.embed.mockImplementation(async (texts, as, { record }) => {
      if (as === 'passage') recorded(record)
      await new Promise((resolve) => setImmediate(resolve))
      return { vectors: texts.map(vectorOf) }
    })
    const first = recordedRequest(dir, 'auto').request
    const second = recordedRequest(dir, 'auto').request
    const controller = new AbortController()
    const retriever = dense(chunks, { embeddings })
    const gone = failureOf(retriever.retrieve('Chunk 1?', 1, { ...first, signal: controller.signal }))
    const stays = retriever.retrieve('Chunk 1?', 1, second)
    controller.abort(new Error('over'))
    await Promise.all([gone, stays])
    const used = recorded.mock.calls.map(([record]) => record)
    expect(used.slice(0, 4)).toEqual(Array(4).fill(first.record))
    expect(used.slice(4)).toEqual(Array(2).fill(second.record))
  })

  it.each<[string, Embeddings['embed'], string]>([
    ['too few vectors', async () => ({ vectors: [] }), 'received 0'],
    [
      'lengths that differ between calls',
      async (texts) => ({ vectors: texts.map(() => Array(texts.length).fill(1)) }),
      'vector 0 has 1 values, and the vectors that are there 2',
    ],
    [
      'a query of another length',
      async (texts, as) => ({ vectors: texts.map(() => (as === 'query' ? [1] : [1, 2])) }),
      'vector 0 has 1 values',
    ],
    ['nothing', async () => null as never, 'received none'],
    [
      'nothing for a query',
      async (texts, as) => (as === 'query' ? (undefined as never) : { vectors: texts.map(() => [1]) }),
      'expected 1 vector, received none',
    ],
    ['no numbers', async (texts) => ({ vectors: texts.map(() => [Number.NaN]) }), 'expected a finite number'],
  ])('embeddings of the user’s with %s are a failure of the system', async (_, embed, words) => {
    const failure = await failureOf(dense(chunks, { embeddings: { name: 'own', batch: 2, embed } }).retrieve('x', 1, requestOf()))
    expect(failure).toMatchObject({ name: 'SystemError', kind: 'shape', message: expect.stringContaining(words) })
  })

  it('wrong options are errors', () => {
    expect(() => dense(chunks, {} as never)).toThrow(OptionError)
    expect(() => dense(chunks, { embeddings: local(), embedings: 1 } as never)).toThrow('did you mean `embeddings`?')
  })
})

describe('the order by cosine', () => {
  it('is that of all pairs, whatever k', () => {
    const vector = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true, min: -4, max: 4 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(vector, { maxLength: 20 }), vector, fc.integer({ min: 0, max: 25 }), (vectors, query, k) => {
        const index = indexVectors(vectors.map((one) => Float32Array.from(one)))
        const all = index.search(Float32Array.from(query), vectors.length)
        expect(all.map(({ index: at }) => at).toSorted((a, b) => a - b)).toEqual(vectors.map((_, at) => at))
        for (const { score } of all) expect(Math.abs(score)).toBeLessThanOrEqual(1 + 1e-9)
        for (const [at, one] of all.entries()) {
          const before = all[at - 1]
          if (before === undefined) continue
          expect(before.score > one.score || (before.score === one.score && before.index < one.index)).toBe(true)
        }
        expect(index.search(Float32Array.from(query), k)).toEqual(all.slice(0, k))
      }),
    )
  })
})

describe('in a suite, through the real SDK', () => {
  const reply = (texts: string[]): JsonReply => ({
    body: {
      model: 'text-embedding-3-small',
      data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })),
      usage: { prompt_tokens: texts.length * 100, total_tokens: texts.length * 100 },
    },
  })
  const system = (retriever: ReturnType<typeof dense>): System => ({
    name: 'dense only',
    kind: 'reference',
    live: true,
    async respond(request) {
      const { passages, usage } = await retriever.retrieve(request.question, 2, request)
      return { answer: passages[0]?.text ?? '', passages, ...(usage === undefined ? {} : { usage }) }
    },
  })
  const ask = (retriever: ReturnType<typeof dense>, mode: 'auto' | 'replay', n: number) => {
    const question = `Chunk ${n}?`
    const item = Item.parse({ id: `T-${n}`, question, language: 'en' })
    const frame = { suite: 'S', file: 's.ts', title: question, item, position: n, trial: 0, group: item.id }
    const own = ownCassettes(system(retriever), 'gate', openCassettes({ dir, mode }), undefined)
    return askSystem(frame, { system: system(retriever), ownCassettes: own }, { signal: new AbortController().signal })
  }

  it('the first run embeds once and pays once; a second replays all of it where gates decide', async () => {
    server = await jsonServer(({ body }) => reply(body['input'] as string[]))
    const { requests, url } = server
    const open = () =>
      dense(chunks, { embeddings: openaiEmbeddings({ model: 'text-embedding-3-small', baseURL: `${url}/v1`, batch: 3 }, timing) })
    const questions = [0, 4, 11, 20]
    const first = open()
    const live = await Promise.all(questions.map((n) => ask(first, 'auto', n)))
    expect(live.map(({ response }) => response?.passages?.[0]?.id)).toEqual(['D0#0', 'D0#4', 'D1#1', 'D2#0'])
    expect(requests).toHaveLength(4 + questions.length)
    const paid = live.reduce((sum, { cost }) => sum + (cost.usd ?? Number.NaN), 0)
    expect(paid).toBeCloseTo(((chunks.length + questions.length) * 100 * 0.02) / 1e6, 12)
    expect(live.every(({ recordedAt }) => recordedAt === undefined)).toBe(true)
    const keys = (await listEntries(dir)).map(({ key }) => key)
    expect([...new Set(live.flatMap(({ recordings }) => recordings))].sort()).toEqual(keys.sort())

    await server.close()
    const again = open()
    const replayed = await Promise.all(questions.map((n) => ask(again, 'replay', n)))
    expect(replayed.map(({ response }) => response?.passages)).toEqual(live.map(({ response }) => response?.passages))
    expect(replayed.map(({ cost }) => cost.calls)).toEqual([0, 0, 0, 0])
    expect(replayed.every(({ recordedAt }) => recordedAt !== undefined)).toBe(true)
    expect([...new Set(replayed.flatMap(({ recordings }) => recordings))].sort()).toEqual(keys.sort())
  })
})
