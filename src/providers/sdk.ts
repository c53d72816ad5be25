import { MAX_MILLISECONDS } from '../abort.js'
import { messageOf } from '../errors.js'
import { DEFAULT_DEADLINE_MS } from './client.js'
import { fieldsOf } from './fields.js'
import { ProviderFault } from './retry.js'
import { SetupError } from './setup-error.js'

/** Loads a provider's package at the first call; says which one is missing and how to get it. */
export async function loadSdk<Module>(name: string, who: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    throw new SetupError(
      missing || messageOf(error).includes('Cannot find package')
        ? `the ${who} needs the package ${name}, which is not installed: run \`npm install --save-dev ${name}\``
        : `the package ${name} could not be loaded: ${messageOf(error)}`,
      { cause: error },
    )
  }
}

/** The key of a provider, for whoever needs it. A server of one's own (`baseURL`) may need none, and is sent a placeholder then. */
export function apiKey(provider: string, who: string, variable: string, baseURL: string | undefined): string {
  const key = process.env[variable]?.trim()
  if (key) return key
  if (baseURL !== undefined) return 'no-key'
  throw new SetupError(
    `the ${provider} ${who} needs an API key: set the environment variable ${variable}, name another one with \`apiKeyEnv\`, or set \`baseURL\` for a server that needs none`,
  )
}

/** The SDK's own timeout: later than the deadline of an attempt, which so comes first, and no longer than a timer holds. */
export function sdkTimeout({ deadlineMs = DEFAULT_DEADLINE_MS }: { deadlineMs?: number | undefined }): number {
  return Math.min(deadlineMs + 1000, MAX_MILLISECONDS)
}

/** What both SDKs' errors have in common, read without loading either. */
export function faultOf(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error
  const { status, headers, code, type, errorCode, apiMessage } = fieldsOf(error)
  if (typeof status !== 'number') return new ProviderFault('connection', connectionMessage(error), { cause: error })
  const named = [code, type, errorCode].filter((name) => typeof name === 'string')
  const message = typeof apiMessage === 'string' ? `${status} ${apiMessage}` : messageOf(error)
  return new ProviderFault('status', message, {
    status,
    headers: headers instanceof Headers ? headers : undefined,
    exhausted: status === 402 || named.some((name) => EXHAUSTED.test(name)),
    cause: error,
  })
}

/** Error codes of a quota, credit or spend limit that is used up: `insufficient_quota`, `credit_balance_exhausted`, `billing_error` … */
const EXHAUSTED = /quota|billing|credit|spend_limit/i

/** "Connection error." says nothing: the causes do. */
function connectionMessage(error: unknown): string {
  const messages: string[] = []
  for (let at: unknown = error; at instanceof Error && messages.length < 4; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' && !at.message.includes(at.code) ? ` (${at.code})` : ''
    if (at.message !== '') messages.push(`${at.message}${code}`)
  }
  return messages.length === 0 ? String(error) : [...new Set(messages)].join(': ')
}
