import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** What a file is held against. */
export interface Expected {
  sha256?: string | undefined
  bytes?: number | undefined
}

/** What a file is. */
export interface Fingerprint {
  sha256: string
  bytes: number
}

/** Size and SHA-256 of a file; null where there is none. */
export async function fingerprint(path: string): Promise<Fingerprint | null> {
  const bytes = await sizeOf(path)
  if (bytes === null) return null
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { sha256: hash.digest('hex'), bytes }
}

export function fingerprintOf(content: string): Fingerprint {
  return { sha256: createHash('sha256').update(content).digest('hex'), bytes: Buffer.byteLength(content) }
}

/** In what a file differs from what is expected of it, in words; null where it does not. */
export function difference(found: Fingerprint, expected: Expected): string | null {
  const { sha256, bytes } = expected
  if (bytes !== undefined && found.bytes !== bytes) return `expected ${bytes} bytes, received ${found.bytes}`
  if (sha256 !== undefined && found.sha256 !== sha256) return `expected SHA-256 ${sha256}, received ${found.sha256}`
  return null
}

/** Bytes of a file; null where there is no file. */
export async function sizeOf(path: string): Promise<number | null> {
  try {
    const found = await stat(path)
    return found.isFile() ? found.size : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
