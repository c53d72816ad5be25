import { rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { DownloadError } from './download-error.js'
import { formFault } from './form.js'
import { difference, type Fingerprint, fingerprint, sizeOf } from './hash.js'
import { dropPart } from './part.js'
import { PART, REJECTED } from './place.js'
import { type Transfer, transfer } from './transfer.js'

/** Attempts in a row that bring no byte further, after which a file is given up. */
const ATTEMPTS = 5
const FIRST_WAIT = 500
const LONGEST_WAIT = 60_000

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export interface Download extends Transfer {
  /** A `.json` may have a row a line. @default no */
  jsonLines?: boolean | undefined
  onRetry?: ((why: string) => void) | undefined
  /** Whether anything came before, so that a host that is out of reach may be so for a moment only. @default no */
  hasAnswered?: (() => boolean) | undefined
  /** Waits before the next attempt. @internal */
  sleep?: Sleep | undefined
}

/**
 * Downloads a file to `target`. What has come lies in `target.part` and is resumed, also by a later call, where the server can; size and
 * hash are checked before it is renamed, so that `target` is never half a file; without a hash, whether it can be a file of that name. A server that fails (408, 429, 5xx, a cut connection) is
 * asked again, up to five times in a row that bring nothing further; one that cannot be reached only where it was before. Throws a `DownloadError`; what came and is not the file that was
 * expected lies in `target.rejected`. An abort of the signal leaves the part and throws its reason.
 */
export async function download(options: Download): Promise<Fingerprint> {
  const { target, signal, onRetry, hasAnswered = () => false, sleep = wait } = options
  let furthest = (await sizeOf(target + PART)) ?? 0
  let failures = 0
  for (;;) {
    signal.throwIfAborted()
    try {
      return await complete(options)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof DownloadError)) throw error
      if (error.kind === 'content' || error.kind === 'form') await dropPart(target)
      if (!mayPass(error, hasAnswered())) throw error
      const there = (await sizeOf(target + PART)) ?? 0
      failures = there > furthest ? 1 : failures + 1
      furthest = Math.max(furthest, there)
      if (failures === ATTEMPTS) throw error
      onRetry?.(error.message)
      await sleep(pauseAfter(error, failures), signal)
    }
  }
}

/** One attempt, and a second one from the beginning where what was resumed turns out to be of another file. */
async function complete(options: Download): Promise<Fingerprint> {
  const { target } = options
  for (let resumable = true; ; resumable = false) {
    const { resumed, type } = await transfer(options)
    const found = await fingerprint(target + PART)
    if (found === null) throw new DownloadError('connection', `${target}${PART} was taken away`)
    const fault = await faultOf(found, type, options)
    if (fault === null) {
      await rename(target + PART, target)
      await dropPart(target)
      await rm(target + REJECTED, { force: true })
      return found
    }
    if (!resumed || !resumable) {
      // A page is shown and not kept: a folder with nothing else in it would look like data.
      if (fault.kind === 'content') await rename(target + PART, target + REJECTED)
      throw fault
    }
    await dropPart(target)
  }
}

async function faultOf(found: Fingerprint, type: string | null, options: Download): Promise<DownloadError | null> {
  const { target, expected, jsonLines = false } = options
  const wrong = difference(found, expected)
  if (wrong !== null) return new DownloadError('content', wrong)
  if (expected.sha256 !== undefined) return null
  const unfit = await formFault(target + PART, { name: basename(target), type, jsonLines })
  return unfit === null ? null : new DownloadError('form', unfit)
}

function mayPass({ kind, status }: DownloadError, hasAnswered: boolean): boolean {
  if (kind === 'http') return status === 408 || status === 429 || (status !== undefined && status >= 500)
  return kind === 'connection' || (kind === 'unreachable' && hasAnswered)
}

/** As long as the server asks for; else twice as long each time, and a little more or less, so that four files do not ask at once. */
function pauseAfter({ retryAfter }: DownloadError, failures: number): number {
  const ms = retryAfter === undefined ? FIRST_WAIT * 2 ** (failures - 1) * (0.75 + Math.random() / 2) : retryAfter * 1000
  return Math.min(ms, LONGEST_WAIT)
}

export const wait: Sleep = (ms, signal) => later(ms, undefined, { signal })
