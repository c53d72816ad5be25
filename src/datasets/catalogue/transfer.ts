import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DownloadError } from './download-error.js'
import type { Expected } from './hash.js'
import { beginPart, dropPart, isEncoded, type Part, readPart } from './part.js'
import { PART } from './place.js'
import { causeOf, request } from './request.js'

/** Milliseconds without a byte after which a connection is taken for dead. */
const IDLE = 60_000

export interface Transfer {
  url: string
  target: string
  expected: Expected
  signal: AbortSignal
  /** Bytes that are there, of how many; null where nobody says. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined
}

/**
 * One attempt to complete `target.part`. Resolves once the server has sent all, with whether bytes of an earlier attempt are part of it,
 * and with the `Content-Type` of what was sent, null where it was not said.
 * Throws a `DownloadError`, and leaves what has come.
 */
export async function transfer(options: Transfer): Promise<{ resumed: boolean; type: string | null }> {
  const { url, target, expected, signal } = options
  const part = await readPart(target, url)
  if (part !== null && part.bytes === expected.bytes) return { resumed: true, type: null }
  const idle = idleSignal(signal, new URL(url).host)
  try {
    const response = await request(url, headersFor(part), idle.signal)
    const type = response.headers.get('content-type')
    if (part !== null && response.status === 206 && rangeOf(response).start === part.bytes) {
      await receive(response, options, part.bytes, rangeOf(response).total, idle)
      return { resumed: true, type }
    }
    if (part !== null && (response.status === 206 || response.status === 416)) {
      await response.body?.cancel()
      if (response.status === 416 && rangeOf(response).total === part.bytes) return { resumed: true, type: null }
      await dropPart(target)
      throw new DownloadError('connection', `${new URL(url).host} cannot continue the download`)
    }
    if (response.status !== 200) {
      await response.body?.cancel()
      throw failed(response, url)
    }
    await mkdir(dirname(target), { recursive: true })
    await beginPart(target, url, response)
    await receive(response, options, 0, lengthOf(response), idle)
    return { resumed: false, type }
  } finally {
    idle.stop()
  }
}

function headersFor(part: Part | null): Record<string, string> {
  const resume: Record<string, string> = part === null ? {} : { range: `bytes=${part.bytes}-`, 'if-range': part.validator }
  // Encoded bytes have another length and another hash than the file, and cannot be continued.
  return { 'accept-encoding': 'identity', 'user-agent': 'vitest-docket', ...resume }
}

async function receive(
  response: Response,
  { target, url, expected, onBytes }: Transfer,
  from: number,
  total: number | null,
  idle: Idle,
): Promise<void> {
  const { host } = new URL(url)
  if (total !== null && expected.bytes !== undefined && total !== expected.bytes) {
    await response.body?.cancel()
    await dropPart(target)
    throw new DownloadError('content', `expected ${expected.bytes} bytes, ${host} has ${total}`)
  }
  let bytes = from
  let failure: unknown
  // An error inside the pipeline would throw away what has come and is not yet written; so the stream ends, and the error comes after.
  async function* chunks(body: AsyncIterable<Uint8Array>) {
    try {
      for await (const chunk of body) {
        idle.touch()
        bytes += chunk.length
        if (expected.bytes !== undefined && bytes > expected.bytes)
          throw new DownloadError('content', `expected ${expected.bytes} bytes, ${host} sends more`)
        onBytes?.(bytes, total ?? expected.bytes ?? null)
        yield chunk
      }
    } catch (error) {
      failure = error
    }
  }
  const file = createWriteStream(target + PART, { flags: from === 0 ? 'w' : 'a', flush: true })
  await pipeline(chunks(response.body ?? empty()), file)
  if (failure instanceof DownloadError) throw failure
  idle.signal.throwIfAborted()
  if (failure !== undefined)
    throw new DownloadError('connection', `${host} cut the connection after ${bytes} bytes (${causeOf(failure)})`, {
      cause: failure,
    })
  if (total !== null && bytes < total)
    throw new DownloadError('connection', `${host} cut the connection after ${bytes} of ${total} bytes`)
}

async function* empty(): AsyncGenerator<Uint8Array> {}

function lengthOf({ headers }: Response): number | null {
  const length = headers.get('content-length')
  return length === null || isEncoded(headers) ? null : Number(length)
}

/** `bytes 5-9/10`, or for 416 `bytes *\/10`. */
function rangeOf({ headers }: Response): { start: number | null; total: number | null } {
  const [, start, total] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? []
  return { start: start === undefined ? null : Number(start), total: total === undefined || total === '*' ? null : Number(total) }
}

function failed({ status, headers }: Response, url: string): DownloadError {
  const after = headers.get('retry-after')
  const seconds = after === null ? Number.NaN : /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  return new DownloadError('http', `${new URL(url).host} answers ${status}`, {
    status,
    ...(Number.isFinite(seconds) ? { retryAfter: Math.max(0, seconds) } : {}),
  })
}

interface Idle {
  signal: AbortSignal
  touch: () => void
  stop: () => void
}

/** Aborts as `outer` does, and with a `DownloadError` where nothing has been touched for a while. */
function idleSignal(outer: AbortSignal, host: string): Idle {
  const controller = new AbortController()
  const cancel = () => controller.abort(outer.reason)
  if (outer.aborted) cancel()
  else outer.addEventListener('abort', cancel, { once: true })
  const timer = setTimeout(
    () => controller.abort(new DownloadError('connection', `${host} sent nothing for ${IDLE / 1000} seconds`)),
    IDLE,
  )
  const stop = () => {
    clearTimeout(timer)
    outer.removeEventListener('abort', cancel)
  }
  return { signal: controller.signal, touch: () => timer.refresh(), stop }
}
