import { type Admission, NO_COST, type Party, type RateLimits } from '../judges/budget.js'
import type { Cost } from '../schema/record.js'
import { createCircuit } from './circuit.js'
import { createPace, type PaceClock, systemClock } from './pace.js'
import { type BudgetShare, createSpending, type Reservation } from './spending.js'

/** Who may call a party now: what is left of the budget, its circuit, and its limits a minute. A holder is whoever asks, such as a worker. */
export interface Admissions {
  /**
   * Resolves when the call may start, or must not. Budget first: a call that may not fit beside those under way waits for them. Then the
   * minute, in order. Rejects with the signal's reason when it is aborted while it waits; its place is then free.
   */
  admit(holder: object, party: Party, estimate: Cost, signal?: AbortSignal): Promise<Admission>
  /** Waits for a place in the party's minute and for nothing else: a further attempt at a call that was admitted. */
  again(holder: object, party: Party, estimate: Cost, signal?: AbortSignal): Promise<void>
  /** `failure`: the party did not answer, and why. */
  settle(holder: object, party: Party, cost: Cost, failure?: string | undefined): void
  /** Gives back the latest call that a holder was admitted to, and did not begin. */
  withdraw(holder: object, party: Party): void
  /** Forgets the calls that a holder waits for; those that it began and never settled are spent at what they were estimated at. */
  drop(holder: object): void
  reset(): void
}

/** How long the first call of a party whose costs nobody knows is waited for, before others of its kind go beside it. */
const PATIENCE_MS = 10_000

interface Entry {
  holder: object
  party: Party
  estimate: Cost
  /** undefined while it waits for the budget. */
  reservation?: Reservation
  /** Takes it out of the minute; undefined while it waits for the budget. */
  leave?: () => void
  started: boolean
  answer: (admission: Admission) => void
  /** Ends what was set up for its sake. */
  tidy: () => void
}

export interface AdmissionRules {
  /** The budget in force. */
  budget: () => BudgetShare
  /** Whether the first call of a party whose costs nobody knows is made alone, so that it shows what others will cost. @default always */
  probes?: () => boolean
  /** Why nothing whose cost is known beforehand may be called; null where it may. */
  barred?: () => string | null
  /** What this run has of a party's limits a minute. @default all of them */
  limits?: (limits: RateLimits) => RateLimits
  clock?: PaceClock
}

