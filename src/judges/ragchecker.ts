import { readJsonRows, within } from '../datasets/json-document.js'
import { locate } from '../datasets/lines.js'
import { type RagcheckerClaim, type RagcheckerRecord, readRagcheckerRecord } from '../datasets/ragchecker-record.js'
import { uniqueIds } from '../datasets/unique-ids.js'
import { DatasetError, JudgeError } from '../errors.js'
import { once } from '../providers/once.js'
import type { EntailmentLabel, VerdictInput } from '../schema/verdict.js'
import { mergeLabels } from './assemble.js'
import type { Judge, JudgeRequest } from './judge.js'
import { detectOutcome } from './offline/refusal.js'
import { hashText } from './recorded.js'

const NO_CORRECTNESS = 'RAGChecker labels claims, and does not say whether an answer is correct'

/**
 * The labels of RAGChecker's records (`checking_outputs.json`) as verdicts: per claim of the response what the reference and each passage say of it,
 * per claim of the reference what the response and each passage say. A claim's support is entailment where any passage entails it, else contradiction
 * where any contradicts it. `correct` is null, and the outcome is read from the text, since the records have neither. The file is read at the first
 * call, which throws one `DatasetError` with all its faults, and every later call the same one. A record without labels, or for another answer
 * or other passages, is a `JudgeError` of kind `replay`.
 */
export function ragcheckerVerdicts(path: string | URL): Judge {
  const { file, full } = locate(path)
  const records = once(async () => readRecords(path), { keepFailure: true })
  return {
    name: 'ragchecker',
    recorded: true,
    files: [full],
    async assess(request) {
      const record = (await records()).get(request.id)
      const why = record === undefined ? 'has no record of' : unfit(record, request)
      if (record === undefined || why !== null) throw new JudgeError('replay', `${file} ${why} ${JSON.stringify(request.id)}`)
      return toVerdict(record, request)
    },
  }
}

function readRecords(path: string | URL): Map<string, RagcheckerRecord> {
  const { file, rows, faults } = readJsonRows(path, { at: 'results', key: 'query_id' })
  const takeId = uniqueIds(faults, 'query_id')
  const records = new Map<string, RagcheckerRecord>()
  for (const { value, place, at } of rows) {
    const read = readRagcheckerRecord(value)
    if ('faults' in read)
      faults.push(...read.faults.map(({ field, message }) => ({ ...place, field: within(at, field), message })))
    else if (takeId(read.record.id, place, at)) records.set(read.record.id, read.record)
  }
  if (faults.length > 0) throw new DatasetError(file, faults)
  return records
}

/** Why a record says nothing of an answer, to be followed by the item's id; null where it does. */
function unfit({ checked, response, passages }: RagcheckerRecord, request: JudgeRequest): string | null {
  if (!checked) return 'has no labels (`answer2response`, `retrieved2response` …) of'
  if (hashText(response ?? '') !== hashText(request.answer)) return 'has another answer of'
  const texts = (passages ?? []).map(({ text }) => text).filter(isText)
  const same = texts.length === request.passages.length && texts.every((text, at) => text === request.passages[at]?.text)
  return same ? null : 'has other passages of'
}

function toVerdict(
  { claims, referenceClaims, passages, oddities }: RagcheckerRecord,
  { answer, language, falsePremise }: JudgeRequest,
): VerdictInput {
  const { outcome, reason } = detectOutcome(answer, language)
  // A judge's indexes are of the passages with text.
  const shown = (labels: EntailmentLabel[] | null) =>
    labels?.filter((_, at) => passages === null || isText(passages[at]?.text ?? '')) ?? null
  const labelsOf = (claim: RagcheckerClaim) => {
    const labels = shown(claim.passages)
    return labels === null ? {} : { passages: labels }
  }
  return {
    claims: (claims ?? []).map((claim) => {
      const labels = passages === null ? null : shown(claim.passages)
      return {
        text: claim.text,
        support: labels === null ? 'undetermined' : mergeLabels(labels),
        ...labelsOf(claim),
        ...(claim.label === null ? {} : { reference: claim.label }),
      }
    }),
    referenceClaims: (referenceClaims ?? []).map((claim) => ({
      text: claim.text,
      answer: claim.label ?? 'undetermined',
      ...labelsOf(claim),
    })),
    correct: null,
    correctReason: NO_CORRECTNESS,
    // Whether an answer puts a false premise right its text does not show.
    outcome: falsePremise && outcome === 'answered' ? 'undetermined' : outcome,
    outcomeReason: `read from the text: ${reason}`,
    notes: [NO_CORRECTNESS, ...oddities],
    judge: { name: 'ragchecker' },
  }
}

const isText = (text: string) => text.trim() !== ''
