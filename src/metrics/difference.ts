import { groupBy } from '../group-by.js'
import type { Standing } from '../schema/baseline.js'
import type { Difference } from '../schema/difference.js'
import { exchangeTest, type PairedGroup } from '../stats/exchange-test.js'
import { mcnemar } from '../stats/mcnemar.js'
import { type PairedValue, pairedDifferences } from '../stats/paired-difference.js'
import type { Rate } from './rates.js'

/** What a metric says of one case in two runs, or of a variant and what it is a variant of; undefined where a side does not count it. */
export interface StandingPair {
  id: string
  group: string
  base: Standing | undefined
  now: Standing | undefined
}

/** How pairs with an unknown side are taken: as the difference, now minus base, that is least, or most, or not at all. */
export type Resolution = 'least' | 'most' | 'known'

type Named = Pick<Rate, 'label' | 'better'>

/**
 * The difference of a metric between two runs, on the cases that they share. A pair of which neither side counts the case is left out; a lost side takes the pair out
 * of everything but `lost`; an unknown one out of value and p, and into the interval as wide as it could make it. No interval where a value exceeds 1.
 */
export function measureDifference(pairs: readonly StandingPair[], { label, better }: Named): Difference {
  const lost = pairs.filter(isLost).length
  const known = resolve(pairs, 'known')
  const found = intervalsOf(known)?.(0.95) ?? null
  const { worse, improved } = changedPairs(pairs, better)
  const bounds = found === null ? null : differenceBounds(pairs, 0.975)
  return {
    label,
    better,
    base: found?.base ?? meanOf(known, 'base'),
    now: found?.now ?? meanOf(known, 'now'),
    difference: found?.difference ?? null,
    low: bounds?.lower ?? null,
    high: bounds?.upper ?? null,
    p: twoSidedP(pairs, better),
    midP: midP(against(known, better)),
    pairs: known.length,
    groups: new Set(known.map(({ group }) => group)).size,
    worse: worse.length,
    improved: improved.length,
    unknown: resolve(pairs, 'least').length - known.length,
    lost,
  }
}

/** Ids of the pairs, both sides being known, of which more counts against now (of a metric without a better side, that rose), and of which less. */
export function changedPairs(pairs: readonly StandingPair[], better: Named['better']): { worse: string[]; improved: string[] } {
  const known = against(resolve(pairs, 'known'), better)
  return {
    worse: known.flatMap(({ id, base, now }) => (now > base ? [id] : [])),
    improved: known.flatMap(({ id, base, now }) => (now < base ? [id] : [])),
  }
}

/** One-sided bounds of the difference, each at `confidence` by itself, unknown sides as far out as they could be; null where a side counts nothing. */
export function differenceBounds(pairs: readonly StandingPair[], confidence: number): { lower: number; upper: number } | null {
  return differenceBoundsOf(pairs)?.(confidence) ?? null
}

/** The same at any confidence above one half, what does not depend on it being computed once. */
export function differenceBoundsOf(
  pairs: readonly StandingPair[],
): ((confidence: number) => { lower: number; upper: number }) | null {
  const least = intervalsOf(resolve(pairs, 'least'))
  const most = pairs.some(isUnknown) ? intervalsOf(resolve(pairs, 'most')) : least
  if (least === null || most === null) return null
  return (confidence) => ({ lower: least(2 * confidence - 1).low, upper: most(2 * confidence - 1).high })
}

/**
 * The difference, now minus base, and one-sided p-values that more counts against now, or less, by exchanging the two runs group by group; null where a side counts nothing.
 *
 * What counts against a case is the value of a rate that should be low, and what one that should be high lacks of 1; of a case that a side does not count, nothing. So a rate of answers
 * given is tested by the answers that became wrong, and is not worse for the right ones that are refused now, though its value is: that is another rate's to say.
 */
export function testDifference(
  pairs: readonly StandingPair[],
  resolution: Resolution,
  better: Named['better'],
): { difference: number; worse: number; improved: number } | null {
  const values = resolve(pairs, resolution)
  const base = meanOf(values, 'base')
  const now = meanOf(values, 'now')
  if (base === null || now === null) return null
  const groups = groupBy(against(values, better), ({ group }) => group)
  const p = exchangeTest([...groups.values()].map(groupSums))
  return p && { difference: now - base, worse: p.higher, improved: p.lower }
}

