import { bootstrapInterval } from '../../stats/bootstrap.js'
import { pearson, spearman } from '../../stats/correlation.js'
import { quantile } from '../../stats/quantile.js'

/** Two answers to one question: a metric's score of each (null: unknown), and every annotator's label, -2 to 2, positive where the second is better. */
export interface ScoredPair {
  model1: number | null
  model2: number | null
  labels: readonly number[]
}

export interface Correlation {
  value: number | null
  low: number | null
  high: number | null
}

export interface PreferenceMeasures {
  pairs: number
  /** Pairs with an unknown score: left out, or under `ragchecker` given the median. */
  unknown: number
  /** Points that are correlated: every pair once per annotator. */
  n: number
  pearson: Correlation
  spearman: Correlation
}

interface Point {
  delta: number
  label: number
}

/**
 * How far a metric's difference between two answers goes with what people prefer: the meta-evaluation of RAGChecker (Ru et al. 2024). By default a pair
 * with an unknown score is left out; under `ragchecker` its difference is the median of the others, and all are scaled to -2..2. The intervals are
 * percentile bootstraps by pair.
 */
export function measurePreferences(
  pairs: readonly ScoredPair[],
  { seed, compat }: { seed: number; compat?: 'ragchecker' | undefined },
): PreferenceMeasures {
  const deltas = pairs.map(deltaOf)
  const used = compat === 'ragchecker' ? scaledDeltas(deltas) : deltas
  const groups = pairs.flatMap(({ labels }, i) => {
    const delta = used?.[i] ?? null
    return delta === null ? [] : [labels.map((label): Point => ({ delta, label }))]
  })
  return {
    pairs: groups.length,
    unknown: deltas.filter((delta) => delta === null).length,
    n: groups.flat().length,
    pearson: correlate(groups, pearson, seed),
    spearman: correlate(groups, spearman, seed),
  }
}

/** How far two annotators of the same pairs go together; pairs without exactly two labels are left out. */
export function annotatorAgreement(labels: readonly (readonly number[])[], seed: number): PreferenceMeasures {
  const groups = labels.flatMap(([first, second, ...others]) =>
    first === undefined || second === undefined || others.length > 0 ? [] : [[{ delta: first, label: second }]],
  )
  return {
    pairs: groups.length,
    unknown: labels.length - groups.length,
    n: groups.length,
    pearson: correlate(groups, pearson, seed),
    spearman: correlate(groups, spearman, seed),
  }
}

export function deltaOf({ model1, model2 }: ScoredPair): number | null {
  return model1 === null || model2 === null ? null : model2 - model1
}

/** RAGChecker's scaling: unknown differences take the median of the known ones, then all are spread over -2..2. null where none is known. */
export function scaledDeltas(deltas: readonly (number | null)[]): number[] | null {
  const known = deltas.filter((delta) => delta !== null)
  const median = quantile(known, 0.5)
  if (median === null) return null
  const filled = deltas.map((delta) => delta ?? median)
  const least = Math.min(...filled)
  const most = Math.max(...filled)
  return most === least ? filled : filled.map((delta) => (4 * (delta - least)) / (most - least) - 2)
}

function correlate(groups: readonly Point[][], measure: typeof pearson, seed: number): Correlation {
  const of = (drawn: readonly Point[][]) => {
    const points = drawn.flat()
    return measure(
      points.map(({ delta }) => delta),
      points.map(({ label }) => label),
    )
  }
  const value = of(groups)
  const interval = value === null ? null : bootstrapInterval(groups, of, { seed })
  return { value, low: interval?.low ?? null, high: interval?.high ?? null }
}
