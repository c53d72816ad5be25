// Soft hyphen, zero-width characters, joiners, bidi marks and isolates, and variation selectors: none is seen by a reader.
const INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is matched on its own
  /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]/gu
const APOSTROPHES = /[\u0060\u02b9\u02bc\u2018-\u201b\u2032\u2035]/gu
const QUOTES = /[\u201c-\u201f\u00ab\u00bb\u2033\u2036\u2039\u203a\u300c\u300d]/gu
// The look behind comes last, so that it is not made at every character.
const FOOTNOTE_MARKS = /[\u00b9\u00b2\u00b3\u2070-\u2079](?<=\p{Nd}.)[\u00b9\u00b2\u00b3\u2070-\u2079]*/gu
const FRACTION = /[\u00bc-\u00be\u2150-\u215e](?<=\p{Nd}.)/gu
const NOT_ASCII = /[\u0080-\uffff]/
/** Dashes of a text that went through `spell`: NFKC has made these of those of other widths and directions. */
export const DASHES = /[\u2010-\u2015\u2212\u2e3a\u2e3b]/gu
const DIGIT_ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6]

/**
 * The text as a reader sees it, in one spelling: as `spell` has it, with one kind of quote and dash, white space as single
 * spaces, trimmed. Case stays. Idempotent.
 */
export function normalise(text: string): string {
  return settle(settle(text))
}

function settle(text: string): string {
  return spell(text.replace(QUOTES, '"')).replace(DASHES, '-').replace(/\s+/gu, ' ').trim()
}

/**
 * One spelling of every character: NFKC, invisible ones gone, one kind of apostrophe, digits of other scripts as 0-9. Case, quotes,
 * dashes and white space stay. A raised figure after a digit is a footnote mark and goes, since NFKC alone would turn "Art. 5²" into "Art. 52".
 */
export function spell(text: string): string {
  if (!NOT_ASCII.test(text)) return text.replaceAll('`', "'")
  const readable = text.replace(INVISIBLE, '').replace(FOOTNOTE_MARKS, '').replace(FRACTION, ' $&').replaceAll('\u00b4', "'") // NFKC would make a space and an accent of it
  return asciiDigits(readable.normalize('NFKC').replace(APOSTROPHES, "'"))
}

/** Normalised and without case, for comparison: ß is ss, and Arabic letter forms and vowel signs that Urdu writers vary are one. */
export function fold(text: string): string {
  return normalise(text)
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replace(/[\u0610-\u061a\u064b-\u0652\u0670\u0640]/gu, '')
    .replace(/[\u064a\u0649]/gu, '\u06cc')
    .replaceAll('\u0643', '\u06a9')
    .replaceAll('\u06c0', '\u06c1')
}

/** Arabic-Indic, Persian and Urdu, Devanagari and Bengali digits as 0-9, with the Arabic decimal and thousands marks. */
function asciiDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0
      const zero = DIGIT_ZEROS.find((start) => code >= start && code < start + 10) ?? code
      return String(code - zero)
    })
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
}
