/** Bullets, as they stand in a character class. */
export const BULLETS = '-*+•‣◦▪–—'
/** A number, letter or small Roman numeral with its full stop or bracket: `1.`, `(a)`, `iv)`. For patterns with the flags `iu`. */
export const ENUMERATOR = String.raw`\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,5})[.)]`
/** What a list item begins with. For patterns with the flags `iu`. */
export const LIST_MARKER = `(?:[${BULLETS}]|${ENUMERATOR})`
