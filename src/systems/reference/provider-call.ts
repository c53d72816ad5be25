import type { z } from 'zod'
import type { Components } from '../../cassettes/key.js'
import { redactor, redactWords } from '../../cassettes/redact.js'
import { messageOf, OptionError, SystemError, type SystemFailure } from '../../errors.js'
import { DEFAULT_DEADLINE_MS, DEFAULT_RETRIES } from '../../providers/client.js'
import { DEFAULT_TIMING, ProviderFault, type RetryOptions, withRetries } from '../../providers/retry.js'
import { SetupError } from '../../providers/setup-error.js'
import type { SystemRequest } from '../system.js'

/** How retries are timed; tests shorten it. */
export type Timing = Partial<Omit<RetryOptions, 'retries' | 'deadlineMs'>>

/** A call of a stage to a provider. */
export interface ProviderCall<Payload> {
  /** Such as `openai gpt-5.4`: what messages begin with. */
  who: string
  components: Components
  payload: z.ZodType<Payload>
  deterministic?: boolean
  /** What must not be stored, and what no message may show. */
  secrets(): readonly string[]
  messageSecrets(): readonly string[]
  /** @default 4 */
  retries?: number | undefined
  /** Of one attempt. @default 120,000 */
  deadlineMs?: number | undefined
  timing?: Timing | undefined
  /** One attempt. Throws a `ProviderFault`, or a `SetupError` where it cannot even be made. */
  send(signal: AbortSignal): Promise<Payload>
}

/**
 * What a provider said, or is recorded to have said; `recordedAt` is null where the call was live. Throws a `SystemError` where nothing usable came
 * after every retry, and an `OptionError` where a package or a key is missing: that is the suite's to mend.
 */
export async function callProvider<Payload>(
  call: ProviderCall<Payload>,
  { record, signal }: Pick<SystemRequest, 'record' | 'signal'>,
): Promise<{ payload: Payload; recordedAt: string | null }> {
  const { components, payload, deterministic, secrets } = call
  const make = () => made(call, signal)
  if (record === undefined) return { payload: clean(await make(), secrets()), recordedAt: null }
  return await record({ components, payload, secrets, make, ...(deterministic === undefined ? {} : { deterministic }) })
}

const clean = redactor()

async function made<Payload>(call: ProviderCall<Payload>, signal: AbortSignal): Promise<Payload> {
  const { who, retries = DEFAULT_RETRIES, deadlineMs = DEFAULT_DEADLINE_MS, timing } = call
  const counter = { attempts: 0 }
  try {
    return await withRetries(call.send, signal, { ...DEFAULT_TIMING, ...timing, retries, deadlineMs }, counter)
  } catch (error) {
    if (signal.aborted) throw new SystemError('deadline', `${who} was not waited for any longer`)
    if (error instanceof SetupError) throw new OptionError(error.message, { cause: error.cause })
    if (!(error instanceof ProviderFault)) throw error
    const words = redactWords(clean, messageOf(error), call.messageSecrets())
    const attempts = counter.attempts === 1 ? '' : `, after ${counter.attempts} attempts`
    // Without the error as its cause, which would bring along what was taken out of its words.
    throw new SystemError(KINDS[error.kind], `${who}: ${words}${attempts}`)
  }
}

const KINDS: Record<ProviderFault['kind'], SystemFailure> = {
  connection: 'connection',
  deadline: 'deadline',
  status: 'http',
  shape: 'shape',
}
