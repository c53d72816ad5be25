import type { CassetteCall } from '../cassettes/key.js'
import { DEFAULT_MAX_TOKENS } from '../providers/client.js'
import type { Json } from '../schema/json.js'
import type { JudgeRequest } from './judge.js'
import type { ModelOptions } from './options.js'
import type { Prompt } from './prompt.js'

/**
 * Everything that changes the answer, and the deadline, which decides whether there is one. A host's own credentials do not, and must
 * not make a keyless replay miss.
 */
export function callOf(options: ModelOptions, request: JudgeRequest, prompt: Prompt, schema: Json): CassetteCall {
  const { temperature, reasoningEffort, deadlineMs, maxTokens = DEFAULT_MAX_TOKENS } = options
  const parameters = { temperature, reasoningEffort, deadlineMs, maxTokens, seed: 'seed' in options ? options.seed : undefined }
  return {
    kind: 'judge',
    suite: request.suite,
    id: request.id,
    components: {
      provider: options.provider,
      baseURL: options.baseURL,
      model: options.model,
      parameters: Object.fromEntries(
        Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
      headers: options.headers === undefined ? undefined : withoutCredentials(options.headers),
      prompt: prompt.system,
      schema,
      input: prompt.user,
      trial: request.trial,
    },
    detail: prompt.detail,
  }
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), /auth|key|token|cookie|secret/i.test(name) ? '' : value]),
  )
}
