import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { type DataFault, DatasetError } from '../../errors.js'
import { issueText } from '../../schema/issue.js'
import { Citation, Passage } from '../../schema/response.js'
import type { JudgeRequest } from '../judge.js'

/** What the judge is asked of a row, whole: a sheet shows neither citations nor all that names a passage, and spreadsheets change white space. */
const Line = z.strictObject({
  check: z.string(),
  request: z.strictObject({
    suite: z.string(),
    id: z.string(),
    question: z.string(),
    language: z.string(),
    answer: z.string(),
    passages: z.array(z.strictObject({ ...Passage.shape, text: z.string() })),
    citations: z.array(Citation).nullable(),
    reference: z.string().nullable(),
    answerPoints: z.array(z.string()),
    falsePremise: z.boolean(),
    trial: z.int().min(0),
  }),
})
type Line = z.output<typeof Line>

/** Requests by the check of their row. */
export interface Companion {
  /** Its name, for messages. */
  file: string
  requests: ReadonlyMap<string, JudgeRequest>
}

/** `audit.jsonl` for `audit.csv`. */
export function companionOf(sheet: string): string {
  return sheet.replace(/(?<=[^/\\])\.[^./\\]+$/, '').concat('.jsonl')
}

/** A line a row, with nothing of the judge's verdicts. */
export function writeCompanion(rows: readonly { check: string; request: JudgeRequest }[]): string {
  return rows.map(({ check, request }) => `${JSON.stringify({ check, request })}\n`).join('')
}

/** Whether a text is a companion, which somebody may take for the sheet. */
export function isCompanion(text: string): boolean {
  return /^\s*\{"check":"sha256:/.test(text)
}

/** The companion of a sheet; null where there is none beside it. Throws one `DatasetError` with every line that is not as it was written. */
export function readCompanion(sheet: string): Companion | null {
  const path = companionOf(sheet)
  if (path === sheet || !existsSync(path)) return null
  const file = basename(path)
  const faults: DataFault[] = []
  const requests = new Map<string, JudgeRequest>()
  for (const [index, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (text.trim() === '') continue
    const line = parse(text)
    if (typeof line === 'string') faults.push({ file, line: index + 1, field: '', message: line })
    else requests.set(line.check, line.request)
  }
  if (faults.length === 0) return { file, requests }
  throw new DatasetError(
    `${path} is not as \`vitest-docket audit\` wrote it: restore it, or delete it and pay for every row`,
    faults,
  )
}

function parse(text: string): Line | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'expected one JSON object a line'
  }
  const line = Line.safeParse(value)
  return line.success ? line.data : issueText(line.error)
}
