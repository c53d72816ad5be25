import { clip } from '../../text/clip.js'
import { type CodePointText, codePointText } from '../../text/code-points.js'

/**
 * A document's bytes as the characters that the benchmark's offsets count: UTF-8, a BOM as the first character, a line's end as one
 * character however it is written, one character a code point. Undefined for bytes that are not UTF-8.
 */
export function decodeDocument(bytes: Uint8Array): CodePointText | undefined {
  try {
    // `ignoreBOM` means that a BOM is left where it is.
    return codePointText(oneLineEnd(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)))
  } catch {
    return undefined
  }
}

/** Line ends as Python reads them in text mode: CRLF and a lone CR are LF. */
export function oneLineEnd(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** The beginning of a text as it is written in JSON, so that white space shows. */
export function begin(text: string): string {
  return JSON.stringify(clip(text, 40))
}
