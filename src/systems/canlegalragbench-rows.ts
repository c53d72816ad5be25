import { z } from 'zod'
import { textId } from '../datasets/dataset.js'
import { issueFaults } from '../datasets/issues.js'
import type { RecordedRow, RecordedRows } from './recorded.js'

const maybe = z.string().nullish()
const Chunk = z.looseObject({ doc_id: z.string(), chunk_idx: z.int().nullish(), score: z.number().nullish() })
const Saved = z.union([z.string(), z.looseObject({ doc_id: z.string() }), z.looseObject({ citation: z.string() })])

/** A row of `query_results.jsonl`, or one that was prepared for judging. */
export const CanLegalRagBenchRow = z.looseObject({
  query_id: z.preprocess(textId, z.string()),
  query_text: maybe,
  gold_citations: z.array(z.string()).nullish(),
  retrieved_ids: z.array(z.string()).nullish(),
  retrieved_chunk_details: z.array(Chunk).nullish(),
  saved_docs: z.array(Saved).nullish(),
  answer: maybe,
  generated_answer: maybe,
  ground_truth_answer: maybe,
  condition: maybe,
  answer_context_meta: z.looseObject({ context_mode: maybe }).nullish(),
  error: maybe,
})
export type CanLegalRagBenchRow = z.output<typeof CanLegalRagBenchRow>
const FIELDS = Object.keys(CanLegalRagBenchRow.shape)

/** Of a query that was asked again only the row that came through counts; of one that failed every time, the last. */
export function retried(table: RecordedRows): RecordedRows {
  const answered = new Set<unknown>()
  const last = new Map<unknown, RecordedRow>()
  for (const { value } of table.rows) {
    const id = textId(value['query_id'])
    if (whyFailed(value) === null) answered.add(id)
    else last.set(id, value)
  }
  const counts = (row: RecordedRow) => {
    const id = textId(row['query_id'])
    return whyFailed(row) === null || (!answered.has(id) && last.get(id) === row)
  }
  return { ...table, rows: table.rows.filter(({ value }) => counts(value)) }
}

/** Why a row counts as a query that did not come through; null where it came through. */
export function whyFailed(row: RecordedRow): string | null {
  if (typeof row['error'] === 'string' && row['error'] !== '') return row['error']
  const is = (value: unknown) => (Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value.trim() !== '')
  const came = [row['retrieved_ids'], row['saved_docs'], row['answer'], row['generated_answer']].some(is)
  return came ? null : 'the row has neither documents nor an answer, which the benchmark takes for a query to be asked again'
}

/** What is wrong with a row, but for its id. */
export function rowFaults(row: RecordedRow): { field: string; message: string }[] {
  const parsed = CanLegalRagBenchRow.safeParse(row)
  if (!parsed.success) {
    return issueFaults(parsed.error.issues, row, () => FIELDS).filter(({ field }) => field !== 'query_id')
  }
  const { retrieved_ids: ids, retrieved_chunk_details: chunks } = parsed.data
  const same = !ids || !chunks || (ids.length === chunks.length && ids.every((id, index) => chunks[index]?.doc_id === id))
  return same ? [] : [{ field: 'retrieved_chunk_details', message: 'expected the documents of `retrieved_ids`, in their order' }]
}
