import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions/completions'
import { type Ask, DEFAULT_MAX_TOKENS, type ModelReply, type ModelRequest, usageOf } from './client.js'
import { fieldsOf } from './fields.js'
import type { OpenAIOptions } from './options.js'
import { ProviderFault } from './retry.js'
import { apiKey, faultOf, loadSdk, sdkTimeout } from './sdk.js'

/** How a server is asked for JSON, from the strictest; the prompt describes the reply in any case. */
const FORMATS = ['json_schema', 'json_object', 'text'] as const

interface Dialect {
  format: (typeof FORMATS)[number]
  limit: 'max_completion_tokens' | 'max_tokens'
}

/** The SDK's client. Throws a `SetupError` where the package or the key is missing. */
export async function openaiClient(options: ClientOptions, who: string) {
  const { default: OpenAI } = await loadSdk('openai', who, () => import('openai'))
  return new OpenAI({
    apiKey: apiKey('openai', who, options.apiKeyEnv ?? 'OPENAI_API_KEY', options.baseURL),
    adminAPIKey: null,
    baseURL: options.baseURL ?? 'https://api.openai.com/v1',
    maxRetries: 0,
    timeout: sdkTimeout(options),
    defaultHeaders: options.headers ?? {},
    logLevel: 'error',
  })
}

type ClientOptions = Pick<OpenAIOptions, 'apiKeyEnv' | 'baseURL' | 'headers' | 'deadlineMs'>

/**
 * Chat completions through the official SDK, for OpenAI and, with `baseURL`, for every server that speaks its protocol. What a server
 * refuses with 400 or 422 (a response format, the name of the token limit) is put another way, once in every worker.
 */
export async function openOpenAI(options: OpenAIOptions, who: string): Promise<Ask> {
  const client = await openaiClient(options, who)
  let dialect: Dialect = { format: 'json_schema', limit: options.baseURL === undefined ? 'max_completion_tokens' : 'max_tokens' }
  return async (request, signal) => {
    for (;;) {
      const tried = dialect
      try {
        return replyOf(await client.chat.completions.create(bodyOf(options, request, tried), { signal }))
      } catch (error) {
        const fault = faultOf(error)
        const next = otherDialect(tried, fault, request)
        if (next === null) throw fault
        dialect = next
      }
    }
  }
}

function bodyOf(
  options: OpenAIOptions,
  { system, user, schema, name = 'verdict' }: ModelRequest,
  { format, limit }: Dialect,
): ChatCompletionCreateParamsNonStreaming {
  return {
    model: options.model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    [limit]: options.maxTokens ?? DEFAULT_MAX_TOKENS,
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.reasoningEffort === undefined ? {} : { reasoning_effort: options.reasoningEffort }),
    ...(schema === undefined
      ? {}
      : format === 'json_schema'
        ? {
            response_format: {
              type: format,
              json_schema: { name, strict: true, schema: schema as Record<string, unknown> },
            },
          }
        : format === 'json_object'
          ? { response_format: { type: format } }
          : {}),
  }
}

/** What to try instead of what the server refused; null where the fault is about something else. Each thing is tried once. */
function otherDialect(tried: Dialect, fault: ProviderFault, { schema }: ModelRequest): Dialect | null {
  if (fault.status !== 400 && fault.status !== 422) return null
  if (tried.limit === 'max_tokens' && /max_completion_tokens/.test(fault.message))
    return { ...tried, limit: 'max_completion_tokens' }
  if (schema === undefined) return null
  const format = FORMATS[FORMATS.indexOf(tried.format) + 1]
  const aboutFormat = /response_format|json_schema|json_object|json.?mode|schema|grammar|structured/i.test(fault.message)
  return format !== undefined && aboutFormat ? { ...tried, format } : null
}

function replyOf(completion: ChatCompletion): ModelReply {
  const choice = completion?.choices?.[0]
  // Some gateways answer 200 with an error in it, and some servers answer with another shape altogether.
  if (choice?.message === undefined) throw shapeFault(completion)
  const { message, finish_reason: finish } = choice
  const { content } = message
  const said = typeof content === 'string' ? content : joined(content)
  if (said === null || (said === '' && Array.isArray(message.tool_calls) && message.tool_calls.length > 0))
    throw new ProviderFault('shape', `a reply without text: ${JSON.stringify(message)?.slice(0, 200)}`)
  const refused = finish === 'content_filter' || (typeof message.refusal === 'string' && message.refusal !== '')
  const { usage } = completion
  const details = usage?.prompt_tokens_details
  return {
    text: said || (message.refusal ?? ''),
    stop: refused ? 'refusal' : finish === 'length' ? 'length' : 'end',
    usage: usageOf({
      model: completion.model,
      input: [usage?.prompt_tokens],
      cached: details?.cached_tokens ?? 0,
      written: details?.cache_write_tokens ?? 0,
      output: usage?.completion_tokens,
    }),
  }
}

/** Some servers send the text in parts; null for what is no text at all. */
function joined(content: unknown): string | null {
  if (content === null || content === undefined) return ''
  if (!Array.isArray(content)) return null
  const texts = content.map((part: unknown) => (typeof part === 'string' ? part : fieldsOf(part)['text']))
  return texts.map((text) => (typeof text === 'string' ? text : '')).join('')
}

function shapeFault(body: unknown): ProviderFault {
  const { code } = fieldsOf(fieldsOf(body)['error'])
  const status = typeof code === 'number' ? code : undefined
  return new ProviderFault(
    status === undefined ? 'shape' : 'status',
    `a reply without \`choices\`: ${JSON.stringify(body)?.slice(0, 200)}`,
    { status },
  )
}
