import { parse } from 'node:path'
import { z } from 'zod'
import { OptionError } from '../errors.js'
import { text } from '../schema/text.js'
import { buildDataset, type Dataset, textId } from './dataset.js'
import { equalPassages, type LegalRagBenchPassage, legalRagBenchCorpus } from './legal-rag-bench-corpus.js'
import { locate } from './lines.js'
import { readCheckedTable } from './table.js'

export interface LegalRagBenchOptions {
  /** The passages, or their file: golds that are not among them are named. */
  corpus?: string | URL | readonly LegalRagBenchPassage[]
  /**
   * Which passages are as good as the gold one: `text`, those with the same text under another id, for which `corpus` is needed; or
   * lists of ids that mean the same. @default none: ids are compared for equality
   */
  equal?: 'text' | readonly (readonly string[])[]
}

const id = z.preprocess(textId, text)
const Row = z.looseObject({ id, question: text, answer: text, relevant_passage_id: id })
type Row = z.output<typeof Row>

/**
 * The questions of Legal RAG Bench (Parquet, a JSON array or JSONL). `answer` becomes the reference, `relevant_passage_id` a gold of kind `passage`,
 * with the ids that are declared `equal` to it; every other field goes to `meta`. Throws one `DatasetError` with every fault when it is called.
 */
export function legalRagBenchItems(path: string | URL, { corpus, equal }: LegalRagBenchOptions = {}): () => Promise<Dataset> {
  if (equal === 'text' && corpus === undefined)
    throw new OptionError("legalRagBenchItems: `equal: 'text'` compares the texts of the passages: give them as `corpus`")
  if (equal !== undefined && equal !== 'text' && !z.array(z.array(z.string())).safeParse(equal).success)
    throw new OptionError(
      'legalRagBenchItems: expected `equal` to be "text" or lists of ids such as [["1.1-c1-s1", "4.2-c1-s3"]]',
    )
  return async () => {
    const { file, rows, faults } = await readCheckedTable(path, Row)
    const passages = corpus === undefined ? null : isPassages(corpus) ? corpus : await legalRagBenchCorpus(corpus)
    const lists = equal === 'text' ? equalPassages(passages ?? []) : (equal ?? [])
    const dataset = buildDataset({
      name: parse(locate(path).full).name,
      files: [file],
      rows: rows.map(({ row, place, at }) => ({ value: toItem(row, lists), place, at })),
      faults,
    })
    return passages === null ? dataset : { ...dataset, warnings: [...dataset.warnings, ...absent(rows, passages)] }
  }
}

function toItem(
  { id, question, answer, relevant_passage_id: gold, ...meta }: Row,
  lists: readonly (readonly string[])[],
): object {
  const equals = new Set(lists.filter((list) => list.includes(gold)).flat())
  equals.delete(gold)
  return {
    id,
    question,
    language: 'en',
    reference: answer,
    golds: [{ kind: 'passage', id: gold, ...(equals.size > 0 ? { equals: [...equals] } : {}) }],
    meta,
  }
}

function absent(rows: readonly { row: Row }[], passages: readonly LegalRagBenchPassage[]): string[] {
  const ids = new Set(passages.map((passage) => passage.id))
  return rows
    .filter(({ row }) => !ids.has(row.relevant_passage_id))
    .map(({ row }) => `${row.id}: the relevant passage ${JSON.stringify(row.relevant_passage_id)} is not in the corpus`)
}

function isPassages(corpus: NonNullable<LegalRagBenchOptions['corpus']>): corpus is readonly LegalRagBenchPassage[] {
  return Array.isArray(corpus)
}
