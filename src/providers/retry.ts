import { setTimeout as timeout } from 'node:timers/promises'
import { DeadlineError, orAborted, startClock } from '../abort.js'

/** A call to a provider that failed, in the words that decide whether to ask again. */
export class ProviderFault extends Error {
  override name = 'ProviderFault'
  /** `connection`: dropped or never made · `status`: answered with a status other than 2xx · `shape`: 2xx, but no reply in it. */
  readonly kind: 'connection' | 'status' | 'shape' | 'deadline'
  readonly status: number | undefined
  readonly headers: Headers | undefined
  /** The provider says, or its error code means, that asking again cannot help: quota, credit, spend limit. */
  readonly exhausted: boolean

  constructor(
    kind: ProviderFault['kind'],
    message: string,
    options: ErrorOptions & { status?: number | undefined; headers?: Headers | undefined; exhausted?: boolean } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.status = options.status
    this.headers = options.headers
    this.exhausted = options.exhausted ?? false
  }
}

export interface RetryOptions {
  /** Attempts after the first. */
  retries: number
  /** Of one attempt, in milliseconds. */
  deadlineMs: number
  /** No wait is begun that would end later than this after the first attempt began. */
  totalMs: number
  /** The first backoff; each further one doubles, up to `MAX_BACKOFF_MS`. */
  baseMs: number
  /** 0 ≤ random() < 1 */
  random: () => number
  /** Waits between attempts; rejects when the signal is aborted. @default a timer */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** How retries are timed where nothing else is said. */
export const DEFAULT_TIMING: Omit<RetryOptions, 'retries' | 'deadlineMs'> = {
  baseMs: 500,
  totalMs: 120_000,
  random: Math.random,
}

/** A provider that asks for a longer wait than this is not asked again: before its time it cannot answer. */
const MAX_RETRY_AFTER_MS = 60_000
const MAX_BACKOFF_MS = 16_000

export interface Retried {
  attempts: number
}

/**
 * Calls until there is a reply, the fault is one that no retry helps, or count or time is used up; then throws the last
 * `ProviderFault`, with `attempts` set on the counter that is passed. Rejects with the signal's reason as soon as it is aborted, even
 * where the call does not listen.
 */
export async function withRetries<Reply>(
  call: (signal: AbortSignal) => Promise<Reply>,
  signal: AbortSignal,
  { retries, deadlineMs, totalMs, baseMs, random, sleep = pause }: RetryOptions,
  counter: Retried = { attempts: 0 },
): Promise<Reply> {
  const began = performance.now()
  for (;;) {
    signal.throwIfAborted()
    counter.attempts += 1
    try {
      return await attempt(call, signal, deadlineMs)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ProviderFault) || !isRetryable(error) || counter.attempts > retries) throw error
      const wait = waitFor(error, counter.attempts, baseMs, random)
      if (wait === null || performance.now() - began + wait > totalMs) throw error
      await sleep(wait, signal)
    }
  }
}

/** Waits; rejects with the signal's reason when it is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await timeout(ms, undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

/** 408, 409, 429, 5xx and dropped connections; never what is wrong with the request itself, and never a spent quota. */
function isRetryable(fault: ProviderFault): boolean {
  if (fault.exhausted || fault.headers?.get('x-should-retry') === 'false') return false
  if (fault.kind === 'connection' || fault.kind === 'deadline') return true
  const { status } = fault
  return status === 408 || status === 409 || status === 429 || (status !== undefined && status >= 500)
}

/** Milliseconds to wait before the next attempt; null where the provider asks for more than is waited for. */
function waitFor(fault: ProviderFault, attempts: number, baseMs: number, random: () => number): number | null {
  const backoff = Math.min(MAX_BACKOFF_MS, baseMs * 2 ** (attempts - 1))
  const asked = retryAfter(fault.headers)
  if (asked === null) return backoff * (0.5 + random() / 2)
  if (asked > MAX_RETRY_AFTER_MS) return null
  // Spread, so that all who were told the same moment do not come back in it.
  return asked + baseMs * random()
}

/** `retry-after-ms`, or `retry-after` in seconds or as an HTTP date, in milliseconds; null where absent, past or unreadable. */
export function retryAfter(headers: Headers | undefined, now = Date.now()): number | null {
  const milliseconds = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (milliseconds >= 0) return milliseconds
  const text = headers?.get('retry-after')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) || date <= now ? null : date - now
}

async function attempt<Reply>(
  call: (signal: AbortSignal) => Promise<Reply>,
  signal: AbortSignal,
  deadlineMs: number,
): Promise<Reply> {
  const clock = startClock(deadlineMs, signal, `no reply within ${deadlineMs} ms`)
  try {
    return await orAborted(() => call(clock.signal), clock.signal)
  } catch (error) {
    const late = error instanceof DeadlineError && error === clock.signal.reason && !signal.aborted
    throw late ? new ProviderFault('deadline', error.message, { cause: error }) : error
  } finally {
    clock.clear()
  }
}
