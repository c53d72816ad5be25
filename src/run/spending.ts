import type { Admission, Party } from '../judges/budget.js'
import type { Cost } from '../schema/record.js'

/** What a run may spend; absent means without limit. */
export interface BudgetLimits {
  usd?: number | undefined
  calls?: number | undefined
  tokens?: number | undefined
}

/** Failures of one party in a row after which no further call is made: an outage should end a run, not be paid for to its end. */
export const CIRCUIT_FAILURES = 20

/** What is spent, and whether one more call may start. */
export interface Spending {
  /** `estimate` is what the call is likely to cost. */
  admit(holder: object, party: Party, estimate: Cost): Admission
  settle(holder: object, party: Party, cost: Cost, failure?: string | undefined): void
  /** Forgets the calls that a holder never settled. */
  drop(holder: object): void
  reset(): void
}

interface Sums {
  usd: number
  calls: number
  tokens: number
}

/** @param limits The budget in force; asked at every call. */
export function createSpending(limits: () => BudgetLimits): Spending {
  let spent: Sums = { usd: 0, calls: 0, tokens: 0 }
  let settled = 0
  const failures = new Map<string, number>()
  const open = new Map<object, number>()
  const change = (holder: object, by: number) => {
    const next = (open.get(holder) ?? 0) + by
    if (next > 0) open.set(holder, next)
    else open.delete(holder)
  }

  return {
    admit(holder, { name }, estimate) {
      if ((failures.get(name) ?? 0) >= CIRCUIT_FAILURES) {
        return { ok: false, kind: 'circuit', reason: `not asked: ${name} failed ${CIRCUIT_FAILURES} times in a row` }
      }
      const underWay = [...open.values()].reduce((sum, count) => sum + count, 0)
      const each = settled === 0 ? sums(estimate) : { usd: spent.usd / settled, calls: 1, tokens: spent.tokens / settled }
      const free = limits().usd !== 0 || estimate.usd !== null
      const reason = free
        ? overBudget(limits(), spent, each, underWay)
        : 'the `budget` is 0 USD, and no price is known for this model'
      if (reason !== null) return { ok: false, kind: 'budget', reason }
      change(holder, 1)
      return { ok: true }
    },
    settle(holder, { name }, cost, failure) {
      change(holder, -1)
      failures.set(name, failure === undefined ? 0 : (failures.get(name) ?? 0) + 1)
      if (failure === undefined) settled += 1
      const more = sums(cost)
      spent = { usd: spent.usd + more.usd, calls: spent.calls + more.calls, tokens: spent.tokens + more.tokens }
    },
    drop: (holder) => void open.delete(holder),
    reset() {
      spent = { usd: 0, calls: 0, tokens: 0 }
      settled = 0
      failures.clear()
    },
  }
}

function sums({ usd, calls, inputTokens, outputTokens }: Cost): Sums {
  return { usd: usd ?? 0, calls, tokens: inputTokens + outputTokens }
}

/** Calls under way, and the one that asks, are counted at what a call costs, so that many workers do not overshoot together. */
function overBudget(budget: BudgetLimits, spent: Sums, each: Sums, underWay: number): string | null {
  for (const unit of ['calls', 'usd', 'tokens'] as const) {
    const limit = budget[unit]
    if (limit === undefined) continue
    const ahead = spent[unit] + (underWay + 1) * each[unit]
    if (ahead > limit) return refusal(unit, limit, spent[unit], underWay)
  }
  return null
}

function refusal(unit: keyof Sums, limit: number, spent: number, underWay: number): string {
  const amount = (value: number) => (unit === 'usd' ? `${value.toFixed(2)} USD` : `${Math.round(value)} ${unit}`)
  return `one more call could exceed the \`budget\` of ${amount(limit)} (${amount(spent)} spent, ${underWay} calls under way)`
}
