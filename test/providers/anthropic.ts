import {
  type CountTokens,
  expectFields,
  type Handler,
  type Protocol,
  type ProviderServer,
  type ReadMessage,
  startProvider,
} from './server.js'

interface Block {
  type: string
  text?: string
  cache_control?: unknown
}

/** POST /v1/messages, with structured output and forced tools. */
const protocol: Protocol = {
  path: '/v1/messages',
  prefix: '',
  read(body, headers) {
    if (headers['x-api-key'] === undefined && headers.authorization === undefined) throw new Error('x-api-key header is required')
    if (headers['anthropic-version'] === undefined) throw new Error('anthropic-version: header is required')
    expectFields(body, ['model', 'max_tokens', 'messages'], ['system', 'temperature', 'output_config', 'tools', 'tool_choice'])
    const messages = body['messages'] as { role: string; content: string }[]
    const [message] = messages
    if (messages.length !== 1 || message?.role !== 'user') throw new Error('messages: expected one message of the user')
    const system = (body['system'] ?? []) as Block[]
    if (!system.some((block) => block.cache_control !== undefined)) throw new Error('system: expected a cache breakpoint')
    const output = body['output_config'] as { format?: { type: string; schema: unknown } } | undefined
    return {
      model: String(body['model']),
      system: system.map((block) => block.text ?? '').join('\n'),
      user: message.content,
      format: body['tools'] !== undefined ? 'tool' : output?.format !== undefined ? 'schema' : 'none',
    }
  },
  reply({ model, format, n, body }, text, stop, tokens) {
    const whole = parsed(text)
    const content =
      format === 'tool' && whole !== undefined
        ? [{ type: 'tool_use', id: `toolu_${n}`, name: (body['tool_choice'] as { name?: string })?.name, input: whole }]
        : [{ type: 'text', text, citations: null }]
    return {
      id: `msg_${n}`,
      type: 'message',
      role: 'assistant',
      model,
      content,
      stop_reason: stop === 'cut' ? 'max_tokens' : stop === 'declined' ? 'refusal' : format === 'tool' ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: tokens.input,
        output_tokens: tokens.output,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    }
  },
  error: ({ type, message }) => ({ type: 'error', error: { type, message }, request_id: 'req_1' }),
}

export function anthropicServer(handler: Handler, count?: CountTokens, read?: ReadMessage): Promise<ProviderServer> {
  return startProvider(protocol, handler, count, read)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
