import { refuseUnknown } from '../known-options.js'
import type { System } from '../system.js'
import { asGenerator, type GeneratorFunction } from './given-stages.js'
import { referenceSystem } from './rag-system.js'
import type { Generator } from './stages.js'

export interface ClosedBookOptions {
  generator: Generator | GeneratorFunction
  /** @default "closed book + <generator>" */
  name?: string
}

/**
 * A system that answers without any passage, from what its generator knows: what a product must do better than. Its response reports no retrieval. Where
 * retrieval alone is looked at there is nothing to look at: the answer is empty. Throws an `OptionError` on options that are wrong.
 */
export function closedBook(options: ClosedBookOptions): System {
  refuseUnknown('closedBook', options, ['generator', 'name'] satisfies (keyof ClosedBookOptions)[])
  const generator = asGenerator('closedBook', options.generator)
  return referenceSystem(options.name ?? `closed book + ${generator.name}`, async (request, { time }) => {
    if (request.task === 'retrieval') return { answer: '' }
    const { question, item } = request
    return await time('generate', () => generator.generate({ question, language: item.language, passages: null }, request))
  })
}
