import { z } from 'zod'
import { textId } from '../datasets/dataset.js'
import { issueFaults, valueAt } from '../datasets/issues.js'
import { type DocumentFile, readJsonRows } from '../datasets/json-document.js'
import type { LineFault } from '../datasets/json-line.js'
import { OptionError } from '../errors.js'

/** The one published reading of this format. */
export type SwissCompat = 'swiss-legal-rag-bench'

const ids = z.array(z.string()).nullish()

/** A row of a results file. What was judged is read leniently: a verdict that is no boolean is not known. */
export const SwissRow = z.looseObject({
  question_id: z.preprocess(textId, z.string().min(1)),
  answer: z.string().nullish(),
  retrieved_decision_ids: ids,
  retrieved_statute_ids: ids,
  correctness: z.unknown().optional(),
  groundedness: z.unknown().optional(),
  retrieval_accuracy: z.unknown().optional(),
  error_class: z.string().nullish(),
  latency_ms: z.record(z.string(), z.number().min(0)).nullish(),
  judge_notes: z.record(z.string(), z.unknown()).nullish(),
  error: z.unknown().optional(),
})
export type SwissRow = z.output<typeof SwissRow>

const FIELDS = Object.keys(SwissRow.shape)

/** A results file: `per_question` of the published document, or its rows as an array or JSONL. */
export interface SwissResults extends DocumentFile {
  /** Nothing was retrieved for any question, and nothing was to be: groundedness and retrieval do not apply. */
  priorOnly: boolean
  /** The model that judged, where the file says so. */
  judgeModel?: string
}

export function readSwissResults(path: string | URL): SwissResults {
  const read = readJsonRows(path, { at: 'per_question', key: 'question_id' })
  const model = valueAt(read.document, ['evaluator', 'judge_model'])
  return {
    ...read,
    priorOnly: isPriorOnly(read),
    ...(typeof model === 'string' && model.trim() !== '' ? { judgeModel: model } : {}),
  }
}

/** What is wrong with the fields of a row. */
export function swissRowFaults(row: Record<string, unknown>): LineFault[] {
  const parsed = SwissRow.safeParse(row)
  return parsed.success ? [] : issueFaults(parsed.error.issues, row, () => FIELDS)
}

/** Why a row is no answer: it crashed, or it holds what the published script writes where it could ask no model. null where it is one. */
export function notAnswered({ answer, error }: SwissRow): string | null {
  if (error !== undefined && error !== null && error !== false && error !== '') {
    return `the recorded row is an error: ${typeof error === 'string' ? error : JSON.stringify(error)}`
  }
  if (answer === undefined || answer === null) return 'the recorded row has no answer'
  return answer.startsWith('[generator unavailable') ? `the recorded row is an error: ${answer}` : null
}

/** Throws an `OptionError` for a `compat` that is not this format's. */
export function checkSwissCompat(compat: unknown): void {
  if (compat === undefined || compat === 'swiss-legal-rag-bench') return
  throw new OptionError(`expected \`compat\` to be "swiss-legal-rag-bench" or left out, received ${JSON.stringify(compat)}`)
}

/**
 * The file may say so (`evaluator.prior_only`); else it shows by its rows. Read from the rows as they are, since a file with faults is
 * not read any further.
 */
function isPriorOnly({ rows, document }: DocumentFile): boolean {
  const said = valueAt(document, ['evaluator', 'prior_only'])
  if (said === false) return false
  const no = (verdict: unknown) => verdict === false || (said === true && verdict !== true)
  const empty = (list: unknown) => list === undefined || list === null || (Array.isArray(list) && list.length === 0)
  const answered = rows.map(({ value }) => value).filter((row) => typeof row['answer'] === 'string')
  return (
    answered.length > 0 &&
    answered.every(
      (row) =>
        empty(row['retrieved_decision_ids']) &&
        empty(row['retrieved_statute_ids']) &&
        no(row['groundedness']) &&
        no(row['retrieval_accuracy']),
    )
  )
}
