import type { PaceClock } from './pace.js'

/** Time that passes only where a test says so. */
export interface PlayedClock extends PaceClock {
  /** Runs what is planned for the next so many milliseconds, in its order. */
  pass(ms: number): void
  /** Runs all that is planned, however far off. */
  runOut(): void
  /** How many things are planned. */
  planned(): number
}

export function playedClock(): PlayedClock {
  let time = 0
  let plans: { at: number; run: () => void }[] = []
  const runUntil = (end: number) => {
    for (;;) {
      // Of two that are planned for one moment, the one that was planned first: the sort is stable.
      const [next] = [...plans].sort((a, b) => a.at - b.at)
      if (next === undefined || next.at > end) return
      plans = plans.filter((plan) => plan !== next)
      time = Math.max(time, next.at)
      next.run()
    }
  }
  return {
    now: () => time,
    later(ms, run) {
      const plan = { at: time + ms, run }
      plans.push(plan)
      return () => {
        plans = plans.filter((other) => other !== plan)
      }
    },
    pass(ms) {
      const end = time + ms
      runUntil(end)
      time = end
    },
    runOut: () => runUntil(Number.POSITIVE_INFINITY),
    planned: () => plans.length,
  }
}
