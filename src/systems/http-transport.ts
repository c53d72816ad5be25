import { setTimeout as sleep } from 'node:timers/promises'
import { DocketError, messageOf, SystemError } from '../errors.js'
import { clip, oneLine } from '../text/clip.js'
import type { Clean } from './cleaning.js'

const AGAIN = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_SOCKET'])
const SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])
const MAX_BYTES = 64 * 1024 * 1024

export interface ConnectionFault {
  kind: 'connection' | 'deadline'
  /** Whether the call may be made again: only where the connection failed, never where time ran out. */
  again: boolean
  message: string
}

/** What `fetch` rejected with, or undefined for an error that is not about the connection. */
export function connectionFault(error: unknown): ConnectionFault | undefined {
  if (error instanceof DocketError || !(error instanceof TypeError)) return undefined
  const codes = codesOf(error.cause)
  const code = codes.find((one) => AGAIN.has(one)) ?? codes[0]
  const cause = error.cause instanceof Error && error.cause.message ? `: ${error.cause.message}` : ''
  if (code !== undefined && SLOW.has(code)) return { kind: 'deadline', again: false, message: `gave no response (${code})` }
  return {
    kind: 'connection',
    again: code !== undefined && AGAIN.has(code),
    message: `connection failed (${code ?? error.message})${cause}`,
  }
}

/** Codes along the chain of causes; a host with several addresses fails with an AggregateError of one error each. */
function codesOf(cause: unknown): string[] {
  if (!(cause instanceof Error)) return []
  const own = 'code' in cause && typeof cause.code === 'string' ? [cause.code] : []
  const inner = cause instanceof AggregateError ? cause.errors.flatMap(codesOf) : []
  return [...own, ...inner, ...codesOf(cause.cause)]
}

/** The body as text; more than 64 MiB is `SystemError('shape')`, so that a runaway service costs one case. */
export async function readBody(response: Response, limit = MAX_BYTES): Promise<string> {
  const { text, cut } = await readUpTo(response, limit)
  if (cut)
    throw new SystemError(
      'shape',
      `the response is larger than ${Math.round(limit / 1024 / 1024)} MiB; return what the answer was made from`,
    )
  return text
}

/** Status and the first 200 characters of the body, on one line. */
export async function excerptOf(response: Response, clean: Clean): Promise<string> {
  const { text } = await readUpTo(response, 4096).catch(() => ({ text: '' }))
  const line = oneLine(clean(text), 200)
  return `status ${response.status}${response.statusText ? ` ${clean(response.statusText)}` : ''}${line ? `: ${line}` : ''}`
}

async function readUpTo(response: Response, limit: number): Promise<{ text: string; cut: boolean }> {
  if (!response.body) return { text: '', cut: false }
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), cut: false }
    bytes += value.byteLength
    text += decoder.decode(value, { stream: true })
    if (bytes > limit) {
      await reader.cancel().catch(() => undefined)
      return { text, cut: true }
    }
  }
}

/** Waits before the next attempt: 200 ms, 400 ms, … each times a random factor from 0.5 to 1.5. */
export async function backOff(tried: number, signal: AbortSignal): Promise<void> {
  await sleep(200 * 2 ** tried * (0.5 + Math.random()), undefined, { signal })
}

/** Parses the body; `SystemError('shape')` shows its beginning. */
export function parseBody(text: string, contentType: string | null, clean: Clean): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const words = clean(text)
    const type = contentType ? ` (${oneLine(contentType, 60)})` : ''
    const start = words.trim() === '' ? 'an empty body' : JSON.stringify(clip(words.trim(), 200))
    const fault = new SystemError('shape', `expected JSON, received ${start}${type}`)
    // The parser's message quotes the text.
    if (words !== text) throw fault
    throw new SystemError('shape', `${fault.message}: ${messageOf(error)}`, { cause: error })
  }
}
