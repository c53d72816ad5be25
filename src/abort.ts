import { DocketError } from './errors.js'

/** What a clock of ours aborts with, so that running out of time can be told from being cancelled. */
export class DeadlineError extends DocketError {
  override name = 'DeadlineError'
}

/** The longest wait that a timer can hold; a longer one would fire at once. */
export const MAX_MILLISECONDS = 2 ** 31 - 1

/** Taken at load: a suite that fakes timers must not stop the clock that ends its cases. */
const { setTimeout: later, clearTimeout: forget } = globalThis
const now = performance.now.bind(performance)

export interface Clock {
  signal: AbortSignal
  /**
   * Stops the clock until what it returns is called; time that passes in between is not counted. Pauses may overlap: the clock goes on
   * when the last of them ends. An abort of the outer signal is still passed on.
   */
  pause: () => () => void
  /** Stops the clock; the signal then never aborts by itself. */
  clear: () => void
}

/**
 * A signal that aborts after `ms` milliseconds with a `DeadlineError`, or as soon as one of `outer` does, with its reason. Written out, since
 * Node 20 may collect what `AbortSignal.any` returns before it fires.
 */
export function startClock(ms: number, outer: AbortSignal | readonly AbortSignal[], message: string): Clock {
  const controller = new AbortController()
  const outers = [outer].flat() as AbortSignal[]
  const cancel = () => controller.abort(outers.find(({ aborted }) => aborted)?.reason)
  let left = ms
  let startedAt = now()
  let pauses = 0
  const start = () => {
    startedAt = now()
    return later(() => controller.abort(new DeadlineError(message)), left)
  }
  let timer: ReturnType<typeof later> | undefined = start()
  if (outers.some(({ aborted }) => aborted)) cancel()
  else for (const one of outers) one.addEventListener('abort', cancel, { once: true })
  const stop = () => {
    if (timer === undefined) return
    forget(timer)
    timer = undefined
    left = Math.max(0, left - (now() - startedAt))
  }
  let cleared = false
  const pause = () => {
    pauses += 1
    stop()
    let ended = false
    return () => {
      if (ended) return
      ended = true
      pauses -= 1
      if (pauses === 0 && !cleared) timer = start()
    }
  }
  const clear = () => {
    cleared = true
    stop()
    for (const one of outers) one.removeEventListener('abort', cancel)
  }
  return { signal: controller.signal, pause, clear }
}

/** Waits while a clock is stopped. */
export async function offClock<Value>({ pause }: Clock, wait: () => Promise<Value>): Promise<Value> {
  const resume = pause()
  try {
    return await wait()
  } finally {
    resume()
  }
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
