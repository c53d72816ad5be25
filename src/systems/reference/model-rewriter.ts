import { z } from 'zod'
import { messageOf, OptionError, SystemError } from '../../errors.js'
import { anthropicOptions, openaiOptions, type ProviderOptions } from '../../providers/options.js'
import { withoutThinking } from '../../providers/thinking.js'
import type { Usage } from '../../schema/response.js'
import type { SystemRequest } from '../system.js'
import { modelCaller } from './model-call.js'
import { checkModelOptions } from './model-options.js'
import type { Timing } from './provider-call.js'
import type { Rewriter } from './stages.js'

/** A rewriter that is a function: it returns the query. */
export type RewriterFunction = (question: string, request: SystemRequest) => unknown

const prompt = z.string().min(1).optional()
const schemas = {
  anthropic: z.strictObject({ ...anthropicOptions, prompt }),
  openai: z.strictObject({ ...openaiOptions, prompt }),
}

export type ModelRewriterOptions = ProviderOptions & {
  /** Instructions in place of the usual ones; the question is the message. */
  prompt?: string | undefined
}

/**
 * A model that makes the query of the question. A reply that is empty, cut off or a refusal leaves the question as it is: a search for
 * nothing would find nothing. Throws an `OptionError` for options that are wrong.
 */
export function modelRewriter(options: ModelRewriterOptions, timing?: Timing): Rewriter {
  const { prompt: system = PROMPT, ...provider } = checkModelOptions('modelRewriter', schemas, options)
  const ask = modelCaller(provider, 'rewriter', timing)
  return {
    name: `rewrite by ${provider.model}`,
    async rewrite(question, request) {
      const { reply, usage } = await ask({ system, user: question }, request)
      return { query: queryOf(reply, question), ...(usage === undefined ? {} : { usage }) }
    },
  }
}

const PROMPT = `You write queries for a search engine over statutes and court decisions.

You are given a question as a person asked it. Reply with one query that finds the passages by which it can be answered: the legal terms for what the person describes in plain words, beside the names, numbers, dates and citations of the question as they stand there. Keep its language. Add no law, section or case that the question does not name, and do not answer it. Reply with the query alone, on one line.`

function queryOf({ text, stop }: { text: string; stop: string }, question: string): string {
  const query = withoutThinking(text).replace(/\s+/g, ' ').trim()
  return stop !== 'end' || query === '' ? question : query
}

/**
 * A function as a rewriter, a rewriter as it is. What the function throws is `SystemError('threw')`, a query that is no text
 * `SystemError('shape')`. Throws an `OptionError` for anything else.
 */
export function asRewriter(given: Rewriter | RewriterFunction): Rewriter {
  if (given !== null && typeof given === 'object' && typeof given.rewrite === 'function') return given
  if (typeof given !== 'function')
    throw new OptionError(
      `expected \`rewrite\` to be a function or a rewriter such as modelRewriter(…), received ${typeof given}`,
    )
  const name = given.name && given.name !== 'rewrite' ? given.name : 'function'
  return {
    name,
    async rewrite(question, request) {
      let returned: unknown
      try {
        returned = await given(question, request)
      } catch (error) {
        if (error instanceof SystemError || error instanceof OptionError) throw error
        throw new SystemError('threw', `${name} threw: ${messageOf(error)}`, { cause: error })
      }
      return rewritten(name, returned)
    },
  }
}

function rewritten(name: string, returned: unknown): { query: string; usage?: Usage } {
  if (typeof returned === 'string') return { query: returned }
  throw new SystemError(
    'shape',
    `${name}: expected the query as a string, received ${returned === null ? 'null' : typeof returned}`,
  )
}
