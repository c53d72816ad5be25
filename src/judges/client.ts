import { z } from 'zod'
import type { Json } from '../schema/json.js'
import { Usage } from '../schema/response.js'

/** One call to a model: the same system prompt for every case, so that a provider may cache it, and one user message. */
export interface ModelRequest {
  system: string
  user: string
  /** JSON Schema of the reply. */
  schema: Json
}

/** What came back, before anything is read from it: this is what a recording holds. */
export const ModelReply = z.strictObject({
  text: z.string(),
  stop: z.enum(['end', 'length', 'refusal']).describe('length: it was cut off; refusal: the model declined'),
  usage: z.strictObject({ ...Usage.shape, cacheWriteTokens: z.int().min(0).optional() }),
})
export type ModelReply = z.output<typeof ModelReply>

/** Throws a `ProviderFault` for whatever goes wrong between here and a reply. It does not retry. */
export type Ask = (request: ModelRequest, signal: AbortSignal) => Promise<ModelReply>

/** Loads the SDK and finds the key; throws a `JudgeError` of kind `setup` where either is missing. */
export type OpenClient = () => Promise<Ask>

export const DEFAULT_MAX_TOKENS = 16_000
export const DEFAULT_DEADLINE_MS = 120_000
