import { readingFor } from '../../metrics/compat.js'
import type { ComparedCase, ComparedSuite } from '../../schema/baseline.js'
import type { SuiteHeader } from '../../schema/record.js'
import { itemHash } from '../item-hash.js'
import { type CaseFrame, caseId } from '../record.js'
import { comparedSuite } from './compared-suite.js'
import { type Baseline, confirmedCases } from './confirmed.js'
import { pairCases } from './pair.js'
import { comparisonRefusal } from './refusal.js'

/** What a baseline says of a suite's cases before any of them has run; both by the id that a case has now. */
export interface Beforehand {
  /** What verdicts are confirmed against, or why they cannot be. */
  confirmed: Baseline | { refused: string }
  /** What no case may fall behind; empty where the two cannot be compared, which the report says. */
  had: ReadonlyMap<string, ComparedCase>
}

/** Pairs a baseline with the cases that a suite is about to run, as the report will pair it with what became of them. */
export function pairBeforehand(
  base: ComparedSuite,
  { project, header, frames }: { project: string; header: SuiteHeader; frames: readonly CaseFrame[] },
): Beforehand {
  const reading = readingFor(header.compat, header.task)
  const now = comparedSuite({ project, header, records: [], reading, run: '', startedAt: '' })
  const pairing = pairCases(base.cases, frames.map(toRun), new Set(now.leftOut))
  // What a verdict is compared with must be of the same judge; how much else is shared is no matter of its own.
  const another = comparisonRefusal(base.run, now.run, { ...pairing, shared: 1, of: 1 })
  const refused = comparisonRefusal(base.run, now.run, pairing)
  return {
    confirmed: another === null ? confirmedCases(pairing) : { refused: another },
    had: new Map(refused === null ? pairing.pairs.map((pair) => [pair.now.id, pair.base]) : []),
  }
}

/** A case of which nothing is known but what it is paired by. */
function toRun({ item, trial, group }: CaseFrame): ComparedCase {
  const nothing = { outcome: null, errorClass: 'unscored', c: null, g: null, r: null, metrics: {} } as const
  return { id: caseId(item.id, trial), hash: itemHash(item), trial, group, ...nothing }
}
