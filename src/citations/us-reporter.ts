import { takeDates } from '../text/dates.js'
import { fold } from '../text/normalise.js'
import type { Found } from './parsed-citation.js'
import { knownReporter } from './us-reporter-names.js'

/** A volume, words that begin as a reporter's do, and a page. A word ends at a space or a full stop, so that there is one way to read it. */
const CANDIDATE =
  /(?<![\p{L}\p{N}.,/§$€£-]|[§$€£] |No\. |Nr\. )(?<volume>\d{1,4}) (?<reporter>[A-Z][A-Za-z']{0,9}\.?(?:(?: |(?<=\.))(?:[A-Z][A-Za-z']{0,9}\.?|&|2d|3d|[4-9]th)){0,6}) (?<page>\d{1,5})(?![\p{L}\p{N}/]|[.:,]\d|-\d{4})/gu
const PLACE = /(?<!\p{L})(?:Apartment|Apt\.?|Unit|Suite|Room|Flat|Building|Lot|Gate) $/iu
const THINGS = /^ (?:dollars?|cents?|percent|per|million|billion)(?!\p{L})/u
const AFTER =
  /^(?:,? at (?<at>\d{1,5})|, (?<pin>\d{1,5})(?:-\d{1,5})?(?=[ ,;.)]|$)(?! (?:[A-Z]|\d)))?(?:(?:, \d{1,4} [^(),;\n]{2,30}){0,3} ?\((?<court>[A-Z][A-Za-z.' ]{0,40}?)? ?(?<year>1[789]\d\d|20\d\d)\))?/u

/** Every citation of a U.S. reporter. In running text the reporter is a known one; a text that is nothing but a citation may have another. */
export function usReporters(text: string): Found[] {
  const length = text.trim().length
  return [...text.matchAll(CANDIDATE)].flatMap(({ 0: whole, index, groups = {} }): Found[] => {
    const { volume = '', reporter = '', page = '' } = groups
    // "42 U.S.C. 1983" is a code.
    if (/^(?:USCA?|CFR)$/u.test(reporter.replace(/[. ]/gu, ''))) return []
    const known = knownReporter(reporter)
    const alone = length === whole.length
    if (known === undefined && !(alone && /\.|\d[dh]$/u.test(reporter) && !isDate(whole))) return []
    // "2019 ND 12" is a neutral citation of North Dakota.
    if (/^(?:1[6-9]|2[01])\d\d$/u.test(volume) && !/[a-z\d]/u.test(reporter)) return []
    // "Apartment 12 A.2d 45", "3 U.S. 5 dollar bills"
    if (
      PLACE.test(text.slice(Math.max(0, index - 20), index)) ||
      THINGS.test(text.slice(index + whole.length, index + whole.length + 12))
    )
      return []
    // No reporter has come so far; "6945 US 322" is an address.
    if (!alone && volume.length > 3) return []
    // "Or", "Me" and "SC" are words and other things too: in running text a reporter's name keeps its full stops.
    if (known?.includes('.') && !reporter.includes('.') && !alone && known !== 'U.S.' && !/\d/u.test(known)) return []
    const to = index + whole.length
    const after = AFTER.exec(text.slice(to, to + 120))?.groups ?? {}
    const pin = after['at'] ?? after['pin']
    return [
      {
        kind: 'reporter-us',
        id: `${Number(volume)} ${known ?? reporter} ${Number(page)}`,
        from: index,
        to,
        ...(after['court'] ? { court: after['court'].trim() } : {}),
        ...(after['year'] ? { year: Number(after['year']) } : {}),
        ...(pin ? { page: pin } : {}),
      },
    ]
  })
}

/** "12 Jan. 2019" */
function isDate(text: string): boolean {
  return takeDates(fold(text), 'en').dates.length > 0
}
