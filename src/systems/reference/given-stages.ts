import { DocketError, messageOf, OptionError, SystemError } from '../../errors.js'
import { fieldsOf } from '../../providers/fields.js'
import type { Usage } from '../../schema/response.js'
import { normaliseResponse } from '../normalise.js'
import { shown } from '../sample-mapping.js'
import type { SystemRequest } from '../system.js'
import type { Generated, Generator, Reranker, Retrieval, Retrieved, Retriever, Rewriter, Source } from './stages.js'

/** A retriever that is a function: it returns passages, or `{ passages }` with what else was used. */
export type RetrieverFunction = (query: string, k: number, request: SystemRequest) => unknown
/** A generator that is a function: what it returns is the answer, or an object with `answer` and what else was generated. */
export type GeneratorFunction = (source: Source, request: SystemRequest) => unknown
/** A rewriter that is a function: it returns the query, or `{ query }` with what was used. */
export type RewriterFunction = (question: string, request: SystemRequest) => unknown
/** A reranker that is a function: it returns the best candidates, or `{ passages }` with what was used. */
export type RerankerFunction = (query: string, candidates: readonly Retrieved[], k: number, request: SystemRequest) => unknown

/**
 * A function as a retriever, a retriever as it is; what it returns is checked at every call. Throws an `OptionError`, which names `who` was given it, for
 * anything else. A call throws `SystemError('threw')` for what the stage throws that is no error of this package, and `SystemError('shape')` for what is no passages.
 */
export function asRetriever(who: string, given: Retriever | RetrieverFunction): Retriever {
  const { name, call } = opened(who, given, { stage: 'retriever', method: 'retrieve', example: 'bm25(chunkCorpus(corpus))' })
  return {
    name,
    retrieve: async (query, k, request) => retrievalOf(`the retriever ${name}`, await call(request, query, k, request)),
  }
}

/** The same of a reranker. */
export function asReranker(who: string, given: Reranker | RerankerFunction): Reranker {
  const { name, call } = opened(who, given, { stage: 'reranker', method: 'rerank', example: 'providerReranker(…)' })
  return {
    name,
    rerank: async (query, candidates, k, request) =>
      retrievalOf(`the reranker ${name}`, await call(request, query, candidates, k, request)),
  }
}

/** The same of a generator; what it returns is checked as a system's response is. */
export function asGenerator(who: string, given: Generator | GeneratorFunction): Generator {
  const { name, call } = opened(who, given, { stage: 'generator', method: 'generate', example: 'modelGenerator(…)' })
  return {
    name,
    generate: async (source, request) => generatedOf(`the generator ${name}`, await call(request, source, request)),
  }
}

/** The same of a rewriter. */
export function asRewriter(who: string, given: Rewriter | RewriterFunction): Rewriter {
  const { name, call } = opened(who, given, {
    stage: 'rewriter',
    method: 'rewrite',
    option: 'rewrite',
    example: 'modelRewriter(…)',
  })
  return {
    name,
    rewrite: async (question, request) => rewrittenOf(`the rewriter ${name}`, await call(request, question, request)),
  }
}

interface Stage {
  stage: string
  method: string
  /** @default the stage */
  option?: string
  example: string
}

function opened(who: string, given: unknown, { stage, method, option = stage, example }: Stage) {
  const fields = fieldsOf(given)
  const work = typeof given === 'function' ? given : fields[method]
  if (typeof work !== 'function')
    throw new OptionError(
      `${who}: expected \`${option}\` to be a function or a ${stage} such as ${example}, received ${given === null ? 'null' : typeof given}`,
    )
  // An arrow function written as the option is named after it, which says nothing.
  const own = typeof given === 'function' ? given.name : fields['name']
  const name = typeof own === 'string' && own !== '' && own !== option ? own : 'function'
  const call = async ({ signal }: SystemRequest, ...args: unknown[]): Promise<unknown> => {
    try {
      return await (work.apply(given, args) as unknown)
    } catch (error) {
      if (error instanceof DocketError || signal.aborted) throw error
      throw new SystemError('threw', `the ${stage} ${name} threw: ${messageOf(error)}`, { cause: error })
    }
  }
  return { name, call }
}

function retrievalOf(who: string, returned: unknown): Retrieval {
  const { passages = returned, usage } = fieldsOf(returned)
  const wrong = !Array.isArray(passages)
    ? returned
    : passages.find((one: unknown) => typeof one !== 'string' && typeof fieldsOf(one)['text'] !== 'string')
  if (!Array.isArray(passages) || wrong !== undefined || passages.includes(undefined))
    throw new SystemError(
      'shape',
      `${who}: expected passages, each a string or an object with \`text\`, or { passages }; received ${shown(wrong)}`,
    )
  const found = passages.map((one: string | Retrieved) => (typeof one === 'string' ? { text: one } : one))
  return { passages: found, ...used(usage) }
}

function rewrittenOf(who: string, returned: unknown): { query: string; usage?: Usage } {
  const { query = returned, usage } = fieldsOf(returned)
  if (typeof query !== 'string')
    throw new SystemError('shape', `${who}: expected the query as a string, or { query }, received ${shown(returned)}`)
  return { query, ...used(usage) }
}

/** What of a response is the generator's; passages are the retriever's business. */
function generatedOf(who: string, returned: unknown): Generated {
  try {
    const { passages: _, rewrittenQuery: __, timings: ___, ...generated } = normaliseResponse(returned, 'answer', 'return')
    return generated
  } catch (error) {
    throw error instanceof SystemError ? new SystemError(error.kind, `${who}: ${error.message}`, { cause: error }) : error
  }
}

/** Whatever it is, the response that it becomes a part of is checked. */
function used(usage: unknown): { usage?: Usage } {
  return usage === undefined || usage === null ? {} : { usage: usage as Usage }
}
