import { NO_COST } from '../judges/budget.js'
import { type Cast, mergeVerdicts } from '../judges/merge.js'
import type { Verdict } from '../schema/verdict.js'
import type { Baseline } from './baseline/confirmed.js'
import { sumCosts } from './cost.js'
import type { Judged } from './evaluate.js'

/** When a verdict is asked for again, and how often. */
export interface Confirmation {
  times: number
  baseline: Baseline
}

/**
 * A verdict that differs from the baseline's, asked for again: the first and its repetitions vote by majority, as a panel does. A
 * repetition that fails has no vote; where so many fail that nothing could carry, the case is not judged, since what was called into question
 * was not confirmed.
 *
 * @param again Asks the judge once more; its argument is the number of the repetition, from 1.
 */
export async function confirmVerdict(
  first: Judged & { verdict: Verdict },
  { times }: Confirmation,
  recorded: boolean,
  again: (trial: number) => Promise<Judged>,
): Promise<Judged> {
  const repetitions = await Promise.all(Array.from({ length: times }, (_, index) => again(index + 1)))
  const all = [first, ...repetitions]
  const spent = {
    cost: sumCosts(all.map(({ cost }) => cost ?? NO_COST)),
    recordings: all.flatMap(({ recordings = [] }) => recordings),
    unrecorded: all.flatMap(({ unrecorded = [] }) => unrecorded),
  }
  const { judge, panel } = first.verdict
  const casts = all.map((judged): Cast => {
    if (judged.verdict !== null) return { judge, recorded, verdict: judged.verdict }
    return { judge, failure: judged.failure?.message ?? judged.budget ?? judged.reason }
  })
  const { ballot, merged } = mergeVerdicts('majority', casts, 'confirmation')
  if (merged !== null) {
    return { ...spent, verdict: { ...merged, judge, ...(panel === undefined ? {} : { panel }), confirmation: ballot } }
  }
  const failed = repetitions.find(({ verdict }) => verdict === null)
  return { ...failed, ...spent, verdict: null }
}
