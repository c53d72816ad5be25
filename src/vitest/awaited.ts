import { MatcherUsageError } from '../errors.js'

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
  task?: { name: string; context: { onTestFinished(callback: () => void): void } }
}

/**
 * Makes a matcher's work fail its case when the test does not await it. Vitest calls `then` of what a matcher returns at once and
 * hands its result to the test: that result notes whether the test's code takes it up. Under `expect.soft` Vitest takes up the
 * first one itself, so the next one counts.
 */
export function mustBeAwaited(matcher: string, self: MatcherThis, work: Promise<MatcherResult>): PromiseLike<MatcherResult> {
  const notAwaited = new MatcherUsageError(
    `\`${matcher}\` was not awaited: write \`await expect(…).${self.isNot ? 'not.' : ''}${matcher}(…)\``,
  )
  let awaited = false
  let settled = false
  const settle = () => {
    settled = true
  }
  work.then(settle, settle)
  try {
    self.task?.context.onTestFinished(() => {
      // What is awaited in a function that nobody awaits is still under way when its case ends.
      if (!awaited || !settled) throw notAwaited
    })
  } catch {
    // Inside an `onTestFinished` callback nothing more can be registered; the promise rejects there as any other does.
  }
  const takenUp = () => {
    awaited = true
  }
  return watched(work, 1 + (self.soft === true ? 1 : 0), takenUp)
}

/** A thenable whose `then` counts: the first `free` calls are Vitest's, any after those the test's. A native promise would hide it. */
function watched<T>(
  work: Promise<T>,
  free: number,
  takenUp: () => void,
): PromiseLike<T> & Pick<Promise<T>, 'catch' | 'finally'> & { readonly pass: never } {
  const next = <R>(promise: Promise<R>): PromiseLike<R> => {
    if (free === 0) {
      takenUp()
      return promise
    }
    // One that nobody awaits fails its case with its own message; its rejection has no one else to go to.
    promise.catch(() => {})
    return watched(promise, free - 1, takenUp)
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
