import stringWidth from 'string-width'
import { balanceIsolates } from '../src/text/plain-text.js'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cells that a terminal uses for one line of text: wide characters count 2, combining marks and isolates 0. */
export function displayWidth(text: string): number {
  return stringWidth(text)
}

/** At most `width` cells of the text; what is cut shows as `…`. */
export function clip(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  if (width < 1) return ''
  return balanceIsolates([`${head(text, width - 1).trimEnd()}…`])[0] ?? ''
}

/** Spaces up to `width` cells. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  let padded = text
  // Some characters join with a space beside them, so a padded text may be narrower than its parts.
  for (let missing = width - displayWidth(padded); missing > 0; missing = width - displayWidth(padded)) {
    padded = align === 'left' ? padded + ' '.repeat(missing) : ' '.repeat(missing) + padded
  }
  return padded
}

/** Breaks text at spaces into lines of at most `width` cells, longer words anywhere; after `most` lines the rest is cut with `…`. */
export function wrap(text: string, width: number, most = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && displayWidth(`${line} ${word}`) <= width) {
      line = `${line} ${word}`
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (displayWidth(line) > width) {
      const first = head(line, width)
      if (first === '' || first.length === line.length) break
      lines.push(first)
      line = line.slice(first.length)
    }
  }
  lines.push(line)
  const kept = lines.length <= most ? lines : [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')]
  return balanceIsolates(kept).map((one) => clip(one, width))
}

/** The longest start of the text, whole graphemes only, that fits. */
function head(text: string, width: number): string {
  let kept = ''
  for (const { segment } of segmenter.segment(text)) {
    if (displayWidth(kept + segment) > width) break
    kept += segment
  }
  return kept
}
