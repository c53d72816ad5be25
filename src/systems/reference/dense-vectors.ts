import { SystemError } from '../../errors.js'
import { oneLine } from '../../text/clip.js'

/**
 * The vectors of so many texts. Throws `SystemError('shape')` for another count of them, for vectors of different lengths or of another length than those
 * that are there, for one of no length, and for a value that is no number of 32 bits.
 *
 * @param length Of the vectors that are there; undefined where there are none yet.
 */
export function vectorsOf(given: unknown, texts: number, length: number | undefined, who: string): Float32Array[] {
  if (!Array.isArray(given) || given.length !== texts) {
    const received = Array.isArray(given) ? given.length : 'none'
    throw shape(who, `expected ${texts} ${texts === 1 ? 'vector' : 'vectors'}, received ${received}`)
  }
  let expected = length
  return given.map((vector: unknown, index) => {
    if (!Array.isArray(vector) && !(vector instanceof Float32Array) && !(vector instanceof Float64Array))
      throw shape(who, `vector ${index}: expected an array of numbers, received ${vector === null ? 'null' : typeof vector}`)
    if (vector.length === 0) throw shape(who, `vector ${index} has no values`)
    expected ??= vector.length
    if (vector.length !== expected) {
      const others = length === undefined ? 'the first one' : 'the vectors that are there'
      throw shape(who, `vector ${index} has ${vector.length} values, and ${others} ${expected}`)
    }
    const values = Float32Array.from(vector as ArrayLike<number>)
    const wrong = values.findIndex((value, at) => typeof vector[at] !== 'number' || !Number.isFinite(value))
    if (wrong >= 0)
      throw shape(
        who,
        `vector ${index}, value ${wrong}: expected a finite number of 32 bits, received ${oneLine(String(vector[wrong]), 40)}`,
      )
    return values
  })
}

function shape(who: string, message: string): SystemError {
  return new SystemError('shape', `${who}: ${message}`)
}

/** Where a vector of the index lies near, from -1 to 1. */
export interface Near {
  index: number
  score: number
}

/** Vectors that are searched by cosine. */
export interface VectorIndex {
  /** Of every vector; undefined in an index without any. */
  length: number | undefined
  /**
   * The `k` nearest, the nearest first; equal ones in the order of the index. A vector of zeros is similar to nothing: its score, and every
   * score of such a query, is 0.
   */
  search(query: Float32Array, k: number): Near[]
}

/** Values are 32-bit floats; products and norms are doubles, so that very small and very large ones do not vanish. */
export function indexVectors(vectors: readonly Float32Array[]): VectorIndex {
  const length = vectors[0]?.length
  const norms = Float64Array.from(vectors, norm)
  return {
    length,
    search(query, k) {
      const own = norm(query)
      const scores = Float64Array.from(vectors, (vector, index) => cosine(vector, norms[index] ?? 0, query, own))
      const order = Uint32Array.from(vectors, (_, index) => index)
      return Array.from(order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).subarray(0, k), (index) => ({
        index,
        score: scores[index] ?? 0,
      }))
    },
  }
}

function cosine(a: Float32Array, normA: number, b: Float32Array, normB: number): number {
  if (normA === 0 || normB === 0) return 0
  let product = 0
  for (let at = 0; at < a.length; at += 1) product += (a[at] ?? 0) * (b[at] ?? 0)
  return product === 0 ? 0 : product / (normA * normB)
}

function norm(vector: Float32Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}
