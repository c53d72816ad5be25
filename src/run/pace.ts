import type { Party, RateLimits } from '../judges/budget.js'

export const MINUTE_MS = 60_000

/** Time, as far as waiting needs it; tests put their own in its place. */
export interface PaceClock {
  /** Milliseconds that only ever go up. */
  now(): number
  /** Runs something after `ms` milliseconds; returns what takes it back. */
  later(ms: number, run: () => void): () => void
}

/** Taken at load, before anything can fake them. */
const { setTimeout: setTimer, clearTimeout: clearTimer } = globalThis
const now = performance.now.bind(performance)

export const systemClock: PaceClock = {
  now,
  later(ms, run) {
    const timer = setTimer(run, ms)
    return () => clearTimer(timer)
  },
}

/** Calls a party may start in any 60 seconds, in order of request. */
export interface Pace {
  /**
   * Calls `start` as soon as the call may begin, which may be at once. Returns what takes the call back: out of the queue, or, where it was
   * told to start and did not, out of the minute.
   *
   * @param tokens What the call is estimated to take, input and output.
   */
  enter(party: Party, tokens: number, start: () => void): () => void
  /** Forgets the limits that were named; what was started stays in its minute, since a provider goes on counting. */
  reset(): void
}

interface Entry {
  tokens: number
  start: () => void
}

interface Lane {
  limits: RateLimits
  /** Calls of the last minute, oldest first. */
  started: { at: number; entry: Entry }[]
  queue: Entry[]
  /** Takes back the look at the queue that is planned. */
  cancel: (() => void) | undefined
}

/**
 * A sliding minute for each party: over any 60 seconds no more than `requests` calls begin, nor calls whose estimated tokens add up to
 * more than `tokens`. A call larger than that begins when no other did in the last minute. Nobody overtakes. Of several limits that
 * were named for one party the narrowest holds.
 */
export function createPace(clock: PaceClock = systemClock): Pace {
  const lanes = new Map<string, Lane>()

  const laneOf = ({ name, limits = {} }: Party): Lane => {
    const lane = lanes.get(name) ?? { limits: {}, started: [], queue: [], cancel: undefined }
    lanes.set(name, lane)
    lane.limits = {
      requests: narrower(lane.limits.requests, limits.requests),
      tokens: narrower(lane.limits.tokens, limits.tokens),
    }
    return lane
  }

  const advance = (lane: Lane) => {
    lane.cancel?.()
    lane.cancel = undefined
    const time = clock.now()
    while (lane.started[0] !== undefined && lane.started[0].at <= time - MINUTE_MS) lane.started.shift()
    for (let next = lane.queue[0]; next !== undefined; next = lane.queue[0]) {
      const oldest = lane.started[0]
      if (oldest !== undefined && !fits(next, lane)) {
        lane.cancel = clock.later(oldest.at + MINUTE_MS - time, () => advance(lane))
        return
      }
      lane.queue.shift()
      lane.started.push({ at: time, entry: next })
      next.start()
    }
  }

  return {
    enter(party, tokens, start) {
      const lane = laneOf(party)
      const entry = { tokens, start }
      lane.queue.push(entry)
      advance(lane)
      return () => {
        lane.queue = lane.queue.filter((waiting) => waiting !== entry)
        lane.started = lane.started.filter((begun) => begun.entry !== entry)
        advance(lane)
      }
    },
    reset() {
      for (const lane of lanes.values()) lane.limits = {}
    },
  }
}

function fits({ tokens }: Entry, { limits, started }: Lane): boolean {
  if (limits.requests !== undefined && started.length >= limits.requests) return false
  if (limits.tokens === undefined) return true
  const taken = started.reduce((sum, { entry }) => sum + entry.tokens, 0)
  return taken + tokens <= limits.tokens
}

function narrower(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return Math.min(a, b)
}
