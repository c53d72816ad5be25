import { NO_COST } from '../judges/budget.js'
import { type Prices, costOf as priceOfUsage } from '../providers/prices.js'
import { Cost } from '../schema/record.js'
import type { Usage } from '../schema/response.js'

/**
 * What reported usage costs: the money that it names, else its tokens by the price of its model. Without usage there was no call; without
 * a price the money is unknown.
 *
 * @param prices Beside and above the list prices.
 */
export function costOf(usage: Usage | undefined, prices?: Prices): Cost {
  if (usage === undefined) return NO_COST
  return {
    calls: usage.calls ?? 1,
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    usd: usage.calls === 0 ? (usage.usd ?? 0) : priceOfUsage(usage, prices),
  }
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
