import { z } from 'zod'
import { textId } from '../../datasets/dataset.js'
import { HumanLabel } from '../../datasets/entailment-label.js'
import { issueFaults } from '../../datasets/issues.js'
import { type JsonlRow, type Place, readJsonl } from '../../datasets/lines.js'
import { uniqueIds } from '../../datasets/unique-ids.js'
import { type DataFault, DatasetError } from '../../errors.js'
import type { CalibrationUnit } from '../../schema/calibration.js'
import { Meta } from '../../schema/json.js'
import { LanguageTag } from '../../schema/language.js'
import { Passage } from '../../schema/response.js'
import { text } from '../../schema/text.js'
import { Outcome } from '../../schema/verdict.js'
import { counter, type Example, type Extraction, type LabelledData } from './example.js'

const id = z.preprocess(textId, text)
/** A passage as an object or as its text alone; without a text nothing can be judged against it. */
const LabelledPassage = z.preprocess(
  (passage) => (typeof passage === 'string' ? { text: passage } : passage),
  z.strictObject({ ...Passage.shape, text }),
)
const shared = {
  id,
  group: id.optional(),
  language: LanguageTag,
  passages: z.array(LabelledPassage),
  note: z.string().optional(),
  meta: Meta.optional(),
}

const ClaimLine = z.strictObject({
  ...shared,
  claim: text,
  question: text.optional(),
  label: HumanLabel,
  kind: z.string().optional(),
  valid: z.boolean().optional().describe('Whether the claim was rightly taken from its answer'),
})

const AnswerLine = z.strictObject({
  ...shared,
  question: text,
  answer: text,
  reference: text.nullish(),
  answerPoints: z.array(text).default([]),
  grounded: z.boolean().nullable(),
  correct: z.boolean().nullish(),
  outcome: Outcome.optional(),
  claims: z
    .array(
      z.strictObject({
        text,
        label: HumanLabel,
        kind: z.string().optional(),
        note: z.string().optional(),
        valid: z.boolean().optional(),
      }),
    )
    .default([]),
  missed: z.int().min(0).optional().describe('Claims of the answer that are not among `claims`'),
})

const SCHEMAS = { claim: ClaimLine, answer: AnswerLine }
type Line = { claim: z.output<typeof ClaimLine> } | { answer: z.output<typeof AnswerLine> }

/**
 * Reads this package's own format: JSONL, a line a labelled claim or a labelled answer, one kind in a file. With `unit: 'claim'` the labelled
 * claims of answers are the examples, those of one answer being one group. Throws one `DatasetError` with every fault.
 */
export function readOwnFormat(path: string | URL, unit?: CalibrationUnit): Omit<LabelledData, 'sha256'> {
  const { file, rows, faults } = readJsonl(path)
  const takeId = uniqueIds(faults)
  const lines = rows.flatMap((row) => parseLine(row, faults, takeId))
  faults.push(...mixed(rows))
  if (faults.length > 0) throw new DatasetError(file, inLineOrder(faults))
  const answers = lines.flatMap((line) => ('answer' in line ? [line.answer] : []))
  const claims = lines.flatMap((line) => ('claim' in line ? [line.claim] : []))
  const leftOut = counter()
  const kept: Example[] = [
    ...claims.map(claimExample),
    ...answers.flatMap((answer) => (unit === 'claim' ? claimsOfAnswer(answer) : answerExample(answer, leftOut))),
  ]
  return {
    file,
    unit: claims.length > 0 ? 'claim' : (unit ?? 'answer'),
    examples: kept,
    leftOut: leftOut.counts,
    extraction: extractionOf([...claims.map((claim) => ({ ...claim, claims: [claim] })), ...answers]),
  }
}

function parseLine({ value, place }: JsonlRow, faults: DataFault[], takeId: (id: string, place: Place) => boolean): Line[] {
  const kind = kindOf(value)
  if (kind === null) {
    faults.push({
      ...place,
      field: '',
      message: 'expected a labelled claim, with `claim` and `label`, or a labelled answer, with `answer` and `grounded`',
    })
    return []
  }
  const parsed = SCHEMAS[kind].safeParse(value)
  if (!parsed.success) {
    const fields = Object.keys(SCHEMAS[kind].shape)
    const known = (path: readonly PropertyKey[]) => (path.length === 0 ? fields : [])
    for (const fault of issueFaults(parsed.error.issues, value, known)) faults.push({ ...place, ...fault })
    return []
  }
  if (!takeId(parsed.data.id, place)) return []
  return [
    kind === 'claim'
      ? { claim: parsed.data as z.output<typeof ClaimLine> }
      : { answer: parsed.data as z.output<typeof AnswerLine> },
  ]
}

function kindOf(value: Record<string, unknown>): CalibrationUnit | null {
  if ('claim' in value) return 'claim'
  return 'answer' in value ? 'answer' : null
}

/** One calibration speaks of one unit. */
function mixed(rows: readonly JsonlRow[]): DataFault[] {
  const [first] = rows
  const other = rows.find(({ value }) => first !== undefined && kindOf(value) !== null && kindOf(value) !== kindOf(first.value))
  if (first === undefined || other === undefined || kindOf(first.value) === null) return []
  const message = `a file holds claims or answers, not both: line ${first.place.line} is of the other kind; make two files of it`
  return [{ ...other.place, field: '', message }]
}

function claimExample(line: z.output<typeof ClaimLine>): Example {
  const { id, group = id, language, passages, claim, question = '', label } = line
  return {
    ...{ id, group, language, question, passages },
    answer: claim,
    reference: null,
    answerPoints: [],
    truth: { unit: 'claim', label },
  }
}

function answerExample(line: z.output<typeof AnswerLine>, leftOut: ReturnType<typeof counter>): Example[] {
  const { id, group = id, language, question, answer, passages, reference, answerPoints, grounded, correct = null } = line
  if (grounded === null && correct === null) {
    leftOut.add('neither groundedness nor correctness is known')
    return []
  }
  const truth = { unit: 'answer' as const, grounded, correct }
  return [{ id, group, language, question, answer, passages, answerPoints, reference: reference ?? null, truth }]
}

function claimsOfAnswer(line: z.output<typeof AnswerLine>): Example[] {
  const { id, group = id, language, question, passages, claims } = line
  return claims.map(({ text, label }, i) => ({
    ...{ id: `${id}/${i + 1}`, group, language, question, passages },
    answer: text,
    reference: null,
    answerPoints: [],
    truth: { unit: 'claim', label },
  }))
}

function extractionOf(
  lines: readonly { language: string; claims: readonly { valid?: boolean | undefined }[]; missed?: number | undefined }[],
): Extraction[] | null {
  const coded = lines.map(({ language, claims, missed = null }) => ({
    language,
    valid: claims.map(({ valid = null }) => valid),
    missed,
  }))
  return coded.every(({ valid, missed }) => missed === null && valid.every((one) => one === null)) ? null : coded
}

function inLineOrder(faults: readonly DataFault[]): DataFault[] {
  return faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
}
