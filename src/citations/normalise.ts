/** Soft hyphen, zero-width characters, bidirectional marks and the byte order mark: they are seen by no reader. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu
/** U+FFFD stands where a broken encoding lost an apostrophe (`Women�s Rights`). */
const APOSTROPHES = /[\u0027\u0060\u00B4\u02B9\u02BC\u2018\u2019\u201B\u2032\u2035\uFF07\uFFFD]/gu
const DASHES = /[\u2010-\u2015\u2212\u2E3A\u2E3B\uFE58\uFE63\uFF0D]/gu
/** First code point of the decimal digits that NFKC leaves alone: Arabic-Indic, Persian and Urdu, Devanagari. */
const DIGIT_BLOCKS = [0x0660, 0x06f0, 0x0966]
const OTHER_DIGITS = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F]/gu
const ELISION = /(?<![\p{L}\p{N}])(?:dell|nell|sull|dall|all|qu|[ldjnsmtc])'(?=\p{L})/giu

/**
 * One spelling of what looks the same: NFKC (so NFC = NFD, and full-width digits are digits), no invisible characters, plain
 * apostrophes and hyphens, ASCII digits, single spaces. Case, accents and punctuation stay.
 */
export function cleanText(text: string): string {
  return text
    .replace(APOSTROPHES, "'") // before NFKC, which turns ´ into a space and an accent
    .replace(DASHES, (dash) => (dash === '\u2014' || dash === '\u2015' ? ' \u2014 ' : '-'))
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(OTHER_DIGITS, asciiDigit)
    .replace(/\s+/gu, ' ')
    .trim()
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const block = DIGIT_BLOCKS.find((first) => code >= first && code < first + 10) ?? code
  return String(code - block)
}

/**
 * The words of a title or citation, in order and case-folded (`STRASSE` = `Straße`). Letters keep their accents: `Fälle` is not
 * `Falle`. An apostrophe joins (`Workmen's` is `workmens`), save after an elided article (`l'urbanisme`, `dell'ambiente`).
 */
export function wordsOf(text: string): string[] {
  const folded = cleanText(text)
    .replace(/(?<=\p{L})\.(?=\p{L}\.)/gu, '') // P.P.C. is one word
    .replace(ELISION, ' ')
    .replaceAll("'", '')
    .toUpperCase() // a full case folding, near enough: ß becomes SS
    .toLowerCase()
  return folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** A title or citation as one string to compare by equality: words and numbers only, each behind one space. */
export function normalTitle(text: string): string {
  return wordsOf(text).join(' ')
}
