import { createJudge } from '../judges/create.js'
import type { Judge } from '../judges/judge.js'
import type { JudgeOptions } from '../judges/options.js'

/** A judge for a test outside any benchmark and plugin: no recordings, no budget but the test's own. */
export async function createJudgeHere(options: JudgeOptions): Promise<Judge> {
  return createJudge(options, { root: process.cwd() })
}
