import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Cost } from '../schema/record.js'
import { sumCosts } from './cost.js'

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
