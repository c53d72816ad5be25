import { z } from 'zod'
import { MAX_MILLISECONDS } from '../abort.js'
import { valueAt } from '../datasets/issues.js'
import { nearest } from '../datasets/nearest.js'
import { optionMessage } from '../datasets/option-faults.js'
import { OptionError } from '../errors.js'
import { dotted } from '../schema/issue.js'
import { Price } from './prices.js'

const shared = {
  model: z.string().min(1),
  baseURL: z.url({ protocol: /^https?$/, error: 'expected a URL such as https://host/v1' }).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.int().min(1).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  deadlineMs: z
    .int()
    .min(1)
    .max(MAX_MILLISECONDS, { error: `expected at most ${MAX_MILLISECONDS} milliseconds, the longest wait that a timer holds` })
    .optional(),
  retries: z.int().min(0).optional(),
  apiKeyEnv: z.string().min(1).optional(),
  prices: z.record(z.string(), Price).optional(),
}

/** What both providers take, whoever asks: a judge, or a stage of a system. */
export const anthropicOptions = {
  provider: z.literal('anthropic'),
  ...shared,
  reasoningEffort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
}
export const openaiOptions = {
  provider: z.literal('openai'),
  ...shared,
  seed: z.int().optional(),
  reasoningEffort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).optional(),
}

const AnthropicSchema = z.strictObject(anthropicOptions)
const OpenAISchema = z.strictObject(openaiOptions)
export type AnthropicOptions = z.output<typeof AnthropicSchema>
export type OpenAIOptions = z.output<typeof OpenAISchema>
/** What a model is asked with; docs/judges.md says what each option does. */
export type ProviderOptions = AnthropicOptions | OpenAIOptions

/**
 * What options did not fit a schema, each with its place, and what is accepted.
 *
 * @param at Where the options stand, such as `judge`.
 * @param owner What takes them, such as `openai`.
 */
export function optionRefusal(
  at: string,
  owner: string,
  { shape }: { shape: object },
  error: z.ZodError,
  given: unknown,
): OptionError {
  const faults = error.issues.flatMap((issue) => explain(at, owner, Object.keys(shape), issue, given))
  return new OptionError(faults.join('\n'), { cause: error })
}

function explain(place: string, owner: string, own: readonly string[], issue: z.core.$ZodIssue, given: unknown): string[] {
  const at = dotted([place, ...issue.path])
  if (issue.code !== 'unrecognized_keys') return [`\`${at}\`: ${optionMessage(issue, valueAt(given, issue.path))}`]
  // A price has fields of its own.
  const accepted = issue.path.length === 0 ? own : Object.keys(Price.shape)
  return issue.keys.map((key, index) => {
    const guess = nearest(key, accepted)
    const meant = guess === undefined ? '' : ` (did you mean \`${guess}\`?)`
    const list = index === issue.keys.length - 1 ? `; it takes ${accepted.join(', ')}` : ''
    return `\`${at}.${key}\`: ${issue.path.length === 0 ? owner : 'a price'} has no such option${meant}${list}`
  })
}

/** The variable that the provider's SDK reads too; it is resolved here, since another host is part of a recording's key. */
export function withBaseURL<Options extends Pick<ProviderOptions, 'provider' | 'baseURL'>>(options: Options): Options {
  const baseURL = options.baseURL ?? (process.env[BASE_URL_VARIABLES[options.provider]]?.trim() || undefined)
  return baseURL === undefined ? options : { ...options, baseURL }
}

const BASE_URL_VARIABLES = { anthropic: 'ANTHROPIC_BASE_URL', openai: 'OPENAI_BASE_URL' }
