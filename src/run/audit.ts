import { groupBy } from '../group-by.js'
import type { AuditRow } from '../judges/calibration/audit-sheet.js'
import { claimPrediction } from '../judges/calibration/predict.js'
import type { JudgeRequest } from '../judges/judge.js'
import { withText } from '../metrics/evidence.js'
import { isAnswerGiven } from '../metrics/outcome.js'
import { seeded, shuffled } from '../random.js'
import type { CalibrationUnit } from '../schema/calibration.js'
import type { CaseLine, RunLine } from '../schema/record.js'
import type { Response } from '../schema/response.js'
import type { Verdict } from '../schema/verdict.js'
import { judgeRequest } from './evaluate.js'

/** A row, and what the run's judge was asked of its answer; of a claim, what it would be asked. */
export interface AskedRow extends AuditRow {
  request: JudgeRequest
}

export interface AuditSample {
  rows: AskedRow[]
  /** In order of their tags. */
  languages: LanguageTally[]
  /** What the sample was drawn from. */
  of: number
  /** Judged answers that nobody can label, since their passages came without text. */
  withoutText: number
  /** Answers that another trial of the same item gave too, on the same passages: nobody labels one answer twice. */
  repeated: number
}

/** How many rows of a language there are, and what the judge made of all of them that the sample was drawn from, as sums. */
export interface LanguageTally {
  language: string
  rows: number
  of: number
  ungrounded: number
  grounded: number
}

export interface AuditOptions {
  /** Rows of the sample, or of each language; what there is where that is less. */
  take: { size: number } | { perLanguage: number }
  seed: number
  unit: CalibrationUnit
  suite?: string | undefined
}

/**
 * A random sample of a run's judged answers, or of their claims, in random order. The same run and seed give the same rows. What the judge said of them is not in
 * it. Refusals and non-answers are left out: there is nothing to be grounded.
 */
export function sampleForAudit(lines: readonly RunLine[], { take, seed, unit, suite }: AuditOptions): AuditSample {
  const latest = new Map<string, CaseLine>()
  for (const line of lines) {
    if (line.kind !== 'case') continue
    const { record } = line
    if (suite === undefined || record.suite === suite) latest.set([record.file, record.suite, record.id].join('\0'), line)
  }
  // A run's files come in the order of its workers, which is another each time.
  const judged = [...latest].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, line]) => judgedLine(line))
  const readable = judged.filter(({ response }) => response.passages?.every(({ text }) => text?.trim()))
  const distinct = [...groupBy(readable, whatIsRead).values()].flatMap((same) => same.slice(0, 1))
  const all = distinct.flatMap((line) => (unit === 'claim' ? claimRows(line) : [{ row: rowOf(line), g: line.record.signals.g }]))
  const taken = chosen(shuffled(all, seeded(seed)), take)
  return {
    rows: taken.map(({ row }) => row),
    languages: tally(all, taken),
    of: all.length,
    withoutText: judged.length - readable.length,
    repeated: readable.length - distinct.length,
  }
}

/** A row beside what the judge made of it, which goes into sums alone. */
interface Drawn {
  row: AskedRow
  g: boolean | null
}

function chosen(drawn: readonly Drawn[], take: AuditOptions['take']): Drawn[] {
  if ('size' in take) return drawn.slice(0, take.size)
  const counts = new Map<string, number>()
  return drawn.filter(({ row: { language } }) => {
    const count = counts.get(language) ?? 0
    counts.set(language, count + 1)
    return count < take.perLanguage
  })
}

function tally(all: readonly Drawn[], taken: readonly Drawn[]): LanguageTally[] {
  return [...groupBy(all, ({ row }) => row.language)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([language, members]) => ({
      language,
      rows: taken.filter(({ row }) => row.language === language).length,
      of: members.length,
      ungrounded: members.filter(({ g }) => g === false).length,
      grounded: members.filter(({ g }) => g === true).length,
    }))
}

/** A case with an answer and a verdict on it. */
type JudgedLine = CaseLine & { response: Response; verdict: Verdict }

function judgedLine(line: CaseLine): JudgedLine[] {
  const { record, response, verdict } = line
  if (response === null || verdict === null || record.outcome === null) return []
  return isAnswerGiven(record.outcome) || record.outcome === 'undetermined' ? [{ ...line, response, verdict }] : []
}

/** Two answers that read the same, and so do their passages, are one to label. */
function whatIsRead({ record: { file, suite, item }, response: { answer, passages } }: JudgedLine): string {
  const read = withText(passages).map(({ id, document, title, citation, section, text }) => [
    id,
    document,
    title,
    citation,
    section,
    text,
  ])
  return JSON.stringify([file, suite, item, answer, read])
}

function rowOf({ record, item, response }: JudgedLine): AskedRow {
  const request = judgeRequest({ ...record, item }, response)
  const { question, answer, reference, answerPoints } = request
  return {
    suite: record.suite,
    id: record.id,
    group: record.group,
    language: record.language,
    ...{ question, answer, reference },
    claim: null,
    passages: [...request.passages],
    answerPoints: [...answerPoints],
    request,
  }
}

function claimRows(line: JudgedLine): Drawn[] {
  const row = rowOf(line)
  // Whether a passage supports a claim is read from the passage.
  const unaided = { reference: null, answerPoints: [] }
  return line.verdict.claims.map((claim, i) => {
    const id = `${row.id}/${i + 1}`
    const request = { ...row.request, ...unaided, id, answer: claim.text }
    const label = claimPrediction({ claims: [claim] })
    return { row: { ...row, ...unaided, id, claim: claim.text, request }, g: label === null ? null : label === 'entailment' }
  })
}
