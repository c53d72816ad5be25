import { DASHES, spell } from '../text/normalise.js'

const ELISION = /(?<![\p{L}\p{N}])(?:dell|nell|sull|dall|all|qu|[ldjnsmtc])'(?=\p{L})/giu
/** Stands where a broken encoding lost an apostrophe (`Women�s Rights`): so in titles, while in running text it may be any letter. */
const LOST = '\ufffd'

/**
 * One spelling of what looks the same: as `spell` has it, with hyphens for dashes and single spaces. A long dash, which parts a
 * citation from what follows, stays. Case, accents and punctuation stay.
 */
export function cleanText(text: string): string {
  return spell(text.replaceAll(LOST, "'"))
    .replace(DASHES, (dash) => (dash === '\u2014' || dash === '\u2015' ? ' \u2014 ' : '-'))
    .replace(/\s+/gu, ' ')
    .trim()
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
