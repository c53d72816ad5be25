import { orAborted } from '../abort.js'
import { CassetteMissError, messageOf, SystemError } from '../errors.js'
import { type Ledger, NO_COST, openLedger, type Party } from '../judges/budget.js'
import type { JudgeContext } from '../judges/judge.js'
import type { Prices } from '../providers/prices.js'
import type { Cost, Failure } from '../schema/record.js'
import type { Response } from '../schema/response.js'
import { normaliseResponse } from '../systems/normalise.js'
import type { System, SystemRequest } from '../systems/system.js'
import { costOf, spentOn } from './cost.js'
import { isNoFinding } from './no-finding.js'

/** What a live system is asked under. */
export interface LiveSetting {
  suite: string
  /** @default everything is admitted */
  ledger?: Ledger | undefined
  /** What the system's models cost, beside the list prices. */
  prices?: Prices | undefined
  /** Why no live call is made any more: the judge could not judge what the system says. */
  stopped?: Stopped | undefined
  /** What was wrong with a recording of a call of the system's own, which outweighs whatever the system made of it. */
  fault?: (() => unknown) | undefined
  /** Waits without using up the case's time. */
  offClock?: JudgeContext['offClock'] | undefined
}

/** The budget is spent, in the ledger's words; or what is wrong with the judge. */
export type Stopped = { budget: string } | Failure

/** What came of a call to a system. */
export interface Answered {
  response: Response | null
  failure?: Failure
  /** Why the system was not asked, where the budget is spent, which is no failure of anybody's. */
  budget?: string
  /** What the call cost, as far as the system says; nothing for a system that is not live. */
  cost: Cost
  /** Of a live call that was answered, in milliseconds, without the wait for its admission. */
  latencyMs?: number
}

/**
 * Asks a system: one that is live is admitted to the ledger, called and settled with what it says it used; any other is only called. A
 * system that fails, or whose circuit is open, is a failure of the case; a fault of the suite itself and a cancelled run throw.
 */
export async function askLive(
  system: System,
  request: SystemRequest,
  { suite, ledger = openLedger, prices, stopped, fault, offClock }: LiveSetting,
): Promise<Answered> {
  if (!system.live) return await call(system, request, { prices })
  if (stopped !== undefined) {
    return 'budget' in stopped ? unpaid(stopped.budget) : { response: null, failure: stopped, cost: NO_COST }
  }
  const party: Party = { name: `system ${system.name} of ${suite}` }
  const wait = () => ledger.admit(party, NO_COST, request.signal)
  const admission = await (offClock === undefined ? wait() : offClock(wait))
  if (!admission.ok) {
    return admission.kind === 'budget'
      ? unpaid(admission.reason)
      : { response: null, failure: { stage: 'system', kind: admission.kind, message: admission.reason }, cost: NO_COST }
  }
  let answered: Answered | undefined
  try {
    answered = await call(system, request, { prices, fault })
    return answered
  } finally {
    await ledger.settle(party, spentOn(answered?.response?.usage, prices), answered?.failure && countedFailure(answered.failure))
  }
}

function unpaid(budget: string): Answered {
  return { response: null, budget, cost: NO_COST }
}

async function call(
  system: System,
  request: SystemRequest,
  { prices, fault }: Pick<LiveSetting, 'prices' | 'fault'>,
): Promise<Answered> {
  const { signal } = request
  const start = performance.now()
  try {
    // A system written by hand may return anything; whatever it is, it must not take more than its own case with it.
    const response = normaliseResponse(await orAborted(() => system.respond(request), signal), request.task, 'return')
    if (fault?.() !== undefined) throw fault()
    if (!system.live) return { response, cost: NO_COST }
    return { response, cost: costOf(response.usage, prices), latencyMs: performance.now() - start }
  } catch (thrown) {
    const error = fault?.() ?? thrown
    if (isNoFinding(error, signal)) throw error
    const known = error instanceof SystemError || error instanceof CassetteMissError
    const kind = known ? error.kind : signal.aborted ? 'deadline' : 'threw'
    return { response: null, failure: { stage: 'system', kind, message: messageOf(error) }, cost: NO_COST }
  }
}

/** A row or a recording that is missing, or that was recorded as an error, says nothing of whether the system would answer now. */
function countedFailure({ kind, message }: Failure): string | undefined {
  return kind === 'missing' || kind === 'recorded' || kind === 'replay' ? undefined : message
}
