import { z } from 'zod'
import { ClaimRagClaim, claimCorrectness, claimParts, NO_TRIPLE } from '../../datasets/claimrag-law-claims.js'
import { textId } from '../../datasets/dataset.js'
import { entailmentLabel } from '../../datasets/entailment-label.js'
import { type DataFault, DatasetError, messageOf } from '../../errors.js'
import { issueText } from '../../schema/issue.js'
import { oneLine } from '../../text/clip.js'
import { counter, type Example, type LabelledData } from './example.js'

const id = z.preprocess(textId, z.string().min(1))
const ClaimRecords = z.array(z.looseObject({ query_id: id, claims: z.array(ClaimRagClaim) }))
const Texts = z.union([
  z.looseObject({ input_data: z.array(z.unknown()) }).transform(({ input_data }) => input_data),
  z.array(z.unknown()),
])
const TextRecord = z.looseObject({ query_id: id, query: z.string(), relevant_chunk: z.string() })

export interface ClaimRagOptions {
  /** Text of the *-RAG-LAW.json file that the claims belong to. */
  texts: { file: string; text: string }
  /** Of all claims; the files do not say. */
  language: string
}

/**
 * Reads the claims of ClaimRAG-LAW (*-CLAIM-LAW.json), joined by `query_id` with the question and the passage of *-RAG-LAW.json. Claims of one answer
 * are one group. A label that is none of the three is no truth: it is left out and counted as it is written, and so is a missing one.
 * `claim_correctness` says whether the extraction is valid. Throws a `DatasetError` for a file of another shape.
 */
export function readClaimRagLaw(file: string, text: string, { texts, language }: ClaimRagOptions): Omit<LabelledData, 'sha256'> {
  const records = parse(file, text, ClaimRecords, 'a list of records with `query_id` and `claims`')
  const sources = sourcesOf(texts)
  const leftOut = counter()
  const faults: DataFault[] = []
  const valid: (boolean | null)[] = []
  const examples = records.flatMap(({ query_id, claims }, record) =>
    claims.flatMap((claim, i): Example[] => {
      valid.push(correctness(claim.claim_correctness, leftOut.add))
      const answer = claimParts(claim)?.join(' ') ?? null
      if (answer === null) {
        faults.push({ file, field: `${record}.claims.${i}`, message: NO_TRIPLE })
        return []
      }
      const label = entailmentLabel(claim.claim_entailment)
      if (label === null) leftOut.add(`claim_entailment ${described(claim.claim_entailment)}`)
      const source = sources.get(query_id)
      if (label !== null && source === undefined) leftOut.add(`no text for its query_id in ${texts.file}`)
      if (label === null || source === undefined) return []
      return [
        {
          ...{ id: `${query_id}/${i + 1}`, group: query_id, language, question: source.query, answer },
          passages: [{ text: source.relevant_chunk }],
          reference: null,
          answerPoints: [],
          truth: { unit: 'claim', label },
        },
      ]
    }),
  )
  if (faults.length > 0) throw new DatasetError(file, faults)
  const extraction = valid.some((one) => one !== null) ? [{ language, valid, missed: null }] : null
  return { file, unit: 'claim', examples: distinct(examples), leftOut: leftOut.counts, extraction }
}

/** `query_id` of a claim file may stand there twice; ids of examples are unique all the same. */
function distinct(examples: Example[]): Example[] {
  const seen = new Map<string, number>()
  return examples.map((example) => {
    const times = (seen.get(example.id) ?? 0) + 1
    seen.set(example.id, times)
    return times === 1 ? example : { ...example, id: `${example.id} (${times})` }
  })
}

function sourcesOf({ file, text }: ClaimRagOptions['texts']): Map<string, z.output<typeof TextRecord>> {
  const sources = new Map<string, z.output<typeof TextRecord>>()
  for (const record of parse(file, text, Texts, 'an object with `input_data`, or a list')) {
    const parsed = TextRecord.safeParse(record)
    // The first of two records of one id: rows without a passage cannot be joined, and their claims are counted as such.
    if (parsed.success && !sources.has(parsed.data.query_id)) sources.set(parsed.data.query_id, parsed.data)
  }
  if (sources.size > 0) return sources
  throw new DatasetError(file, [{ file, field: '', message: 'expected records with `query_id`, `query` and `relevant_chunk`' }])
}

function parse<Value>(file: string, text: string, schema: z.ZodType<Value>, expected: string): Value {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new DatasetError(file, [{ file, field: '', message: `expected ${expected}, received no JSON (${messageOf(error)})` }])
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new DatasetError(file, [{ file, field: '', message: `expected ${expected}: ${issueText(parsed.error)}` }])
}

function correctness(word: unknown, leftOut: (reason: string) => void): boolean | null {
  const known = claimCorrectness(word)
  if (known === null && word !== undefined) leftOut(`claim_correctness ${described(word)}, as extraction`)
  return known
}

function described(word: unknown): string {
  if (word === undefined || word === null) return 'missing'
  return typeof word === 'string' ? JSON.stringify(oneLine(word, 60)) : 'that is no text'
}
