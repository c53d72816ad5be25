import { parse } from 'node:path'
import { z } from 'zod'
import type { DataFault } from '../errors.js'
import { groupBy } from '../group-by.js'
import { text } from '../schema/text.js'
import { buildDataset, type Dataset, type RawItem, textId } from './dataset.js'
import { issueFaults } from './issues.js'
import { type Place, readJsonl } from './lines.js'
import { decisionGold } from './swiss-legal-rag-bench.js'

const Row = z.looseObject({
  q_id: z.preprocess(textId, text),
  q_lang: text,
  q_text: text,
  target_decision_id: text,
  target_lang: text,
  legal_area: text.nullish(),
  difficulty: text.nullish(),
})
type Row = z.output<typeof Row>

const FIELDS = Object.keys(Row.shape)

/**
 * The cross-lingual queries of the Swiss Legal RAG Bench: one decision is sought in several languages. `type` is the cell, such as
 * `de_to_fr`; the queries of a decision are a group, and twins of the one in the decision's own language (of the first, where there is none).
 * The decision is the gold. For `task: 'retrieval'`. Throws one `DatasetError` with every fault when it is called.
 */
export function swissCrossLingualItems(path: string | URL): () => Dataset {
  return () => {
    const { file, rows: lines, faults: found } = readJsonl(path)
    const faults: DataFault[] = [...found]
    const rows: { row: Row; place: Place }[] = []
    for (const { value, place } of lines) {
      const parsed = Row.safeParse(value)
      if (parsed.success) rows.push({ row: parsed.data, place })
      else faults.push(...issueFaults(parsed.error.issues, value, () => FIELDS).map((fault) => ({ ...place, ...fault })))
    }
    return buildDataset({ name: parse(file).name, files: [file], rows: toItems(rows), faults })
  }
}

function toItems(rows: readonly { row: Row; place: Place }[]): RawItem[] {
  const bases = new Map(
    [...groupBy(rows, ({ row }) => row.target_decision_id)].map(([target, group]) => {
      const own = group.find(({ row }) => row.q_lang === row.target_lang) ?? group[0]
      return [target, own?.row.q_id] as const
    }),
  )
  return rows.map(({ row, place }) => ({ value: toItem(row, bases.get(row.target_decision_id)), place }))
}

function toItem(row: Row, base: string | undefined): unknown {
  const { q_id, q_lang, q_text, target_decision_id, target_lang, legal_area, difficulty, ...rest } = row
  return {
    id: q_id,
    language: q_lang,
    question: q_text,
    type: `${q_lang}_to_${target_lang}`,
    group: target_decision_id,
    ...(base === undefined || base === q_id ? {} : { twinOf: base }),
    ...(legal_area == null ? {} : { source: legal_area }),
    ...(difficulty == null ? {} : { difficulty }),
    golds: [decisionGold(target_decision_id)],
    meta: { target_lang, ...rest },
  }
}
