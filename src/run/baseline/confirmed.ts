import type { ComparedCase } from '../../schema/baseline.js'
import type { CaseRecord } from '../../schema/record.js'
import type { Pairing } from './pair.js'

/** What a baseline says of one case. */
export type BaselineCase = Pick<CaseRecord['signals'], 'g' | 'c'> & Pick<CaseRecord, 'outcome' | 'errorClass'>
/** By the id that the case has now. */
export type Baseline = ReadonlyMap<string, BaselineCase>

/** What verdicts are confirmed against. A case that was not judged says nothing, and is left out. */
export function confirmedCases({ pairs }: Pick<Pairing, 'pairs'>): Baseline {
  return new Map(
    pairs.flatMap(({ base, now }) => {
      const { g, c, outcome, errorClass } = base
      return isJudged(base) ? [[now.id, { g, c, outcome, errorClass }]] : []
    }),
  )
}

function isJudged({ outcome, metrics }: ComparedCase): boolean {
  // Of twins the other one may be what was lost.
  const lost = Object.entries(metrics).some(([name, standing]) => standing === 'lost' && name !== 'twinParity')
  return outcome !== null && !lost
}

/** Whether a case is not what it was, in either direction; unknown against known is a difference. */
export function differs(before: BaselineCase, now: Omit<BaselineCase, 'errorClass'>): boolean {
  return before.g !== now.g || before.c !== now.c || before.outcome !== now.outcome
}
