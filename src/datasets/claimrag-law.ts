import { z } from 'zod'
import { OptionError } from '../errors.js'
import { text } from '../schema/text.js'
import { oneLine } from '../text/clip.js'
import { claimRagLawClaims } from './claimrag-law-claims.js'
import { buildDataset, type Dataset, type RawItem, textId } from './dataset.js'
import { issueFaults } from './issues.js'
import { readJsonRows, within } from './json-document.js'
import { received } from './json-line.js'
import { locate } from './lines.js'
import { unknownOptions } from './option-faults.js'
import { textPassageId } from './text-passage.js'

export interface ClaimRagLawOptions {
  /** BCP 47 tag of every question. @default told by the file's name: en for GDPR, fr for the civil code */
  language?: string
  /** Whether the corpus answers a question of the category "False premise". @default 'answerable' */
  falsePremise?: 'answerable' | 'unanswerable'
  /** The *-CLAIM-LAW.json file: claims of correct references that are labelled Correct and Entailment become answer points. @default no points */
  claims?: string | URL
}

const Row = z.looseObject({
  query_id: z.preprocess(textId, text),
  query: text,
  relevant_chunk: z.string().nullish(),
  gt_answer: z.string().nullish(),
  answer_correctness: z.json().optional(),
  question_category: z.string().nullish(),
})
type Row = z.output<typeof Row>

const FIELDS = Object.keys(Row.shape)
/** The published page says "user persona"; under which key it stands in the files is not documented. */
const PERSONA_KEY = /^(?:user[\s_-]*)?persona$/iu
const GRADES: readonly unknown[] = ['Correct', 'Partially Correct', 'Incorrect']
const OPTIONS = ['language', 'falsePremise', 'claims'] satisfies (keyof ClaimRagLawOptions)[]

/**
 * The questions of ClaimRAG-LAW (*-RAG-LAW.json): an object with `input_data`, or a list. `question_category` becomes the type, and a false premise
 * one; a reference answer is gold only where its own label is Correct, and else stays in `meta` with that label; the relevant chunk, which has no id,
 * becomes a passage gold named by its words (`textPassageId`), to be found through `claimRagLawSystem`. Throws an `OptionError` at once for options
 * that are wrong, and one `DatasetError` with every fault when the returned source is called.
 */
export function claimRagLawItems(path: string | URL, options: ClaimRagLawOptions = {}): () => Dataset {
  const unknown = unknownOptions(Object.keys(options), OPTIONS)
  if (unknown.length > 0) throw new OptionError(`claimRagLawItems: ${unknown.join('; ')}; its options are ${OPTIONS.join(', ')}`)
  const { falsePremise = 'answerable', language = claimRagLanguage(locate(path).file) } = options
  if (falsePremise !== 'answerable' && falsePremise !== 'unanswerable') {
    throw new OptionError(`\`falsePremise\`: expected "answerable" or "unanswerable", received ${received(falsePremise)}`)
  }
  if (language === undefined) {
    throw new OptionError(`${locate(path).file} does not say its language: give it as \`language\`, such as "en" or "fr"`)
  }
  return () => load(path, { ...options, falsePremise, language })
}

/** The language of a published file by its name: GDPR is English, the civil code of Luxembourg French. */
export function claimRagLanguage(file: string): string | undefined {
  const name = baseName(file)
  if (/gdpr/i.test(name)) return 'en'
  return /civil/i.test(name) ? 'fr' : undefined
}

type Settled = ClaimRagLawOptions & Required<Pick<ClaimRagLawOptions, 'falsePremise' | 'language'>>

