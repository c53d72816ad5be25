import { usageField } from '../../providers/sum-usage.js'
import type { Response } from '../../schema/response.js'
import { withDeadline } from '../deadline.js'
import { refuseUnknown } from '../known-options.js'
import type { System, SystemRequest } from '../system.js'
import { checkCount } from './count-option.js'
import {
  asGenerator,
  asRetriever,
  asRewriter,
  type GeneratorFunction,
  type RetrieverFunction,
  type RewriterFunction,
} from './given-stages.js'
import type { Generator, Retriever, Rewriter } from './stages.js'
import { type Stopwatch, stopwatch } from './stopwatch.js'

export interface RagSystemOptions {
  retriever: Retriever | RetrieverFunction
  generator: Generator | GeneratorFunction
  /** How many passages are retrieved. @default 5 */
  k?: number
  /** Makes the query of the question. @default the question is the query */
  rewrite?: Rewriter | RewriterFunction
  /** @default "<retriever> + <generator>" */
  name?: string
}

const KNOWN = ['retriever', 'generator', 'k', 'rewrite', 'name'] satisfies (keyof RagSystemOptions)[]

/**
 * A system that retrieves passages and generates an answer from them. The response holds the passages, the query where a rewriter made it
 * (`rewrittenQuery`), the usage of all calls together and the milliseconds of each stage. Where retrieval alone is looked at, nothing is generated and the answer is
 * empty.
 *
 * @throws OptionError on options that are wrong.
 */
export function ragSystem(options: RagSystemOptions): System {
  refuseUnknown('ragSystem', options, KNOWN)
  const { k = 5, name } = options
  checkCount('ragSystem', 'k', k)
  const retriever = asRetriever('ragSystem', options.retriever)
  const generator = asGenerator('ragSystem', options.generator)
  const rewriter = options.rewrite === undefined ? undefined : asRewriter('ragSystem', options.rewrite)
  return referenceSystem(name ?? `${retriever.name} + ${generator.name}`, async (request, { time }) => {
    const { question, item } = request
    const rewritten = rewriter && (await time('rewrite', () => rewriter.rewrite(question, request)))
    const { passages, usage } = await time('retrieve', () => retriever.retrieve(rewritten?.query ?? question, k, request))
    const source = { question, language: item.language, passages }
    const generated = request.task === 'retrieval' ? undefined : await time('generate', () => generator.generate(source, request))
    return {
      answer: '',
      ...generated,
      passages,
      ...(rewritten === undefined ? {} : { rewrittenQuery: rewritten.query }),
      ...usageField([rewritten?.usage, usage, generated?.usage]),
    }
  })
}

/** A system of kind `reference`, ended when the case is; its timings have a `total`. */
export function referenceSystem(name: string, answer: (request: SystemRequest, watch: Stopwatch) => Promise<Response>): System {
  return {
    name,
    kind: 'reference',
    live: true,
    async respond(request) {
      const watch = stopwatch()
      const response = await watch.time('total', () =>
        withDeadline((signal) => answer({ ...request, signal }, watch), { signal: request.signal, who: name }),
      )
      return { ...response, timings: watch.timings }
    },
  }
}
