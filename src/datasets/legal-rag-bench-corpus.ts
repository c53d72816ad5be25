import { z } from 'zod'
import { groupBy } from '../group-by.js'
import type { Json } from '../schema/json.js'
import { text } from '../schema/text.js'
import { textId } from './dataset.js'
import { readCheckedTable, refuseFaults } from './table.js'
import { uniqueIds } from './unique-ids.js'

/** A passage of the corpus; footnotes are apart from the text, which is what is embedded and shown to the model. */
export interface LegalRagBenchPassage {
  id: string
  title: string | null
  text: string
  footnotes: Json
}

const Row = z.looseObject({
  id: z.preprocess(textId, text),
  title: z.string().nullish(),
  text: z.string(),
  footnotes: z.json().nullish(),
})

/** The passages of Legal RAG Bench (Parquet, a JSON array or JSONL), in the file's order. Throws a `DatasetError` with every fault. */
export async function legalRagBenchCorpus(path: string | URL): Promise<LegalRagBenchPassage[]> {
  const table = await readCheckedTable(path, Row)
  const takeId = uniqueIds(table.faults)
  for (const { row, place, at } of table.rows) takeId(row.id, place, at)
  refuseFaults(table, 'passages')
  return table.rows.map(({ row }) => ({ id: row.id, title: row.title ?? null, text: row.text, footnotes: row.footnotes ?? null }))
}

/** Ids of the passages that have the same text, a list for every text that is there more than once. Texts are compared as they are; an empty one is no text. */
export function equalPassages(passages: readonly LegalRagBenchPassage[]): string[][] {
  const byText = groupBy(
    passages.filter(({ text }) => text.trim() !== ''),
    ({ text }) => text,
  )
  return [...byText.values()].filter((same) => same.length > 1).map((same) => same.map(({ id }) => id))
}
