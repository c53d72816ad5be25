import { redactor, redactWords } from '../cassettes/redact.js'
import { messageOf, SystemError } from '../errors.js'
import type { Task } from '../schema/record.js'
import type { Response } from '../schema/response.js'
import { normaliseResponse } from './normalise.js'
import { shown } from './sample-mapping.js'

/** Takes secrets out of what a system said: before it is clipped, since what is left of one would not be told. */
export type Clean = (words: string) => string

export interface Cleaning {
  words: Clean
  json: <Value>(value: Value) => Value
}

/** What may be kept of the words of a system that holds these secrets, and of JSON that came from it. */
export function cleaningOf(secrets: readonly string[]): Cleaning {
  const redact = redactor()
  return { words: (text) => redactWords(redact, text, secrets), json: (value) => redact(value, secrets) }
}

/** An error without what is secret in its words; its cause, which has the same words, then stays behind. */
export function cleaned(error: unknown, clean: Clean): unknown {
  if (!(error instanceof SystemError)) return error
  const message = clean(error.message)
  return message === error.message ? error : new SystemError(error.kind, message)
}

/** `normaliseResponse`, whose error shows only what may be shown of what arrived. */
export function normaliseCleanly(returned: unknown, { json: clean }: Cleaning, task: Task | undefined): Response {
  try {
    return normaliseResponse(returned, task)
  } catch (error) {
    if (error instanceof SystemError) normaliseResponse(clean(returned), task)
    throw error
  }
}

/** Runs what the user gave as `option`; whatever it throws is `SystemError('threw')` that shows what had arrived. */
export async function guarded<T>(option: string, run: () => T | Promise<T>, arrived?: unknown): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const on = arrived === undefined ? '' : ` on ${shown(arrived)}`
    throw new SystemError('threw', `\`${option}\` threw${on}: ${messageOf(error)}`, { cause: error })
  }
}
