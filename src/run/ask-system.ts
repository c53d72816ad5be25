import type { Cassettes, Unrecorded } from '../cassettes/cassettes.js'
import type { KeyedCall } from '../cassettes/key.js'
import type { Redact } from '../cassettes/redact.js'
import { CassetteMissError, messageOf, SystemError } from '../errors.js'
import { NO_COST } from '../judges/budget.js'
import type { JudgeContext } from '../judges/judge.js'
import type { Failure } from '../schema/record.js'
import { Response } from '../schema/response.js'
import type { System } from '../systems/system.js'
import { type Answered, askLive, type LiveSetting } from './live-system.js'
import { isNoFinding } from './no-finding.js'
import type { CaseFrame } from './record.js'
import { keyedCall, systemRequest } from './system-recordings.js'

/** What a suite asks its cases of. */
export interface SystemBench extends Pick<LiveSetting, 'ledger' | 'prices' | 'stopped'> {
  system: System
  /** Recordings that it is asked through; without them it is always asked live. */
  systemCassettes?: Cassettes | undefined
  /** Takes secrets out of the words of whoever failed. @default without patterns of the config */
  redact?: Redact | undefined
}

/** What came of asking the system: a response, or why there is none. */
export interface Asked extends Answered {
  /** When the answer was recorded, if it was replayed. */
  recordedAt?: string
  /** Keys of the recordings that were replayed or made. */
  recordings: string[]
  /** That the answer could not be recorded, and why. */
  unrecorded?: Unrecorded
}

/** What there is of a system that was not asked. */
export function notAsked(failure: Failure): Asked {
  return { response: null, failure, cost: NO_COST, recordings: [] }
}

/**
 * Asks the system for one case, or takes what it is recorded to have answered. A system that fails, and a recording that is missing where
 * nothing may be asked, is a failure of the case; a fault of the suite itself throws.
 */
export async function askSystem(
  frame: CaseFrame,
  bench: SystemBench,
  { signal, offClock }: Pick<JudgeContext, 'signal' | 'offClock'>,
): Promise<Asked> {
  const { system, systemCassettes: cassettes, ledger, prices, stopped } = bench
  const request = systemRequest(frame, signal)
  const live = () => askLive(system, request, { suite: frame.suite, ledger, prices, stopped, offClock })
  if (cassettes === undefined) return { ...(await live()), recordings: [] }
  let call: KeyedCall
  try {
    call = await keyedCall(system, frame, request)
    const recording = await cassettes.replay(call, Response)
    if (recording !== null) {
      return { response: recording.payload, recordedAt: recording.recordedAt, cost: NO_COST, recordings: [call.key] }
    }
  } catch (error) {
    if (isNoFinding(error, signal)) throw error
    return notAsked({ stage: 'system', kind: kindOf(error), message: messageOf(error) })
  }
  await cassettes.tryWriting()
  const answered = await live()
  return answered.response === null ? { ...answered, recordings: [] } : await kept(cassettes, call, answered, answered.response)
}

/** The answer as a replay will give it, so that a judge's recording of this run is found by the next. Failures are never kept. */
async function kept(cassettes: Cassettes, call: KeyedCall, answered: Answered, response: Response): Promise<Asked> {
  const { payload, key, unrecorded } = await cassettes.record(call, response)
  return {
    ...answered,
    response: payload,
    recordings: key === null ? [] : [key],
    ...(unrecorded === undefined ? {} : { unrecorded }),
  }
}

function kindOf(error: unknown): string {
  if (error instanceof CassetteMissError) return error.kind
  return error instanceof SystemError ? error.kind : 'threw'
}
