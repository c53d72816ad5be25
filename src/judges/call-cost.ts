import { estimateTokenCount } from 'tokenx'
import { DEFAULT_MAX_TOKENS, type ModelReply } from '../providers/client.js'
import { costOf, replyCost } from '../providers/prices.js'
import type { Json } from '../schema/json.js'
import type { Cost } from '../schema/record.js'
import type { Usage } from '../schema/response.js'
import type { Verdict } from '../schema/verdict.js'
import type { ModelOptions } from './options.js'
import type { Prompt } from './prompt.js'

/** One reply as it came, and when it was recorded if it was replayed. */
export interface Received {
  reply: ModelReply
  recordedAt: string | null
}

/** By the text's script, and a reply a tenth as long as the message: only to reserve by and for limits a minute, never reported. */
export function estimateOf(options: ModelOptions, prompt: Prompt, schema: Json): Cost {
  const inputTokens = estimateTokenCount(`${prompt.system}\n${prompt.user}\n${JSON.stringify(schema)}`)
  const outputTokens = Math.min(options.maxTokens ?? DEFAULT_MAX_TOKENS, 300 + Math.ceil(prompt.user.length / 10))
  return { calls: 1, inputTokens, outputTokens, usd: costOf({ model: options.model, inputTokens, outputTokens }, options.prices) }
}

/** What one live call cost. Money is unknown where the model has no price, or the server did not say what it used. */
export function spent({ usage }: ModelReply, options: ModelOptions): Cost {
  const { inputTokens, outputTokens } = usage
  return {
    calls: 1,
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    usd: replyCost(usage, options),
    ...(inputTokens === undefined || outputTokens === undefined ? { unknownTokens: 1 } : {}),
  }
}

/** What it counts as in a budget, which must hold for servers that do not say what they used too: there the estimate stands. */
export function countedAs({ usage }: ModelReply, { usd }: Cost, estimate: Cost): Cost {
  const { inputTokens = estimate.inputTokens, outputTokens = estimate.outputTokens } = usage
  return { calls: 1, inputTokens, outputTokens, usd: usd ?? estimate.usd }
}

/** Usage of what was live, and when it was recorded where nothing was. A replayed call costs nothing. */
export function consumed(received: readonly Received[], options: ModelOptions): Pick<Verdict, 'usage' | 'recordedAt'> {
  const fresh = received.filter(({ recordedAt }) => recordedAt === null).map(({ reply }) => reply.usage)
  const oldest = received.flatMap(({ recordedAt }) => recordedAt ?? []).sort()[0]
  if (fresh.length === 0) return oldest === undefined ? {} : { recordedAt: oldest }
  const usd = total(fresh.map((usage) => replyCost(usage, options) ?? undefined))
  const sums: Usage = { model: fresh[0]?.model ?? options.model }
  for (const name of ['inputTokens', 'cachedInputTokens', 'outputTokens'] as const) {
    const sum = total(fresh.map((usage) => usage[name]))
    if (sum !== undefined) sums[name] = sum
  }
  return { usage: usd === undefined ? sums : { ...sums, usd } }
}

/** The sum; undefined as soon as one of them is not known, or where it is too large to be exact. */
function total(numbers: readonly (number | undefined)[]): number | undefined {
  const sum = numbers.reduce((sum, number) => (sum === undefined || number === undefined ? undefined : sum + number), 0)
  return sum !== undefined && sum <= Number.MAX_SAFE_INTEGER ? sum : undefined
}
