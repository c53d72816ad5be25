import { setImmediate } from 'node:timers/promises'

/** Work in small steps, so that whoever runs it may give way to others between two of them. */
export type Steps<T> = Generator<void, T, void>

// Long enough that giving way costs nothing, short enough that timers and other cases do not notice.
const SLICE_MS = 20

/** Does all the work at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Does the work and lets the event loop turn every 20 ms. Throws the signal's reason once it is aborted. */
export async function paced<T>(steps: Steps<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - since < SLICE_MS) continue
    await setImmediate()
    signal.throwIfAborted()
    since = performance.now()
  }
}
