import { z } from 'zod'
import { OptionError } from '../errors.js'
import type { JudgePlan } from '../judges/judge.js'
import { NOTHING_PLANNED } from '../judges/plan.js'
import { issueText } from '../schema/issue.js'
import type { Response } from '../schema/response.js'
import { type Bench, judgeRequest, needsNoJudge } from './evaluate.js'
import type { EarlierCase } from './history.js'
import { type CasePlan, NO_SYSTEM_CALL } from './plan.js'
import { type CaseFrame, caseId } from './record.js'
import { knownAnswer } from './system-recordings.js'

/**
 * Whose answer a case is planned by: one that is there already; that of an earlier run, which came twice (`steady`) or once (`earlier`); that of the
 * item's first trial; or a supposed one.
 */
export type PlannedBy = 'known' | 'steady' | 'earlier' | 'first trial' | 'supposed'

/** Where nothing is known of a system's answers: some 150 words, from five passages of 200. */
const SUPPOSED: Response = {
  answer: 'word '.repeat(150).trim(),
  passages: Array.from({ length: 5 }, () => ({ text: 'word '.repeat(200).trim() })),
}

/**
 * What one case is likely to take. A live system that said the same in the two newest runs is taken to say it again, so that the judge's
 * recordings count; any other may say something else, and its judge calls count as live ones whatever is recorded of them. What a system costs is
 * what it said that it cost then; null where nobody knows.
 */
export async function planCase(
  frame: CaseFrame,
  bench: Bench,
  earlier: ReadonlyMap<string, EarlierCase>,
): Promise<{ plan: CasePlan; by: PlannedBy }> {
  const id = caseId(frame.item.id, frame.trial)
  const judge = async (response: Response | null, recordings: 'used' | 'ignored') =>
    response === null || frame.task === 'retrieval' || needsNoJudge(response)
      ? NOTHING_PLANNED
      : checkedPlan(bench.judge.name, await bench.judge.plan?.(judgeRequest(frame, response), recordings))
  const known = await knownAnswer(frame, bench)
  if (known !== null) {
    const system = { ...NO_SYSTEM_CALL, recorded: known.recorded ? 1 : 0 }
    return { plan: { id, system, judge: await judge(known.response, 'used') }, by: 'known' }
  }
  const before = earlier.get(id) ?? earlier.get(frame.item.id)
  if (before !== undefined) {
    const { response, steady } = before
    const system = callsNobody(bench) ? NO_SYSTEM_CALL : { ...before.system, recorded: 0 }
    return { plan: { id, system, judge: await judge(response, steady ? 'used' : 'ignored') }, by: steady ? 'steady' : 'earlier' }
  }
  const first = frame.trial === 0 ? null : await knownAnswer({ ...frame, trial: 0 }, bench)
  const system = callsNobody(bench) ? NO_SYSTEM_CALL : { ...NO_SYSTEM_CALL, usd: null }
  if (first?.response) return { plan: { id, system, judge: await judge(first.response, 'ignored') }, by: 'first trial' }
  return { plan: { id, system, judge: await judge(SUPPOSED, 'ignored') }, by: 'supposed' }
}

/** The stages of a reference system call through recordings; any other system may make calls that nobody records. */
function callsNobody({ system, ownCassettes }: Bench): boolean {
  return system.kind === 'reference' && ownCassettes?.all === true && ownCassettes.cassettes.mode === 'replay'
}

const amount = z.number().min(0)
const Plan = z.object({
  calls: amount,
  recorded: amount,
  inputTokens: amount,
  outputTokens: amount,
  usd: amount,
  unpriced: amount,
})

/** A plan that is none, of a judge written by hand, would let a run start that nobody has estimated. */
function checkedPlan(judge: string, plan: unknown): JudgePlan {
  if (plan === undefined) return NOTHING_PLANNED
  const parsed = Plan.safeParse(plan)
  if (parsed.success) return parsed.data
  throw new OptionError(`judge "${judge}": its \`plan\` returned none: ${issueText(parsed.error)}`)
}
