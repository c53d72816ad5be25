/** A document by its place in the index, from 0. */
export interface Hit {
  index: number
  score: number
}

/** The first `k` by score, then by place: a heap whose root is the worst that is kept. */
export function bestHits(scores: Float64Array, touched: Int32Array, k: number): Hit[] {
  const heap = new Int32Array(Math.max(0, Math.min(k, touched.length)))
  let size = 0
  const isWorse = (a: number, b: number) => {
    const difference = (scores[a] as number) - (scores[b] as number)
    return difference < 0 || (difference === 0 && a > b)
  }
  const sink = (value: number, from: number) => {
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && isWorse(heap[child + 1] as number, heap[child] as number)) child += 1
      if (!isWorse(heap[child] as number, value)) break
      heap[at] = heap[child] as number
      at = child
    }
    heap[at] = value
  }
  for (const document of touched) {
    if (size < heap.length) {
      let at = size
      size += 1
      while (at > 0 && isWorse(document, heap[(at - 1) >> 1] as number)) {
        heap[at] = heap[(at - 1) >> 1] as number
        at = (at - 1) >> 1
      }
      heap[at] = document
    } else if (size > 0 && isWorse(heap[0] as number, document)) sink(document, 0)
  }
  return Array.from(heap)
    .sort((a, b) => (isWorse(a, b) ? 1 : -1))
    .map((index) => ({ index, score: scores[index] as number }))
}
