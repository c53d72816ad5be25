import { openAnthropic } from './anthropic.js'
import type { Ask } from './client.js'
import { openOpenAI } from './openai.js'
import type { ProviderOptions } from './options.js'

/**
 * The client of a model. Throws a `SetupError` where its package or key is missing.
 *
 * @param who Who needs it, for the message: `judge`, `generator` …
 */
export async function openModel(options: ProviderOptions, who: string): Promise<Ask> {
  return options.provider === 'openai' ? await openOpenAI(options, who) : await openAnthropic(options, who)
}
