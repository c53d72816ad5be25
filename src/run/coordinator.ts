import { type BudgetLimits, createSpending, type Spending } from './spending.js'
import { createTurns, type Turns } from './turns.js'

/** What one project asks for; what it leaves open another may set. */
export interface Limits {
  /** Cases in flight over the whole run. */
  concurrency?: number | undefined
  budget?: BudgetLimits | undefined
}

/** In force where no project says otherwise. */
export const DEFAULT_LIMITS = { concurrency: 8, budget: { usd: 1 } } as const

/**
 * What must hold over all workers and projects of a run: how many cases are in flight, and what is spent. It lives in the main
 * process; workers reach it through a local socket, and what a dead worker held is given back.
 */
export interface Coordinator extends Omit<Turns, 'drop' | 'reset'>, Omit<Spending, 'drop' | 'reset'> {
  /** Gives back all that a holder has: slots, places in the queue, and calls it never settled. */
  drop(holder: object): void
  /** Forgets what was spent and dispatched: a watch mode's next run. */
  reset(): void
  /** Adds a project's limits. Of two that were set the narrower holds, for all. */
  join(limits: Limits): void
}

export function createCoordinator(...joined: Limits[]): Coordinator {
  const turns = createTurns(() => least(joined.map(({ concurrency }) => concurrency)) ?? DEFAULT_LIMITS.concurrency)
  const spending = createSpending(() => budgetOf(joined))
  return {
    ...turns,
    ...spending,
    drop(holder) {
      turns.drop(holder)
      spending.drop(holder)
    },
    reset() {
      turns.reset()
      spending.reset()
    },
    join: (limits) => void joined.push(limits),
  }
}

function budgetOf(joined: readonly Limits[]): BudgetLimits {
  const set = joined.flatMap(({ budget }) => budget ?? [])
  if (set.length === 0) return DEFAULT_LIMITS.budget
  return {
    usd: least(set.map(({ usd }) => usd)),
    calls: least(set.map(({ calls }) => calls)),
    tokens: least(set.map(({ tokens }) => tokens)),
  }
}

function least(values: readonly (number | undefined)[]): number | undefined {
  const set = values.filter((value) => value !== undefined)
  return set.length === 0 ? undefined : Math.min(...set)
}
