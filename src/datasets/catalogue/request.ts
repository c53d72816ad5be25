import { messageOf } from '../../errors.js'
import { DownloadError } from './download-error.js'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const MOST_REDIRECTS = 10
/** What the system says where there is no network, or nobody at the other end. */
const UNREACHABLE: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH'])

/**
 * Asks for a URL and follows redirects, with the same headers, to the response that is none. From https it follows to https only.
 * Throws a `DownloadError` where nothing answers or a redirect may not be followed; the signal's reason where it aborts.
 */
export async function request(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  let at = new URL(url)
  for (let hops = 0; ; hops += 1) {
    const response = await ask(at, headers, signal)
    if (!REDIRECTS.has(response.status)) return response
    await response.body?.cancel()
    if (hops === MOST_REDIRECTS) throw new DownloadError('redirect', `${url} redirects more than ${MOST_REDIRECTS} times`)
    at = redirected(at, response.headers.get('location'))
  }
}

async function ask(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { headers, redirect: 'manual', signal })
  } catch (error) {
    signal.throwIfAborted()
    const why = causeOf(error)
    const kind = UNREACHABLE.has(why) ? 'unreachable' : 'connection'
    throw new DownloadError(kind, `${url.host} does not answer (${why})`, { cause: error })
  }
}

function redirected(from: URL, location: string | null): URL {
  if (location === null || !URL.canParse(location, from.href))
    throw new DownloadError('redirect', `${from.href} redirects to no address`)
  const to = new URL(location, from)
  if (to.protocol !== 'https:' && (to.protocol !== 'http:' || from.protocol === 'https:'))
    throw new DownloadError('redirect', `${from.href} redirects to ${to.protocol}//${to.host}; from https only https is followed`)
  return to
}

/** What `fetch` says is "fetch failed"; why stands in its cause, or in the causes of that. */
export function causeOf(error: unknown): string {
  const { cause, code, errors } = error as { cause?: unknown; code?: unknown; errors?: unknown[] }
  if (typeof code === 'string') return code
  const inner = cause ?? errors?.[0]
  return inner === undefined ? messageOf(error) : causeOf(inner)
}
