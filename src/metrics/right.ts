import type { ComparedCase } from '../schema/baseline.js'
import type { ErrorClass, Task } from '../schema/record.js'
import { isAnswerGiven } from './outcome.js'

const RIGHT: readonly ErrorClass[] = ['correct', 'correct refusal', 'premise corrected']
const WRONG: readonly ErrorClass[] = [
  'hallucination',
  'retrieval error',
  'reasoning error',
  'unattributed error',
  'over-refusal',
  'non-answer',
  'false confidence',
  'premise accepted',
]

type Judged = Pick<ComparedCase, 'errorClass' | 'outcome' | 'g' | 'c' | 'r'>

/**
 * Whether a case came out right: by its class; of an unscored answer that it is wrong where a signal alone says so; where only retrieval is looked at, whether a gold
 * was retrieved. null where it is not known, and where the case did not run.
 */
export function isRight({ errorClass, outcome, g, c, r }: Judged, task: Task = 'answer'): boolean | null {
  if (task === 'retrieval') return r
  if (RIGHT.includes(errorClass)) return true
  if (WRONG.includes(errorClass)) return false
  const answered = outcome !== null && isAnswerGiven(outcome)
  return errorClass === 'unscored' && answered && (g === false || c === false) ? false : null
}

/** Whether a case that was right is now wrong. */
export function isNewlyWrong(before: Judged, now: Judged, task?: Task): boolean {
  return isRight(before, task) === true && isRight(now, task) === false
}
