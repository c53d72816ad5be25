import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupBy } from '../group-by.js'
import type { Party } from '../judges/budget.js'
import type { Cost } from '../schema/record.js'
import { createCoordinator } from './coordinator.js'
import { NO_SYSTEM_CALL } from './plan.js'
import { playedClock } from './played-clock.test-util.js'
import { partOf, shareOfBudget, shareOfLimits } from './shard.js'

const cases = (sizes: readonly number[]) =>
  sizes.flatMap((size, group) => Array.from({ length: size }, (_, i) => ({ id: `${group}-${i}`, group: `g${group}` })))

const partsOf = (all: { id: string; group: string }[], count: number, suite = 'Stamps') =>
  Array.from({ length: count }, (_, i) => partOf(all, { index: i + 1, count }, suite))

const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).sort()

describe('the part of a suite that a shard runs', () => {
  it('holds every case once, groups whole, and parts differ by no more than the largest group', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (sizes, count) => {
        const all = cases(sizes)
        const parts = partsOf(all, count)
        expect(ids(parts.flat())).toEqual(ids(all))
        for (const part of parts) {
          for (const [group, members] of groupBy(part, (one) => one.group)) {
            expect(members).toHaveLength(all.filter((one) => one.group === group).length)
          }
        }
        const lengths = parts.map(({ length }) => length)
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(Math.max(0, ...sizes))
      }),
    )
  })

  it('is as large as any other where every item stands alone', () => {
    const lengths = partsOf(cases(Array.from({ length: 10_000 }, () => 1)), 4).map(({ length }) => length)
    expect(lengths).toEqual([2500, 2500, 2500, 2500])
  })

  it.each([2, 3, 5, 8, 13])('is as large as the other where one group holds half of %i pairs of cases', (size) => {
    const sizes = Array.from({ length: size }, () => 1)
    for (const all of [cases([...sizes, size]), cases([size, ...sizes])]) {
      expect(partsOf(all, 2).map(({ length }) => length)).toEqual([size, size])
    }
  })

  it('keeps the order of the cases, and does not depend on it', () => {
    const all = cases([3, 1, 1, 2, 1, 5, 1])
    const parts = partsOf(all, 3)
    for (const part of parts) expect(part).toEqual(all.filter((one) => part.includes(one)))
    expect(partsOf(all.toReversed(), 3).map(ids)).toEqual(parts.map(ids))
  })

  it('may be empty: 2 groups in 5 parts', () => {
    const lengths = partsOf(cases([2, 1]), 5).map(({ length }) => length)
    expect(lengths.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1, 2])
  })

  it('is not the first one for every small suite', () => {
    const taken = Array.from({ length: 40 }, (_, i) =>
      partsOf(cases([1]), 4, `suite ${i}`).findIndex(({ length }) => length === 1),
    )
    expect([...new Set(taken)].sort()).toEqual([0, 1, 2, 3])
  })
})

describe("a shard's share of the budget", () => {
  it.each([1, 2, 3, 4, 7])('adds up to the whole over %i shards', (count) => {
    const shares = Array.from({ length: count }, (_, i) =>
      shareOfBudget({ usd: 2, calls: 10, tokens: 1001 }, { index: i + 1, count }),
    )
    const sum = (of: (share: (typeof shares)[number]) => number | undefined) =>
      shares.reduce((all, share) => all + (of(share) ?? 0), 0)
    expect(sum(({ usd }) => usd)).toBeCloseTo(2)
    expect(sum(({ calls }) => calls)).toBe(10)
    expect(sum(({ tokens }) => tokens)).toBe(1001)
    expect(shares.every(({ calls }) => Number.isInteger(calls))).toBe(true)
  })

  it('limits nothing that the budget does not limit', () => {
    expect(shareOfBudget({ calls: 3 }, { index: 4, count: 4 })).toEqual({
      usd: undefined,
      calls: 0,
      tokens: undefined,
      of: { count: 4, whole: { calls: 3 } },
    })
  })

  it('of limits a minute is never nothing', () => {
    expect(shareOfLimits({ requests: 50, tokens: 3 }, { index: 1, count: 4 })).toEqual({ requests: 12, tokens: 1 })
  })
})

describe('a run that is one shard of several', () => {
  const cost = (usd: number): Cost => ({ calls: 1, inputTokens: 0, outputTokens: 0, usd })
  const party: Party = { name: 'anthropic m', limits: { requests: 4 } }

  it('spends its share of the budget, and says whose it is', async () => {
    const coordinator = createCoordinator({ budget: { usd: 2 } }, undefined, { index: 3, count: 4 })
    expect(await coordinator.admit({}, party, cost(0.5))).toEqual({ ok: true })
    coordinator.settle({}, party, cost(0.5))
    expect(await coordinator.admit({}, party, cost(0.01))).toEqual({
      ok: false,
      kind: 'budget',
      reason: "the `budget` of 0.50 USD (this shard's part of 2.00 USD) is spent (0.50 USD)",
    })
  })

  it('does not start where its estimate exceeds its share, and names the whole budget that would do', () => {
    const coordinator = createCoordinator({}, undefined, { index: 1, count: 4 })
    const judge = { calls: 1, recorded: 0, inputTokens: 0, outputTokens: 0, usd: 0.5, unpriced: 0 }
    coordinator.declare({ project: '', file: 'a', suite: 'S', cases: [{ id: 'S-1', judge, system: NO_SYSTEM_CALL }], notes: [] })
    expect(coordinator.mayStart()).toMatch(
      /estimated at 0\.50 USD .* and the `budget` is 0\.25 USD \(this shard's part of 1 USD\), its default; set `budget: { usd: 2 }`/,
    )
  })

  it('keeps to its share of the limits a minute', async () => {
    const clock = playedClock()
    const coordinator = createCoordinator({ budget: {} }, clock, { index: 1, count: 2 })
    let admitted = 0
    for (let i = 0; i < 3; i += 1) void coordinator.admit({}, party, cost(0)).then(() => (admitted += 1))
    await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    expect(admitted).toBe(2)
  })
})
