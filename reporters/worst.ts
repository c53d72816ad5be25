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

/** The ten items that a person should read first. An ungrounded answer comes first whatever else is known of it. */
export function worstItems(records: readonly CaseRecord[]): WorstItem[] {
  return records
    .map((record) => ({ record, ungrounded: isUngrounded(record), harm: HARM.indexOf(record.errorClass) }))
    .filter(({ harm, ungrounded }) => ungrounded || harm >= 0)
    .sort((a, b) => Number(b.ungrounded) - Number(a.ungrounded) || a.harm - b.harm || a.record.position - b.record.position)
    .slice(0, MOST)
    .map(({ record, ungrounded }) => ({
      id: record.id,
      errorClass: record.errorClass,
      ungrounded,
      question: record.title,
      ...record.evidence,
      ...(record.place === undefined ? {} : { place: `${record.place.file}:${record.place.line}` }),
    }))
}

/** A refusal may hold an unsupported sentence too; only an answer can be ungrounded. */
function isUngrounded({ signals, outcome }: CaseRecord): boolean {
  return signals.g === false && outcome !== null && isAnswerGiven(outcome)
}
