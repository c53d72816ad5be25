import type { GoldSource, Item } from '../schema/item.js'
import type { Json } from '../schema/json.js'
import { refuseUnknown } from './known-options.js'
import {
  answerOf,
  checkLegalRagBenchSelection,
  LegalRagBenchRow,
  type LegalRagBenchRunSelection,
  legalRagBenchRowFaults,
  readLegalRagBenchRun,
} from './legal-rag-bench-rows.js'
import { recordedRun } from './recorded.js'
import type { System } from './system.js'

export interface LegalRagBenchRunOptions extends LegalRagBenchRunSelection {
  name?: string
}

/**
 * A recorded run of Legal RAG Bench, one pair of models at one k. `context` becomes the passages, with texts, titles and ids; footnotes and
 * what else their metadata says go to the passage's `meta`, and the row's other fields to `meta`. A row without an answer is
 * `SystemError('recorded')`. Throws a `DatasetError` at the first use where the file holds several runs and `model` or `k` does not say
 * which. `inspect` names rows whose published retrieval rests on a longer id that holds the gold's.
 */
export function legalRagBenchRun(path: string | URL, options: LegalRagBenchRunOptions = {}): System {
  refuseUnknown('legalRagBenchRun', options, ['model', 'k', 'compat', 'name'])
  checkLegalRagBenchSelection('legalRagBenchRun', options)
  const { name, compat, ...selection } = options
  const system = recordedRun(path, {
    ...(name === undefined ? {} : { name }),
    id: (row) => row['question_id'],
    rows: (file) => readLegalRagBenchRun(file, selection),
    check: legalRagBenchRowFaults,
    warn: (row, item) => oddities(LegalRagBenchRow.parse(row), item).join('; ') || undefined,
    map: (row) => toResponse(LegalRagBenchRow.parse(row)),
  })
  return { ...system, compat: compat ?? null }
}

function toResponse(row: LegalRagBenchRow): unknown {
  const answer = answerOf(row)
  if (answer === null) return { failure: 'the recorded row has no `rag_answer`' }
  const { question_id: _id, question: _question, answer: _reference, rag_answer: _answer, context, ...rest } = row
  const { judge_verdict: _verdict, relevant_passage_id: _gold, relevant_passage_in_context: _found, ...meta } = rest
  return { answer, ...(context == null ? {} : { passages: context.map(toPassage) }), meta }
}

function toPassage({ page_content: text, metadata }: NonNullable<LegalRagBenchRow['context']>[number]): Json {
  const { id, title, ...meta } = metadata ?? {}
  return { text, ...(id == null ? {} : { id }), ...(title == null ? {} : { title }), meta: meta as Json }
}

function oddities({ question, answer, context, ...row }: LegalRagBenchRow, item: Item): string[] {
  const golds = item.golds.filter((gold) => gold.kind === 'passage')
  const { relevant_passage_id: relevant, relevant_passage_in_context: published } = row
  const differs = (own: string | null | undefined, of: string | undefined) => own?.trim() && own.trim() !== of?.trim()
  return [
    ...(differs(question, item.question) ? ['the run was asked another question'] : []),
    ...(differs(answer, item.reference) ? ['the run was made with another reference answer'] : []),
    ...(relevant && golds.every(({ id }) => id !== relevant) ? ['the run was made with another relevant passage'] : []),
    ...(published == null || context == null ? [] : byPart(golds, context, published)),
  ]
}

/** The published check looks for the gold's id anywhere in a retrieved id. */
function byPart(golds: readonly Passage[], context: NonNullable<LegalRagBenchRow['context']>, published: boolean): string[] {
  const ids = context.flatMap(({ metadata }) => metadata?.id ?? [])
  const found = golds.some(({ id, equals }) => ids.some((one) => one === id || equals?.includes(one)))
  if (found === published || golds.length === 0) return []
  const longer = ids.find((one) => golds.some(({ id }) => one.includes(id)))
  if (!published) return ['published as not retrieved, and the context has the relevant passage, or one that is declared equal']
  const why =
    longer === undefined ? 'nothing in the context is it' : `only ${JSON.stringify(longer)}, which holds its id, is there`
  return [`published as retrieved, but ${why}`]
}

type Passage = Extract<GoldSource, { kind: 'passage' }>
