import { describe, expect, it } from 'vitest'
import { costOf, Price, priceOf } from './prices.js'

describe('costOf', () => {
  it.each([
    // 1000 × 3 + 200 × 15 per million
    ['plain', { model: 'claude-sonnet-4-6', inputTokens: 1000, outputTokens: 200 }, 0.006],
    // 100 × 3 + 900 × 0.3 + 200 × 15
    ['cached input', { model: 'claude-sonnet-4-6', inputTokens: 1000, cachedInputTokens: 900, outputTokens: 200 }, 0.00357],
    // 100 × 3 + 900 × 3.75 + 200 × 15
    [
      'input written to the cache',
      { model: 'claude-sonnet-4-6', inputTokens: 1000, cacheWriteTokens: 900, outputTokens: 200 },
      0.006675,
    ],
    // 200000 × 0.5 + 1000 × 2.5
    ['a prompt beyond the tier', { model: 'claude-haiku-5-5', inputTokens: 200_000, outputTokens: 1000 }, 0.1025],
    // 100000 × 0.1 + 1000 × 0.5
    ['a prompt at the tier', { model: 'claude-haiku-5-5', inputTokens: 100_000, outputTokens: 1000 }, 0.0105],
    ['nothing used', { model: 'gpt-5.4', inputTokens: 0, outputTokens: 0 }, 0],
    ['what the provider says itself', { model: 'unknown', usd: 0.5 }, 0.5],
  ])('%s', (_, usage, expected) => {
    expect(costOf(usage)).toBeCloseTo(expected, 12)
  })

  it.each([
    ['the model has no price', { model: 'my-model', inputTokens: 1, outputTokens: 1 }],
    ['no model is named', { inputTokens: 1, outputTokens: 1 }],
    ['input is not counted', { model: 'gpt-5.4', outputTokens: 1 }],
    ['output is not counted', { model: 'gpt-5.4', inputTokens: 1 }],
  ])('is null, not 0, where %s', (_, usage) => {
    expect(costOf(usage)).toBeNull()
  })

  it.each([
    ['a count that is no number', { inputTokens: Number.NaN, outputTokens: 1 }, { input: 1, output: 1 }],
    [
      'a count beyond all numbers, of what is free',
      { inputTokens: Number.POSITIVE_INFINITY, outputTokens: 1 },
      { input: 0, output: 1 },
    ],
    ['money that is no number', { inputTokens: 1, outputTokens: 1, usd: Number.NaN }, { input: 1, output: 1 }],
    ['a price without a rate', { inputTokens: 1, outputTokens: 1 }, { input: 1 } as Price],
  ])('is null, not NaN, for %s', (_, usage, price) => {
    expect(costOf({ model: 'm', ...usage }, { m: price })).toBeNull()
  })

  it('keeps beyond the tier what the tier does not name', () => {
    const prices = { m: Price.parse({ input: 2, output: 10, cachedInput: 1, above: { tokens: 100, input: 4 } }) }
    // 500,000 × 4 + 500,000 × 1 + 100,000 × 10
    const usage = { model: 'm', inputTokens: 1_000_000, cachedInputTokens: 500_000, outputTokens: 100_000 }
    expect(costOf(usage, prices)).toBeCloseTo(3.5, 12)
    // 50 × 2 + 50 × 1
    expect(costOf({ model: 'm', inputTokens: 100, cachedInputTokens: 50, outputTokens: 0 }, prices)).toBeCloseTo(0.00015, 12)
  })

  it("takes the user's price before the list's", () => {
    const prices = { 'gpt-5.4': { input: 1, output: 1 } }
    expect(costOf({ model: 'gpt-5.4', inputTokens: 1_000_000, cachedInputTokens: 500_000, outputTokens: 0 }, prices)).toBe(1)
  })
})

describe('priceOf', () => {
  it.each(['claude-haiku-4-5-20251001', 'gpt-5.4-mini-2026-03-17', 'claude-haiku-4-5'])('knows %s', (model) => {
    expect(priceOf(model)).not.toBeNull()
  })

  it.each(['gpt-5.4-pro', 'gpt-5', 'claude', '', 'constructor', '__proto__'])(
    'does not take the price of another for %j',
    (model) => {
      expect(priceOf(model)).toBeNull()
    },
  )
})
