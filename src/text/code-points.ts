/** A text that is measured and cut in code points, as most languages but this one count characters. */
export interface CodePointText {
  readonly text: string
  /** Code points. */
  readonly length: number
  /** The characters from `start` up to `end`, exclusive. Throws `RangeError` unless 0 <= start <= end <= length, all whole numbers. */
  slice(start: number, end: number): string
}

const BEYOND_BMP = /[\u{10000}-\u{10ffff}]/gu

/**
 * Makes a text ready for cuts by code point. Only the places of its characters beyond the BMP are kept, so a cut costs a binary search
 * among those, and nothing more than `String.slice` where there are none.
 */
export function codePointText(text: string): CodePointText {
  // The nth character beyond the BMP, in code points: each before it took one code unit more.
  const wide = Array.from(text.matchAll(BEYOND_BMP), ({ index }, nth) => index - nth)
  const length = text.length - wide.length
  return {
    text,
    length,
    slice(start, end) {
      if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end < start || end > length)
        throw new RangeError(`expected 0 <= start <= end <= ${length}, received [${start}, ${end})`)
      return text.slice(start + countBelow(wide, start), end + countBelow(wide, end))
    },
  }
}

/** How many of the ascending numbers are below a limit. */
function countBelow(ascending: readonly number[], limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? limit) < limit) low = middle + 1
    else high = middle
  }
  return low
}
