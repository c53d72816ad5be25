import { OptionError } from '../../errors.js'
import { usageField } from '../../providers/sum-usage.js'
import { refuseUnknown } from '../known-options.js'
import { fuse } from './fusion.js'
import { asRetriever, type RetrieverFunction } from './given-stages.js'
import type { Retriever } from './stages.js'

export interface HybridOptions {
  /** How little the first places stand out; above 0. @default 60 */
  constant?: number
}

const KNOWN = ['constant'] satisfies (keyof HybridOptions)[]

/**
 * Several retrievers as one, by reciprocal rank fusion ({@link fuse}). Each is asked for {@link candidatesFor} `k` candidates, all at once; where one of
 * them fails, the retrieval fails.
 *
 * @throws OptionError without a retriever, and on options that are wrong.
 */
export function hybrid(given: readonly (Retriever | RetrieverFunction)[], options: HybridOptions = {}): Retriever {
  refuseUnknown('hybrid', options, KNOWN)
  const { constant = 60 } = options
  if (!Array.isArray(given) || given.length === 0)
    throw new OptionError('hybrid: expected an array of retrievers, such as [bm25(chunks), dense(chunks, { embeddings })]')
  if (!(Number.isFinite(constant) && constant > 0))
    throw new OptionError(`hybrid: expected \`constant\` to be a number above 0, received ${constant}`)
  const retrievers = given.map((one: Retriever | RetrieverFunction) => asRetriever('hybrid', one))
  return {
    name: `hybrid(${retrievers.map(({ name }) => name).join(', ')})`,
    async retrieve(query, k, request) {
      const found = await Promise.all(retrievers.map((one) => one.retrieve(query, candidatesFor(k), request)))
      const rankings = found.map(({ passages }) => passages)
      return { passages: fuse(rankings, k, constant), ...usageField(found.map(({ usage }) => usage)) }
    },
  }
}

/** How many candidates a retriever is asked for where `k` are wanted of several rankings. */
export function candidatesFor(k: number): number {
  return Math.max(4 * k, 20)
}
