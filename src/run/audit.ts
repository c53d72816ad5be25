import type { AuditRow } from '../judges/calibration/audit-sheet.js'
import { withText } from '../metrics/evidence.js'
import { isAnswerGiven } from '../metrics/outcome.js'
import { seeded, shuffled } from '../random.js'
import type { CalibrationUnit } from '../schema/calibration.js'
import type { CaseLine, RunLine } from '../schema/record.js'

export interface AuditSample {
  rows: AuditRow[]
  /** What the sample was drawn from. */
  of: number
  /** Judged answers that nobody can label, since their passages came without text. */
  withoutText: number
}

/**
 * A random sample of a run's judged answers, or of their claims, in random order. The same run and seed give the same rows. What the judge said of them is not in
 * it. Refusals and non-answers are left out: there is nothing to be grounded.
 */
export function sampleForAudit(
  lines: readonly RunLine[],
  { size, seed, unit, suite }: { size: number; seed: number; unit: CalibrationUnit; suite?: string | undefined },
): AuditSample {
  const latest = new Map<string, CaseLine>()
  for (const line of lines) {
    if (line.kind !== 'case') continue
    const { record } = line
    if (suite === undefined || record.suite === suite) latest.set([record.file, record.suite, record.id].join('\0'), line)
  }
  // A run's files come in the order of its workers, which is another each time.
  const judged = [...latest].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, line]) => (isJudged(line) ? [line] : []))
  const labelled = judged.filter(({ response }) => response?.passages?.every(({ text }) => text?.trim()))
  const rows = labelled.flatMap((line) => (unit === 'claim' ? claimRows(line) : [rowOf(line)]))
  return {
    rows: shuffled(rows, seeded(seed)).slice(0, size),
    of: rows.length,
    withoutText: judged.length - labelled.length,
  }
}

function isJudged({ record, verdict }: CaseLine): boolean {
  return verdict !== null && record.outcome !== null && (isAnswerGiven(record.outcome) || record.outcome === 'undetermined')
}

function rowOf({ record, item, response }: CaseLine): AuditRow {
  return {
    suite: record.suite,
    id: record.id,
    group: record.group,
    language: record.language,
    question: item.question,
    answer: response?.answer ?? '',
    claim: null,
    passages: withText(response?.passages),
    reference: item.reference ?? null,
    answerPoints: [...item.answerPoints],
  }
}

function claimRows(line: CaseLine): AuditRow[] {
  return (line.verdict?.claims ?? []).map(({ text }, i) => ({
    ...rowOf(line),
    id: `${line.record.id}/${i + 1}`,
    claim: text,
    // Whether a passage supports a claim is read from the passage.
    reference: null,
    answerPoints: [],
  }))
}
