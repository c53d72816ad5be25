import type { Admission } from '../judges/budget.js'
import type { Cost } from '../schema/record.js'

/** What a run may spend; absent means without limit. */
export interface BudgetLimits {
  usd?: number | undefined
  calls?: number | undefined
  tokens?: number | undefined
}

export interface CoordinatorOptions {
  /** Cases in flight over the whole run. */
  concurrency: number
  budget: BudgetLimits
}

/** Permission to run one case, given in order of request. */
export interface Slot {
  /** Place in the order of dispatch over the whole run, from 0. */
  sequence: number
  /** Unix time in milliseconds. */
  startedAt: number
}

/** Provider failures in a row after which no further call is made: an outage should end a run, not be paid for to its end. */
export const CIRCUIT_FAILURES = 20

/**
 * What must hold over all workers and projects of a run: how many cases are in flight, and what is spent. It lives in the main
 * process; workers reach it through a local socket, and what a dead worker held is given back.
 */
export interface Coordinator {
  acquire(holder: object): Promise<Slot>
  release(holder: object): void
  /** Whether one more paid call may start; `estimate` is what it is likely to cost. */
  admit(holder: object, estimate: Cost): Admission
  settle(holder: object, cost: Cost, call: { failed: boolean }): void
  /** Gives back all that a holder has: slots, places in the queue, and calls it never settled. */
  drop(holder: object): void
  /** Forgets what was spent and dispatched: a watch mode's next run. */
  reset(): void
  /** Takes a second project's limits: the narrower of each holds. */
  narrow(options: CoordinatorOptions): void
}

export function createCoordinator(options: CoordinatorOptions): Coordinator {
  let limits = options
  let sequence = 0
  let inFlight = 0
  let spent = { usd: 0, calls: 0, tokens: 0 }
  let settled = 0
  let failures = 0
  let queue: { holder: object; grant: (slot: Slot) => void }[] = []
  const slots = new Map<object, number>()
  const calls = new Map<object, number>()

  const change = (counts: Map<object, number>, holder: object, by: number) => {
    const next = (counts.get(holder) ?? 0) + by
    if (next > 0) counts.set(holder, next)
    else counts.delete(holder)
  }
  const dispatch = () => {
    while (inFlight < limits.concurrency) {
      const next = queue.shift()
      if (next === undefined) return
      inFlight += 1
      change(slots, next.holder, 1)
      next.grant({ sequence: sequence++, startedAt: Date.now() })
    }
  }

  return {
    acquire: (holder) =>
      new Promise((grant) => {
        queue.push({ holder, grant })
        dispatch()
      }),
    release(holder) {
      if (!slots.has(holder)) return
      change(slots, holder, -1)
      inFlight -= 1
      dispatch()
    },
    admit(holder, estimate) {
      if (failures >= CIRCUIT_FAILURES) {
        return { ok: false, kind: 'circuit', reason: `not asked: the provider failed ${failures} times in a row` }
      }
      const open = [...calls.values()].reduce((sum, count) => sum + count, 0)
      const reason = overBudget(limits.budget, spent, settled === 0 ? spending(estimate) : mean(spent, settled), open + 1)
      if (reason !== null) return { ok: false, kind: 'budget', reason }
      change(calls, holder, 1)
      return { ok: true }
    },
    settle(holder, cost, { failed }) {
      change(calls, holder, -1)
      failures = failed ? failures + 1 : 0
      if (!failed) settled += 1
      const more = spending(cost)
      spent = { usd: spent.usd + more.usd, calls: spent.calls + more.calls, tokens: spent.tokens + more.tokens }
    },
    drop(holder) {
      queue = queue.filter((waiting) => waiting.holder !== holder)
      inFlight -= slots.get(holder) ?? 0
      slots.delete(holder)
      calls.delete(holder)
      dispatch()
    },
    reset() {
      sequence = 0
      settled = 0
      failures = 0
      spent = { usd: 0, calls: 0, tokens: 0 }
    },
    narrow({ concurrency, budget }) {
      const least = (a: number | undefined, b: number | undefined) =>
        a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
      limits = {
        concurrency: Math.min(limits.concurrency, concurrency),
        budget: {
          usd: least(limits.budget.usd, budget.usd),
          calls: least(limits.budget.calls, budget.calls),
          tokens: least(limits.budget.tokens, budget.tokens),
        },
      }
    },
  }
}

interface Spending {
  usd: number
  calls: number
  tokens: number
}

function spending({ usd, calls, inputTokens, outputTokens }: Cost): Spending {
  return { usd: usd ?? 0, calls, tokens: inputTokens + outputTokens }
}

function mean({ usd, tokens }: Spending, calls: number): Spending {
  return { usd: usd / calls, calls: 1, tokens: tokens / calls }
}

/** Calls in flight, and the one that asks, are counted at what a call costs, so that many workers do not overshoot together. */
function overBudget(budget: BudgetLimits, spent: Spending, each: Spending, open: number): string | null {
  if (budget.calls !== undefined && spent.calls + open > budget.calls) return `the budget of ${budget.calls} calls is spent`
  if (budget.usd !== undefined && spent.usd + open * each.usd > budget.usd)
    return `the budget of ${budget.usd} USD is spent (${spent.usd.toFixed(2)} USD so far, ${open - 1} calls in flight)`
  if (budget.tokens !== undefined && spent.tokens + open * each.tokens > budget.tokens)
    return `the budget of ${budget.tokens} tokens is spent (${spent.tokens} so far, ${open - 1} calls in flight)`
  return null
}
