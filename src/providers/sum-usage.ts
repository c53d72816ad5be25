import type { Usage } from '../schema/response.js'

/**
 * What several calls used together; undefined where there was none. What one of them does not say is not known of the sum either; one without a count of
 * calls is a call. The model is named where it is one. Where the money is not known of all, `parts` keeps the calls: the config may know their prices, and
 * what is known counts against the budget.
 */
export function sumUsage(given: readonly (Usage | undefined)[]): Usage | undefined {
  const usages = given.filter((usage) => usage !== undefined)
  if (usages.length <= 1) return usages[0]
  const sum: Usage = { calls: usages.reduce((calls, usage) => calls + (usage.calls ?? 1), 0) }
  const [model, ...others] = new Set(usages.map((usage) => usage.model))
  if (model !== undefined && others.length === 0) sum.model = model
  for (const name of ['inputTokens', 'cachedInputTokens', 'outputTokens', 'usd'] as const) {
    const values = usages.flatMap((usage) => usage[name] ?? [])
    if (values.length === usages.length) sum[name] = values.reduce((total, value) => total + value, 0)
  }
  return sum.usd === undefined ? { ...sum, parts: usages.flatMap(({ parts, ...whole }) => parts ?? [whole]) } : sum
}

/** `usage` as a field, where there is any. */
export function usageField(given: readonly (Usage | undefined)[]): { usage?: Usage } {
  const usage = sumUsage(given)
  return usage === undefined ? {} : { usage }
}
