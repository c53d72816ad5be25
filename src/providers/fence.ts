import { createHash } from 'node:crypto'

/** Puts a text that is not to be trusted between two lines that it cannot imitate, since it does not contain the marker. */
export type Fence = (name: string, text: string) => string

/**
 * A fence for the texts of one call. The marker is a hash of them, so the same call has the same prompt and hits its recording, and no
 * text can be written so that it holds its own marker.
 */
export function fenceFor(texts: readonly string[]): { marker: string; fence: Fence } {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text.length}:${text}`)
  const digest = hash.digest()
  let marker = ''
  let attempt = 0
  do {
    marker = createHash('sha256').update(digest).update(String(attempt)).digest('hex').slice(0, 20)
    attempt += 1
  } while (texts.some((text) => text.includes(marker)))
  return { marker, fence: (name, text) => `BEGIN ${marker} ${name}\n${text}\nEND ${marker} ${name}` }
}
