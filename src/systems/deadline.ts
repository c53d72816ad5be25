import { SystemError } from '../errors.js'

/**
 * Runs `work` with a signal that is aborted when `signal` is or after `ms` milliseconds, and rejects then with
 * `SystemError('deadline')` even where `work` pays no heed. What `work` does after that is ignored.
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { signal, ms, who }: { signal: AbortSignal; ms?: number; who: string },
): Promise<T> {
  // Not AbortSignal.any: signals derived from it have been collected before they fired in several Node 20 releases.
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let stop = () => {}
  const stopped = new Promise<never>((_, reject) => {
    const end = (message: string, cause: unknown) => {
      const error = new SystemError('deadline', `${who} ${message}`, { cause })
      // First, so that what `work` rejects with on the abort comes second.
      reject(error)
      controller.abort(error)
    }
    const onAbort = () => end(abortMessage(signal.reason), signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    if (ms !== undefined) timer = setTimeout(() => end(`gave no response within ${ms} ms`, undefined), ms)
    stop = () => signal.removeEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([controller.signal.aborted ? stopped : work(controller.signal), stopped])
  } finally {
    clearTimeout(timer)
    stop()
  }
}

function abortMessage(reason: unknown): string {
  const timedOut = reason instanceof Error && reason.name === 'TimeoutError'
  return timedOut ? "gave no response before the case's deadline" : 'was aborted before it gave a response'
}
