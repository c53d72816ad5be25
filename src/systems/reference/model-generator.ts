import { z } from 'zod'
import { OptionError } from '../../errors.js'
import type { ModelReply } from '../../providers/client.js'
import { anthropicOptions, openaiOptions, type ProviderOptions } from '../../providers/options.js'
import { withoutThinking } from '../../providers/thinking.js'
import { modelCaller } from './model-call.js'
import { citedPassages } from './model-citations.js'
import { checkModelOptions } from './model-options.js'
import { instructionsFor, messageFor } from './model-prompts.js'
import type { Timing } from './provider-call.js'
import type { Generated, Generator, Source } from './stages.js'

/** Both messages of a call. */
export interface GeneratorPrompt {
  system: string
  user: string
}

export type ModelGeneratorOptions = ProviderOptions & {
  /**
   * Instructions in place of the usual ones, or a function of the source that returns them. One that returns `{ system, user }` lays out passages and question
   * itself.
   */
  prompt?: string | ((source: Source) => string | GeneratorPrompt) | undefined
}

const prompt = z
  .union([z.string().min(1), z.custom<(source: Source) => string | GeneratorPrompt>((value) => typeof value === 'function')])
  .optional()
const schemas = {
  anthropic: z.strictObject({ ...anthropicOptions, prompt }),
  openai: z.strictObject({ ...openaiOptions, prompt }),
}

/**
 * A model that answers from numbered passages and cites them, or from memory where `passages` is null. What it cites by number becomes the citations of its
 * answer; a reply that the provider says is a refusal is `refused`, and one that was cut off is the answer as far as it goes, with `meta.stop: 'length'`. Throws an
 * `OptionError` for options that are wrong; a missing package or key is one at the first live call.
 */
export function modelGenerator(options: ModelGeneratorOptions, timing?: Timing): Generator {
  const { prompt: own, ...provider } = checkModelOptions('modelGenerator', schemas, options)
  const ask = modelCaller(provider, 'generator', timing)
  return {
    name: provider.model,
    async generate(source, request) {
      const { reply, usage } = await ask(promptOf(own, source), request)
      return { ...generatedFrom(reply, source), ...(usage === undefined ? {} : { usage }) }
    },
  }
}

function promptOf(own: ModelGeneratorOptions['prompt'], source: Source): GeneratorPrompt {
  const made = typeof own === 'function' ? own(source) : (own ?? instructionsFor(source))
  if (typeof made === 'string') return { system: made, user: messageFor(source) }
  if (typeof made?.system === 'string' && typeof made.user === 'string') return { system: made.system, user: made.user }
  throw new OptionError('`modelGenerator.prompt`: expected a function that returns a string or { system, user }, both strings')
}

function generatedFrom({ text, stop }: ModelReply, { passages }: Source): Generated {
  const answer = withoutThinking(text).trim()
  return {
    answer,
    // From memory nothing is cited that was given; what the answer names stands in its text.
    ...(passages === null ? {} : { citations: citedPassages(answer, passages) }),
    ...(stop === 'refusal' ? { refused: true } : {}),
    ...(stop === 'length' ? { meta: { stop } } : {}),
  }
}
