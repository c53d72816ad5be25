import { createHash } from 'node:crypto'
import { groupBy } from '../group-by.js'
import type { RateLimits } from '../judges/budget.js'
import type { BudgetLimits, BudgetShare } from './spending.js'

/** One of `count` parts of a run; `index` counts from 1. */
export interface Shard {
  index: number
  count: number
}

/**
 * The cases of a suite that belong to a part, in their order. Groups stay whole, with all trials of their items. Every part gets as many cases as any other,
 * as far as groups allow: the largest group first, among equals by a hash of its name, each goes to the part that has the fewest. So the parts depend on
 * the groups and their sizes, and not on the order of the data. Where there are more parts than groups, some are empty.
 *
 * @param suite What tells the suite from others: small suites do not all begin with the first part.
 */
export function partOf<Case extends { group: string }>(cases: readonly Case[], { index, count }: Shard, suite: string): Case[] {
  const groups = [...groupBy(cases, ({ group }) => group)].map(([group, { length }]) => ({ group, length, hash: hashOf(group) }))
  groups.sort((a, b) => b.length - a.length || (a.hash < b.hash ? -1 : 1))
  const first = Number.parseInt(hashOf(suite).slice(0, 8), 16) % count
  const sizes = Array.from({ length: count }, () => 0)
  const chosen = new Set<string>()
  for (const { group, length } of groups) {
    const part = fewest(sizes, first)
    sizes[part] = (sizes[part] ?? 0) + length
    if (part === index - 1) chosen.add(group)
  }
  return cases.filter(({ group }) => chosen.has(group))
}

/** Place of the smallest number; of several that are equal the next one at or after `first`, around the end. */
function fewest(sizes: readonly number[], first: number): number {
  const least = Math.min(...sizes)
  const places = sizes.flatMap((size, place) => (size === least ? [place] : []))
  return places.find((place) => place >= first) ?? places[0] ?? 0
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What a part may spend so that all parts together keep to the budget: of what is counted, the first parts get what does not divide. */
export function shareOfBudget(whole: BudgetLimits, shard: Shard): BudgetShare {
  const { usd, calls, tokens } = whole
  return {
    usd: usd === undefined ? undefined : usd / shard.count,
    calls: shareOf(calls, shard),
    tokens: shareOf(tokens, shard),
    of: { count: shard.count, whole },
  }
}

function shareOf(amount: number | undefined, { index, count }: Shard): number | undefined {
  if (amount === undefined) return undefined
  const whole = Math.floor(amount / count)
  return whole + (index <= amount - whole * count ? 1 : 0)
}

/** What a part may start a minute, so that parts that run at once keep to a provider's limits; never nothing, or it would wait for ever. */
export function shareOfLimits({ requests, tokens }: RateLimits, { count }: Shard): RateLimits {
  const share = (limit: number | undefined) => (limit === undefined ? undefined : Math.max(1, Math.floor(limit / count)))
  return { requests: share(requests), tokens: share(tokens) }
}
