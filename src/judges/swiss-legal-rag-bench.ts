import { placeText, within } from '../datasets/json-document.js'
import { locate } from '../datasets/lines.js'
import { uniqueIds } from '../datasets/unique-ids.js'
import { DatasetError, JudgeError } from '../errors.js'
import { once } from '../providers/once.js'
import type { VerdictInput } from '../schema/verdict.js'
import { refuseUnknown } from '../systems/known-options.js'
import {
  checkSwissCompat,
  readSwissResults,
  type SwissCompat,
  type SwissResults,
  SwissRow,
  swissRowFaults,
} from '../systems/swiss-legal-rag-bench-rows.js'
import type { Judge } from './judge.js'

export interface SwissVerdictsOptions {
  /** `swiss-legal-rag-bench`: an answer of a run without retrieval is grounded where it is correct, as the published classes have it. */
  compat?: SwissCompat
}

/**
 * The verdicts of a results file of the Swiss Legal RAG Bench: `correctness` and, for the answer as a whole, `groundedness`, with the judge's
 * notes as the reason. In a run without retrieval groundedness does not apply, and is null. A verdict that is no boolean is null, with a note. The
 * file is read at the first call, which throws one `DatasetError` with all its faults. No row, or one for another answer, is a `JudgeError` of kind `replay`.
 */
export function swissLegalRagBenchVerdicts(path: string | URL, { compat, ...rest }: SwissVerdictsOptions = {}): Judge {
  refuseUnknown('swissLegalRagBenchVerdicts', rest, ['compat'])
  checkSwissCompat(compat)
  const results = once(async () => readVerdicts(path), { keepFailure: true })
  return {
    name: 'swiss-legal-rag-bench',
    recorded: true,
    files: [locate(path).full],
    compat: compat ?? null,
    async assess({ id, answer }) {
      const { file, rows, priorOnly, judgeModel } = await results()
      const found = rows.get(id)
      if (found === undefined) throw new JudgeError('replay', `${file} has no verdict for ${JSON.stringify(id)}`)
      if (found.row.answer?.trim() !== answer.trim()) {
        throw new JudgeError('replay', `${found.place}: the verdict is for another answer of ${JSON.stringify(id)}`)
      }
      const { judge, ...verdict } = toVerdict(found.row, priorOnly, compat)
      return { ...verdict, judge: judgeModel === undefined ? judge : { ...judge, model: judgeModel } }
    },
  }
}

function toVerdict(row: SwissRow, priorOnly: boolean, compat: SwissCompat | undefined): VerdictInput {
  const correct = known(row, 'correctness')
  const grounded = priorOnly ? { value: compat === undefined ? null : correct.value, notes: [] } : known(row, 'groundedness')
  const reason = reasonOf(row, { correctness: correct.value, groundedness: priorOnly ? null : grounded.value })
  return {
    claims: [],
    correct: correct.value,
    ...(reason === '' ? {} : { correctReason: reason }),
    grounded: grounded.value,
    outcome: 'answered',
    notes: [...correct.notes, ...grounded.notes, ...(priorOnly ? [PRIOR_ONLY] : [])],
    judge: { name: 'swiss-legal-rag-bench' },
  }
}

const PRIOR_ONLY = 'a run without retrieval: groundedness does not apply'

function known(row: SwissRow, field: 'correctness' | 'groundedness'): { value: boolean | null; notes: string[] } {
  const value = row[field]
  if (typeof value === 'boolean') return { value, notes: [] }
  return { value: null, notes: [`\`${field}\` is no boolean: ${JSON.stringify(value) ?? 'not given'}`] }
}

/** Both notes, the one that speaks against the answer first. */
function reasonOf({ judge_notes: notes }: SwissRow, verdicts: Record<'correctness' | 'groundedness', boolean | null>): string {
  const said = (['correctness', 'groundedness'] as const).flatMap((field) => {
    const note = notes?.[field]
    return typeof note === 'string' && note.trim() !== '' && verdicts[field] !== null ? [{ field, note: note.trim() }] : []
  })
  return said
    .toSorted((a, b) => Number(verdicts[a.field]) - Number(verdicts[b.field]))
    .map(({ field, note }) => `${field}: ${note}`)
    .join(' — ')
}

interface Verdicts extends Pick<SwissResults, 'file' | 'priorOnly' | 'judgeModel'> {
  rows: ReadonlyMap<string, { row: SwissRow; place: string }>
}

function readVerdicts(path: string | URL): Verdicts {
  const results = readSwissResults(path)
  const faults = [...results.faults]
  const takeId = uniqueIds(faults, 'question_id')
  const rows = new Map<string, { row: SwissRow; place: string }>()
  for (const { value, place, at } of results.rows) {
    faults.push(...swissRowFaults(value).map(({ field, message }) => ({ ...place, field: within(at, field), message })))
    const row = SwissRow.safeParse(value).data
    if (row !== undefined && takeId(row.question_id, place, at)) {
      rows.set(row.question_id, { row, place: placeText(place, at) })
    }
  }
  if (faults.length > 0) {
    throw new DatasetError(
      `the verdicts in ${results.file} cannot be used`,
      faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    )
  }
  return { ...results, rows }
}
