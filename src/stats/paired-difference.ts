import { clopperPearson } from './clopper-pearson.js'
import { effectiveN } from './effective-n.js'

/** One value of a run and the value that it is paired with, both within 0..1; null where the side does not count the case. */
export interface PairedValue {
  base: number | null
  now: number | null
  group: string
}

export interface PairedDifference {
  base: number
  now: number
  difference: number
  low: number
  high: number
}

/**
 * The difference of two shares or means over paired values, now minus base, with its two-sided interval. The two need not have one denominator: where a value is null
 * on one side, the other still counts. null where either side counts nothing.
 *
 * The interval combines those of the two sides, each exact on the effective n of its groups, by the correlation of the two estimates over groups ("square-and-add",
 * MOVER). The correlation, where it is positive, is taken 1 / (2 n s) too low, s being the product of the sides' standard deviations: Newcombe's continuity correction,
 * by which the interval is never of width zero, not even where no pair differs.
 *
 * Where values of 0 and 1 only fell or only rose, of the cases that both sides count, the share that did is bounded by itself, exactly; of the two bounds the one farther out stands. Without it a difference that goes
 * one way only would be missed too often while few pairs differ.
 *
 * Sources: R. G. Newcombe (1998), Improved confidence intervals for the difference between binomial proportions based on paired data, Statistics in Medicine 17,
 * 2635-2650, method 10; G. Y. Zou and A. Donner (2008), Statistics in Medicine 27, 1693-1702. Exact bounds stand for Wilson's.
 *
 * @throws RangeError unless every value is within 0..1 and 0 < confidence < 1.
 */
export function pairedDifference(values: readonly PairedValue[], confidence = 0.95): PairedDifference | null {
  return pairedDifferences(values)?.(confidence) ?? null
}

/** The same at any confidence, what does not depend on it being computed once. */
export function pairedDifferences(values: readonly PairedValue[]): ((confidence: number) => PairedDifference) | null {
  const base = sideOf(values, 'base')
  const now = sideOf(values, 'now')
  if (base === null || now === null) return null
  const r = correctedCorrelation(base, now)
  const difference = now.mean - base.mean
  const spread = (one: number, other: number) => Math.sqrt(Math.max(0, one * one + other * other - 2 * r * one * other))
  const change = oneWay(values)
  return (confidence) => {
    const [before, after] = [boundsOf(base, confidence), boundsOf(now, confidence)]
    const low = difference - spread(now.mean - after.low, before.high - base.mean)
    const high = difference + spread(after.high - now.mean, base.mean - before.low)
    // By what the difference lies beyond the change that is bounded, the bound is moved: it is of the cases that both sides count.
    const beyond = change === null ? 0 : boundsOf(change, confidence).high - change.mean
    return {
      base: base.mean,
      now: now.mean,
      difference,
      low: Math.max(-1, change?.falls ? Math.min(low, difference - beyond) : low),
      high: Math.min(1, change?.rises ? Math.max(high, difference + beyond) : high),
    }
  }
}

/** Whether values only fell, or only rose, by 0 or 1 each, and the share that did; null where both ways occur, and where no case is counted by both sides. */
function oneWay(values: readonly PairedValue[]): { falls: boolean; rises: boolean; mean: number; effective: number } | null {
  const changes = values.flatMap(({ base, now, group }) => (base === null || now === null ? [] : [{ group, change: now - base }]))
  const falls = changes.every(({ change }) => change <= 0)
  const rises = changes.every(({ change }) => change >= 0)
  const isWhole = changes.every(({ change }) => Number.isInteger(change))
  if (changes.length === 0 || !isWhole || !(falls || rises)) return null
  const sizes = changes.map(({ group, change }) => ({ group, value: Math.abs(change) }))
  const mean = sizes.reduce((sum, { value }) => sum + value, 0) / sizes.length
  return { falls, rises, mean, effective: effectiveN(sizes).effective }
}

interface Side {
  mean: number
  effective: number
  /** What each group pulls the mean by, linearised. */
  pulls: Map<string, number>
}

function sideOf(values: readonly PairedValue[], side: 'base' | 'now'): Side | null {
  const known = values.flatMap(({ group, [side]: value }) => (value === null ? [] : [{ group, value }]))
  const wrong = known.find(({ value }) => !(value >= 0 && value <= 1))
  if (wrong !== undefined) throw new RangeError(`expected values within 0..1, received ${wrong.value}`)
  const { n, effective } = effectiveN(known)
  if (n === 0) return null
  // The division first: all of n must stay all of the effective n, whatever the rounding.
  const mean = known.reduce((sum, { value }) => sum + value, 0) / n
  const pulls = new Map<string, number>()
  for (const { group, value } of known) pulls.set(group, (pulls.get(group) ?? 0) + (value - mean) / n)
  return { mean, effective, pulls }
}

function boundsOf({ mean, effective }: Pick<Side, 'mean' | 'effective'>, confidence: number): { low: number; high: number } {
  return clopperPearson(mean * effective, effective, confidence) ?? { low: 0, high: 1 }
}

function correctedCorrelation(base: Side, now: Side): number {
  const product = [...now.pulls].reduce((sum, [group, pull]) => sum + pull * (base.pulls.get(group) ?? 0), 0)
  const scale = Math.sqrt(squares(base.pulls) * squares(now.pulls))
  if (scale === 0) return 0
  const r = product / scale
  if (r <= 0) return r
  const deviations = Math.sqrt(base.mean * (1 - base.mean) * now.mean * (1 - now.mean))
  return Math.max(0, r - 1 / (2 * Math.min(base.effective, now.effective) * deviations))
}

function squares(pulls: ReadonlyMap<string, number>): number {
  return [...pulls.values()].reduce((sum, pull) => sum + pull * pull, 0)
}
