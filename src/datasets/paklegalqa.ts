import { z } from 'zod'
import type { Json } from '../schema/json.js'
import { text } from '../schema/text.js'
import type { Dataset } from './dataset.js'
import { textId } from './dataset.js'
import { issueFaults } from './issues.js'
import { readDataset } from './jsonl.js'

const id = z.preprocess(textId, text)
const section = text.nullish()

const Gold = z.discriminatedUnion('doc_type', [
  z.looseObject({ doc_type: z.literal('statute'), title: text, section, optional: z.boolean().optional() }),
  z.looseObject({
    doc_type: z.literal('judgment'),
    citation: text,
    title: text.nullish(),
    section,
    optional: z.boolean().optional(),
  }),
])
type Gold = z.output<typeof Gold>

const Row = z.looseObject({
  id,
  type: z.enum(['S-REC', 'S-INT', 'C-HOLD', 'C-FACT', 'TIME', 'FALSE', 'UNANS', 'RU']),
  language: text,
  question: text,
  answerable: z.boolean(),
  gold_sources: z.array(Gold),
  gold_answer_points: z.array(text),
  twin_of: id.nullish(),
  source_stream: text.nullish(),
})
type Row = z.output<typeof Row>

const FIELDS = Object.keys(Row.shape)

/**
 * The PakLegalQA benchmark as it is published, or any file of its format. `roman-ur` becomes `ur-Latn`, `gold_sources` become golds
 * (statute or decision, optional ones kept as such), FALSE items get a false premise, `source_stream` becomes `source`, and every other
 * field goes to `meta`. On unanswerable items the answer points describe the correct behaviour; they are kept as answer points. Throws
 * one `DatasetError` with every fault when it is called.
 */
export function paklegalqaItems(path: string | URL): () => Dataset {
  return () =>
    readDataset([path], ({ value, place }, faults) => {
      const row = Row.safeParse(value)
      if (row.success) return { value: toItem(row.data) }
      faults.push(...issueFaults(row.error.issues, value, () => FIELDS).map((fault) => ({ ...place, ...fault })))
      return undefined
    })
}

function toItem(row: Row): unknown {
  const { id, type, language, question, answerable, gold_sources, gold_answer_points, twin_of, source_stream, ...rest } = row
  const goldExtras = Object.fromEntries(
    gold_sources.map((gold, index) => [index, extras(gold)]).filter(([, extra]) => extra !== undefined),
  )
  return {
    id,
    type,
    language: language === 'roman-ur' ? 'ur-Latn' : language,
    question,
    answerable,
    premise: type === 'FALSE' ? 'false' : 'true',
    golds: gold_sources.map(toGold),
    answerPoints: gold_answer_points,
    ...(twin_of == null ? {} : { twinOf: twin_of }),
    ...(source_stream == null ? {} : { source: source_stream }),
    meta: { ...rest, ...(Object.keys(goldExtras).length > 0 ? { gold_sources: goldExtras } : {}) },
  }
}

function toGold(gold: Gold): unknown {
  const shared = { ...(gold.section == null ? {} : { section: gold.section }), optional: gold.optional ?? false }
  return gold.doc_type === 'statute'
    ? { kind: 'statute', title: gold.title, ...shared }
    : { kind: 'decision', citation: gold.citation, ...(gold.title == null ? {} : { title: gold.title }), ...shared }
}

/** Fields of a gold that this schema does not know, such as `pages`: kept under `meta.gold_sources` by the gold's position. */
function extras({
  doc_type: _type,
  title: _title,
  citation: _citation,
  section: _section,
  optional: _optional,
  ...rest
}: Gold): Json | undefined {
  return Object.keys(rest).length > 0 ? (rest as Json) : undefined
}
