import { takeDates } from '../text/dates.js'
import { fold } from '../text/normalise.js'

/** What stands behind a citation, or in front of it, and belongs to it. */
export interface Details {
  pinpoint?: string
  page?: string
  /** YYYY-MM-DD; a day that no calendar has is kept as written. */
  date?: string
  /** Where in the text the details end. */
  to: number
}

const MARK =
  '(?:E(?:rw(?:ägung(?:en)?)?)?\\.?|c(?:ons(?:id)?)?\\.|consid|considérants?|considerand[oi]|Cons\\.|Consid\\.|recital|Ziff\\.|Ziffer|ch\\.|chiff(?:re)?\\.?|cifra|at para(?:graph)?s?\\.?|para(?:graph)?s?\\.?|paras?\\.|Rz\\.?|Rn\\.?|N\\.|¶{1,2}|§{1,2}|at §)'
/** 2, 2.4.1, 3c, 3c/aa; letters behind a space ("3c aa") are left aside. */
const NUMBER = '\\d{1,3}(?:\\.\\d{1,3}){0,5}(?:[a-z]{1,2}(?![\\p{L}]))?(?:/[a-z]{2}(?![\\p{L}]))?'
const PINPOINT = new RegExp(
  `^[ ,;]{0,2}\\(?${MARK} ?(?<pinpoint>${NUMBER})(?:(?: ?- ?| bis | à | to )(?<to>${NUMBER})|(?: ?[,/] ?| und | et | e | and )${NUMBER}(?![\\p{L}\\p{N}/]))?(?: aa| bb| cc| dd)?(?: ?ff?\\.| ?ss?\\.| ?seg{1,2}\\.)?(?![\\p{L}\\p{N}])`,
  'u',
)
/** Not the year of a report, as in "2016 SCC 27, [2016] 1 SCR 631". */
const BRACKETED = /^[ ,]{0,2}(?:at )?\[(?<pinpoint>\d{1,4})\](?:-\[?(?<to>\d{1,4})\]?)?(?! ?[\d\p{Lu}])/u
/** Where a decision is found, or its court: "2019 ONCA 123 (CanLII), at para 45". */
const ASIDE = /^ \((?:[A-Z][A-Za-z]{1,6}|[A-Z]{2} [A-Z]{2,5})\)/u
const PAGE =
  /^[ ,;]{0,2}\(?(?:S\.|Seite|pp?\.|pages?|pag{1,2}\.|pagin[ae]) ?(?<page>\d{1,5})(?: ?ff?\.| ?ss?\.| ?-\d{1,5})?(?![\p{L}\p{N}])/u
const DAY =
  '(?:\\d{1,2}(?:\\.|er|°|º|st|nd|rd|th)? (?:of )?\\p{L}{3,10}\\.?,? \\d{4}|\\d{1,2}\\. ?\\d{1,2}\\. ?\\d{4}|\\d{4}-\\d{2}-\\d{2}|\\p{L}{3,9}\\.? \\d{1,2},? \\d{4})'
/** A court may stand between the number and its date: "4A_1/2020 des Bundesgerichts vom …". */
const DATE = new RegExp(
  `^(?: (?:des|der|du|de la|del|della|of the) [\\p{L} ]{2,40}?)?[ ,;]{0,2}\\(?(?:(?:vom|v\\.|du|del(?:l')?|le|il|of|dated|on|dal) ?)?(?<date>${DAY})(?![\\p{L}\\p{N}])`,
  'u',
)
const DATE_IN_FRONT = new RegExp(
  `(?:vom|v\\.|du|del(?:l')?|of|dated) ?(?<date>${DAY})[ ,;:(]{0,3}(?:Nr\\. |n° |no\\. |in Sachen |dans la cause |nella causa )?$`,
  'u',
)
const PINPOINT_IN_FRONT = new RegExp(
  `(?<![\\p{L}\\p{N}])${MARK} ?(?<pinpoint>${NUMBER}) (?:von|des|der|vom|de l'|de l'arrêt|du|de|del(?:la)?|dell'|of|in|zu|aus)(?: (?:Urteils?|Entscheids?|arrêt|sentenza|decisione|judgment))? ?$`,
  'u',
)
const REACH = 120

/** Reads on behind a citation: consideration, page and date, in any order, up to where the next one begins. */
export function detailsBehind(text: string, from: number, end: number): Details {
  const details: Details = { to: from + (ASIDE.exec(text.slice(from, Math.min(end, from + 20)))?.[0].length ?? 0) }
  for (let read = true; read; ) {
    const rest = text.slice(details.to, Math.min(end, details.to + REACH))
    const [date, page, pinpoint] = [
      details.date === undefined ? DATE.exec(rest) : null,
      details.page === undefined ? PAGE.exec(rest) : null,
      details.pinpoint === undefined ? (PINPOINT.exec(rest) ?? BRACKETED.exec(rest)) : null,
    ]
    const day = date?.groups?.['date']
    const iso = day === undefined ? null : isoDay(day)
    read = false
    if (date && iso !== null) {
      details.date = iso
      details.to += date[0].length
      read = true
    } else if (page) {
      details.page = page.groups?.['page'] ?? ''
      details.to += page[0].length
      read = true
    } else if (pinpoint) {
      const { pinpoint: first = '', to } = pinpoint.groups ?? {}
      details.pinpoint = to === undefined ? first : `${first}-${to}`
      details.to += pinpoint[0].length
      read = true
    }
  }
  return details
}

/** Reads in front of a citation: "Urteil vom 22.12.2014, 8C_421/2014", "E. 2.3 von BGE 136 III 513". */
export function detailsInFront(text: string, start: number, from: number): Omit<Details, 'to'> {
  const before = text.slice(Math.max(start, from - REACH), from)
  const pinpoint = PINPOINT_IN_FRONT.exec(before)?.groups?.['pinpoint']
  const day = DATE_IN_FRONT.exec(before)?.groups?.['date']
  const date = day === undefined ? null : isoDay(day)
  return { ...(pinpoint ? { pinpoint } : {}), ...(date === null ? {} : { date }) }
}

function isoDay(written: string): string | null {
  const one = /^\d{1,2}\. ?\d{1,2}\./u.test(written) ? written.replaceAll(' ', '') : written
  return takeDates(fold(one), 'de').dates.find((date) => date.length === 10) ?? null
}
