import { credentialsOfUrl } from '../cassettes/redact.js'
import { SECRET_LENGTH, secretsOf } from './credentials.js'
import type { ProviderOptions } from './options.js'

const KEY_VARIABLES = { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY' }

type Access = Pick<ProviderOptions, 'provider' | 'apiKeyEnv' | 'baseURL' | 'headers'>

/** What a model is let in with: its key, headers that are credentials, and what its `baseURL` holds of them. For whatever is kept of its replies. */
export function credentialsOf({ provider, apiKeyEnv, baseURL, headers = {} }: Access): string[] {
  const key = process.env[apiKeyEnv ?? KEY_VARIABLES[provider]]?.trim() ?? ''
  return [key, ...secretsOf(headers), ...credentialsOfUrl(baseURL ?? '')].filter(({ length }) => length >= SECRET_LENGTH)
}

/** The same and the values of all its headers: for messages, in which a word too many that is missing does no harm. */
export function messageSecretsOf(options: Access): string[] {
  const values = Object.values(options.headers ?? {}).filter(({ length }) => length >= SECRET_LENGTH)
  return [...credentialsOf(options), ...values]
}