function load(path: string | URL, options: Settled): Dataset {
  const { file, rows, faults } = readJsonRows(path, { at: 'input_data', key: 'query_id' })
  const points = options.claims === undefined ? new Map<string, string[]>() : answerPoints(options.claims)
  const raw: RawItem[] = []
  const parsed: Row[] = []
  for (const { value, place, at } of rows) {
    const row = Row.safeParse(value)
    if (row.success) {
      parsed.push(row.data)
      raw.push({ value: toItem(row.data, baseName(file), options, points), place, at })
    } else {
      const found = issueFaults(row.error.issues, value, () => FIELDS)
      faults.push(...found.map(({ field, message }) => ({ ...place, field: within(at, field), message })))
    }
  }
  const name = baseName(file)
  const dataset = buildDataset({ name, files: [file], rows: raw, faults })
  return { ...dataset, warnings: [...dataset.warnings, ...parsed.flatMap(gradeWarning), ...setWarnings(parsed, file, points)] }
}

function toItem(row: Row, source: string, { language, falsePremise }: Settled, points: ReadonlyMap<string, string[]>): unknown {
  const { query_id: id, query, relevant_chunk: chunk, gt_answer: answer, question_category: category, ...rest } = row
  const persona = personaOf(row)
  const isFalse = /^\s*false[\s_-]*premise/iu.test(category ?? '')
  const isGold = row.answer_correctness === 'Correct' && present(answer)
  const chunkId = textPassageId(chunk ?? '')
  return {
    ...{ id, question: query, language, source },
    ...(present(category) ? { type: category.trim() } : {}),
    ...(persona === undefined ? {} : { persona: persona.value }),
    premise: isFalse ? 'false' : 'true',
    answerable: !isFalse || falsePremise === 'answerable',
    golds: chunkId === null ? [] : [{ kind: 'passage', id: chunkId }],
    ...(isGold ? { reference: answer, answerPoints: points.get(id) ?? [] } : {}),
    meta: {
      ...Object.fromEntries(Object.entries(rest).filter(([key]) => key !== persona?.key)),
      ...(present(chunk) ? { relevant_chunk: chunk } : {}),
      ...(isGold || answer == null ? {} : { gt_answer: answer }),
    },
  }
}

/** The claims that a correct reference makes and its passage entails, in order, each once. */
function answerPoints(path: string | URL): Map<string, string[]> {
  const points = new Map<string, string[]>()
  for (const { queryId, text, correct, entailment } of claimRagLawClaims(path).claims) {
    if (queryId === null || correct !== true || entailment !== 'entailment') continue
    const list = points.get(queryId) ?? []
    points.set(queryId, list.includes(text) ? list : [...list, text])
  }
  return points
}

function personaOf(row: Row): { key: string; value: string } | undefined {
  for (const [key, value] of Object.entries(row)) {
    if (!PERSONA_KEY.test(key)) continue
    const texts = [value].flat().filter((one) => typeof one === 'string' && present(one))
    if (texts.length > 0) return { key, value: texts.join(', ').trim() }
  }
  return undefined
}

function gradeWarning({ query_id: id, answer_correctness: grade }: Row): string[] {
  if (GRADES.includes(grade)) return []
  const words =
    grade === undefined || grade === null ? 'no `answer_correctness`' : `answer_correctness ${oneLine(JSON.stringify(grade), 60)}`
  return [`${id}: ${words}, expected one of ${GRADES.join(', ')}; its reference is not used`]
}

/** What is to be said of the set as a whole. */
function setWarnings(rows: readonly Row[], file: string, points: ReadonlyMap<string, string[]>): string[] {
  const graded = (grade: string) => rows.filter(({ answer_correctness }) => answer_correctness === grade).length
  const [partly, wrong] = [graded('Partially Correct'), graded('Incorrect')]
  const ids = new Set(rows.map(({ query_id }) => query_id))
  const strangers = [...points.keys()].filter((id) => !ids.has(id))
  return [
    ...(partly + wrong === 0 ? [] : [`${file}: ${partly} partially correct and ${wrong} incorrect references are not used`]),
    ...(rows.some((row) => personaOf(row) !== undefined)
      ? []
      : [`${file}: no personas: no row has "user persona", "user_persona" or "persona"`]),
    ...(strangers.length === 0 ? [] : [`${file}: claims of ${strangers.length} other questions are not used`]),
  ]
}

function present(value: string | null | undefined): value is string {
  return value != null && value.trim() !== ''
}

function baseName(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]+$/, '')
}
