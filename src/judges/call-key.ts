import type { CassetteCall } from '../cassettes/key.js'
import { parametersOf, withoutCredentials } from '../providers/components.js'
import type { Json } from '../schema/json.js'
import type { JudgeRequest } from './judge.js'
import type { ModelOptions } from './options.js'
import type { Prompt } from './prompt.js'

/**
 * Everything that changes the answer, and the deadline, which decides whether there is one. A host's own credentials do not, and must
 * not make a keyless replay miss.
 */
export function callOf(options: ModelOptions, request: JudgeRequest, prompt: Prompt, schema: Json): CassetteCall {
  return {
    kind: 'judge',
    suite: request.suite,
    id: request.id,
    components: {
      provider: options.provider,
      baseURL: options.baseURL,
      model: options.model,
      parameters: parametersOf(options),
      headers: options.headers === undefined ? undefined : withoutCredentials(options.headers),
      prompt: prompt.system,
      schema,
      input: prompt.user,
      trial: request.trial,
    },
    detail: prompt.detail,
  }
}
