import { readFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { JudgeError, messageOf } from '../errors.js'

/** Rubrics that come with the package, under `rubrics/`. */
const RUBRICS = ['four-leaf', 'three-way'] as const
export const DEFAULT_RUBRIC = 'four-leaf'

/** The text of a rubric: one of the package's by name, or a plain text file of the user's. */
export async function readRubric(rubric: string, root: string): Promise<string> {
  const own = RUBRICS.some((name) => name === rubric)
  const file = own ? new URL(`./rubrics/${rubric}.txt`, import.meta.url) : isAbsolute(rubric) ? rubric : resolve(root, rubric)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new JudgeError(
      'setup',
      `\`judge.rubric\`: expected ${RUBRICS.join(', ')} or the path of a text file; ${messageOf(error)}`,
      {
        cause: error,
      },
    )
  }
  if (text.trim() === '') throw new JudgeError('setup', `\`judge.rubric\`: ${String(file)} is empty`)
  return text
}
