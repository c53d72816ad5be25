import { createHash } from 'node:crypto'
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { issueFaults } from '../datasets/issues.js'
import { readJsonl } from '../datasets/lines.js'
import { type DataFault, DatasetError, JudgeError } from '../errors.js'
import { once } from '../providers/once.js'
import { Verdict } from '../schema/verdict.js'
import type { Judge, JudgeRequest } from './judge.js'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, { message: 'expected a SHA-256 in lower-case hex' })

/** One line of a file of verdicts: the item's id, the answer that was judged (its text, or the SHA-256 of it trimmed), the verdict. */
const RecordedVerdict = z
  .strictObject({
    id: z.string().min(1),
    answer: z.string().optional(),
    answerSha256: sha256.optional(),
    /** Of each passage's text, trimmed, in rank order. Without it a verdict is taken for whatever passages fit its labels. */
    passagesSha256: z.array(sha256).optional(),
    verdict: Verdict,
  })
  .refine((line) => (line.answer === undefined) !== (line.answerSha256 === undefined), {
    message: 'expected exactly one of `answer` and `answerSha256`',
  })

interface Line {
  place: string
  answer: string
  passages: readonly string[] | undefined
  verdict: Verdict
}

/**
 * Verdicts from a file instead of from a judge, such as labels set by hand. The file is read at the first call, which throws one
 * `DatasetError` with all its faults, and every later call the same one. A verdict for another answer or for other passages, or none, is a
 * `JudgeError` of kind `replay`.
 */
export function recordedJudge({ path }: { path: string }, root: string): Judge {
  const file = isAbsolute(path) ? path : resolve(root, path)
  const lines = once(async () => readVerdicts(file), { keepFailure: true })
  return {
    name: 'recorded',
    recorded: true,
    files: [file],
    async assess({ id, answer, passages }) {
      const line = (await lines()).get(id)
      if (line === undefined) throw new JudgeError('replay', `${file} has no recorded verdict for ${JSON.stringify(id)}`)
      if (line.answer !== hashText(answer)) {
        throw new JudgeError('replay', `${line.place}: the recorded verdict is for another answer of ${JSON.stringify(id)}`)
      }
      const other = otherPassages(line, passages)
      if (other !== null) throw new JudgeError('replay', `${line.place}: the recorded verdict is for other passages: ${other}`)
      // Whoever made the file has paid for it: a run that reads it spends nothing.
      return { ...line.verdict, usage: undefined }
    },
  }
}

/** How the passages of an answer show that a verdict was not given on them; null where nothing does. */
function otherPassages({ passages: judged, verdict }: Line, passages: JudgeRequest['passages']): string | null {
  const count = passages.length
  if (judged !== undefined && judged.length !== count) return `it was given on ${judged.length}, the answer came with ${count}`
  const changed = judged?.findIndex((hash, index) => hash !== hashText(passages[index]?.text ?? '')) ?? -1
  if (changed >= 0) return `passage ${changed + 1} is another`
  const labels = [...verdict.claims, ...verdict.referenceClaims]
  const beyond =
    labels.some((claim) => claim.passages !== undefined && claim.passages.length !== count) ||
    verdict.claims.some(({ nearest }) => nearest !== undefined && nearest >= count)
  return beyond ? `the answer came with ${count}` : null
}

/** SHA-256, in hex, of a text without the white space around it. */
export function hashText(text: string): string {
  return createHash('sha256').update(text.trim()).digest('hex')
}

function readVerdicts(path: string): ReadonlyMap<string, Line> {
  const { file, rows, faults: unreadable } = readJsonl(path)
  const faults: DataFault[] = [...unreadable]
  const lines = new Map<string, Line>()
  const first = new Map<string, number>()
  for (const { value, place } of rows) {
    const parsed = RecordedVerdict.safeParse(value)
    if (!parsed.success) {
      faults.push(...issueFaults(parsed.error.issues, value).map((fault) => ({ ...place, ...fault })))
      continue
    }
    const { id, answer, answerSha256 = hashText(answer ?? ''), passagesSha256, verdict } = parsed.data
    const earlier = first.get(id)
    if (earlier !== undefined) {
      faults.push({ ...place, field: 'id', message: `${JSON.stringify(id)} is already on line ${earlier}; ids are unique` })
      continue
    }
    first.set(id, place.line)
    lines.set(id, { place: `${place.file}:${place.line}`, answer: answerSha256, passages: passagesSha256, verdict })
  }
  if (faults.length > 0) throw new DatasetError(`the recorded verdicts in ${file} cannot be used`, faults)
  return lines
}