/** Means that differ by rounding alone are the same. */
const ROUNDING = 1e-9

/** Two-sided, in the direction in which the value went; null where a side counts nothing. */
export function twoSidedP(
  pairs: readonly StandingPair[],
  better: Named['better'],
  resolution: Resolution = 'known',
): number | null {
  const test = testDifference(pairs, resolution, better)
  if (test === null) return null
  if (Math.abs(test.difference) < ROUNDING) return Math.min(1, 2 * Math.min(test.worse, test.improved))
  const isWorse = test.difference > 0 !== (better === 'higher')
  return Math.min(1, 2 * (isWorse ? test.worse : test.improved))
}

/**
 * The two-sided p of a difference with every unknown verdict taken against what was seen; 1 where they could turn it round. null where nothing is known on a side, and
 * where in no pair more counts against one run than against the other: such a test cannot come out whatever is exchanged, so it is no part of a family (R. E. Tarone
 * 1990, A modified Bonferroni method for discrete data, Biometrics 46, 515-522).
 */
export function testedP(
  { better, difference, p, worse, improved, unknown }: Difference,
  pairs: readonly StandingPair[],
): number | null {
  if (difference === null || p === null || worse + improved === 0) return null
  if (unknown === 0) return p
  const test = testDifference(pairs, difference > 0 ? 'least' : 'most', better)
  if (test === null || test.difference * difference <= 0) return 1
  const isWorse = difference > 0 !== (better === 'higher')
  return Math.min(1, 2 * (isWorse ? test.worse : test.improved))
}

/** What counts against each side of each pair. */
function against(values: readonly KnownPair[], better: Named['better']): (KnownPair & { base: number; now: number })[] {
  const of = (value: number | null) => (value === null ? 0 : better === 'higher' ? 1 - value : value)
  return values.map(({ base, now, ...pair }) => ({ ...pair, base: of(base), now: of(now) }))
}

type KnownPair = PairedValue & { id: string }

/** Pairs as values. Those that neither side counts, and those with a lost side, are not among them. */
function resolve(pairs: readonly StandingPair[], resolution: Resolution): KnownPair[] {
  const lowest = resolution === 'least'
  return pairs.flatMap((pair) => {
    const { id, group, base = 'out', now = 'out' } = pair
    if (isLost(pair) || (base === 'out' && now === 'out')) return []
    if (resolution === 'known' && isUnknown(pair)) return []
    return [{ id, group, base: sideValue(base, lowest ? 1 : 0), now: sideValue(now, lowest ? 0 : 1) }]
  })
}

function sideValue(standing: Standing | 'out', unknown: number): number | null {
  return typeof standing === 'number' ? standing : standing === null ? unknown : null
}

function isUnknown({ base, now }: StandingPair): boolean {
  return base === null || now === null
}

function isLost({ base, now }: StandingPair): boolean {
  return base === 'lost' || now === 'lost'
}

function intervalsOf(values: readonly PairedValue[]): ReturnType<typeof pairedDifferences> {
  const published = values.some(({ base, now }) => (base ?? 0) > 1 || (now ?? 0) > 1)
  return published ? null : pairedDifferences(values)
}

function groupSums(values: readonly { base: number; now: number }[]): PairedGroup {
  const side = (name: 'base' | 'now') => ({ sum: values.reduce((sum, { [name]: value }) => sum + value, 0), n: values.length })
  return { base: side('base'), now: side('now') }
}

/** Only where it is McNemar's case: values of 0 and 1 on both sides, each pair in a group of its own. */
function midP(values: ReturnType<typeof against>): number | null {
  const isRate = values.every(({ base, now }) => (base === 0 || base === 1) && (now === 0 || now === 1))
  if (!isRate || new Set(values.map(({ group }) => group)).size < values.length) return null
  const risen = values.filter(({ base, now }) => base === 0 && now === 1).length
  const fallen = values.filter(({ base, now }) => base === 1 && now === 0).length
  return values.length === 0 ? null : mcnemar(risen, fallen).midP
}

function meanOf(values: readonly PairedValue[], side: 'base' | 'now'): number | null {
  const counted = values.flatMap(({ [side]: value }) => value ?? [])
  return counted.length === 0 ? null : counted.reduce((sum, value) => sum + value, 0) / counted.length
}
