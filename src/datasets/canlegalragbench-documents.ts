import { z } from 'zod'
import { indexManifest, type Manifest, type ManifestEntry } from '../citations/manifest.js'
import { isJudgmentTitle, leadingNeutral } from '../citations/neutral.js'
import { text } from '../schema/text.js'
import type { CanLegalRagBenchOptions } from './canlegalragbench.js'
import { canLegalRagBenchCitation } from './canlegalragbench-citation.js'
import { readCheckedTable, refuseFaults } from './table.js'
import { uniqueIds } from './unique-ids.js'

export interface CanLegalRagBenchDocumentOptions extends CanLegalRagBenchOptions {
  /** Reads the first so many documents only; the paper's runs searched the first 1,000. @default all */
  first?: number
}

/** The corpus of CanLegalRAGBench. */
export interface CanLegalRagBenchDocuments {
  manifest: Manifest
  /** Full texts by document id, in the file's order; documents without text are absent. */
  texts: ReadonlyMap<string, string>
}

const Row = z.looseObject({
  citation: text,
  name: z.string().nullish(),
  original_source: z.string().nullish(),
  text: z.string().nullish(),
})

/**
 * The documents of CanLegalRAGBench (Parquet, a JSON array or JSONL): what a suite takes as its `corpus`, and the texts. A document's id is its
 * citation, written as `canLegalRagBenchItems` writes golds. Its title begins with the citation, since decisions of one name are many; of two
 * spellings of one citation the first is kept. Throws a `DatasetError` with every fault.
 */
export async function canLegalRagBenchDocuments(
  path: string | URL,
  { compat, first = Number.POSITIVE_INFINITY }: CanLegalRagBenchDocumentOptions = {},
): Promise<CanLegalRagBenchDocuments> {
  const table = await readCheckedTable(path, Row)
  const takeCitation = uniqueIds(table.faults, 'citation')
  for (const { row, place, at } of table.rows) takeCitation(row.citation, place, at)
  refuseFaults(table, 'documents')
  const entries = new Map<string, ManifestEntry>()
  const texts = new Map<string, string>()
  for (const { row } of table.rows.slice(0, first)) {
    const id = compat === undefined ? canLegalRagBenchCitation(row.citation) : row.citation
    if (entries.has(id)) continue
    entries.set(id, { id, ...titled(id, row) })
    if (row.text?.trim()) texts.set(id, row.text)
  }
  return { manifest: indexManifest([...entries.values()], table.file), texts }
}

function titled(id: string, { name, original_source: source }: z.output<typeof Row>): Pick<ManifestEntry, 'title' | 'kind'> {
  const own = name?.trim() ?? ''
  const court = source?.trim() && source !== 'UNKNOWN' && source !== 'STATUTE'
  const decision = court || (source !== 'STATUTE' && (leadingNeutral(id) !== null || isJudgmentTitle(`${own} ${id}`)))
  if (own === '' || own.includes(id)) return { title: own || id, kind: decision ? 'decision' : 'statute' }
  return decision ? { title: `${id} — ${own}`, kind: 'decision' } : { title: `${own}, ${id}`, kind: 'statute' }
}
