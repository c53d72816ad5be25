import { DeadlineError, MAX_MILLISECONDS, orAborted, startClock } from '../abort.js'
import { OptionError, SystemError } from '../errors.js'

/**
 * Runs `work` with a signal that is aborted when `outer` is or after `ms` milliseconds, and rejects then with
 * `SystemError('deadline')` even where `work` pays no heed. What `work` does after that is ignored.
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { signal: outer, ms, who }: { signal: AbortSignal; ms?: number; who: string },
): Promise<T> {
  const clock = ms === undefined ? undefined : startClock(ms, outer, `gave no response within ${ms} ms`)
  const signal = clock?.signal ?? outer
  try {
    return await orAborted(() => work(signal), signal)
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error
    throw new SystemError('deadline', `${who} ${whyAborted(error, outer)}`, { cause: error })
  } finally {
    clock?.clear()
  }
}

/** Throws an `OptionError` for a `deadlineMs` that no timer holds. */
export function checkDeadline(deadlineMs: number): void {
  if (!(deadlineMs >= 1 && deadlineMs <= MAX_MILLISECONDS))
    throw new OptionError(`expected \`deadlineMs\` to be milliseconds from 1 to ${MAX_MILLISECONDS}, received ${deadlineMs}`)
}

function whyAborted(reason: unknown, outer: AbortSignal): string {
  if (!(reason instanceof DeadlineError)) return 'was aborted before it gave a response'
  return reason === outer.reason ? "gave no response before the case's deadline" : reason.message
}
