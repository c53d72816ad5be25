import { z } from 'zod'
import { MAX_MILLISECONDS } from '../abort.js'
import { OptionError } from '../errors.js'
import { dotted } from '../schema/issue.js'
import type { Judge } from './judge.js'
import { Price } from './prices.js'

const model = {
  model: z.string().min(1),
  baseURL: z.url({ protocol: /^https?$/ }).optional(),
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
  rubric: z.string().min(1).optional(),
  prices: z.record(z.string(), Price).optional(),
  maxInputCharacters: z.int().min(1).optional(),
  requestsPerMinute: z.int().min(1).optional(),
  tokensPerMinute: z.int().min(1).optional(),
}

/** What a suite asks of a judge before a gate may rest on it. */
const trust = {
  calibration: z.string().min(1).optional(),
  minSensitivity: z.number().min(0).max(1).optional(),
  minSpecificity: z.number().min(0).max(1).optional(),
}

const schemas = {
  offline: z.strictObject({ provider: z.literal('offline'), ...trust }),
  anthropic: z.strictObject({
    provider: z.literal('anthropic'),
    ...model,
    ...trust,
    reasoningEffort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
  }),
  openai: z.strictObject({
    provider: z.literal('openai'),
    ...model,
    ...trust,
    seed: z.int().optional(),
    reasoningEffort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).optional(),
  }),
  recorded: z.strictObject({ provider: z.literal('recorded'), path: z.string().min(1) }),
}

type Provider = keyof typeof schemas
const PROVIDERS = Object.keys(schemas) as Provider[]

export type AnthropicOptions = z.output<(typeof schemas)['anthropic']>
export type OpenAIOptions = z.output<(typeof schemas)['openai']>
/** What both model providers take; docs/judges.md says what each option does. */
export type ModelOptions = AnthropicOptions | OpenAIOptions
type ProviderOptions = z.output<(typeof schemas)[Provider]>
/** A module whose default export, or export `judge`, is a judge or makes one. */
interface ModuleOptions {
  provider: `${string}/${string}`
}

/**
 * Which judge to use: a provider with its options, the word `offline`, the path of a module, or a judge itself. Everything but a judge
 * itself is plain data, so that it can be set in the config.
 */
export type JudgeOptions = ProviderOptions | ModuleOptions | 'offline' | `${string}/${string}` | Judge

export type CheckedJudge = ProviderOptions | { provider: 'module'; path: string } | { provider: 'judge'; judge: Judge }

/** Checks the options; throws an `OptionError` that names the option and what is accepted. */
export function checkJudgeOptions(options: unknown): CheckedJudge {
  if (isJudge(options)) return { provider: 'judge', judge: options }
  const given = typeof options === 'string' ? { provider: options } : options
  if (given === null || typeof given !== 'object' || !('provider' in given) || typeof given.provider !== 'string') {
    throw new OptionError(
      `\`judge\`: expected { provider } with one of ${known()}, or an object with \`assess\`, received ${describe(options)}`,
    )
  }
  const { provider } = given
  const name = PROVIDERS.find((each) => each === provider)
  if (name === undefined) {
    if (!looksLikePath(provider)) {
      throw new OptionError(`\`judge.provider\`: expected one of ${known()}, received ${JSON.stringify(provider)}`)
    }
    const extra = Object.keys(given).filter((key) => key !== 'provider')
    if (extra.length > 0) {
      throw new OptionError(`\`judge.${extra[0]}\`: a judge that is a module takes no options; set it inside ${provider}`)
    }
    return { provider: 'module', path: provider }
  }
  const checked = schemas[name].safeParse(given)
  if (checked.success) return checked.data
  throw new OptionError(checked.error.issues.map((issue) => explain(name, issue)).join('\n'), { cause: checked.error })
}

function explain(provider: Provider, issue: z.core.$ZodIssue): string {
  const at = dotted(['judge', ...issue.path])
  if (issue.code !== 'unrecognized_keys') return `\`${at}\`: ${issue.message}`
  const accepted = Object.keys(schemas[provider].shape).join(', ')
  return issue.keys.map((key) => `\`${at}.${key}\`: ${provider} has no such option; it takes ${accepted}`).join('\n')
}

function isJudge(value: unknown): value is Judge {
  return value !== null && typeof value === 'object' && 'assess' in value && typeof value.assess === 'function'
}

const looksLikePath = (text: string) => /[/\\]/.test(text) || /\.[cm]?[jt]s$/.test(text)
const known = () => `${PROVIDERS.map((name) => `"${name}"`).join(', ')} or the path of a module such as "./judge.mjs"`
const describe = (value: unknown) =>
  value === null || typeof value !== 'object' ? String(value) : `{ ${Object.keys(value).join(', ')} }`
