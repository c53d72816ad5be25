import { z } from 'zod'
import type { Json } from '../schema/json.js'
import { CallUsage } from '../schema/response.js'

/** One call to a model: the same system prompt for every case, so that a provider may cache it, and one user message. */
export interface ModelRequest {
  system: string
  user: string
  /** JSON Schema of the reply; without it the reply is text. */
  schema?: Json | undefined
  /** What the reply is, in one word. @default 'verdict' */
  name?: string | undefined
}

/** What came back, before anything is read from it: this is what a recording holds. */
export const ModelReply = z.strictObject({
  text: z.string(),
  stop: z.enum(['end', 'length', 'refusal']).describe('length: it was cut off; refusal: the model declined'),
  usage: z.strictObject({ ...CallUsage.shape, cacheWriteTokens: z.int().min(0).optional() }),
})
export type ModelReply = z.output<typeof ModelReply>

/** Throws a `ProviderFault` for whatever goes wrong between here and a reply. It does not retry. */
export type Ask = (request: ModelRequest, signal: AbortSignal) => Promise<ModelReply>

/** Loads the SDK and finds the key; throws a `SetupError` where either is missing. */
export type OpenClient = () => Promise<Ask>

/** What a server says that a reply used, as it came. */
interface SentUsage {
  model: unknown
  /** Counts that together are the whole input. */
  input: readonly unknown[]
  /** Parts of the input. */
  cached: unknown
  written: unknown
  output: unknown
}

/**
 * The usage as far as it is known. What is no count, or comes of something that is none, is left out: it makes the cost unknown, and costs nobody
 * the reply.
 */
export function usageOf({ model, input, cached, written, output }: SentUsage): ModelReply['usage'] {
  const whole = [...input, cached, written].every(isCount) ? (input as number[]).reduce((sum, part) => sum + part, 0) : undefined
  return {
    ...(typeof model === 'string' ? { model } : {}),
    ...(isCount(whole) ? { inputTokens: whole, cachedInputTokens: cached as number, cacheWriteTokens: written as number } : {}),
    ...(isCount(output) ? { outputTokens: output } : {}),
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

export const DEFAULT_MAX_TOKENS = 16_000
export const DEFAULT_DEADLINE_MS = 120_000
export const DEFAULT_RETRIES = 4
