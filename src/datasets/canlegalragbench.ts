import { parse } from 'node:path'
import { z } from 'zod'
import { OptionError } from '../errors.js'
import { groupBy } from '../group-by.js'
import type { Item } from '../schema/item.js'
import { text } from '../schema/text.js'
import { canLegalRagBenchCitation } from './canlegalragbench-citation.js'
import type { Dataset } from './dataset.js'
import { buildDataset, textId } from './dataset.js'
import { locate } from './lines.js'
import { listFromText, readCheckedTable } from './table.js'

export interface CanLegalRagBenchOptions {
  /** `canlegalragbench` takes citations as they are written, and leaves out queries without a citation or an answer, as the benchmark's scripts do. */
  compat?: 'canlegalragbench'
}

const maybe = z.string().nullish()

const Row = z.looseObject({
  query_id: z.preprocess(textId, text),
  query_text: text,
  answer: maybe,
  user_answer: maybe,
  ground_truth_citations: z.preprocess((value) => listFromText(value) ?? [], z.array(text)),
  province: maybe,
  persona: maybe,
  original_query: maybe,
  fact_variation: maybe,
  situation_variation_type: maybe,
  query_variation_tone_style: maybe,
})
type Row = z.output<typeof Row>

/** What a row of variations holds where nothing was varied. */
const UNVARIED = 'None'

/**
 * The queries of CanLegalRAGBench (a JSON array, JSONL or Parquet), or its query variations before they were annotated. Citations become golds
 * of kind `document`, written as the documents' ids; `province` becomes `jurisdiction`, the question stays as it is. Rows that name what they
 * were varied from become variants: on the axis `facts` of the block's first facts, on the axis `situation` of the query with the same facts; a block
 * is one group. Throws one `DatasetError` with every fault when it is called.
 */
export function canLegalRagBenchItems(path: string | URL, options: CanLegalRagBenchOptions = {}): () => Promise<Dataset> {
  const { compat } = options
  if (compat !== undefined && compat !== 'canlegalragbench')
    throw new OptionError(
      `canLegalRagBenchItems: expected \`compat\` to be "canlegalragbench" or left out, received ${JSON.stringify(compat)}`,
    )
  return async () => {
    const { file, rows, faults } = await readCheckedTable(path, Row, named)
    const used =
      compat === undefined ? rows : rows.filter(({ row }) => row.ground_truth_citations.length > 0 && reference(row) !== null)
    const variants = variantsOf(rows.map(({ row }) => row))
    return buildDataset({
      name: parse(locate(path).full).name,
      files: [file],
      rows: used.map(({ row, place, at }) => ({ value: { ...toItem(row, compat), ...variants.get(row) }, place, at })),
      faults,
    })
  }
}

/** The question as the benchmark asks it of a system: behind the province that the query is set in, where there is one. */
export function provinceQuestion({ question, jurisdiction }: Pick<Item, 'question' | 'jurisdiction'>): string {
  return jurisdiction === undefined ? question : `I am in ${jurisdiction}. ${question}`
}

/** Variations have a `query` and a number of their own instead of the fields of an annotated query. */
function named(row: Record<string, unknown>): Record<string, unknown> {
  const { query, index, ...rest } = row
  const question = rest['query_text'] === undefined ? { query_text: query } : { query }
  const id = rest['query_id'] === undefined ? { query_id: index } : { index }
  return Object.fromEntries(Object.entries({ ...id, ...question, ...rest }).filter(([, value]) => value !== undefined))
}

function toItem(row: Row, compat: CanLegalRagBenchOptions['compat']): object {
  const {
    query_id,
    query_text,
    answer: _answer,
    user_answer: _userAnswer,
    ground_truth_citations: written,
    province,
    ...rest
  } = row
  const { persona: _persona, situation_variation_type: type, ...meta } = rest
  const ids = [...new Set(compat === undefined ? written.map(canLegalRagBenchCitation) : written)]
  const answer = reference(row)
  const persona = personaOf(row)
  return {
    id: query_id,
    question: query_text,
    language: 'en',
    ...(type == null || type === UNVARIED ? {} : { type }),
    golds: ids.map((id) => ({ kind: 'document', id })),
    ...(answer === null ? {} : { reference: answer }),
    ...(province?.trim() ? { jurisdiction: province.trim() } : {}),
    ...(persona === null ? {} : { persona }),
    meta: {
      ...Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== null && value !== undefined)),
      ...(written.some((citation) => !ids.includes(citation)) ? { ground_truth_citations: written } : {}),
    },
  }
}

function reference({ answer, user_answer }: Row): string | null {
  return [answer, user_answer].find((value) => value?.trim()) ?? null
}

/** Seed queries are those of laypeople, and a variation of facts keeps their tone. */
function personaOf({ persona, query_variation_tone_style: tone }: Row): string | null {
  if (persona?.trim()) return persona.trim()
  if (!tone?.trim()) return null
  return tone === UNVARIED ? 'layperson' : tone.trim()
}

interface Place {
  group: string
  variantOf?: string
  axis?: 'situation' | 'facts'
}

/** Where the rows of a block stand to each other; a row that was varied from nothing is absent. */
function variantsOf(rows: readonly Row[]): Map<Row, Place> {
  const places = new Map<Row, Place>()
  const varied = rows.filter(({ original_query, fact_variation }) => original_query?.trim() && fact_variation?.trim())
  for (const [seed, block] of groupBy(varied, (row) => row.original_query ?? '')) {
    const byFacts = [...groupBy(block, (row) => row.fact_variation ?? '')].map(([facts, same]) => ({
      facts,
      same,
      base: baseOf(same, facts),
    }))
    // Where the seed's own facts were not taken into the file, or were mended, the first facts of the block stand for them.
    const group = (byFacts.find(({ facts }) => facts === seed) ?? byFacts[0])?.base.query_id ?? ''
    for (const { same, base } of byFacts) {
      const id = base.query_id
      for (const row of same) places.set(row, row === base ? { group } : { group, variantOf: id, axis: 'situation' })
      if (id !== group) places.set(base, { group, variantOf: group, axis: 'facts' })
    }
  }
  return places
}

/** The query that only the facts were varied of; where it was not taken into the file, the first with these facts stands for it. */
function baseOf(same: readonly Row[], facts: string): Row {
  const base = same.find((row) => row.situation_variation_type === UNVARIED || row.query_text === facts) ?? same[0]
  if (base === undefined) throw new RangeError('a group without rows')
  return base
}
