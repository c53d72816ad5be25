import type { Party } from '../judges/budget.js'
import type { Cost } from '../schema/record.js'
import { usdText } from '../text/money.js'

/** What a run may spend; absent means without limit. */
export interface BudgetLimits {
  usd?: number | undefined
  calls?: number | undefined
  tokens?: number | undefined
}

/** The budget in force: all of it, or what one shard of the run has of it. */
export interface BudgetShare extends BudgetLimits {
  /** Of how many shards this is one, and what they share. */
  of?: { count: number; whole: BudgetLimits } | undefined
}

/** What a call that may start holds back until it is settled. */
export interface Reservation {
  amounts: Sums
  /** Nobody knows yet what the party's calls cost. */
  blind: boolean
}

/**
 * `wait`: it may not fit beside the calls that are under way, and whether it does shows when they are settled. A string says why it
 * never will.
 */
export type Fit = Reservation | 'wait' | string

/** What is spent, what calls under way may add to it, and whether one more fits. */
export interface Spending {
  /** `estimate` is what the call is likely to cost; one of no calls says that nobody knows. */
  reserve(party: Party, estimate: Cost): Fit
  release(reservation: Reservation): void
  /** The first call of a party takes so long that others of its kind are no longer to wait for what it costs. */
  waitNoLonger(party: Party, reservation: Reservation): void
  /** Adds what a call cost. @param answered false where it failed, which says little of what others will cost. */
  spend(party: Party, cost: Cost, answered: boolean): void
  reset(): void
}

interface Sums {
  usd: number
  calls: number
  tokens: number
}

const UNITS = ['calls', 'usd', 'tokens'] as const
const NOTHING: Sums = { usd: 0, calls: 0, tokens: 0 }
const ONE_CALL: Sums = { usd: 0, calls: 1, tokens: 0 }

/** What the settled calls of one party cost. */
interface Past {
  settled: number
  sum: Sums
  most: Sums
  priceless: boolean
}

const NO_PAST: Past = { settled: 0, sum: NOTHING, most: NOTHING, priceless: false }

/** Whether a sum is more than its limit; sums of money are not exact. */
export function exceeds(sum: number, limit: number): boolean {
  return sum > limit * (1 + 1e-9)
}

/**
 * @param limits The budget in force; asked at every call.
 * @param probes Whether the first call of a party whose costs nobody knows is made alone.
 */
export function createSpending(limits: () => BudgetShare, probes: () => boolean = () => true): Spending {
  let spent = NOTHING
  const underWay = new Set<Reservation>()
  const pasts = new Map<string, Past>()

  /** Beside what is under way a call counts as much as the dearest of its party so far, or as its estimate where that is more. */
  const atMost = (past: Past | undefined, estimate: Cost): Sums =>
    estimate.calls > 0
      ? most(past?.most ?? NOTHING, sums(estimate))
      : past === undefined || past.settled === 0
        ? ONE_CALL
        : past.most
  /** Alone it counts as much as those before it on average; for calls, of which none may be one too many, as the dearest. */
  const alone = (past: Past | undefined, estimate: Cost): Sums => {
    if (past === undefined || past.settled === 0) return atMost(past, estimate)
    const { sum, most, settled } = past
    return { usd: sum.usd / settled, tokens: sum.tokens / settled, calls: most.calls }
  }

  return {
    reserve({ name }, estimate) {
      const budget = limits()
      const past = pasts.get(name)
      const blind = past === undefined && estimate.calls === 0
      if (budget.usd === 0 && (past?.priceless === true || estimate.usd === null))
        return 'the `budget` is 0 USD, and no price is known for this model'
      const over = exceeded(budget, spent, alone(past, estimate), blind)
      if (over !== null) return refusal(over, budget, spent[over])
      const held = { amounts: atMost(past, estimate), blind }
      const counting = [...underWay].filter(({ amounts }) => UNITS.some((unit) => amounts[unit] > 0))
      const withOthers = counting.reduce((sum, { amounts }) => add(sum, amounts), spent)
      // Of calls that may cost anything one is made first, where anything could be too much.
      const anotherBlind = blind && probes() && limited(budget) && counting.some((one) => one.blind)
      if (counting.length > 0 && (anotherBlind || exceeded(budget, withOthers, held.amounts, blind) !== null)) return 'wait'
      underWay.add(held)
      return held
    },
    release: (reservation) => void underWay.delete(reservation),
    waitNoLonger({ name }, reservation) {
      reservation.blind = false
      if (!pasts.has(name)) pasts.set(name, NO_PAST)
    },
    spend({ name }, cost, answered) {
      const more = sums(cost)
      spent = add(spent, more)
      const past = pasts.get(name) ?? NO_PAST
      const priceless = past.priceless || cost.usd === null
      const next = { settled: past.settled + 1, sum: add(past.sum, more), most: most(past.most, more), priceless }
      pasts.set(name, answered ? next : past)
    },
    reset() {
      spent = NOTHING
      pasts.clear()
    },
  }
}

function limited(budget: BudgetLimits): boolean {
  return UNITS.some((unit) => budget[unit] !== undefined)
}

function sums({ usd, calls, inputTokens, outputTokens }: Cost): Sums {
  return { usd: usd ?? 0, calls, tokens: inputTokens + outputTokens }
}

function add(a: Sums, b: Sums): Sums {
  return { usd: a.usd + b.usd, calls: a.calls + b.calls, tokens: a.tokens + b.tokens }
}

function most(a: Sums, b: Sums): Sums {
  return { usd: Math.max(a.usd, b.usd), calls: Math.max(a.calls, b.calls), tokens: Math.max(a.tokens, b.tokens) }
}

/** The unit in which `more` does not fit; null where it does. A call of which nothing is known does not fit where all is spent. */
function exceeded(budget: BudgetLimits, already: Sums, more: Sums, blind: boolean): (typeof UNITS)[number] | null {
  const over = UNITS.find((unit) => {
    const limit = budget[unit]
    if (limit === undefined) return false
    // A budget of nothing still lets what is free be asked, which shows with its first answer.
    if (blind && limit === 0 && already[unit] === 0) return false
    return exceeds(already[unit] + more[unit], limit) || (blind && already[unit] >= limit)
  })
  return over ?? null
}

function refusal(unit: keyof Sums, budget: BudgetShare, spent: number): string {
  const limit = budget[unit] ?? 0
  const amount = (value: number) => {
    if (unit !== 'usd') return `${Math.round(value)} ${Math.round(value) === 1 ? unit.slice(0, -1) : unit}`
    return `${usdText(value)} USD`
  }
  const named = `the \`budget\` of ${amount(limit)}${partText(budget, unit, amount)}`
  if (spent >= limit && limit > 0) return `${named} is spent (${amount(spent)})`
  return `one more call could exceed ${named} (${amount(spent)} spent)`
}

/** Behind a limit that is not the one that somebody set: what it is a part of. Empty outside shards. */
export function partText({ of }: BudgetShare, unit: keyof BudgetLimits, amount: (value: number) => string): string {
  const whole = of?.whole[unit]
  return whole === undefined ? '' : ` (this shard's part of ${amount(whole)})`
}
