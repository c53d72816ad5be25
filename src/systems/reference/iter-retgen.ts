import { usageField } from '../../providers/sum-usage.js'
import { refuseUnknown } from '../known-options.js'
import type { System } from '../system.js'
import { checkCount } from './count-option.js'
import { asGenerator, asRetriever, type GeneratorFunction, type RetrieverFunction } from './given-stages.js'
import { referenceSystem } from './rag-system.js'
import type { Generated, Generator, Retrieval, Retriever } from './stages.js'

export interface IterRetGenOptions {
  retriever: Retriever | RetrieverFunction
  generator: Generator | GeneratorFunction
  /** How many passages each round retrieves. @default 5 */
  k?: number
  /** @default 3 */
  rounds?: number
  /** @default "iter-retgen(<retriever> + <generator>)" */
  name?: string
}

const KNOWN = ['retriever', 'generator', 'k', 'rounds', 'name'] satisfies (keyof IterRetGenOptions)[]

/**
 * Answers, then retrieves with the answer and the question, and answers again: round 1 searches with the question, any other with the answer of the round
 * before, a blank, and the question; each generates from its own passages. The response is the last round's, with its query as `rewrittenQuery` and the usage of
 * all. Where retrieval alone is looked at, the last round generates nothing.
 *
 * Source: Z. Shao et al. (2023), Enhancing Retrieval-Augmented Large Language Models with Iterative Retrieval-Generation Synergy, Findings of EMNLP.
 *
 * @throws OptionError on options that are wrong.
 */
export function iterRetGen(options: IterRetGenOptions): System {
  refuseUnknown('iterRetGen', options, KNOWN)
  const { k = 5, rounds = 3, name } = options
  checkCount('iterRetGen', 'k', k)
  checkCount('iterRetGen', 'rounds', rounds)
  const retriever = asRetriever('iterRetGen', options.retriever)
  const generator = asGenerator('iterRetGen', options.generator)
  return referenceSystem(name ?? `iter-retgen(${retriever.name} + ${generator.name})`, async (request, { time }) => {
    const { question, item } = request
    const used: (Retrieval | Generated)[] = []
    let query = question
    for (let round = 1; ; round += 1) {
      const retrieved = await time('retrieve', () => retriever.retrieve(query, k, request))
      used.push(retrieved)
      const last = round >= rounds
      const { passages } = retrieved
      if (last && request.task === 'retrieval')
        return { answer: '', passages, rewrittenQuery: query, ...usageField(used.map(({ usage }) => usage)) }
      const source = { question, language: item.language, passages }
      const generated = await time('generate', () => generator.generate(source, request))
      used.push(generated)
      if (last) return { ...generated, passages, rewrittenQuery: query, ...usageField(used.map(({ usage }) => usage)) }
      query = `${generated.answer} ${question}`
    }
  })
}
