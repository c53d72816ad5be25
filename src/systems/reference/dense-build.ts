import { orAborted } from '../../abort.js'
import { SystemError } from '../../errors.js'
import { sumUsage } from '../../providers/sum-usage.js'
import type { Usage } from '../../schema/response.js'
import type { SystemRequest } from '../system.js'
import { indexVectors, type VectorIndex, vectorsOf } from './dense-vectors.js'
import type { Embeddings } from './embeddings.js'
import type { Retrieved } from './stages.js'

/** Calls at once. */
const PARALLEL = 4
const DEFAULT_BATCH = 64
/** Of one call: providers limit the tokens of all its texts together. */
const MAX_CHARACTERS = 200_000

const NOBODY = new SystemError('deadline', 'nobody waits for the index any longer')

/** Chunks of one document that are embedded in one call. */
interface Batch {
  start: number
  texts: string[]
}

/** A build under way: what it comes to, and its end where nobody waits for it any longer. */
interface Build {
  done: Promise<VectorIndex>
  stop(): void
}

/**
 * The index of all chunks, made by whichever cases ask first and shared by all. A case that ends takes it from no other: the build goes on while any case waits,
 * and each call goes through the recordings of one that does. Systems over the same chunks and embeddings share it too. Where a call fails, all who wait fail; the next
 * case goes on from the calls that had succeeded.
 */
export function sharedVectors(chunks: readonly Retrieved[], embeddings: Embeddings): Vectors {
  const ofChunks = known.get(chunks) ?? new Map<Embeddings, Vectors>()
  known.set(chunks, ofChunks)
  const vectors = ofChunks.get(embeddings) ?? buildOnce(chunks, embeddings)
  ofChunks.set(embeddings, vectors)
  return vectors
}

/** The index, and what was used for it since it was last asked. */
type Vectors = (request: SystemRequest) => Promise<{ index: VectorIndex; usage: Usage | undefined }>

/** The arms of a grid are systems of their own over the same chunks. */
const known = new WeakMap<readonly Retrieved[], Map<Embeddings, Vectors>>()

function buildOnce(chunks: readonly Retrieved[], embeddings: Embeddings): Vectors {
  const batches = batchesOf(chunks, embeddings.batch ?? DEFAULT_BATCH)
  const vectors: Float32Array[] = []
  let length: number | undefined
  const waiting = new Set<SystemRequest>()
  let index: VectorIndex | undefined
  let build: Build | undefined
  let used: Usage[] = []

  async function embedBatch({ start, texts }: Batch, request: SystemRequest, signal: AbortSignal): Promise<void> {
    const record = request.record === undefined ? {} : { record: request.record }
    // Embeddings of the user's own may return anything.
    const given = await embeddings.embed(texts, 'passage', { ...record, signal })
    if (given?.usage !== undefined) used.push(given.usage)
    for (const [at, vector] of vectorsOf(given?.vectors, texts.length, length, embeddings.name).entries()) {
      vectors[start + at] = vector
      length = vector.length
    }
  }

  function begin(): Build {
    const controller = new AbortController()
    const { signal } = controller
    const open = batches.filter(({ start }) => vectors[start] === undefined)
    const work = async () => {
      for (let batch = open.shift(); batch !== undefined; batch = open.shift()) {
        signal.throwIfAborted()
        // Only where the last one has just gone is there none.
        const request = [...waiting].find((one) => !one.signal.aborted)
        if (request === undefined) throw NOBODY
        await embedBatch(batch, request, signal)
      }
    }
    const all = async () => {
      try {
        await Promise.all(Array.from({ length: PARALLEL }, work))
      } catch (error) {
        controller.abort(error)
        throw error
      }
      return indexVectors(vectors)
    }
    const done = all()
    // Its failure is of those who wait; where nobody does it is of no consequence.
    done.catch(() => {})
    return { done, stop: () => controller.abort(NOBODY) }
  }

  return async (request) => {
    if (index === undefined) {
      waiting.add(request)
      build ??= begin()
      const { done, stop } = build
      try {
        index = await orAborted(() => done, request.signal)
      } catch (error) {
        if (request.signal.aborted)
          throw new SystemError('deadline', `${embeddings.name}: the index was not waited for any longer`)
        if (build?.done === done) build = undefined
        throw error
      } finally {
        waiting.delete(request)
        if (waiting.size === 0 && index === undefined) {
          stop()
          build = undefined
        }
      }
    }
    const usage = sumUsage(used)
    used = []
    return { index, usage }
  }
}

/** A call never holds chunks of two documents, so that a changed document leaves the recordings of all others. */
function batchesOf(chunks: readonly Retrieved[], most: number): Batch[] {
  const batches: Batch[] = []
  let characters = 0
  for (const [at, { document, text }] of chunks.entries()) {
    const batch = batches.at(-1)
    const fits = batch !== undefined && batch.texts.length < most && characters + text.length <= MAX_CHARACTERS
    if (fits && document === chunks[at - 1]?.document) {
      batch.texts.push(text)
      characters += text.length
    } else {
      batches.push({ start: at, texts: [text] })
      characters = text.length
    }
  }
  return batches
}
