import type { Passage, Response, Usage } from '../../schema/response.js'
import type { SystemRequest } from '../system.js'

/** A passage of the corpus as a retriever returns it: with its text, and where it lies. */
export type Retrieved = Passage & { text: string }

/** What a retriever found, in rank order, and what its calls used. */
export interface Retrieval {
  passages: Retrieved[]
  usage?: Usage
}

/** Finds passages. A retriever is a value: others are made of it (`hybrid`, `rerank`), and a system of one and a generator. */
export interface Retriever {
  name: string
  /**
   * At most `k` passages for the query, the best first; none where nothing fits. `request` is what the system was asked with: its item is for
   * retrievers that are told something (`oracle`), its `signal` and `record` for those that make calls. Throws a `SystemError` where a call fails.
   */
  retrieve(query: string, k: number, request: SystemRequest): Promise<Retrieval>
}

/** What a generator answers from. */
export interface Source {
  question: string
  /** The item's language tag. */
  language: string
  /** null: nothing was retrieved since nothing was looked for, as in a closed-book system. */
  passages: readonly Retrieved[] | null
}

/** What a generator said. */
export type Generated = Pick<Response, 'answer' | 'citations' | 'refused' | 'usage' | 'meta'>

/** Makes an answer of a question and passages. */
export interface Generator {
  name: string
  /** Throws a `SystemError` where a call fails. */
  generate(source: Source, request: SystemRequest): Promise<Generated>
}

/** Makes the query that is searched of the question; the response keeps it as `rewrittenQuery`. */
export interface Rewriter {
  name: string
  rewrite(question: string, request: SystemRequest): Promise<{ query: string; usage?: Usage }>
}

/** Puts candidates into a better order. */
export interface Reranker {
  name: string
  /** The best `k` of the candidates, each with the reranker's score. Throws a `SystemError` where a call fails. */
  rerank(query: string, candidates: readonly Retrieved[], k: number, request: SystemRequest): Promise<Retrieval>
}
