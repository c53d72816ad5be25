import { z } from 'zod'
import { textId } from '../datasets/dataset.js'
import { issueFaults } from '../datasets/issues.js'
import { readArrayOrLines } from '../datasets/table.js'
import { OptionError } from '../errors.js'
import { oneRun } from './one-run.js'
import type { RecordedRow, RecordedRows } from './recorded.js'

/** Which run of a file with several, and how it is read. */
export interface LegalRagBenchRunSelection {
  /** The `model_name` of the run: embedding and generative model. Needed where the file holds several. */
  model?: string
  /** How many passages were retrieved. Needed where the file holds several. */
  k?: number
  compat?: 'legal-rag-bench'
}

const id = z.preprocess(textId, z.string())
const Part = z.union([z.string(), z.looseObject({ text: z.string() }), z.looseObject({})])

/** A row of a results file: one question, asked of one pair of models at one k. */
export const LegalRagBenchRow = z.looseObject({
  id: z.string().nullish(),
  model_name: z.string().nullish(),
  result_id: z.string().nullish(),
  question_id: id,
  question: z.string().nullish(),
  answer: z.string().nullish(),
  // Some providers return an answer in parts.
  rag_answer: z.union([z.string(), z.array(Part)]).nullish(),
  judge_verdict: z.unknown(),
  context: z
    .array(
      z.looseObject({
        page_content: z.string(),
        metadata: z.looseObject({ id: id.nullish(), title: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  relevant_passage_id: id.nullish(),
  relevant_passage_in_context: z.boolean().nullish(),
})
export type LegalRagBenchRow = z.output<typeof LegalRagBenchRow>
const FIELDS = Object.keys(LegalRagBenchRow.shape)

/** The rows of the run that is meant; throws a `DatasetError` that lists what is in the file where that is not one run. */
export function readLegalRagBenchRun(path: string | URL, { model, k }: LegalRagBenchRunSelection): RecordedRows {
  return oneRun(
    readArrayOrLines(path),
    ({ model_name, ...row }) => ({ model: typeof model_name === 'string' ? model_name : null, k: rankOf(row) }),
    {
      model,
      k,
    },
  )
}

/** What is wrong with a row, but for its id. */
export function legalRagBenchRowFaults(row: RecordedRow): { field: string; message: string }[] {
  const parsed = LegalRagBenchRow.safeParse(row)
  return parsed.success ? [] : issueFaults(parsed.error.issues, row, () => FIELDS).filter(({ field }) => field !== 'question_id')
}

/** The answer as one text; null where the row has none. */
export function answerOf({ rag_answer: answer }: LegalRagBenchRow): string | null {
  if (!Array.isArray(answer)) return answer ?? null
  return answer.map((part) => (typeof part === 'string' ? part : typeof part['text'] === 'string' ? part['text'] : '')).join('')
}

export function checkLegalRagBenchSelection(caller: string, { model, k, compat }: LegalRagBenchRunSelection): void {
  const wrong = (option: string, expected: string, value: unknown) =>
    new OptionError(`${caller}: expected \`${option}\` to be ${expected} or left out, received ${JSON.stringify(value)}`)
  if (compat !== undefined && compat !== 'legal-rag-bench') throw wrong('compat', '"legal-rag-bench"', compat)
  if (model !== undefined && typeof model !== 'string') throw wrong('model', 'the `model_name` of a run', model)
  if (k !== undefined && !(Number.isInteger(k) && k >= 1)) throw wrong('k', 'a whole number from 1', k)
}

/** `result_id` is k, a dash and the question's id, and ends the row's `id`; null where the row has neither. */
function rankOf({ result_id, id, question_id }: RecordedRow): number | null {
  const end = `-${question_id}`
  const named = [result_id, id].find((one) => typeof one === 'string' && one.endsWith(end))
  const k = /(?:^|_)(\d+)$/u.exec(named?.slice(0, -end.length) ?? '')?.[1]
  return k === undefined ? null : Number(k)
}
