import { stripVTControlCharacters } from 'node:util'

/** Longer strings are cut before anything else looks at them: a report shows excerpts, and must stay bounded. */
const MOST_CHARACTERS = 4000

const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu
const INVISIBLE = /[\u00AD\u180E\u200B\u2060-\u2065\u206A-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu
const RIGHT_TO_LEFT = '\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFE\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}'
const BEGINS_RIGHT_TO_LEFT = new RegExp(`^\\P{L}*[${RIGHT_TO_LEFT}]`, 'u')
/** Right-to-left letters and all that stands between them, other letters apart. */
const RIGHT_TO_LEFT_RUNS = new RegExp(`[${RIGHT_TO_LEFT}](?:[${RIGHT_TO_LEFT}\\P{L}]*[${RIGHT_TO_LEFT}])?`, 'gu')

const ISOLATE = '\u2068'
const END_ISOLATE = '\u2069'

/**
 * Text from outside (an answer, an id, a provider's message) as one line that is safe to print: no escape sequence, no control
 * character, no line break, no invisible or direction-changing character, nothing that a CI runner reads as a command (`::error::`,
 * `##[error]`). Right-to-left text is isolated (U+2068 … U+2069), so that it cannot reorder what stands beside it: the whole where it
 * begins so, else each run of it. Doing it twice changes nothing.
 */
export function plainText(text: string): string {
  const cut = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text
  const plain = stripVTControlCharacters(cut)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(BIDI_CONTROLS, '')
    .replace(INVISIBLE, '')
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, visible)
    // Runners trim a line before they look for `::`, so no indentation would protect, and wrapping may start a line anywhere.
    .replace(/:(?=:)/gu, ': ')
    .replace(/##(?=\w*\[)/gu, '# #')
    .trim()
  if (BEGINS_RIGHT_TO_LEFT.test(plain)) return `${ISOLATE}${plain}${END_ISOLATE}`
  return plain.replace(RIGHT_TO_LEFT_RUNS, `${ISOLATE}$&${END_ISOLATE}`)
}

/** A control character as its picture, `␛` for escape. */
function visible(control: string): string {
  const code = control.charCodeAt(0)
  if (code === 0x7f) return '␡'
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\uFFFD'
}

/** Whether an isolate is open at the end of `text`, which began with one open or not. */
export function isolateOpen(text: string, open: boolean): boolean {
  return Math.max(text.lastIndexOf(ISOLATE), open ? -0.5 : -1) > text.lastIndexOf(END_ISOLATE)
}

/** Closes the isolate that a cut left open, and opens it again where the text goes on. */
export function balanceIsolates(lines: readonly string[]): string[] {
  let open = false
  return lines.map((line) => {
    const start = open ? ISOLATE : ''
    open = isolateOpen(line, open)
    return `${start}${line}${open ? END_ISOLATE : ''}`
  })
}
