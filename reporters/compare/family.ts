import { type StandingPair, testDifference } from '../../src/metrics/difference.js'
import type { Finding, TestedDifference } from '../../src/schema/compare.js'
import type { Difference } from '../../src/schema/report.js'
import { holm } from '../../src/stats/holm.js'

/** A difference shows where its adjusted p is at most this. */
export const ALPHA = 0.05

/** A difference before it is one of a family. */
export type Untested = Omit<TestedDifference, 'adjusted' | 'finding'>

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

/** Holm's correction over all that can be tested, and what each difference comes to; null stays null. */
export function asFamily(all: readonly Untested[]): { tests: number; tested: Map<Untested, TestedDifference> } {
  const family = all.flatMap((one) => (one.tested === null ? [] : [{ one, p: one.tested }]))
  const values = holm(family.map(({ p }) => p))
  const adjusted = new Map(family.map(({ one }, place) => [one, values[place] ?? null]))
  const tested = all.map((one): [Untested, TestedDifference] => {
    const p = adjusted.get(one) ?? null
    return [one, { ...one, adjusted: p, finding: findingOf(one, p) }]
  })
  return { tests: family.length, tested: new Map(tested) }
}

function findingOf({ better, difference, p }: Difference, adjusted: number | null): Finding {
  if (p === null || difference === null) return 'not tested'
  if (adjusted === null || adjusted > ALPHA) return 'not shown'
  const isHigher = difference > 0
  if (better === null) return isHigher ? 'higher' : 'lower'
  return isHigher === (better === 'higher') ? 'better' : 'worse'
}
