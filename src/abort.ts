import { DocketError } from './errors.js'

/** What a clock of ours aborts with, so that running out of time can be told from being cancelled. */
export class DeadlineError extends DocketError {
  override name = 'DeadlineError'
}

/** The longest wait that a timer can hold; a longer one would fire at once. */
export const MAX_MILLISECONDS = 2 ** 31 - 1

/** Taken at load: a suite that fakes timers must not stop the clock that ends its cases. */
const { setTimeout: later, clearTimeout: forget } = globalThis

export interface Clock {
  signal: AbortSignal
  /** Stops the clock; the signal then never aborts by itself. */
  clear: () => void
}

/**
 * A signal that aborts after `ms` milliseconds with a `DeadlineError`, or as soon as `outer` does, with its reason. Written out, since
 * Node 20 may collect what `AbortSignal.any` returns before it fires.
 */
export function startClock(ms: number, outer: AbortSignal, message: string): Clock {
  const controller = new AbortController()
  const cancel = () => controller.abort(outer.reason)
  const timer = later(() => controller.abort(new DeadlineError(message)), ms)
  if (outer.aborted) cancel()
  else outer.addEventListener('abort', cancel, { once: true })
  const clear = () => {
    forget(timer)
    outer.removeEventListener('abort', cancel)
  }
  return { signal: controller.signal, clear }
}

/**
 * Runs work until it settles or the signal aborts, also where the work does not listen; then rejects with the signal's reason. Under
 * a signal that has aborted nothing is started.
 */
export async function orAborted<Result>(work: () => Result | PromiseLike<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  let abandon: () => void = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abandon = () => reject(signal.reason)
    signal.addEventListener('abort', abandon, { once: true })
  })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', abandon)
  }
}
