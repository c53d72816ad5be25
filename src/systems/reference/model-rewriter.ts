import type { ProviderOptions } from '../../providers/options.js'
import { withoutThinking } from '../../providers/thinking.js'
import { modelCaller } from './model-call.js'
import { checkModelOptions, PROMPTED } from './model-options.js'
import type { Timing } from './provider-call.js'
import type { Rewriter } from './stages.js'

export type ModelRewriterOptions = ProviderOptions & {
  /** Instructions in place of the usual ones; the question is the message. */
  prompt?: string | undefined
}

/**
 * A model that makes the query of the question. A reply that is empty, cut off or a refusal leaves the question as it is: a search for
 * nothing would find nothing. Throws an `OptionError` for options that are wrong.
 */
export function modelRewriter(options: ModelRewriterOptions, timing?: Timing): Rewriter {
  const { prompt: system = PROMPT, ...provider } = checkModelOptions('modelRewriter', PROMPTED, options)
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
