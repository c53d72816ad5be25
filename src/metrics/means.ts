import { type MetricScore, shown } from './score.js'

/** A mean over cases: null where none is scored. */
export interface ScoreMean {
  value: number | null
  scored: number
  total: number
}

/** A mean of groups, and the groups without a known score, which have no part in it. */
export interface WeightedMean extends ScoreMean {
  leftOut: string[]
}

/**
 * The mean of the known values, every case the same weight: `scored` of `total` have one. The macro F1 is the mean of the cases' F1s, as in RAGChecker, not
 * the F1 of mean precision and mean recall.
 *
 * @throws RangeError on what is no score, and on a value that is not finite.
 */
export function macroMean(scores: readonly MetricScore[]): ScoreMean {
  checkScores(scores)
  const values = scores.flatMap(({ value }) => value ?? [])
  for (const value of values) checkFinite('value', value)
  return { value: mean(values), scored: values.length, total: scores.length }
}

/**
 * The sum of the numerators / the sum of the denominators, every counted thing the same weight: over the known scores that have parts; a score without parts,
 * such as an F1 or a reciprocal rank, is not scored here. null where there is none, or where the denominators sum to 0.
 *
 * @throws RangeError on what is no score, and on a part that is not finite or is negative.
 */
export function microMean(scores: readonly MetricScore[]): ScoreMean {
  checkScores(scores)
  const parts = scores.flatMap(({ value, parts }) => (value === null || parts === undefined ? [] : [parts]))
  for (const part of parts.flat()) checkFinite('parts', part, 0)
  const numerator = sum(parts.map(([part]) => part))
  const denominator = sum(parts.map(([, part]) => part))
  return { value: denominator === 0 ? null : numerator / denominator, scored: parts.length, total: scores.length }
}

/**
 * The mean of the groups' macro means, every group the same weight, as LegalBench-RAG weighs its four sources: a group with many cases says no more than
 * one with few. A group without a known score is left out and named; null where that is all of them. `scored` and `total` count cases of every group.
 *
 * @throws RangeError on what is no score, and on a value that is not finite.
 */
export function weightedMean(groups: Readonly<Record<string, readonly MetricScore[]>>): WeightedMean {
  if (typeof groups !== 'object' || groups === null || Array.isArray(groups))
    throw new RangeError(`\`groups\`: expected an object with a list of scores for each group, got ${shown(groups)}`)
  const means = Object.entries(groups).map(([name, scores]) => ({ name, ...macroMean(scores) }))
  return {
    value: mean(means.flatMap(({ value }) => value ?? [])),
    scored: sum(means.map(({ scored }) => scored)),
    total: sum(means.map(({ total }) => total)),
    leftOut: means.filter(({ value }) => value === null).map(({ name }) => name),
  }
}

function checkScores(scores: readonly MetricScore[]): void {
  if (!Array.isArray(scores)) throw new RangeError(`\`scores\`: expected a list of scores, got ${shown(scores)}`)
  scores.forEach((score: unknown, index) => {
    const isScore = typeof score === 'object' && score !== null && 'value' in score
    if (isScore && (score.value === null || typeof score.value === 'number')) return
    throw new RangeError(
      `\`scores[${index}]\`: expected a score as the metrics return it, { value: 0.5 } or { value: null, reason }, got ${shown(isScore ? score.value : score)}`,
    )
  })
}

function checkFinite(name: string, value: number, least = Number.NEGATIVE_INFINITY): void {
  if (Number.isFinite(value) && value >= least) return
  throw new RangeError(`\`${name}\`: expected a finite number${least === 0 ? ' of at least 0' : ''}, got ${value}`)
}

const mean = (values: readonly number[]) => (values.length === 0 ? null : sum(values) / values.length)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
