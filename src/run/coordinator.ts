import type { Ledger } from '../judges/budget.js'
import { type Admissions, createAdmissions } from './admissions.js'
import type { PaceClock } from './pace.js'
import { createPlans, type Plans } from './plan.js'
import { type Shard, shareOfBudget, shareOfLimits } from './shard.js'
import type { BudgetLimits, BudgetShare } from './spending.js'
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
 * What must hold over all workers and projects of a run: how many cases are in flight, what is spent, how often a provider is called,
 * and what is planned. It lives in the main process; workers reach it through a local socket, and a dead worker keeps no turn.
 */
export interface Coordinator extends Omit<Turns, 'drop' | 'reset'>, Omit<Admissions, 'drop' | 'reset'>, Omit<Plans, 'reset'> {
  /** Gives back what a holder has: slots and places in queues. Its calls under way are spent as estimated. */
  drop(holder: object): void
  /** Forgets what was spent, dispatched, planned and failed: a watch mode's next run. */
  reset(): void
  /** Adds a project's limits. Of two that were set the narrower holds, for all. */
  join(limits: Limits): void
}

/**
 * @param clock What limits a minute are measured by; tests put their own in its place.
 * @param shard Which part of the run this is: it has its share of the budget, and of what may be called a minute.
 */
export function createCoordinator(limits?: Limits, clock?: PaceClock, shard?: Shard): Coordinator {
  const joined = limits === undefined ? [] : [limits]
  const budget = (): BudgetShare => (shard === undefined ? budgetOf(joined) : shareOfBudget(budgetOf(joined), shard))
  const turns = createTurns(() => least(joined.map(({ concurrency }) => concurrency)) ?? DEFAULT_LIMITS.concurrency)
  const plans = createPlans(() => ({ limits: budget(), isDefault: joined.every(({ budget }) => budget === undefined) }))
  const admissions = createAdmissions({
    budget,
    ...(shard === undefined ? {} : { limits: (all) => shareOfLimits(all, shard) }),
    // The default is a guard against a mistake, and keeps nobody waiting.
    probes: () => joined.some(({ budget }) => budget !== undefined),
    barred: plans.mayStart,
    ...(clock === undefined ? {} : { clock }),
  })
  return {
    ...turns,
    ...admissions,
    ...plans,
    drop(holder) {
      turns.drop(holder)
      admissions.drop(holder)
    },
    reset() {
      turns.reset()
      plans.reset()
      admissions.reset()
    },
    join: (limits) => void joined.push(limits),
  }
}

/** The ledger of one process that has no workers, such as a command: the same budget, circuit and limits a minute. */
export function createLedger(budget: BudgetLimits): Ledger {
  const admissions = createAdmissions({ budget: () => budget })
  const holder = {}
  return {
    admit: (party, estimate, signal) => admissions.admit(holder, party, estimate, signal),
    again: (party, estimate, signal) => admissions.again(holder, party, estimate, signal),
    settle: async (party, cost, failure) => admissions.settle(holder, party, cost, failure),
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
