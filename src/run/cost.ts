import { NO_COST } from '../judges/budget.js'
import type { Cost } from '../schema/record.js'
import type { Usage } from '../schema/response.js'

/** What reported usage costs. Without usage there was no call; without a price the money is unknown. */
export function costOf(usage: Usage | undefined): Cost {
  if (usage === undefined) return NO_COST
  return {
    calls: usage.calls ?? 1,
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    usd: usage.usd ?? null,
  }
}

/** Money is unknown as soon as one call's is. */
export function sumCosts(costs: readonly Cost[]): Cost {
  return costs.reduce<Cost>(
    (sum, cost) => ({
      calls: sum.calls + cost.calls,
      inputTokens: sum.inputTokens + cost.inputTokens,
      outputTokens: sum.outputTokens + cost.outputTokens,
      usd: sum.usd === null || cost.usd === null ? null : sum.usd + cost.usd,
    }),
    NO_COST,
  )
}
