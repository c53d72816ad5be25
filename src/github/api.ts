import { setTimeout as wait } from 'node:timers/promises'
import { DocketError, messageOf } from '../errors.js'
import { oneLine } from '../text/clip.js'

/** A call that GitHub did not do; `status` 0 where nothing came back. */
export class GithubApiError extends DocketError {
  override name = 'GithubApiError'
  readonly status: number
  /** Whether it may have been done all the same. */
  readonly mayBeDone: boolean

  constructor(message: string, { status, mayBeDone = false }: { status: number; mayBeDone?: boolean }, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.mayBeDone = mayBeDone
  }
}

export interface GithubApi {
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<{ body: unknown; hasNext: boolean }>
}

export interface ApiOptions {
  /** Such as `https://api.github.com`, or `https://github.example/api/v3`. */
  url: string
  token: string
  /** Of one call. @default 15_000 */
  deadlineMs?: number
  /** Between two tries, and at most for a limit that GitHub sets. @default 1000 and 60_000 */
  pauseMs?: number
  mostPauseMs?: number
}

const TRIES = 3

/** A client of the REST interface. What is not answered is asked again, and what is limited waits as long as GitHub asks, within reason. */
export function githubApi({ url, token, deadlineMs = 15_000, pauseMs = 1000, mostPauseMs = 60_000 }: ApiOptions): GithubApi {
  async function once(method: string, path: string, body: unknown): Promise<Response> {
    try {
      return await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
          'user-agent': 'vitest-docket',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(deadlineMs),
      })
    } catch (error) {
      throw new GithubApiError(`${method} ${path}: ${causeOf(error)}`, { status: 0, mayBeDone: true }, { cause: error })
    }
  }

  async function tried(method: string, path: string, body: unknown, left: number): Promise<{ body: unknown; hasNext: boolean }> {
    let failed: GithubApiError
    let pause = pauseMs
    try {
      const response = await once(method, path, body)
      const text = await response.text().catch(() => '')
      if (response.ok)
        return {
          body: answered(`${method} ${path}`, response, text),
          hasNext: /\brel="?next"?/u.test(response.headers.get('link') ?? ''),
        }
      const limit = limitOf(response)
      const { status } = response
      failed = new GithubApiError(`${method} ${path}: ${status} ${saidIn(text)}`, { status, mayBeDone: status >= 500 })
      if (limit === null && status < 500) throw failed
      if (limit !== null) {
        // A refusal of this kind says nothing of the token's rights.
        failed = new GithubApiError(`${method} ${path}: rate limited for ${Math.ceil(limit / 1000)} s`, { status: 429 })
        if (limit > mostPauseMs) throw failed
        pause = Math.max(limit, 1)
      }
    } catch (error) {
      if (!(error instanceof GithubApiError) || error.status !== 0) throw error
      failed = error
    }
    // To make a thing twice is worse than not to make it: whoever asked looks first whether it is there.
    if (left <= 1 || (method === 'POST' && failed.mayBeDone)) throw failed
    await wait(pause)
    return tried(method, path, body, left - 1)
  }

  return { call: (method, path, body) => tried(method, path, body, TRIES) }
}

/** Milliseconds that GitHub asks to wait; null where the response is no such refusal. */
function limitOf({ status, headers }: Response): number | null {
  if (status !== 403 && status !== 429) return null
  const after = headers.get('retry-after')
  if (after !== null && Number.isFinite(Number(after))) return Number(after) * 1000
  if (headers.get('x-ratelimit-remaining') === '0') {
    const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1000
    return Number.isFinite(reset) ? Math.max(0, reset - Date.now()) : 0
  }
  return status === 429 ? 0 : null
}

const LONGEST_WORDS = 120

/** A proxy, or the page that one logs in at, answers 200 as well. Throws a `GithubApiError` with its first words. */
function answered(what: string, { status }: Response, text: string): unknown {
  // What was removed has nothing to say.
  if (status === 204) return null
  const body = parsed(text)
  if (body === null) throw notGithub(what, status, text)
  return body
}

/** What answered is not GitHub's interface; nothing was done that it would know of. */
export function notGithub(what: string, status: number, text: string): GithubApiError {
  const words = oneLine(text, LONGEST_WORDS)
  return new GithubApiError(`${what}: it did not answer as GitHub does: ${words === '' ? 'nothing' : words}`, { status })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function saidIn(text: string): string {
  const message = (parsed(text) as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message.slice(0, 200) : ''
}

/** `fetch failed` alone tells nobody anything. */
function causeOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? messageOf(error.cause) || messageOf(error) : messageOf(error)
}
