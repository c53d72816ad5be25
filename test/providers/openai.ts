import {
  type CountTokens,
  expectFields,
  type Handler,
  type Protocol,
  type ProviderServer,
  type ReadMessage,
  startProvider,
} from './server.js'

/** POST /v1/chat/completions. */
const protocol: Protocol = {
  path: '/v1/chat/completions',
  prefix: '/v1',
  read(body, headers) {
    if (headers.authorization === undefined) throw new Error("You didn't provide an API key.")
    expectFields(
      body,
      ['model', 'messages'],
      ['max_tokens', 'max_completion_tokens', 'temperature', 'seed', 'reasoning_effort', 'response_format'],
    )
    const messages = body['messages'] as { role: string; content: string }[]
    const [system, user] = messages
    if (messages.length !== 2 || system?.role !== 'system' || user?.role !== 'user')
      throw new Error('messages: expected a system and a user message')
    const format = body['response_format'] as { type: string; json_schema?: { strict?: boolean; schema?: unknown } } | undefined
    if (format?.type === 'json_schema') expectStrict(format.json_schema?.schema, 'schema')
    return {
      model: String(body['model']),
      system: system.content,
      user: user.content,
      format: format === undefined ? 'none' : format.type === 'json_schema' ? 'schema' : 'object',
    }
  },
  reply({ model, n }, text, stop, tokens) {
    const declined = stop === 'declined'
    return {
      id: `chatcmpl-${n}`,
      object: 'chat.completion',
      created: 0,
      model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: declined ? null : text, refusal: declined ? text : null },
          finish_reason: stop === 'cut' ? 'length' : 'stop',
          logprobs: null,
        },
      ],
      usage: {
        prompt_tokens: tokens.input,
        completion_tokens: tokens.output,
        total_tokens: tokens.input + tokens.output,
        prompt_tokens_details: { cached_tokens: 0 },
      },
    }
  },
  error: ({ type, message, code }) => ({ error: { message, type, param: null, code: code ?? null } }),
}

export function openaiServer(handler: Handler, count?: CountTokens, read?: ReadMessage): Promise<ProviderServer> {
  return startProvider(protocol, handler, count, read)
}

/** What strict mode asks of every object: all fields required, no others allowed. */
function expectStrict(schema: unknown, path: string): void {
  if (schema === null || typeof schema !== 'object') return
  const { type, properties, required, additionalProperties } = schema as Record<string, unknown>
  if (type === 'object') {
    const names = Object.keys((properties ?? {}) as object)
    if (additionalProperties !== false) throw new Error(`Invalid schema: ${path}: 'additionalProperties' is required to be false`)
    if (names.some((name) => !(required as string[] | undefined)?.includes(name))) {
      throw new Error(`Invalid schema: ${path}: 'required' must include every key in properties`)
    }
  }
  for (const [name, value] of Object.entries(schema)) expectStrict(value, `${path}.${name}`)
}
