import { type CodePointText, codePointText } from '../../text/code-points.js'
import { oneLineEnd } from './document.js'

const RULE = 'offsets count code points, CRLF as one'

/**
 * How the offsets of a text that is not where they say were counted, where another count leads to it: "; …", for the end of a message; else empty.
 * Of a text that is not known, the rule, where a document has characters that another count takes for more.
 */
export function offsetHint(document: CodePointText, start: number, end: number, given: string | null | undefined): string {
  const crlf = document.text.replaceAll('\n', '\r\n')
  if (!given) return end > document.length && end <= Buffer.byteLength(crlf) ? `; ${RULE}` : ''
  const wanted = oneLineEnd(given)
  const stands = (slice: () => string) => oneLineEnd(slice()) === wanted
  if (document.text.startsWith('\ufeff') && end < document.length && stands(() => document.slice(start + 1, end + 1)))
    return '; it stands one character later, so its offset was counted without the BOM'
  const counts: [how: string, slice: () => string][] = [
    ['UTF-16 units', () => document.text.slice(start, end)],
    ['CRLF as two', () => sliceOf(codePointText(crlf), start, end)],
    ['UTF-16 units, and CRLF as two', () => crlf.slice(start, end)],
    ['bytes', () => Buffer.from(document.text).toString('utf8', start, end)],
    ['bytes, and CRLF as two', () => Buffer.from(crlf).toString('utf8', start, end)],
  ]
  const found = counts.find(([, slice]) => stands(slice))
  return found === undefined ? '' : `; it stands there when offsets count ${found[0]}, but ${RULE}`
}

function sliceOf(text: CodePointText, start: number, end: number): string {
  return end > text.length ? '' : text.slice(start, end)
}
