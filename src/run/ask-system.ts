import { orAborted } from '../abort.js'
import { messageOf, SystemError } from '../errors.js'
import type { JudgeContext } from '../judges/judge.js'
import type { Failure } from '../schema/record.js'
import type { Response } from '../schema/response.js'
import { normaliseResponse } from '../systems/normalise.js'
import type { System } from '../systems/system.js'
import { isNoFinding } from './no-finding.js'
import type { CaseFrame } from './record.js'

/** What a suite asks its cases of. */
export interface SystemBench {
  system: System
}

/** What came of asking the system: a response, or why there is none. */
export interface Asked {
  response: Response | null
  failure?: Failure
  /** When the answer was recorded, if it was replayed. */
  recordedAt?: string
  /** Keys of the recordings that were replayed or made. */
  recordings: string[]
}

/** What there is of a system that was not asked. */
export function notAsked(failure: Failure): Asked {
  return { response: null, failure, recordings: [] }
}

/** Asks the system for one case. A system that fails is a failure of the case; a fault of the suite itself throws. */
export async function askSystem(
  { item, trial }: CaseFrame,
  { system }: SystemBench,
  { signal }: Pick<JudgeContext, 'signal' | 'offClock'>,
): Promise<Asked> {
  try {
    const request = { question: item.question, item: structuredClone(item), trial, signal }
    // A system written by hand may return anything; whatever it is, it must not take more than its own case with it.
    return { response: normaliseResponse(await orAborted(() => system.respond(request), signal)), recordings: [] }
  } catch (error) {
    if (isNoFinding(error, signal)) throw error
    const kind = error instanceof SystemError ? error.kind : signal.aborted ? 'deadline' : 'threw'
    return { response: null, failure: { stage: 'system', kind, message: messageOf(error) }, recordings: [] }
  }
}
