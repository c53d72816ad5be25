import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Cost } from '../schema/record.js'
import { costOf, spentOn, sumCosts } from './cost.js'

const of = (over: Partial<Cost> = {}): Cost => ({ calls: 1, inputTokens: 100, outputTokens: 10, usd: 0.25, ...over })
const price = fc.oneof(fc.constant(null), fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }))
const count = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const anyCost = fc.record(
  { calls: count, inputTokens: count, outputTokens: count, usd: price, unknownTokens: fc.integer({ min: 1 }) },
  { requiredKeys: ['calls', 'inputTokens', 'outputTokens', 'usd'] },
)

describe('sumCosts', () => {
  it.each<[string, Cost[], Cost]>([
    ['no call', [], { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 }],
    ['calls', [of(), of({ usd: 1 })], { calls: 2, inputTokens: 200, outputTokens: 20, usd: 1.25 }],
    ['a price that is not known, first', [of({ usd: null }), of()], { calls: 2, inputTokens: 200, outputTokens: 20, usd: null }],
    ['a price that is not known, last', [of(), of({ usd: null })], { calls: 2, inputTokens: 200, outputTokens: 20, usd: null }],
    [
      'calls whose tokens are not known',
      [of({ unknownTokens: 1, usd: null }), of(), of({ unknownTokens: 2 })],
      { calls: 3, inputTokens: 300, outputTokens: 30, usd: null, unknownTokens: 3 },
    ],
    [
      'money beyond all numbers is not known',
      [of({ usd: 1.5e308 }), of({ usd: 1.5e308 })],
      { calls: 2, inputTokens: 200, outputTokens: 20, usd: null },
    ],
    [
      'and stays so',
      [of({ usd: 1.5e308 }), of({ usd: 1.5e308 }), of()],
      { calls: 3, inputTokens: 300, outputTokens: 30, usd: null },
    ],
    [
      'counts stop at the largest safe number',
      [
        of({ calls: Number.MAX_SAFE_INTEGER, inputTokens: Number.MAX_SAFE_INTEGER }),
        of({ outputTokens: Number.MAX_SAFE_INTEGER }),
      ],
      { calls: Number.MAX_SAFE_INTEGER, inputTokens: Number.MAX_SAFE_INTEGER, outputTokens: Number.MAX_SAFE_INTEGER, usd: 0.5 },
    ],
  ])('%s', (_, costs, sum) => {
    expect(sumCosts(costs)).toEqual(sum)
  })

  it('is always a cost', () => {
    fc.assert(fc.property(fc.array(anyCost, { maxLength: 5 }), (costs) => Cost.safeParse(sumCosts(costs)).success))
  })
})

describe('calls of several prices', () => {
  const prices = { ours: { input: 2, output: 5 }, theirs: { input: 1, output: 0 } }
  const ours = { model: 'ours', calls: 1, inputTokens: 1_000_000, outputTokens: 1_000_000 }
  const theirs = { model: 'theirs', calls: 1, inputTokens: 500_000, outputTokens: 0 }
  const usage = { calls: 2, inputTokens: 1_500_000, outputTokens: 1_000_000, parts: [ours, theirs] }

  it('are priced one by one, by the prices of the config', () => {
    expect(costOf(usage, prices)).toEqual({ calls: 2, inputTokens: 1_500_000, outputTokens: 1_000_000, usd: 7.5 })
    expect(spentOn(usage, prices)).toEqual(costOf(usage, prices))
  })

  it('of which one has none cost an unknown sum, and what is known counts against the budget', () => {
    const known = { ours: prices.ours }
    expect(costOf(usage, known).usd).toBeNull()
    expect(spentOn(usage, known).usd).toBe(7)
    expect(spentOn({ ...usage, parts: [{ ...ours, usd: 3 }, theirs] }, {}).usd).toBe(3)
    expect(spentOn(usage, {}).usd).toBeNull()
  })

  it('of which one has no tokens: the others count', () => {
    const untold = { model: 'untold' }
    expect(spentOn({ calls: 2, parts: [ours, untold] }, prices)).toEqual({
      calls: 2,
      inputTokens: 1_000_000,
      outputTokens: 1_000_000,
      usd: 7,
    })
  })
})
