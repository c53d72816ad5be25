import { z } from 'zod'
import { text } from '../schema/text.js'
import { type Dataset, textId } from './dataset.js'
import { issueFaults } from './issues.js'
import { readDataset } from './jsonl.js'

const Statute = z.looseObject({ law_code: text, sr_number: text.nullish(), article: z.preprocess(textId, text) })

const Row = z.looseObject({
  id: z.preprocess(textId, text),
  language: text,
  legal_area: text.nullish(),
  difficulty: text.nullish(),
  question: text,
  reference_answer: text,
  evidence: z.looseObject({ statutes: z.array(Statute).nullish(), decisions: z.array(text).nullish() }),
  claim_type: text.nullish(),
})
type Row = z.output<typeof Row>

const FIELDS = Object.keys(Row.shape)

/**
 * The questions of the Swiss Legal RAG Bench as published, or any file of its format. `claim_type` becomes `type`, `legal_area` `source`,
 * `evidence` golds: statutes by abbreviation and article, decisions by their id in the corpus. What else a statute has, such as
 * `sr_number`, is kept under `meta.statutes` by the gold's position, and every other field under `meta`. Throws one `DatasetError` with
 * every fault when it is called.
 */
export function swissLegalRagBenchItems(path: string | URL): () => Dataset {
  return () =>
    readDataset([path], ({ value, place }, faults) => {
      const row = Row.safeParse(value)
      if (row.success) return { value: toItem(row.data) }
      faults.push(...issueFaults(row.error.issues, value, () => FIELDS).map((fault) => ({ ...place, ...fault })))
      return undefined
    })
}

function toItem({
  id,
  language,
  legal_area,
  difficulty,
  question,
  reference_answer,
  evidence,
  claim_type,
  ...rest
}: Row): unknown {
  const { statutes, decisions, ...other } = evidence
  const extras = (statutes ?? []).map(({ law_code: _code, article: _article, ...extra }) => extra)
  return {
    id,
    language,
    question,
    reference: reference_answer,
    ...(claim_type == null ? {} : { type: claim_type }),
    ...(difficulty == null ? {} : { difficulty }),
    ...(legal_area == null ? {} : { source: legal_area }),
    golds: [
      ...(statutes ?? []).map(({ law_code, article }) => ({ kind: 'statute', title: law_code, section: article })),
      ...(decisions ?? []).map(decisionGold),
    ],
    meta: {
      ...rest,
      ...(Object.keys(other).length > 0 ? { evidence: other } : {}),
      ...(extras.length > 0 ? { statutes: Object.fromEntries(extras.map((extra, index) => [index, extra])) } : {}),
    },
  }
}

const BGE = /^bge_(?:BGE_)?(\d{1,3})_([IVX]+[a-z]?)_(\d+)$/u

/** A gold decision: found by its id in the corpus, or by its name where an answer cites it ("BGE 132 III 122"). */
export function decisionGold(id: string): { kind: 'decision'; citation: string; title?: string } {
  const [whole, volume, division, page] = BGE.exec(id) ?? []
  return { kind: 'decision', citation: id, ...(whole === undefined ? {} : { title: `BGE ${volume} ${division} ${page}` }) }
}
