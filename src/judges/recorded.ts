import { createHash } from 'node:crypto'
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { issueFaults } from '../datasets/issues.js'
import { readJsonl } from '../datasets/lines.js'
import { type DataFault, DatasetError, JudgeError } from '../errors.js'
import { Verdict } from '../schema/verdict.js'
import type { Judge } from './judge.js'

/** One line of a file of verdicts: the item's id, the answer that was judged (its text, or the SHA-256 of it trimmed), the verdict. */
const RecordedVerdict = z
  .strictObject({
    id: z.string().min(1),
    answer: z.string().optional(),
    answerSha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { message: 'expected a SHA-256 in lower-case hex' })
      .optional(),
    verdict: Verdict,
  })
  .refine((line) => (line.answer === undefined) !== (line.answerSha256 === undefined), {
    message: 'expected exactly one of `answer` and `answerSha256`',
  })

interface Line {
  place: string
  answer: string
  verdict: Verdict
}

/**
 * Verdicts from a file instead of from a judge, such as labels set by hand. The file is read at the first call, which throws one
 * `DatasetError` with all its faults. A verdict for another answer, or none, is a `JudgeError` of kind `replay`.
 */
export function recordedJudge({ path }: { path: string }, root: string): Judge {
  const file = isAbsolute(path) ? path : resolve(root, path)
  let lines: ReadonlyMap<string, Line> | undefined
  return {
    name: 'recorded',
    recorded: true,
    files: [file],
    async assess({ id, answer, passages }) {
      lines ??= readVerdicts(file)
      const line = lines.get(id)
      if (line === undefined) throw new JudgeError('replay', `${file} has no recorded verdict for ${JSON.stringify(id)}`)
      if (line.answer !== hashAnswer(answer)) {
        throw new JudgeError('replay', `${line.place}: the recorded verdict is for another answer of ${JSON.stringify(id)}`)
      }
      const beyond = line.verdict.claims.find(
        (claim) => (claim.passages?.length ?? passages.length) !== passages.length || (claim.nearest ?? -1) >= passages.length,
      )
      if (beyond !== undefined) {
        throw new JudgeError(
          'replay',
          `${line.place}: the recorded verdict is for other passages: the answer came with ${passages.length}`,
        )
      }
      // Whoever made the file has paid for it: a run that reads it spends nothing.
      return { ...line.verdict, usage: undefined }
    },
  }
}

/** SHA-256, in hex, of an answer without the white space around it. */
export function hashAnswer(answer: string): string {
  return createHash('sha256').update(answer.trim()).digest('hex')
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
    const { id, answer, answerSha256 = hashAnswer(answer ?? ''), verdict } = parsed.data
    const earlier = first.get(id)
    if (earlier !== undefined) {
      faults.push({ ...place, field: 'id', message: `${JSON.stringify(id)} is already on line ${earlier}; ids are unique` })
      continue
    }
    first.set(id, place.line)
    lines.set(id, { place: `${place.file}:${place.line}`, answer: answerSha256, verdict })
  }
  if (faults.length > 0) throw new DatasetError(`the recorded verdicts in ${file} cannot be used`, faults)
  return lines
}
