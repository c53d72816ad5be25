import type { Retrieved } from './stages.js'

/**
 * Reciprocal rank fusion: a passage scores Σ over the rankings that have it of 1 / (constant + rank), rank from 1, by its first place in each. The best `k`; equal
 * scores have the first ranking's order, then the second's. A passage comes as the first ranking that has it gives it, with the fused score.
 *
 * Source: G. V. Cormack, C. L. A. Clarke, S. Büttcher (2009), Reciprocal rank fusion outperforms Condorcet and individual rank learning methods, SIGIR.
 */
export function fuse(rankings: readonly (readonly Retrieved[])[], k: number, constant = 60): Retrieved[] {
  const found = new Map<string, { passage: Retrieved; ranks: number[] }>()
  for (const ranking of rankings) {
    const here = new Set<string>()
    for (const [index, passage] of ranking.entries()) {
      const key = placeOf(passage)
      if (here.has(key)) continue
      here.add(key)
      const known = found.get(key)
      if (known) known.ranks.push(index + 1)
      else found.set(key, { passage, ranks: [index + 1] })
    }
  }
  // In one order of the ranks equal sums are equal in the last bit too.
  const score = (ranks: number[]) => ranks.sort((a, b) => a - b).reduce((sum, rank) => sum + 1 / (constant + rank), 0)
  return [...found.values()]
    .map(({ passage, ranks }) => ({ ...passage, score: score(ranks) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, k)
}

/** What tells one passage from another: its place in a document; else its id; else its text. */
export function placeOf({ document, start, end, id, text }: Retrieved): string {
  if (document !== undefined && start !== undefined && end !== undefined) return JSON.stringify([document, start, end])
  return JSON.stringify(id === undefined ? { text } : { id })
}
