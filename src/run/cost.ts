import { NO_COST } from '../judges/budget.js'
import { type Prices, costOf as priceOfUsage } from '../providers/prices.js'
import { Cost } from '../schema/record.js'
import type { Usage } from '../schema/response.js'

/**
 * What reported usage costs: the money that it names, else its tokens by the price of its model, call by call where it has `parts`. Without usage there was
 * no call; without a price of every call the money is unknown.
 *
 * @param prices Beside and above the list prices.
 */
export function costOf(usage: Usage | undefined, prices?: Prices): Cost {
  if (usage === undefined) return NO_COST
  const calls = moneyOf(usage, prices)
  const usd = calls.every((one) => one !== null) ? knownOf(calls) : null
  return {
    calls: usage.calls ?? 1,
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    usd: usd !== null && Number.isFinite(usd) ? usd : null,
  }
}

/**
 * What counts against a budget: of calls of which one has no price, the money and the tokens of those that say them. A lower bound; where no money is known at
 * all it stays unknown.
 */
export function spentOn(usage: Usage | undefined, prices?: Prices): Cost {
  const cost = costOf(usage, prices)
  if (usage?.parts === undefined) return cost
  const known = knownOf(moneyOf(usage, prices))
  const counted = (name: 'inputTokens' | 'outputTokens') =>
    usage[name] ?? usage.parts?.reduce((sum, part) => sum + (part[name] ?? 0), 0) ?? 0
  return {
    ...cost,
    inputTokens: counted('inputTokens'),
    outputTokens: counted('outputTokens'),
    usd: cost.usd ?? (known > 0 && Number.isFinite(known) ? known : null),
  }
}

/** USD of each call; null where it is not known. */
function moneyOf(usage: Usage, prices: Prices | undefined): (number | null)[] {
  if (usage.calls === 0) return [usage.usd ?? 0]
  if (usage.usd !== undefined || usage.parts === undefined) return [priceOfUsage(usage, prices)]
  return usage.parts.map((part) => (part.calls === 0 ? (part.usd ?? 0) : priceOfUsage(part, prices)))
}

function knownOf(calls: readonly (number | null)[]): number {
  return calls.reduce<number>((sum, usd) => sum + (usd ?? 0), 0)
}

/** What a judge says that a call cost; what is no cost is a call of unknown price. */
export function checkedCost(cost: unknown): Cost {
  const parsed = Cost.safeParse(cost)
  return parsed.success ? parsed.data : { ...NO_COST, calls: 1, usd: null }
}

/** Money is unknown as soon as one call's is, or where the sum is beyond all numbers; counts stop at the largest safe one. */
export function sumCosts(costs: readonly Cost[]): Cost {
  const counted = (a: number, b: number) => Math.min(a + b, Number.MAX_SAFE_INTEGER)
  return costs.reduce<Cost>((sum, cost) => {
    const usd = sum.usd === null || cost.usd === null ? null : sum.usd + cost.usd
    const unknownTokens = counted(sum.unknownTokens ?? 0, cost.unknownTokens ?? 0)
    return {
      calls: counted(sum.calls, cost.calls),
      inputTokens: counted(sum.inputTokens, cost.inputTokens),
      outputTokens: counted(sum.outputTokens, cost.outputTokens),
      usd: usd !== null && Number.isFinite(usd) ? usd : null,
      ...(unknownTokens > 0 ? { unknownTokens } : {}),
    }
  }, NO_COST)
}
