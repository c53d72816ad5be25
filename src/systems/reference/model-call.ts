import { type ModelReply, ModelReply as ModelReplySchema, type ModelRequest } from '../../providers/client.js'
import { addressOf, parametersOf } from '../../providers/components.js'
import { once } from '../../providers/once.js'
import { openModel } from '../../providers/open.js'
import { type ProviderOptions, withBaseURL } from '../../providers/options.js'
import { replyCost } from '../../providers/prices.js'
import { credentialsOf, messageSecretsOf } from '../../providers/secrets.js'
import type { Usage } from '../../schema/response.js'
import type { SystemRequest } from '../system.js'
import { callProvider, type Timing } from './provider-call.js'

/** What a model replied, and what that used where the call was live: what is replayed was paid for before. */
export interface Replied {
  reply: ModelReply
  usage?: Usage
}

/**
 * Asks a model as a stage of a system. Nothing is loaded here: a missing package or key is an `OptionError` at the first call that is live.
 *
 * @param who What the stage is, for messages: `generator` …
 * @returns `check` throws for a reply that is none, which is not recorded then.
 */
export function modelCaller(given: ProviderOptions, who: string, timing?: Timing) {
  const options = withBaseURL(given)
  const { provider, model, retries, deadlineMs } = options
  const open = once(() => openModel(options, who))
  return async (asked: ModelRequest, request: SystemRequest, check?: (reply: ModelReply) => void): Promise<Replied> => {
    const { payload, recordedAt } = await callProvider(
      {
        who: `${provider} ${model}`,
        components: {
          provider,
          ...addressOf(options),
          model,
          parameters: parametersOf(options),
          prompt: asked.system,
          schema: asked.schema,
          input: asked.user,
          trial: request.trial,
        },
        payload: ModelReplySchema,
        secrets: () => credentialsOf(options),
        messageSecrets: () => messageSecretsOf(options),
        retries,
        deadlineMs,
        timing,
        async send(signal) {
          const reply = await (await open())(asked, signal)
          check?.(reply)
          return reply
        },
      },
      request,
    )
    return recordedAt === null ? { reply: payload, usage: usageOfReply(payload, options) } : { reply: payload }
  }
}

function usageOfReply({ usage }: ModelReply, options: ProviderOptions): Usage {
  const { model = options.model, cacheWriteTokens, ...tokens } = usage
  const usd = replyCost(usage, options)
  // The config may know a price by the name that was asked for.
  return usd === null ? { model: options.model, calls: 1, ...tokens } : { model, calls: 1, ...tokens, usd }
}
