import { groupBy } from '../group-by.js'
import type { CaseRecord, ErrorClass } from '../schema/record.js'
import type { Flips, TrialTable } from '../schema/report.js'
import { isAnswerGiven } from './outcome.js'

type Flipping = keyof TrialTable['flips']

/** Classes that say what became of an answer; the others say that nobody knows. */
const UNKNOWN: readonly ErrorClass[] = ['unscored', 'infrastructure', 'missing']

/** The values of a case that its other trials should repeat; null where not known. */
const VALUES: { [Signal in Flipping]: (record: CaseRecord) => boolean | ErrorClass | null } = {
  g: ({ signals }) => signals.g,
  c: ({ signals }) => signals.c,
  answered: ({ outcome }) => (outcome === null || outcome === 'undetermined' ? null : isAnswerGiven(outcome)),
  errorClass: ({ errorClass }) => (UNKNOWN.includes(errorClass) ? null : errorClass),
}

/**
 * How often an item's trials do not agree: per signal, of the items with at least two known values those whose known values are not all
 * equal. `of` is 0 where there is no such item, and then there is no rate. `records` are a suite's, all trials together.
 */
export function trialTable(records: readonly CaseRecord[], trials: number): TrialTable {
  const items = [...groupBy(records, ({ item }) => item)]
  const flips = (signal: Flipping): Flips => {
    const compared = items.flatMap(([, members]) => differ(members, signal) ?? [])
    return { flipped: compared.filter(Boolean).length, of: compared.length }
  }
  return {
    trials,
    items: items.length,
    flips: { g: flips('g'), c: flips('c'), answered: flips('answered'), errorClass: flips('errorClass') },
    ids: items.flatMap(([item, members]) => (differ(members, 'errorClass') ? [item] : [])),
  }
}

/** Whether the known values of one item differ; null where there are not two. */
function differ(members: readonly CaseRecord[], signal: Flipping): boolean | null {
  const known = members.map(VALUES[signal]).filter((value) => value !== null)
  return known.length < 2 ? null : new Set(known).size > 1
}
