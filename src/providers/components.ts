import type { Components } from '../cassettes/key.js'
import { publicUrl } from '../cassettes/redact.js'
import type { Json } from '../schema/json.js'
import { DEFAULT_MAX_TOKENS } from './client.js'
import { CREDENTIAL } from './credentials.js'
import type { ProviderOptions } from './options.js'

/** What of the options changes a reply, and the deadline, which decides whether there is one. */
export function parametersOf(options: ProviderOptions): { [name: string]: Json } {
  const { temperature, reasoningEffort, deadlineMs, maxTokens = DEFAULT_MAX_TOKENS } = options
  const parameters = { temperature, reasoningEffort, deadlineMs, maxTokens, seed: 'seed' in options ? options.seed : undefined }
  return Object.fromEntries(Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** Headers as a recording is found by them: a host's own credentials do not change a reply, and must not make a keyless replay miss. */
export function withoutCredentials(headers: Readonly<Record<string, string>>): { [name: string]: string } {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), CREDENTIAL.test(name) ? '' : value]),
  )
}

/** Where a call goes, without credentials: what stages of a system have in common. */
export function addressOf({ baseURL, headers }: Pick<ProviderOptions, 'baseURL' | 'headers'>): Components {
  return {
    baseURL: baseURL === undefined ? undefined : publicUrl(baseURL),
    headers: headers === undefined ? undefined : withoutCredentials(headers),
  }
}
