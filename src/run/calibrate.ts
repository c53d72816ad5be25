import { offClock, startClock } from '../abort.js'
import type { Unrecorded } from '../cassettes/cassettes.js'
import { OptionError } from '../errors.js'
import type { Example } from '../judges/calibration/example.js'
import type { AssessedExample } from '../judges/calibration/tabulate.js'
import type { Judge, JudgePlan, JudgeRequest } from '../judges/judge.js'
import { NOTHING_PLANNED, sumPlans } from '../judges/plan.js'
import type { Cost } from '../schema/record.js'
import { sumCosts } from './cost.js'
import { assess, type CaseClock } from './evaluate.js'

/** How long one example may take; waiting for a limit a minute does not count. */
const DEADLINE_MS = 300_000

export interface CalibrationRun {
  assessed: AssessedExample[]
  cost: Cost
  /** Verdicts that came from recordings. */
  replayed: number
  /** Replies that could not be recorded. */
  unrecorded: Unrecorded[]
}

/**
 * Asks a judge for its verdict on every example, in their order. A judge that fails loses the example; one that lacks its key or package ends it all with
 * an `OptionError`.
 */
export async function assessExamples(
  examples: readonly Example[],
  judge: Judge,
  { suite, concurrency, signal }: { suite: string; concurrency: number; signal: AbortSignal },
): Promise<CalibrationRun> {
  const assessed: AssessedExample[] = []
  const costs: Cost[] = []
  const unrecorded: Unrecorded[] = []
  let next = 0
  const work = async () => {
    for (let i = next++; i < examples.length; i = next++) {
      const example = examples[i] as Example
      const clock = startClock(DEADLINE_MS, signal, `no verdict within ${DEADLINE_MS / 1000} s`)
      const given: CaseClock = { signal: clock.signal, offClock: (wait) => offClock(clock, wait) }
      const judged = await assess(judge, requestOf(example, suite), given).finally(clock.clear)
      const { verdict, failure, reason, cost } = judged
      unrecorded.push(...(judged.unrecorded ?? []))
      if (cost !== undefined) costs.push(cost)
      // What one example lacks all of them lack.
      if (failure?.kind === 'setup') throw new OptionError(failure.message)
      const lost = failure === undefined ? reason : `judge ${failure.kind}`
      assessed[i] = {
        example,
        verdict,
        ...(verdict === null ? { failure: lost ?? 'no verdict', message: failure?.message ?? lost ?? 'no verdict' } : {}),
      }
    }
  }
  // What ends it for one ends it for all: nobody goes on paying.
  const orStop = (error: unknown) => {
    next = examples.length
    throw error
  }
  await Promise.all(Array.from({ length: concurrency }, () => work().catch(orStop)))
  const replayed = assessed.filter(({ verdict }) => verdict?.recordedAt !== undefined).length
  return { assessed, cost: sumCosts(costs), replayed, unrecorded }
}

/** What the verdicts that are not recorded yet are likely to take. */
export async function planExamples(examples: readonly Example[], judge: Judge, suite: string): Promise<JudgePlan> {
  const plans: JudgePlan[] = []
  for (const example of examples) plans.push((await judge.plan?.(requestOf(example, suite), 'used')) ?? NOTHING_PLANNED)
  return sumPlans(plans)
}

function requestOf(example: Example, suite: string): JudgeRequest {
  const { request, id, question, language, answer, passages, reference, answerPoints } = example
  return (
    request ?? {
      ...{ suite, id, question, language, answer, passages, reference, answerPoints },
      citations: null,
      falsePremise: false,
      trial: 0,
    }
  )
}
