/** A retriever by words alone, as a floor to compare with: BM25 with k1 1.5 and b 0.75. Equal scores keep the order of the texts. */
export function bm25(texts: ReadonlyMap<string, string>): (question: string, k: number) => { id: string; score: number }[] {
  const lengths = new Map<string, number>()
  const postings = new Map<string, Map<string, number>>()
  for (const [id, text] of texts) {
    const words = wordsOf(text)
    lengths.set(id, words.length)
    for (const word of words) {
      const counts = postings.get(word) ?? new Map<string, number>()
      postings.set(word, counts.set(id, (counts.get(id) ?? 0) + 1))
    }
  }
  const mean = [...lengths.values()].reduce((sum, length) => sum + length, 0) / Math.max(lengths.size, 1)
  return (question, k) => {
    const scores = new Map<string, number>()
    for (const word of new Set(wordsOf(question))) {
      const counts = postings.get(word) ?? new Map<string, number>()
      const rarity = Math.log(1 + (lengths.size - counts.size + 0.5) / (counts.size + 0.5))
      for (const [id, count] of counts) {
        const saturated = (count * 2.5) / (count + 1.5 * (0.25 + (0.75 * (lengths.get(id) ?? 0)) / mean))
        scores.set(id, (scores.get(id) ?? 0) + rarity * saturated)
      }
    }
    return [...scores]
      .map(([id, score]) => ({ id, score }))
      .sort((a, b) => b.score - a.score)
      .slice(0, k)
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
