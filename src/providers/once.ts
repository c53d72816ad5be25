/**
 * Runs once and shares the result. A failure is not kept, so that the next call may find what is missing now, unless `keepFailure` says
 * that it would only be the same again.
 */
export function once<Value>(make: () => Promise<Value>, { keepFailure = false } = {}): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      if (!keepFailure) made = undefined
      throw error
    })
    return made
  }
}