export function createAdmissions({
  budget,
  probes,
  barred = () => null,
  limits = (all) => all,
  clock = systemClock,
}: AdmissionRules): Admissions {
  const circuit = createCircuit()
  const spending = createSpending(budget, probes)
  const pace = createPace(clock)
  /** In order of request, from the request until it is settled. */
  let entries: Entry[] = []
  /** Further attempts that wait for the minute. */
  const attempts = new Set<{ holder: object; leave: () => void }>()

  const remove = (entry: Entry) => {
    entries = entries.filter((other) => other !== entry)
    entry.tidy()
    if (entry.reservation !== undefined) spending.release(entry.reservation)
  }
  const paced = (party: Party): Party => (party.limits === undefined ? party : { ...party, limits: limits(party.limits) })
  const refuse = (entry: Entry, kind: 'budget' | 'circuit', reason: string) => {
    remove(entry)
    entry.leave?.()
    entry.answer({ ok: false, kind, reason })
  }
  const enter = (entry: Entry) => {
    const { party, estimate } = entry
    entry.leave = pace.enter(paced(party), tokensOf(estimate), () => {
      entry.started = true
      entry.answer({ ok: true })
    })
  }
  const reserved = (entry: Entry, reservation: Reservation) => {
    entry.reservation = reservation
    if (reservation.blind) {
      const stop = clock.later(PATIENCE_MS, () => {
        spending.waitNoLonger(entry.party, reservation)
        advance()
      })
      const { tidy } = entry
      entry.tidy = () => {
        stop()
        tidy()
      }
    }
    enter(entry)
  }

  const advance = () => {
    const closed = barred()
    const behind = new Set<string>()
    for (const entry of entries) {
      if (entry.started) continue
      const { name } = entry.party
      const open = circuit.open(name)
      // A system whose costs nobody knows is in no plan; where its suite is in one, its cases do not get this far.
      if (closed !== null && entry.estimate.calls > 0) refuse(entry, 'budget', closed)
      else if (open !== null) refuse(entry, 'circuit', open)
      else if (entry.reservation === undefined && !behind.has(name)) {
        const fit = spending.reserve(entry.party, entry.estimate)
        // Nobody overtakes another of its party, or a large call would wait for ever behind small ones.
        if (fit === 'wait') behind.add(name)
        else if (typeof fit === 'string') refuse(entry, 'budget', fit)
        else reserved(entry, fit)
      }
    }
  }

  return {
    admit: (holder, party, estimate, signal) =>
      waiting<Admission>(signal, (answer) => {
        const entry: Entry = { holder, party, estimate, started: false, answer, tidy: () => {} }
        entries.push(entry)
        advance()
        return () => {
          if (entry.started || !entries.includes(entry)) return
          remove(entry)
          entry.leave?.()
          advance()
        }
      }),
    again: (holder, party, estimate, signal) =>
      waiting<void>(signal, (answer) => {
        const attempt = { holder, leave: () => {} }
        attempts.add(attempt)
        const leave = pace.enter(paced(party), tokensOf(estimate), () => {
          attempts.delete(attempt)
          answer()
        })
        attempt.leave = leave
        return () => {
          if (attempts.delete(attempt)) leave()
        }
      }),
    settle(holder, party, cost, failure) {
      const entry = entries.find((one) => one.started && one.holder === holder && one.party.name === party.name)
      if (entry !== undefined) remove(entry)
      spending.spend(party, plausible(cost, entry?.estimate ?? NO_COST), failure === undefined)
      circuit.settle(party.name, failure)
      advance()
    },
    withdraw(holder, party) {
      const entry = entries.findLast((one) => one.started && one.holder === holder && one.party.name === party.name)
      if (entry === undefined) return
      remove(entry)
      entry.leave?.()
      advance()
    },
    drop(holder) {
      const lost = entries.filter((entry) => entry.holder === holder)
      for (const entry of lost) {
        remove(entry)
        // What had started went to the provider, which counts it: so does the budget, at what it was estimated at.
        if (entry.started) spending.spend(entry.party, entry.estimate, false)
        else entry.leave?.()
      }
      for (const attempt of [...attempts]) {
        if (attempt.holder !== holder) continue
        attempts.delete(attempt)
        attempt.leave()
      }
      advance()
    },
    reset() {
      spending.reset()
      circuit.reset()
      pace.reset()
      advance()
    },
  }
}

/** A cost that can be summed: for an amount that is none, or that would give something back, its estimate counts. */
function plausible(cost: Cost, estimate: Cost): Cost {
  const isAmount = (value: number) => Number.isFinite(value) && value >= 0
  const amount = (value: number, estimated: number) => (isAmount(value) ? value : estimated)
  // An estimate of no calls says that nobody knows.
  const usd = estimate.calls === 0 ? null : estimate.usd
  return {
    calls: amount(cost.calls, Math.max(1, estimate.calls)),
    inputTokens: amount(cost.inputTokens, estimate.inputTokens),
    outputTokens: amount(cost.outputTokens, estimate.outputTokens),
    usd: cost.usd === null || isAmount(cost.usd) ? cost.usd : usd,
  }
}

function tokensOf({ inputTokens, outputTokens }: Cost): number {
  return inputTokens + outputTokens
}

/** What `begin` answers; or the signal's reason, once what it returned has given up. */
function waiting<Value>(signal: AbortSignal | undefined, begin: (answer: (value: Value) => void) => () => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    let giveUp = () => {}
    const abandon = () => {
      giveUp()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abandon, { once: true })
    giveUp = begin((value) => {
      signal?.removeEventListener('abort', abandon)
      resolve(value)
    })
  })
}
