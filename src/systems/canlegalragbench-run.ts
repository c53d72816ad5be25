import { provinceQuestion } from '../datasets/canlegalragbench.js'
import { canLegalRagBenchCitation } from '../datasets/canlegalragbench-citation.js'
import type { CanLegalRagBenchDocuments } from '../datasets/canlegalragbench-documents.js'
import { readArrayOrLines } from '../datasets/table.js'
import { OptionError } from '../errors.js'
import type { Item } from '../schema/item.js'
import { type PassageReading, passagesOf } from './canlegalragbench-passages.js'
import { CanLegalRagBenchRow, retried, rowFaults, whyFailed } from './canlegalragbench-rows.js'
import { refuseUnknown } from './known-options.js'
import { oneRun } from './one-run.js'
import { type RecordedRow, recordedRun } from './recorded.js'
import type { System } from './system.js'

export interface CanLegalRagBenchRunOptions {
  /** `canlegalragbench` compares document ids as they are written. */
  compat?: 'canlegalragbench'
  name?: string
  /** Of rows that were prepared for judging: `oracle`, `pipeline` or another label. Needed where the file holds several. */
  condition?: string
  generator?: string
  retrievalMethod?: string
  /** The corpus: gives the passages their titles, and their texts where whole documents were the context. */
  documents?: CanLegalRagBenchDocuments
}

const OPTIONS = ['compat', 'name', 'condition', 'generator', 'retrievalMethod', 'documents'] as const

/**
 * A recorded run of CanLegalRAGBench: `query_results.jsonl` of a retrieval run, or the rows that were prepared for judging. Every retrieved chunk is
 * a passage of its document, in rank order and with repeats; a chunk has the id `document#chunk`, where the row tells the chunk. An agent's `saved_docs`
 * stand in for `retrieved_ids`. The rows have no text of a chunk; where the context was whole documents and `documents` is given, the passages are these. Without an answer the answer is empty. A row with an `error`, or with neither
 * documents nor an answer, is `SystemError('recorded')`, unless the same query was asked again and came through. Under the condition
 * `oracle` the passages are the item's golds, marked `injected`. Throws a `DatasetError` at the first use where the file holds several runs.
 */
export function canLegalRagBenchRun(path: string | URL, options: CanLegalRagBenchRunOptions = {}): System {
  refuseUnknown('canLegalRagBenchRun', options, OPTIONS)
  const { compat, name, condition, generator, retrievalMethod, documents } = options
  if (compat !== undefined && compat !== 'canlegalragbench')
    throw new OptionError(
      `canLegalRagBenchRun: expected \`compat\` to be "canlegalragbench" or left out, received ${JSON.stringify(compat)}`,
    )
  const idOf = compat === undefined ? canLegalRagBenchCitation : (citation: string) => citation
  const system = recordedRun(path, {
    ...(name === undefined ? {} : { name }),
    id: (row) => row['query_id'],
    rows: (file) => retried(oneRun(readArrayOrLines(file), labelsOf, { condition, generator, retrievalMethod })),
    check: rowFaults,
    warn: (row, item) => oddity(CanLegalRagBenchRow.parse(row), item, idOf),
    map: (row, item) => toResponse(CanLegalRagBenchRow.parse(row), item, { idOf, documents, published: compat !== undefined }),
  })
  return { ...system, compat: compat ?? null }
}

function labelsOf(row: RecordedRow): Record<'condition' | 'generator' | 'retrievalMethod', string | null> {
  const label = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return {
    condition: label(row['condition']),
    generator: label(row['generator']),
    retrievalMethod: label(row['retrieval_method']),
  }
}

function toResponse(row: CanLegalRagBenchRow, item: Item, reading: PassageReading): unknown {
  const failure = whyFailed(row)
  if (failure !== null) return { failure }
  const { query_id: _id, query_text: _text, gold_citations: _golds, ground_truth_answer: _reference, ...rest } = row
  const { retrieved_ids: _ids, retrieved_chunk_details: _chunks, saved_docs: _saved, answer, generated_answer, ...meta } = rest
  const passages = passagesOf(row, item, reading)
  return { answer: answer ?? generated_answer ?? '', ...(passages === null ? {} : { passages }), meta }
}

function oddity(
  { query_text, gold_citations, ground_truth_answer }: CanLegalRagBenchRow,
  item: Item,
  idOf: PassageReading['idOf'],
): string | undefined {
  const asked = query_text?.trim()
  if (asked && asked !== item.question.trim() && asked !== provinceQuestion(item).trim())
    return 'the run was asked another question'
  // The order of the published list is that of a set, and says nothing.
  const golds = new Set(item.golds.flatMap((gold) => (gold.kind === 'document' ? [gold.id] : [])))
  const published = new Set(gold_citations?.map(idOf))
  if (gold_citations && (golds.size !== published.size || [...published].some((id) => !golds.has(id))))
    return 'the run was made with other golds'
  const reference = ground_truth_answer?.trim()
  return reference && reference !== item.reference?.trim() ? 'the run was made with another reference answer' : undefined
}
