import { OptionError, SystemError } from '../../errors.js'
import { usageField } from '../../providers/sum-usage.js'
import { refuseUnknown } from '../known-options.js'
import { asReranker, asRetriever, type RerankerFunction, type RetrieverFunction } from './given-stages.js'
import type { Reranker, Retrieved, Retriever } from './stages.js'

export interface RerankOptions {
  /** How many times `k` candidates the reranker is given. @default 4 */
  factor?: number
}

/**
 * A retriever's candidates in a reranker's order: `factor` times `k` of them, of which the best `k` come back.
 *
 * @throws OptionError for an option that there is not, or a factor that is no number of at least 1.
 */
export function rerank(
  givenRetriever: Retriever | RetrieverFunction,
  givenReranker: Reranker | RerankerFunction,
  options: RerankOptions = {},
): Retriever {
  refuseUnknown('rerank', options, KNOWN)
  const { factor = 4 } = options
  if (!Number.isFinite(factor) || factor < 1)
    throw new OptionError(`rerank: expected \`factor\` to be a number of at least 1, received ${JSON.stringify(factor)}`)
  const retriever = asRetriever('rerank', givenRetriever)
  const reranker = asReranker('rerank', givenReranker)
  return {
    name: `${retriever.name} > ${reranker.name}`,
    async retrieve(query, k, request) {
      const found = await retriever.retrieve(query, Math.ceil(factor * k), request)
      if (found.passages.length === 0) return found
      const best = await reranker.rerank(query, found.passages, k, request)
      return { passages: best.passages.slice(0, k), ...usageField([found.usage, best.usage]) }
    },
  }
}

/**
 * The best `k` candidates by what a reranker scored, the highest score first. Equal scores keep the candidates' order; what was not scored comes last, in that
 * order and without a score. A score of no candidate says nothing, and of two for one the first holds.
 *
 * @param scores Pairs of a candidate's place, from 0, and its score.
 */
export function byScores(
  candidates: readonly Retrieved[],
  scores: readonly (readonly [index: number, score: number])[],
  k: number,
): Retrieved[] {
  const scored = new Map<number, number>()
  for (const [index, score] of scores) if (!scored.has(index)) scored.set(index, score)
  return candidates
    .map(({ score: _, ...candidate }, index) => ({ candidate, score: scored.get(index) }))
    .sort((a, b) => compare(a.score, b.score))
    .slice(0, k)
    .map(({ candidate, score }) => (score === undefined ? candidate : { ...candidate, score }))
}

/** Throws `SystemError('shape')` where a reply scores none of the candidates: their order would look like the reranker's. */
export function checkScores(who: string, candidates: number, scores: readonly (readonly [index: number, score: number])[]): void {
  if (scores.some(([index]) => Number.isInteger(index) && index >= 0 && index < candidates)) return
  const received = scores.length === 0 ? 'none that can be read' : `${scores.length} of others`
  throw new SystemError('shape', `${who}: expected scores of ${candidates} passages, received ${received}`)
}

function compare(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return a === b ? 0 : b > a ? 1 : -1
}

const KNOWN = ['factor'] satisfies (keyof RerankOptions)[]
