import { z } from 'zod'
import type { Json } from '../schema/json.js'
import { text } from '../schema/text.js'
import type { EntailmentLabel } from '../schema/verdict.js'
import { textId } from './dataset.js'
import { entailmentLabel } from './entailment-label.js'
import { issueFaults } from './issues.js'
import { type LineFault, received } from './json-line.js'

/** A triple as a list of its parts, or a sentence. */
const Claim = z.unknown().transform((claim, context) => {
  const parts = Array.isArray(claim) ? claim : [claim]
  if (parts.length > 0 && parts.every((part) => typeof part === 'string' || typeof part === 'number'))
    return parts.join(' ').trim()
  context.addIssue({
    code: 'custom',
    message: `expected a triple as a list of texts, or a sentence, received ${received(claim)}`,
  })
  return z.NEVER
})
const claims = z.array(Claim).nullish()
const labels = z.array(z.json()).nullish()
const matrix = z.array(z.array(z.json())).nullish()

const Row = z.looseObject({
  query_id: z.preprocess(textId, text),
  query: text,
  gt_answer: z.string().nullish(),
  response: z.string().nullish(),
  retrieved_context: z.array(z.looseObject({ doc_id: z.preprocess(textId, z.string()).nullish(), text: z.string() })).nullish(),
  response_claims: claims,
  gt_answer_claims: claims,
  answer2response: labels,
  response2answer: labels,
  retrieved2response: matrix,
  retrieved2answer: matrix,
  metrics: z.record(z.string(), z.json()).nullish(),
})
type Row = z.output<typeof Row>

const FIELDS = Object.keys(Row.shape)

export interface RagcheckerClaim {
  /** The parts of its triple joined by spaces, or the sentence. */
  text: string
  /** By the reference, of a response claim; by the response, of a reference claim. null where that was not checked. */
  label: EntailmentLabel | null
  /** Per passage; null where that was not checked. */
  passages: EntailmentLabel[] | null
}

/** One record of RAGChecker, as its inputs or its outputs are written. */
export interface RagcheckerRecord {
  id: string
  query: string
  reference: string | null
  response: string | null
  /** null where no retrieved context was given. */
  passages: { id?: string; text: string }[] | null
  /** null where none were extracted. */
  claims: RagcheckerClaim[] | null
  referenceClaims: RagcheckerClaim[] | null
  /** Whether anything was checked: `checking_inputs.json` and an extraction alone have no labels. */
  checked: boolean
  /** What is odd about its labels, in a few words each. */
  oddities: string[]
  metrics: Record<string, Json> | null
  /** Fields that the format does not have. */
  meta: Record<string, unknown>
}

/**
 * Reads one record; the faults of a row that is none, or whose labels do not fit its claims and passages. A label that is none of the three is
 * `undetermined`, and an oddity. An empty list of labels beside claims, on which the published code fails, says nothing: those claims were not checked.
 */
export function readRagcheckerRecord(value: unknown): { record: RagcheckerRecord } | { faults: LineFault[] } {
  const parsed = Row.safeParse(value)
  if (!parsed.success) return { faults: issueFaults(parsed.error.issues, value, () => FIELDS) }
  const row = parsed.data
  const faults = [
    ...labelFaults(row, 'response_claims', 'answer2response', 'retrieved2response'),
    ...labelFaults(row, 'gt_answer_claims', 'response2answer', 'retrieved2answer'),
  ]
  return faults.length > 0 ? { faults } : { record: toRecord(row) }
}

type Claims = 'response_claims' | 'gt_answer_claims'
type Labels = 'answer2response' | 'response2answer'
type Matrix = 'retrieved2response' | 'retrieved2answer'

function labelFaults(row: Row, claims: Claims, list: Labels, grid: Matrix): LineFault[] {
  const claimed = row[claims]?.length
  const passages = row.retrieved_context?.length ?? row[grid]?.[0]?.length
  const counts = [list, grid].flatMap((field): LineFault[] => {
    const count = row[field]?.length
    if (count === undefined || count === 0 || count === claimed) return []
    const wanted = claimed === undefined ? `\`${claims}\` beside it` : `${claimed} entries, one for each of \`${claims}\``
    return [{ field, message: `expected ${wanted}, received ${count} entries` }]
  })
  const widths = (row[grid] ?? []).flatMap((labels, index): LineFault[] => {
    const field = `${grid}.${index}`
    return labels.length === passages
      ? []
      : [{ field, message: `expected ${passages} labels, one a passage, received ${labels.length}` }]
  })
  return [...counts, ...widths]
}

function toRecord(row: Row): RagcheckerRecord {
  const { query_id: id, query, gt_answer, response, retrieved_context: context, metrics } = row
  const outside = new Map<string, number>()
  const read = (word: Json): EntailmentLabel => {
    const label = entailmentLabel(word)
    if (label === null) outside.set(JSON.stringify(word), (outside.get(JSON.stringify(word)) ?? 0) + 1)
    return label ?? 'undetermined'
  }
  const claimsOf = (claims: Claims, list: Labels, grid: Matrix): RagcheckerClaim[] | null =>
    row[claims]?.map((text, index) => {
      const label = row[list]?.[index]
      // Where nothing was retrieved there is nothing to label: a row may be left out.
      const passages = row[grid]?.[index] ?? (context?.length === 0 ? [] : undefined)
      return { text, label: label === undefined ? null : read(label), passages: passages?.map(read) ?? null }
    }) ?? null
  const claims = claimsOf('response_claims', 'answer2response', 'retrieved2response')
  const referenceClaims = claimsOf('gt_answer_claims', 'response2answer', 'retrieved2answer')
  const lists = ['answer2response', 'response2answer', 'retrieved2response', 'retrieved2answer'] as const
  const unchecked = lists.filter((field) => {
    const all = field.endsWith('response') ? claims : referenceClaims
    return row[field]?.length === 0 && (all?.length ?? 0) > 0 && !(field.startsWith('retrieved') && context?.length === 0)
  })
  return {
    ...{ id, query, claims, referenceClaims },
    reference: gt_answer?.trim() ? gt_answer : null,
    response: response ?? null,
    passages: context?.map(({ doc_id, text }) => ({ ...(doc_id == null ? {} : { id: doc_id }), text })) ?? null,
    checked: lists.some((field) => row[field] != null),
    oddities: [
      ...[...outside].map(([word, count]) => `${count} ${count === 1 ? 'label' : 'labels'} ${word}: undetermined`),
      ...unchecked.map((field) => `\`${field}\` is empty beside claims: not checked`),
    ],
    metrics: metrics ?? null,
    meta: Object.fromEntries(Object.entries(row).filter(([key]) => !FIELDS.includes(key))),
  }
}
