import { DocketError, MatcherUsageError } from '../errors.js'
import { framesOf, mayPoint, pointAt } from './frames.js'

/** What a matcher of `expect.extend` returns. */
export interface MatcherResult {
  pass: boolean
  message: () => string
  actual?: unknown
  expected?: unknown
}

/** What of a matcher's `this` is needed here; `task` is there inside a test. */
export interface MatcherThis {
  isNot: boolean
  soft?: boolean
  task?: { name: string; meta: { docketCase?: string }; context: { onTestFinished(callback: () => void): void } }
}

/**
 * Makes a matcher's work fail its case when the test does not await it. Vitest calls `then` of what a matcher returns at once and
 * hands its result to the test: that result notes whether the test's code takes it up. Under `expect.soft` Vitest takes up the
 * first one itself, so the next one counts. Whatever the work fails with points at the call, which an async stack no longer knows.
 */
export function mustBeAwaited(
  matcher: (...given: never[]) => unknown,
  self: MatcherThis,
  work: Promise<MatcherResult>,
): PromiseLike<MatcherResult> {
  const { name } = matcher
  const notAwaited = new MatcherUsageError(
    `\`${name}\` was not awaited: write \`await expect(…).${self.isNot ? 'not.' : ''}${name}(…)\``,
  )
  // From the test's own line on.
  Error.captureStackTrace(notAwaited, matcher)
  let awaited = false
  let settled = false
  let thrown: unknown
  work.then(
    () => {
      settled = true
    },
    (error: unknown) => {
      settled = true
      thrown = error
    },
  )
  const located = (error: unknown) => {
    // A bug in the work points at itself.
    const isBug = error === thrown && !(error instanceof DocketError)
    if (!(error instanceof Error) || isBug) return error
    const may = self.task?.meta.docketCase === undefined || mayPoint(error)
    pointAt(error, may ? framesOf(notAwaited) : '')
    return error
  }
  try {
    self.task?.context.onTestFinished(() => {
      // What is awaited in a function that nobody awaits is still under way when its case ends.
      if (!awaited || !settled) throw located(notAwaited)
    })
  } catch {
    // Inside an `onTestFinished` callback nothing more can be registered; the promise rejects there as any other does.
  }
  const takenUp = () => {
    awaited = true
  }
  return watched(work, 1 + (self.soft === true ? 1 : 0), takenUp, located)
}

/**
 * A thenable whose `then` counts: the first `free` calls are Vitest's, any after those the test's. A native promise would hide it. What
 * Vitest makes of a result that does not hold is an error of its own, which is `located` before anyone else sees it.
 */
function watched<T>(
  work: Promise<T>,
  free: number,
  takenUp: () => void,
  located: (error: unknown) => unknown,
): PromiseLike<T> & Pick<Promise<T>, 'catch' | 'finally'> & { readonly pass: never } {
  const next = <R>(promise: Promise<R>): PromiseLike<R> => {
    if (free === 0) {
      takenUp()
      return promise
    }
    const pointing = promise.catch((error: unknown) => {
      throw located(error)
    })
    // One that nobody awaits fails its case with its own message; its rejection has no one else to go to.
    pointing.catch(() => {})
    return watched(pointing, free - 1, takenUp, located)
  }
  return {
    // Vitest reads this of an asymmetric matcher, which cannot wait for a judge: undefined would let `not` pass.
    get pass(): never {
      throw new MatcherUsageError(
        'the matchers of vitest-docket are async: write `await expect(response)…`, not an asymmetric `expect.…()` inside another matcher',
      )
    },
    // biome-ignore lint/suspicious/noThenProperty: whether `then` is called is what has to be known
    then: (onResult, onError) => next(work.then(onResult, onError)),
    catch: (onError) => next(work.catch(onError)) as Promise<never>,
    finally: (onEnd) => next(work.finally(onEnd)) as Promise<T>,
  }
}
