import type { Cassettes } from '../cassettes/cassettes.js'
import { type KeyedCall, keyCall } from '../cassettes/key.js'
import { CassetteMissError, SystemError } from '../errors.js'
import type { Policy } from '../schema/policy.js'
import { Response } from '../schema/response.js'
import { systemCall } from '../systems/recording.js'
import type { System, SystemRequest } from '../systems/system.js'
import type { SystemBench } from './ask-system.js'
import type { CaseFrame } from './record.js'

/**
 * The recordings that a suite's system is asked through; undefined where it is always asked live: without a `version` nobody can say
 * what a recording is of, and where gates or a baseline decide it would hide the change under test, unless that is wanted.
 *
 * @param wanted The option `cassettes.system`.
 */
export function systemCassettes(
  { live, version }: System,
  policy: Policy,
  cassettes: Cassettes,
  wanted: boolean | undefined,
): Cassettes | undefined {
  const recorded =
    live && version !== undefined && cassettes.mode !== 'off' && (wanted ?? (policy !== 'gate' && policy !== 'ratchet'))
  return recorded ? cassettes : undefined
}

/** What a system is asked for one case. */
export function systemRequest({ item, trial, task }: CaseFrame, signal: AbortSignal): SystemRequest {
  return { question: item.question, item: structuredClone(item), trial, ...(task === undefined ? {} : { task }), signal }
}

/** The call as its recording is found. Throws a `SystemError` where the system's own code throws. */
export async function keyedCall(system: System, { suite }: CaseFrame, request: SystemRequest): Promise<KeyedCall> {
  return keyCall(await systemCall(system, suite, request))
}

/**
 * What is known of a case's answer before it is asked: that of a recorded run, or one that is recorded; a response of null where there
 * will be none, which a replay without a recording is. null where the system would be asked live.
 */
export async function knownAnswer(
  frame: CaseFrame,
  { system, systemCassettes: cassettes }: SystemBench,
): Promise<{ recorded: boolean; response: Response | null } | null> {
  if (system.live && cassettes === undefined) return null
  const request = systemRequest(frame, new AbortController().signal)
  try {
    if (cassettes === undefined) return { recorded: false, response: await system.respond(request) }
    const recording = await cassettes.replay(await keyedCall(system, frame, request), Response)
    return recording === null ? null : { recorded: true, response: recording.payload }
  } catch (error) {
    if (error instanceof SystemError || error instanceof CassetteMissError) return { recorded: false, response: null }
    throw error
  }
}
