import { z } from 'zod'
import type { CallUsage } from '../schema/response.js'
import { undatedModel } from './model-name.js'

const rate = z.number().min(0)
const rates = {
  input: rate,
  output: rate,
  /** Of input that is read from the provider's prompt cache. @default input */
  cachedInput: rate.optional(),
  /** Of input that is written to it. @default input */
  cacheWrite: rate.optional(),
}

/** USD per million tokens. */
export const Price = z.strictObject({
  ...rates,
  /** Other rates for the whole request where its input is longer than `tokens`; a rate that it does not name stays. */
  above: z.strictObject({ tokens: z.int().min(0), ...rates, input: rate.optional(), output: rate.optional() }).optional(),
})
export type Price = z.output<typeof Price>

export type Prices = Readonly<Record<string, Price>>

/** What a reply used. `inputTokens` counts all input, cached or not. */
export interface ReplyUsage extends CallUsage {
  cacheWriteTokens?: number | undefined
}

const claude = (input: number, output: number, cachedInput: number): Price => ({
  input,
  output,
  cachedInput,
  cacheWrite: input * 1.25,
})

/** Prompts of more than 272,000 tokens cost twice as much for input and half as much again for output. */
const gpt = (input: number, output: number, cachedInput: number, cacheWrite = input): Price => ({
  input,
  output,
  cachedInput,
  cacheWrite,
  above: { tokens: 272_000, input: input * 2, output: output * 1.5, cachedInput: cachedInput * 2, cacheWrite: cacheWrite * 2 },
})

/**
 * List prices of the providers' own endpoints, as read on 2026-11-29, without batch, priority or regional rates. Prices change:
 * `prices` in the options overrides and extends this table.
 */
const LIST_PRICES: Prices = {
  'claude-fable-5-1': claude(10, 50, 0.25),
  'claude-fable-5': claude(10, 50, 1),
  'claude-opus-5-5': claude(4, 20, 0.2),
  'claude-opus-5': claude(5, 25, 0.5),
  'claude-opus-4-8': claude(5, 25, 0.5),
  'claude-opus-4-7': claude(5, 25, 0.5),
  'claude-opus-4-6': claude(5, 25, 0.5),
  'claude-opus-4-5': claude(5, 25, 0.5),
  'claude-sonnet-5-5': claude(2, 10, 0.1),
  'claude-sonnet-5': claude(2, 10, 0.2),
  'claude-sonnet-4-6': claude(3, 15, 0.3),
  'claude-sonnet-4-5': claude(3, 15, 0.3),
  'claude-haiku-5-5': {
    ...claude(0.1, 0.5, 0.01),
    above: { tokens: 100_000, input: 0.5, output: 2.5, cachedInput: 0.05, cacheWrite: 0.625 },
  },
  'claude-haiku-4-5': claude(1, 5, 0.1),
  'gpt-6.1-sol': gpt(2, 10, 0.1, 2.5),
  'gpt-6.1-terra': gpt(1, 5, 0.05, 1.25),
  'gpt-6-sol': gpt(2, 10, 0.2, 2.5),
  'gpt-6-luna': gpt(0.1, 0.5, 0.01, 0.125),
  'gpt-5.6-terra': gpt(2, 12, 0.2),
  'gpt-5.6-luna': gpt(0.2, 1.2, 0.02),
  'gpt-5.4': gpt(2.5, 15, 0.25),
  'gpt-5.4-mini': { input: 0.75, output: 4.5, cachedInput: 0.075 },
  'gpt-5.4-nano': { input: 0.2, output: 1.25, cachedInput: 0.02 },
  // Embeddings have no output.
  'text-embedding-3-large': { input: 0.13, output: 0 },
  'text-embedding-3-small': { input: 0.02, output: 0 },
}

/** The price of a model, a dated version of it included (`-20260929`, `-2026-09-29`); null where none is known. */
export function priceOf(model: string, prices: Prices = {}): Price | null {
  for (const table of [prices, LIST_PRICES]) {
    for (const name of [model, undatedModel(model)]) {
      const price = Object.hasOwn(table, name) ? table[name] : undefined
      if (price !== undefined) return price
    }
  }
  return null
}

/** Cost of a reply in USD; null where the model's price or either count of tokens is not known, or is no number, never 0 for that. */
export function costOf(usage: ReplyUsage, prices: Prices = {}): number | null {
  if (usage.usd !== undefined) return finite(usage.usd)
  const { model, inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 } = usage
  if (model === undefined || inputTokens === undefined || outputTokens === undefined) return null
  const base = priceOf(model, prices)
  if (base === null) return null
  const tier = base.above !== undefined && inputTokens > base.above.tokens ? base.above : base
  const input = tier.input ?? base.input
  const plain = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens)
  const micros =
    plain * input +
    cachedInputTokens * (tier.cachedInput ?? base.cachedInput ?? input) +
    cacheWriteTokens * (tier.cacheWrite ?? base.cacheWrite ?? input) +
    outputTokens * (tier.output ?? base.output)
  return finite(micros / 1_000_000)
}

/** By the model that was asked for: an alias that a provider resolves to a name of its own is priced as the user knows it. */
export function replyCost(usage: ReplyUsage, { model, prices }: { model: string; prices?: Prices | undefined }): number | null {
  return costOf({ ...usage, model }, prices) ?? costOf(usage, prices)
}

/** A judge or system of the user's own may report anything. */
const finite = (usd: number) => (Number.isFinite(usd) ? usd : null)
