/** Milliseconds that stages of a case took, by name; what a stage takes again is added. */
export interface Stopwatch {
  timings: Record<string, number>
  time<Result>(stage: string, work: () => Promise<Result>): Promise<Result>
}

export function stopwatch(): Stopwatch {
  const timings: Record<string, number> = {}
  return {
    timings,
    async time(stage, work) {
      const start = performance.now()
      try {
        return await work()
      } finally {
        timings[stage] = (timings[stage] ?? 0) + (performance.now() - start)
      }
    },
  }
}
