import { issueFaults } from '../datasets/issues.js'
import { within } from '../datasets/json-document.js'
import { locate } from '../datasets/lines.js'
import { uniqueIds } from '../datasets/unique-ids.js'
import { DatasetError, JudgeError } from '../errors.js'
import { once } from '../providers/once.js'
import type { VerdictInput } from '../schema/verdict.js'
import { refuseUnknown } from '../systems/known-options.js'
import {
  answerOf,
  checkLegalRagBenchSelection,
  LegalRagBenchRow,
  type LegalRagBenchRunSelection,
  readLegalRagBenchRun,
} from '../systems/legal-rag-bench-rows.js'
import type { Judge, JudgeRequest } from './judge.js'
import { detectOutcome } from './offline/refusal.js'

const NAME = 'legal-rag-bench'

/**
 * The verdicts of a results file of Legal RAG Bench: `correct` against the reference answer, `grounded` of the answer as a whole against the
 * context. What the judge's reply did not say, or said in a form that could not be read, stays null, and the raw reply is kept. Whether an answer refuses is
 * read from its text; under `compat` every answer is one, as published. The file is read at the first call, which throws one `DatasetError`
 * with all its faults, and every later call the same one. No verdict, or one on another answer or context, is a `JudgeError` of kind `replay`.
 */
export function legalRagBenchVerdicts(path: string | URL, options: LegalRagBenchRunSelection = {}): Judge {
  refuseUnknown('legalRagBenchVerdicts', options, ['model', 'k', 'compat'])
  checkLegalRagBenchSelection('legalRagBenchVerdicts', options)
  const { file, full } = locate(path)
  const rows = once(async () => readVerdicts(path, options), { keepFailure: true })
  return {
    name: NAME,
    recorded: true,
    files: [full],
    compat: options.compat ?? null,
    async assess(request) {
      const row = (await rows()).get(request.id)
      const why = row === undefined ? 'has no row for' : unfit(row, request)
      if (row === undefined || why !== null) throw new JudgeError('replay', `${file} ${why} ${JSON.stringify(request.id)}`)
      return {
        ...toVerdict(row.judge_verdict),
        outcome: options.compat === undefined ? detectOutcome(request.answer, request.language).outcome : 'answered',
      }
    },
  }
}

function readVerdicts(path: string | URL, selection: LegalRagBenchRunSelection): Map<string, LegalRagBenchRow> {
  const { file, rows, faults: found } = readLegalRagBenchRun(path, selection)
  const faults = [...found]
  const takeId = uniqueIds(faults, 'question_id')
  const verdicts = new Map<string, LegalRagBenchRow>()
  for (const { value, place, at } of rows) {
    const parsed = LegalRagBenchRow.safeParse(value)
    if (!parsed.success)
      faults.push(
        ...issueFaults(parsed.error.issues, value).map(({ field, message }) => ({ ...place, field: within(at, field), message })),
      )
    else if (takeId(parsed.data.question_id, place, at)) verdicts.set(parsed.data.question_id, parsed.data)
  }
  if (faults.length > 0) throw new DatasetError(`the verdicts in ${file} cannot be used`, faults)
  return verdicts
}

/** Why a row says nothing of an answer, to be followed by the item's id; null where it does. */
function unfit(row: LegalRagBenchRow, { answer, passages }: JudgeRequest): string | null {
  if (!isFields(row.judge_verdict)) return 'has no `judge_verdict` of'
  if (answerOf(row)?.trim() !== answer.trim()) return 'has a verdict on another answer of'
  const texts = (row.context ?? []).map((passage) => passage.page_content).filter((text) => text.trim() !== '')
  const same = texts.length === passages.length && texts.every((text, at) => text === passages[at]?.text)
  return same ? null : 'has a verdict on another context of'
}

function toVerdict(published: unknown): Omit<VerdictInput, 'outcome'> {
  const { correct, grounded, reasoning, raw } = isFields(published) ? published : {}
  const unread = raw !== undefined && raw !== null
  const notes = Object.entries({ correct, grounded }).flatMap(([field, value]) =>
    typeof value === 'boolean' || (unread && value === null)
      ? []
      : [`\`${field}\` is no boolean: ${JSON.stringify(value) ?? 'not given'}`],
  )
  return {
    claims: [],
    correct: typeof correct === 'boolean' ? correct : null,
    grounded: typeof grounded === 'boolean' ? grounded : null,
    ...(typeof reasoning === 'string' && reasoning.trim() !== '' ? { correctReason: reasoning.trim() } : {}),
    notes: [...(unread ? ["the judge's reply could not be read"] : []), ...notes],
    judge: { name: NAME },
    ...(unread ? { raw: typeof raw === 'string' ? raw : JSON.stringify(raw) } : {}),
  }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
