import { expect } from 'vitest'
import { SystemError } from '../../../src/errors.js'
import { Item } from '../../../src/schema/item.js'
import { dense } from '../../../src/systems/reference/dense.js'
import { indexVectors, vectorsOf } from '../../../src/systems/reference/dense-vectors.js'
import type { Embeddings } from '../../../src/systems/reference/embeddings.js'
import { byScores, rerank } from '../../../src/systems/reference/rerank.js'
import type { Retrieved, Retriever } from '../../../src/systems/reference/stages.js'
import { readTable, runTable } from './table.js'

interface Table {
  tolerance: number
  cosine: { name: string; query: number[]; vectors: number[][]; k?: number; expected: [number, number][]; derivation: string }[]
  shape: { name: string; asked: number; length: number; reply: unknown[][]; expected: 'shape'; derivation: string }[]
  rerank: {
    name: string
    candidates: number
    scores: [number, number][]
    k: number
    expected: [number, number | null][]
    derivation: string
  }[]
  asked: { k: number; factor: number; expected: number; derivation: string; defaults?: true }[]
}

const { tolerance, cosine, shape, rerank: reranked, asked } = readTable<Table>('cosine-rerank')
const about = (value: number) => expect.closeTo(value, Math.round(-Math.log10(tolerance)))

/** Each with the score of whoever found it, which no reranked passage may keep. */
const passages = (count: number): Retrieved[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), text: `Passage ${index}.`, score: 0.25 }))
const request = {
  question: 'Which?',
  item: Item.parse({ id: 'T-1', question: 'Which?', language: 'en' }),
  trial: 0,
  signal: new AbortController().signal,
}

runTable('expected cosines', {
  rows: cosine,
  nameOf: ({ name }) => name,
  compare({ query, vectors, k = vectors.length, expected }) {
    const near = indexVectors(vectors.map((vector) => Float32Array.from(vector))).search(Float32Array.from(query), k)
    return {
      received: near.map(({ index, score }) => [index, score]),
      expected: expected.map(([index, score]) => [index, about(score)]),
    }
  },
})

runTable('expected cosines through a retriever', {
  rows: cosine,
  nameOf: ({ name }) => name,
  async compare({ query, vectors, k = Math.max(vectors.length, 1), expected }) {
    const embeddings: Embeddings = {
      name: 'table',
      batch: 2,
      embed: async (texts, as) => ({
        vectors: as === 'query' ? [query] : texts.map((text) => vectors[Number(text.match(/\d+/)?.[0])] ?? []),
      }),
    }
    const found = await dense(passages(vectors.length), { embeddings }).retrieve('Which?', k, request)
    return {
      received: found.passages.map(({ id, score }) => [Number(id), score]),
      expected: expected.map(([index, score]) => [index, about(score)]),
    }
  },
})

runTable('expected refusals of vectors', {
  rows: shape,
  nameOf: ({ name }) => name,
  compare({ asked: texts, length, reply }) {
    const sent = reply.map((vector) => vector.map((value) => (value === 'NaN' || value === 'Infinity' ? Number(value) : value)))
    let received: unknown = 'no error'
    try {
      vectorsOf(sent, texts, length, 'table')
    } catch (error) {
      received = error instanceof SystemError ? error.kind : error
    }
    return { received, expected: 'shape' }
  },
})

runTable('expected orders of rerankers', {
  rows: reranked,
  nameOf: ({ name }) => name,
  compare: ({ candidates, scores, k, expected }) => ({
    received: byScores(passages(candidates), scores, k).map(({ id, score }) => [Number(id), score ?? null]),
    expected,
  }),
})

runTable('expected numbers of candidates', {
  rows: asked,
  nameOf: ({ k, factor }) => `${k} times ${factor}`,
  async compare({ k, factor, expected, defaults }) {
    const received: number[] = []
    const retriever: Retriever = {
      name: 'table',
      retrieve: async (_, count) => {
        received.push(count)
        return { passages: [] }
      },
    }
    const reranker = { name: 'none', rerank: async () => ({ passages: [] }) }
    await rerank(retriever, reranker, { factor }).retrieve('Which?', k, request)
    if (defaults === true) await rerank(retriever, reranker).retrieve('Which?', k, request)
    return { received: [...new Set(received)], expected: [expected] }
  },
})
