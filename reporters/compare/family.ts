import type { Finding, TestedDifference } from '../../src/schema/compare.js'
import type { Difference } from '../../src/schema/difference.js'
import { holm } from '../../src/stats/holm.js'

/** A difference shows where its adjusted p is at most this. */
export const ALPHA = 0.05

/** A difference before it is one of a family. */
export type Untested = Omit<TestedDifference, 'adjusted' | 'finding'>

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
