/** A part of a document that is kept or left out as a whole. */
export interface Part {
  /** What a reader misses without it. */
  name: string
  text: string
  /** What goes first when room is short: the highest. Parts of rank 0 are always kept. */
  rank: number
}

const MOST_NAMED = 10

/**
 * Joins parts, in order, within `maxBytes` of UTF-8. Where they do not fit, whole parts are left out, the highest rank first and of
 * one rank the last first, and a note in the place of `note` names them. Parts of rank 0 and the note must fit by themselves.
 */
export function fitBytes(parts: readonly Part[], maxBytes: number, note: (names: string) => string): string {
  const kept = new Set(parts)
  const leaving = parts.toSorted((a, b) => a.rank - b.rank).filter(({ rank }) => rank > 0)
  let size = parts.reduce((sum, { text }) => sum + bytes(text), 0)
  let noted = ''
  while (size + bytes(noted) > maxBytes) {
    const next = leaving.pop()
    if (next === undefined) break
    kept.delete(next)
    size -= bytes(next.text)
    const cut = parts.filter((part) => !kept.has(part))
    const more = cut.length - MOST_NAMED
    const names = cut.slice(0, MOST_NAMED).map(({ name }) => name)
    noted = note([...names, ...(more > 0 ? [`and ${more} more`] : [])].join('; '))
  }
  return parts.map((part) => (kept.has(part) ? part.text : '')).join('') + noted
}

function bytes(text: string): number {
  return Buffer.byteLength(text)
}
