import type { Cassettes, Unrecorded } from '../cassettes/cassettes.js'
import type { KeyedCall } from '../cassettes/key.js'
import type { Redact } from '../cassettes/redact.js'
import { CassetteMissError, messageOf, SystemError } from '../errors.js'
import { NO_COST } from '../judges/budget.js'
import type { JudgeContext } from '../judges/judge.js'
import type { Failure } from '../schema/record.js'
import { Response } from '../schema/response.js'
import type { System, SystemRequest } from '../systems/system.js'
import { type Answered, askLive, type LiveSetting } from './live-system.js'
import { isNoFinding } from './no-finding.js'
import { type OwnCassettes, openOwnCalls } from './own-calls.js'
import type { CaseFrame } from './record.js'
import { keyedCall, systemRequest } from './system-recordings.js'

/** What a suite asks its cases of. */
export interface SystemBench extends Pick<LiveSetting, 'ledger' | 'prices' | 'stopped'> {
  system: System
  /** Recordings that it is asked through; without them it is always asked live. */
  systemCassettes?: Cassettes | undefined
  /** Recordings under the calls that it makes itself; without them it makes them all. */
  ownCassettes?: OwnCassettes | undefined
  /** Takes secrets out of the words of whoever failed. @default without patterns of the config */
  redact?: Redact | undefined
}

/** What came of asking the system: a response, or why there is none. */
export interface Asked extends Answered {
  /** When the answer was recorded, if it was replayed: itself, or every call that the system made for it. */
  recordedAt?: string
  /** Keys of the recordings that were replayed or made. */
  recordings: string[]
  /** What could not be recorded, and why. */
  unrecorded?: Unrecorded[]
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
  const { system, systemCassettes: cassettes } = bench
  const request = systemRequest(frame, signal)
  const live = () => askWithOwn(frame, request, bench, offClock)
  if (cassettes === undefined) return await live()
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
  return answered.response === null ? answered : await kept(cassettes, call, answered, answered.response)
}

/** Asks the system, and keeps account of the calls that it makes itself. */
async function askWithOwn(
  frame: CaseFrame,
  request: SystemRequest,
  { system, ownCassettes, ledger, prices, stopped }: SystemBench,
  offClock: JudgeContext['offClock'],
): Promise<Asked> {
  const setting = { suite: frame.suite, ledger, prices, stopped, offClock }
  if (ownCassettes === undefined) return { ...(await askLive(system, request, setting)), recordings: [] }
  const own = openOwnCalls(ownCassettes, { suite: frame.suite, id: frame.item.id })
  const answered = await askLive(system, { ...request, record: own.record }, { ...setting, fault: own.fault })
  const { recordings, recordedAt, unrecorded } = own.outcome()
  const came = { ...answered, recordings, ...(unrecorded.length === 0 ? {} : { unrecorded }) }
  return answered.response === null || recordedAt === undefined ? came : { ...withoutTimes(came, answered.response), recordedAt }
}

/** How long it took to replay calls says nothing of the system. */
function withoutTimes({ latencyMs: _, ...came }: Asked, { timings: __, ...response }: Response): Asked {
  return { ...came, response }
}

/** The answer as a replay will give it, so that a judge's recording of this run is found by the next. Failures are never kept. */
async function kept(cassettes: Cassettes, call: KeyedCall, answered: Asked, response: Response): Promise<Asked> {
  const { payload, key, unrecorded } = await cassettes.record(call, response)
  return {
    ...answered,
    response: payload,
    recordings: [...(key === null ? [] : [key]), ...answered.recordings],
    ...(unrecorded === undefined ? {} : { unrecorded: [unrecorded, ...(answered.unrecorded ?? [])] }),
  }
}

function kindOf(error: unknown): string {
  if (error instanceof CassetteMissError) return error.kind
  return error instanceof SystemError ? error.kind : 'threw'
}
