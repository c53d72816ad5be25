/** Takes a stream's bytes as they come, and its end. */
export interface LineReader {
  read(chunk: Buffer): void
  /** Gives what is left without a line's end. */
  end(): void
}

const NEWLINE = 0x0a

/**
 * Cuts bytes into lines, without their line feed. Cut as bytes, no character is split, wherever a chunk ends. A line of more than `most`
 * bytes is never held: `onTooLong` is called once, and the rest of it skipped.
 */
export function lineReader(most: number, onLine: (line: Buffer) => void, onTooLong: () => void): LineReader {
  let parts: Buffer[] = []
  let length = 0
  let skipping = false

  function take(piece: Buffer): void {
    if (skipping) return
    length += piece.length
    if (length <= most) {
      parts.push(piece)
      return
    }
    skipping = true
    parts = []
    onTooLong()
  }

  function endLine(): void {
    const line = skipping ? undefined : Buffer.concat(parts, length)
    parts = []
    length = 0
    skipping = false
    if (line !== undefined) onLine(line)
  }

  return {
    read(chunk) {
      let rest = chunk
      for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE)) {
        take(rest.subarray(0, at))
        endLine()
        rest = rest.subarray(at + 1)
      }
      if (rest.length > 0) take(rest)
    },
    end: endLine,
  }
}
