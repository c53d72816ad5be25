import { z } from 'zod'
import { OptionError } from '../../errors.js'
import { anthropicOptions, openaiOptions, optionRefusal } from '../../providers/options.js'

const prompt = z.string().min(1).optional()
/** Of a stage whose instructions are a text. */
export const PROMPTED = {
  anthropic: z.strictObject({ ...anthropicOptions, prompt }),
  openai: z.strictObject({ ...openaiOptions, prompt }),
}

type Provider = 'anthropic' | 'openai'

/** The options of a stage that asks a model, by its provider. Throws an `OptionError` that names each that is wrong, and what is accepted. */
export function checkModelOptions<Schemas extends Record<Provider, z.ZodObject>>(
  stage: string,
  schemas: Schemas,
  given: unknown,
): z.output<Schemas[Provider]> {
  const provider = given !== null && typeof given === 'object' && 'provider' in given ? given.provider : undefined
  if (provider !== 'anthropic' && provider !== 'openai')
    throw new OptionError(`\`${stage}.provider\`: expected "anthropic" or "openai", received ${JSON.stringify(provider)}`)
  const checked = schemas[provider].safeParse(given)
  if (checked.success) return checked.data as z.output<Schemas[Provider]>
  throw optionRefusal(stage, provider, schemas[provider], checked.error, given)
}
