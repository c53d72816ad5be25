import { groupBy } from '../src/group-by.js'
import { isAnswerGiven } from '../src/metrics/outcome.js'
import type { CaseRecord, ErrorClass } from '../src/schema/record.js'
import type { WorstItem } from '../src/schema/report.js'

const MOST = 10

/** From what harms most to what harms least; classes that are right, or not known, are not among them. */
const HARM: readonly ErrorClass[] = [
  'hallucination',
  'premise accepted',
  'false confidence',
  'reasoning error',
  'retrieval error',
  'unattributed error',
  'over-refusal',
  'non-answer',
]

/** The ten items that a person should read first, each by its worst trial. An ungrounded answer comes first whatever else is known of it. */
export function worstItems(records: readonly CaseRecord[]): WorstItem[] {
  const rated = records.map((record) => ({ record, ungrounded: isUngrounded(record), harm: harmOf(record) }))
  const bad = rated
    .filter(({ harm, ungrounded }) => ungrounded || harm >= 0)
    .sort(
      (a, b) =>
        Number(b.ungrounded) - Number(a.ungrounded) ||
        a.harm - b.harm ||
        a.record.position - b.record.position ||
        a.record.trial - b.record.trial,
    )
  const trials = groupBy(records, ({ item }) => item)
  return [...groupBy(bad, ({ record }) => record.item)]
    .slice(0, MOST)
    .flatMap(([item, [worst, ...others]]) => {
      if (worst === undefined) return []
      const alike = others.filter(({ ungrounded, harm }) => ungrounded === worst.ungrounded && harm === worst.harm)
      return [{ ...worst, asBad: 1 + alike.length, of: trials.get(item)?.length ?? 1 }]
    })
    .map(({ record, ungrounded, asBad, of }) => ({
      id: record.id,
      ...(of === 1 ? {} : { trials: { asBad, of } }),
      errorClass: record.errorClass,
      ungrounded,
      question: record.title,
      ...record.evidence,
      ...(record.place === undefined ? {} : { place: `${record.place.file}:${record.place.line}` }),
    }))
}

/** Where only retrieval was looked at, a gold that was not found. */
function harmOf({ errorClass, unscored, signals }: CaseRecord): number {
  return unscored.outcome === 'not asked' ? (signals.r === false ? 0 : -1) : HARM.indexOf(errorClass)
}

/** A refusal may hold an unsupported sentence too; only an answer can be ungrounded. */
function isUngrounded({ signals, outcome }: CaseRecord): boolean {
  return signals.g === false && outcome !== null && isAnswerGiven(outcome)
}
