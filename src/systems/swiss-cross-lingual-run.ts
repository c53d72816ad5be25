import { z } from 'zod'
import { textId } from '../datasets/dataset.js'
import { issueFaults, valueAt } from '../datasets/issues.js'
import { readJsonRows } from '../datasets/json-document.js'
import type { LineFault } from '../datasets/json-line.js'
import type { Item } from '../schema/item.js'
import type { Passage } from '../schema/response.js'
import { refuseUnknown } from './known-options.js'
import { recordedRun } from './recorded.js'
import type { System } from './system.js'

const Row = z.looseObject({
  q_id: z.preprocess(textId, z.string().min(1)),
  q_text: z.string().nullish(),
  target_decision_id: z.string(),
  rank: z.int().min(1).nullable(),
  topk_ids: z.array(z.string()),
  latency_ms: z.number().min(0).nullish(),
})
type Row = z.output<typeof Row>

const FIELDS = Object.keys(Row.shape)

/**
 * The published run of the cross-lingual queries: a results document, or its rows as an array or JSONL. `topk_ids` become passages; the file
 * lists the first few of `k` results only, so the target stands at its published `rank` and ranks that nobody listed are held by placeholders.
 * A row whose ids and rank contradict each other is a fault. For `task: 'retrieval'`.
 */
export function swissCrossLingualRun(path: string | URL, { name, ...rest }: { name?: string } = {}): System {
  refuseUnknown('swissCrossLingualRun', rest, ['name'])
  let cut = { k: 0, listed: 0 }
  return recordedRun(path, {
    ...(name === undefined ? {} : { name }),
    rows: (file) => {
      const read = readJsonRows(file, { at: 'per_query', key: 'q_id' })
      const k = valueAt(read.document, ['summary', 'k'])
      const lists = read.rows.map(({ value }) => value['topk_ids']).map((list) => (Array.isArray(list) ? list.length : 0))
      cut = { k: typeof k === 'number' ? k : 0, listed: Math.max(0, ...lists) }
      return read
    },
    id: (row) => row['q_id'],
    check: rowFaults,
    warn: (row, item) => oddity(Row.parse(row), item),
    map: (raw) => {
      const row = Row.parse(raw)
      const { q_id: _id, topk_ids: _ids, latency_ms, ...meta } = row
      return { answer: '', passages: ranking(row, cut), timings: latency_ms == null ? null : { total: latency_ms }, meta }
    },
  })
}

/** A list that is shorter than the longest one is complete: no more was found. */
function ranking(
  { rank, target_decision_id: target, topk_ids: ids }: Row,
  { k, listed }: { k: number; listed: number },
): Passage[] {
  const length = Math.max(ids.length, rank ?? 0, ids.length > 0 && ids.length === listed ? k : 0)
  return Array.from({ length }, (_, index) => {
    const id = ids[index] ?? (rank === index + 1 ? target : undefined)
    return id === undefined ? { id: `rank ${index + 1}, not listed` } : { id, document: id }
  })
}

function rowFaults(value: Record<string, unknown>): LineFault[] {
  const parsed = Row.safeParse(value)
  if (!parsed.success) return issueFaults(parsed.error.issues, value, () => FIELDS).filter(({ field }) => field !== 'q_id')
  const { rank, target_decision_id: target, topk_ids: ids } = parsed.data
  const at = ids.indexOf(target) + 1
  if (at > 0 ? rank === at : rank === null || rank > ids.length) return []
  const expected =
    at > 0
      ? `expected ${at}, where \`topk_ids\` has the target`
      : 'expected null or a rank beyond `topk_ids`, which lacks the target'
  return [{ field: 'rank', message: `${expected}; received ${rank}` }]
}

function oddity({ q_text, target_decision_id: target }: Row, item: Item): string | undefined {
  if (q_text != null && q_text !== item.question) return 'the run was asked another question'
  const sought = item.golds.some((gold) => gold.kind === 'decision' && gold.citation === target)
  return sought ? undefined : `the run sought ${JSON.stringify(target)}, which is no gold of the item`
}
