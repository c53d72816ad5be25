import { describe, expect, it, vi } from 'vitest'
import { CassetteMissError, OptionError, SystemError } from '../../errors.js'
import { asGenerator, asReranker, asRetriever, asRewriter, type GeneratorFunction } from './given-stages.js'
import { hybrid } from './hybrid.js'
import { iterRetGen } from './iter-retgen.js'
import { failureOf, passages, requestOf } from './model-stages.test-util.js'
import { ragSystem } from './rag-system.js'
import { rerank } from './rerank.js'

const source = { question: 'When?', language: 'en', passages }
const request = requestOf()
/** Each stage of what it is given, asked once. */
const asked: Record<string, (given: never) => Promise<unknown>> = {
  retriever: (given) => asRetriever('rag', given).retrieve('When?', 2, request),
  reranker: (given) => asReranker('rag', given).rerank('When?', passages, 2, request),
  generator: (given) => asGenerator('rag', given).generate(source, request),
  rewriter: (given) => asRewriter('rag', given).rewrite('When?', request),
}

describe('a function as a stage', () => {
  it.each<[string, string, unknown, unknown]>([
    ['retriever', 'passages', [{ text: 'P', id: '1' }, 'Q'], { passages: [{ text: 'P', id: '1' }, { text: 'Q' }] }],
    ['retriever', 'what was used', { passages: [], usage: { calls: 1 } }, { passages: [], usage: { calls: 1 } }],
    ['reranker', 'passages', [{ text: 'P', score: 2 }], { passages: [{ text: 'P', score: 2 }] }],
    ['reranker', 'what was used', { passages: [], usage: { calls: 2 } }, { passages: [], usage: { calls: 2 } }],
    ['rewriter', 'a query', 'WHEN', { query: 'WHEN' }],
    ['rewriter', 'what was used', { query: 'WHEN', usage: { calls: 1 } }, { query: 'WHEN', usage: { calls: 1 } }],
    ['generator', 'an answer', 'Now.', { answer: 'Now.' }],
    [
      'generator',
      'all that it does, and passages are not its business',
      { answer: 'Now.', citations: [{ id: 'a' }], refused: false, usage: { calls: 1 }, passages: ['p'], extra: 3 },
      { answer: 'Now.', citations: [{ id: 'a' }], refused: false, usage: { calls: 1 }, meta: { extra: 3 } },
    ],
  ])('a %s that returns %s', async (stage, _, returned, expected) => {
    expect(await asked[stage]?.((async () => returned) as never)).toEqual(expected)
  })

  it.each<[string, unknown, string]>([
    [
      'retriever',
      null,
      'the retriever function: expected passages, each a string or an object with `text`, or { passages }; received null',
    ],
    ['retriever', { hits: [] }, 'received { hits: an array of 0 }'],
    ['retriever', [{ id: 'x' }], 'received { id: "x" }'],
    ['retriever', { passages: [null] }, 'received null'],
    ['retriever', [undefined], 'received'],
    ['reranker', 7, 'the reranker function: expected passages'],
    ['rewriter', undefined, 'the rewriter function: expected the query as a string, or { query }, received'],
    ['rewriter', { text: 'x' }, 'received { text: "x" }'],
    ['generator', undefined, 'Was `return` or `await` forgotten?'],
    ['generator', { text: 'x' }, 'the generator function: expected a string or an object with `answer`'],
  ])('a %s that returns %j is a failure of the system', async (stage, returned, words) => {
    for (const given of [() => returned, { [METHODS[stage] ?? '']: async () => returned }]) {
      const failure = await failureOf(asked[stage]?.(given as never) ?? Promise.resolve())
      expect(failure).toBeInstanceOf(SystemError)
      expect(failure).toMatchObject({ kind: 'shape', message: expect.stringContaining(words) })
    }
  })

  it.each(Object.keys(asked))('a %s that throws is named; an error of this package stays what it is', async (stage) => {
    const thrown = (error: Error) => failureOf(asked[stage]?.((() => Promise.reject(error)) as never) ?? Promise.resolve())
    expect(await thrown(new TypeError('not today'))).toMatchObject({
      kind: 'threw',
      message: `the ${stage} function threw: not today`,
    })
    for (const own of [new OptionError('o'), new SystemError('http', '500'), new CassetteMissError('m')])
      expect(await thrown(own)).toBe(own)
  })

  it.each(Object.keys(asked))('anything else as a %s is an OptionError that names where it was given', async (stage) => {
    for (const given of ['gpt', null, undefined, { name: 'x' }])
      expect((await failureOf((async () => asked[stage]?.(given as never))())).message).toMatch(
        new RegExp(`^rag: expected \`rewrite\`|^rag: expected \`${stage}\` to be a function or a ${stage} such as`),
      )
  })

  it('is called with all that a stage is, and named after itself', async () => {
    const careful = vi.fn<GeneratorFunction>(() => 'x')
    await asGenerator('rag', careful).generate(source, request)
    expect(careful).toHaveBeenCalledWith(source, request)
    const { retriever } = { retriever: () => [] }
    expect([function words() {}, retriever, () => []].map((given) => asRetriever('rag', given).name)).toEqual([
      'words',
      'function',
      'function',
    ])
  })

  it('is accepted wherever a stage is', async () => {
    const words = () => passages
    const backwards = (_: string, candidates: readonly object[]) => candidates.toReversed()
    const both = rerank(hybrid([words, words]), backwards)
    expect(both.name).toBe('hybrid(words, words) > backwards')
    for (const retriever of [words, both]) {
      const generator = () => 'A.'
      const system = ragSystem({ retriever, generator, rewrite: (question) => question.toUpperCase() })
      expect(await system.respond(request)).toMatchObject({ answer: 'A.', passages: { length: 3 } })
      expect(await iterRetGen({ retriever, generator }).respond(request)).toMatchObject({ answer: 'A.' })
    }
  })
})

const METHODS: Record<string, string> = { retriever: 'retrieve', reranker: 'rerank', generator: 'generate', rewriter: 'rewrite' }
