import { groupBy } from '../group-by.js'
import type { Standing } from '../schema/baseline.js'
import type { Difference } from '../schema/difference.js'
import type { GridTable } from '../schema/grid.js'
import type { Arm, CaseRecord, ErrorClass } from '../schema/record.js'
import { holm } from '../stats/holm.js'
import { measureDifference, type StandingPair, testedP } from './difference.js'
import { ifClass, RATES } from './rates.js'
import { comparable } from './standings.js'

/** The cases of one suite of a grid. */
export interface GridArm extends Pick<Arm, 'levels' | 'base'> {
  suite: string
  records: readonly CaseRecord[]
}

export type Effect = GridTable['effects'][number]

/** What becomes of answerable items with a true premise, as it is compared. The first four are the leaves of Butler and Butler (2026). */
const LEAVES: readonly ErrorClass[] = [
  'correct',
  'hallucination',
  'retrieval error',
  'reasoning error',
  'unattributed error',
  'over-refusal',
  'non-answer',
]
const ALWAYS: readonly ErrorClass[] = LEAVES.slice(0, 4)
const ALPHA = 0.05

/** Whether a leaf speaks of a case: leaves are shares of the answerable items with a true premise, whatever became of them. */
export function isOfLeaves({ answerable, premise }: CaseRecord): boolean {
  return answerable && premise === 'true'
}

/** The items that leaves are shares of, by class, in the decomposition's order. */
export function leavesOf(records: readonly CaseRecord[]): Partial<Record<ErrorClass, number>> {
  const leaves: Partial<Record<ErrorClass, number>> = Object.fromEntries(ALWAYS.map((leaf) => [leaf, 0]))
  for (const { errorClass } of records.filter(isOfLeaves)) leaves[errorClass] = (leaves[errorClass] ?? 0) + 1
  return leaves
}

/** The four leaves, and those of the others that some arm has. */
function comparedLeaves(arms: readonly GridArm[]): ErrorClass[] {
  const found = new Set(arms.flatMap(({ records }) => records.filter(isOfLeaves).map(({ errorClass }) => errorClass)))
  return LEAVES.filter((leaf) => ALWAYS.includes(leaf) || found.has(leaf))
}

/**
 * What each level of each factor changes against the factor's base level: over all pairs of arms that differ in this factor alone, the difference (now minus
 * base) of each leaf's share, and of false confidence among unanswerable items, paired case by case in the groups of the items. `adjusted` is the two-sided p, unknown verdicts taken
 * against what was seen, after Holm's correction over all effects that something changes; null for the others. A level without such a pair of arms has no effect.
 */
export function gridEffects(arms: readonly GridArm[]): Effect[] {
  const leaves = comparedLeaves(arms)
  const effects = contrasts(arms).flatMap(({ factor, level, against, pairs }) => {
    const of = (metric: string, standing: (record: CaseRecord) => Standing | undefined, better: Difference['better']) => {
      const cases = pairs.flatMap((pair, index) => casePairs(pair, standing, index))
      const difference = measureDifference(cases, { label: metric, better })
      return { factor, level, against, metric, arms: pairs.length, difference, tested: testedP(difference, cases) }
    }
    return [
      ...leaves.map((leaf) =>
        of(
          leaf,
          (record) => (isOfLeaves(record) ? comparable(ifClass(record, leaf)) : undefined),
          leaf === 'correct' ? 'higher' : 'lower',
        ),
      ),
      of('false confidence', (record) => comparable(RATES.falseConfidence.standing(record)), 'lower'),
    ]
  })
  return withAdjusted(effects)
}

type Shown = Effect & { adjusted: number; difference: { difference: number } }

/** Whether an effect is shown to be there: its adjusted p is at most .05. */
export function isShown(effect: Effect): effect is Shown {
  const { adjusted, difference } = effect
  return adjusted !== null && adjusted <= ALPHA && difference.difference !== null && difference.difference !== 0
}

/** By metric, among the changes that are shown, the largest. */
export function driversOf(effects: readonly Effect[]): GridTable['drivers'] {
  const byMetric = groupBy(effects.filter(isShown), ({ metric }) => metric)
  return [...new Set(effects.map(({ metric }) => metric))].flatMap((metric) => {
    const shown = byMetric.get(metric) ?? []
    return shown
      .toSorted((a, b) => Math.abs(b.difference.difference) - Math.abs(a.difference.difference))
      .slice(0, 1)
      .map(({ factor, level, difference: { difference }, adjusted }) => ({ metric, factor, level, difference, adjusted }))
  })
}

/** Which arms are compared for each level: all pairs that differ in the factor alone, one of them at its base level. */
function contrasts(arms: readonly GridArm[]) {
  const [first] = arms
  const byLevels = new Map(arms.map((arm) => [keyOf(arm.levels), arm]))
  return Object.entries(first?.base ?? {}).flatMap(([factor, against]) => {
    const levels = [...new Set(arms.flatMap(({ levels }) => levels[factor] ?? []))].filter((level) => level !== against)
    return levels.flatMap((level) => {
      const pairs = arms.flatMap((now) => {
        const base = now.levels[factor] === level ? byLevels.get(keyOf({ ...now.levels, [factor]: against })) : undefined
        return base === undefined ? [] : [{ base, now }]
      })
      return pairs.length === 0 ? [] : [{ factor, level, against, pairs }]
    })
  })
}

function keyOf(levels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(levels).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A case of one arm and the same case of another. What only one of them ran says nothing. */
function casePairs(
  { base, now }: { base: GridArm; now: GridArm },
  standing: (record: CaseRecord) => Standing | undefined,
  index: number,
): StandingPair[] {
  const before = new Map(base.records.map((record) => [record.id, record]))
  return now.records.flatMap((record) => {
    const same = before.get(record.id)
    if (same === undefined || same.hash !== record.hash) return []
    return [{ id: `${record.id} ${index}`, group: record.group, base: standing(same), now: standing(record) }]
  })
}

/** What cannot come out, whatever is exchanged, is no part of the family. */
function withAdjusted(effects: readonly (Omit<Effect, 'adjusted'> & { tested: number | null })[]): Effect[] {
  const family = effects.flatMap(({ tested }, place) => (tested === null ? [] : [{ place, p: tested }]))
  const values = holm(family.map(({ p }) => p))
  const adjusted = new Map(family.map(({ place }, index) => [place, values[index] ?? null]))
  return effects.map(({ tested: _tested, ...effect }, place) => ({ ...effect, adjusted: adjusted.get(place) ?? null }))
}
