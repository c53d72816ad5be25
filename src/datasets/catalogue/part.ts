import { readFile, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { sizeOf } from './hash.js'
import { PART, PART_STATE } from './place.js'

/** Of what a part is the beginning: without a validator it could be continued with another file's end. */
const PartState = z.object({ url: z.string(), validator: z.string() })

export interface Part {
  bytes: number
  validator: string
}

/** The beginning of `url` that an earlier attempt left; null where there is none that can be continued. */
export async function readPart(target: string, url: string): Promise<Part | null> {
  const bytes = await sizeOf(target + PART)
  if (bytes === null || bytes === 0) return null
  try {
    const state = PartState.parse(JSON.parse(await readFile(target + PART_STATE, 'utf8')))
    return state.url === url ? { bytes, validator: state.validator } : null
  } catch {
    return null
  }
}

/** Says before the first byte what the part will be of; a response that cannot be continued leaves no state. */
export async function beginPart(target: string, url: string, response: Response): Promise<void> {
  const validator = validatorOf(response)
  await dropPart(target)
  if (validator !== null) await writeFile(target + PART_STATE, `${JSON.stringify({ url, validator })}\n`)
}

export async function dropPart(target: string): Promise<void> {
  await rm(target + PART, { force: true })
  await rm(target + PART_STATE, { force: true })
}

/** What `If-Range` may hold: a strong entity tag, else a date. A body that was encoded on the way cannot be continued. */
function validatorOf({ headers }: Response): string | null {
  if (isEncoded(headers)) return null
  const etag = headers.get('etag')
  return etag !== null && !etag.startsWith('W/') ? etag : headers.get('last-modified')
}

export function isEncoded(headers: Headers): boolean {
  const encoding = headers.get('content-encoding')
  return encoding !== null && encoding !== 'identity'
}
