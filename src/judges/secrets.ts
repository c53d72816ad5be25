import { credentialsOfUrl } from '../cassettes/redact.js'
import { secretsOf } from '../systems/http-recording.js'
import type { ModelOptions } from './options.js'

const KEY_VARIABLES = { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY' }
/** A shorter value is as likely to be a word of the text. */
const SHORTEST = 8

/** What a judge is let in with: its key, headers that are credentials, and what its `baseURL` holds of them. For whatever is kept of its replies. */
export function credentialsOf({ provider, apiKeyEnv, baseURL, headers = {} }: ModelOptions): string[] {
  const key = process.env[apiKeyEnv ?? KEY_VARIABLES[provider]]?.trim() ?? ''
  return [key, ...secretsOf(headers), ...credentialsOfUrl(baseURL ?? '')].filter(({ length }) => length >= SHORTEST)
}

/** The same and the values of all its headers: for messages, in which a word too many that is missing does no harm. */
export function messageSecretsOf(options: ModelOptions): string[] {
  const values = Object.values(options.headers ?? {}).filter(({ length }) => length >= SHORTEST)
  return [...credentialsOf(options), ...values]
}
