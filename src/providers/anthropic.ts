import type { Message, MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages/messages'
import { type Ask, DEFAULT_MAX_TOKENS, type ModelReply, type ModelRequest, usageOf } from './client.js'
import { fieldsOf } from './fields.js'
import type { AnthropicOptions } from './options.js'
import { ProviderFault } from './retry.js'
import { apiKey, faultOf, loadSdk, sdkTimeout } from './sdk.js'

/** Not every model still takes a temperature, and the SDK's types no longer name it: it is sent only where it is set. */
type Body = MessageCreateParamsNonStreaming & { temperature?: number }

/**
 * Messages through the official SDK. The reply is asked for as structured output, and as a forced tool call where the model or server
 * refuses that; forcing a tool is not the first choice since models that always think do not allow it.
 */
export async function openAnthropic(options: AnthropicOptions, who: string): Promise<Ask> {
  const { default: Anthropic } = await loadSdk('@anthropic-ai/sdk', who, () => import('@anthropic-ai/sdk'))
  const client = new Anthropic({
    apiKey: apiKey('anthropic', who, options.apiKeyEnv ?? 'ANTHROPIC_API_KEY', options.baseURL),
    authToken: null,
    baseURL: options.baseURL ?? 'https://api.anthropic.com',
    maxRetries: 0,
    // Without one, the SDK refuses large `max_tokens`.
    timeout: sdkTimeout(options),
    defaultHeaders: options.headers ?? {},
    logLevel: 'error',
  })
  let format: 'output' | 'tool' = 'output'
  const send = async (request: ModelRequest, tried: typeof format, signal: AbortSignal) => {
    try {
      return replyOf(await client.messages.create(bodyOf(options, request, tried), { signal }), tried === 'tool')
    } catch (error) {
      throw faultOf(error)
    }
  }
  return async (request, signal) => {
    // Another call may settle the format while this one is on its way.
    const tried = format
    try {
      return await send(request, tried, signal)
    } catch (error) {
      if (tried !== 'output' || request.schema === undefined || !refusesFormat(error)) throw error
      format = 'tool'
      return send(request, 'tool', signal)
    }
  }
}

function bodyOf(
  options: AnthropicOptions,
  { system, user, schema, name = 'verdict' }: ModelRequest,
  format: 'output' | 'tool',
): Body {
  const json = schema as { type: 'object' } | undefined
  const tool = `report_${name}`
  const effort = options.reasoningEffort === undefined ? {} : { effort: options.reasoningEffort }
  const output = {
    ...effort,
    ...(format === 'output' && json !== undefined ? { format: { type: 'json_schema' as const, schema: json } } : {}),
  }
  return {
    model: options.model,
    max_tokens: options.maxTokens ?? DEFAULT_MAX_TOKENS,
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content: user }],
    ...(Object.keys(output).length === 0 ? {} : { output_config: output }),
    ...(format === 'tool' && json !== undefined
      ? {
          tools: [{ name: tool, description: `Reports the ${name}.`, input_schema: json }],
          tool_choice: { type: 'tool', name: tool },
        }
      : {}),
  }
}

function refusesFormat(error: unknown): boolean {
  return (
    error instanceof ProviderFault &&
    error.status === 400 &&
    /output_config|output_format|structured output|json_schema/i.test(error.message)
  )
}

/** @param tool Whether the reply was asked for as a call of a tool. */
function replyOf(message: Message, tool: boolean): ModelReply {
  // A server that only resembles the provider may send anything with 200.
  if (!Array.isArray(message?.content))
    throw new ProviderFault('shape', `a reply without \`content\`: ${JSON.stringify(message)?.slice(0, 200)}`)
  const blocks = message.content.map((block) => fieldsOf(block))
  const text = blocks
    .map(({ type, text, input }) => (type === 'text' ? text : tool && type === 'tool_use' ? JSON.stringify(input) : ''))
    .join('')
  if (text === '' && blocks.some(({ type }) => type === 'tool_use'))
    throw new ProviderFault('shape', `a reply without text: ${JSON.stringify(message.content).slice(0, 200)}`)
  const { stop_reason: stop, usage } = message
  const written = usage?.cache_creation_input_tokens ?? 0
  const read = usage?.cache_read_input_tokens ?? 0
  return {
    text,
    stop: stop === 'refusal' ? 'refusal' : stop === 'max_tokens' || stop === 'model_context_window_exceeded' ? 'length' : 'end',
    usage: usageOf({
      model: message.model,
      input: [usage?.input_tokens, written, read],
      cached: read,
      written,
      output: usage?.output_tokens,
    }),
  }
}
