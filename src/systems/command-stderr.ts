import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'
import type { Clean } from './cleaning.js'

const KEPT_CHARACTERS = 16_384
/** What is kept may begin in the middle of a secret, which then would not be told. */
const UNSURE_CHARACTERS = 1_024
/** In JavaScript the error stands before them, elsewhere behind. */
const STACK_FRAME = /^at .+:\d+\)?$/
const SHOWN_LINES = 5
const SHOWN_CHARACTERS = 600

export interface LastWords {
  /** The last lines, for the end of a message; empty where nothing was said. */
  words(): string
}

/** Reads a program's standard error and keeps the end of it: unread, it would block the program. */
export function lastWords(stream: Readable, clean: Clean): LastWords {
  const decoder = new StringDecoder('utf8')
  let kept = ''
  let cut = false
  stream.on('error', () => undefined)
  stream.on('data', (chunk: Buffer) => {
    kept += decoder.write(chunk)
    if (kept.length <= 2 * KEPT_CHARACTERS) return
    kept = kept.slice(-KEPT_CHARACTERS)
    cut = true
  })
  return {
    words() {
      const sure = clean(stripVTControlCharacters(cut ? kept.slice(UNSURE_CHARACTERS) : kept))
      const lines = sure
        .split(/[\r\n]+/)
        .map((line) => line.replace(/\s+/g, ' ').trim())
        .filter((line) => line !== '' && !STACK_FRAME.test(line))
      const points = Array.from(lines.slice(-SHOWN_LINES).join(' | '))
      // The end says what was wrong.
      const shown = points.length > SHOWN_CHARACTERS ? `…${points.slice(1 - SHOWN_CHARACTERS).join('')}` : points.join('')
      return shown === '' ? '' : `; the last of its standard error: ${shown}`
    },
  }
}
