import { takeDates } from '../text/dates.js'
import { fold } from '../text/normalise.js'
import { detailsBehind } from './citation-details.js'
import { isCommonLawCourt } from './common-law-courts.js'
import { asNeutral, neutralKey } from './neutral.js'
import type { Found } from './parsed-citation.js'
import { yearProblems } from './swiss-docket.js'

const START = '(?<![\\p{L}\\p{N}])'
const END = '(?![\\p{L}\\p{N}]|[.,]\\d)'
const FOUR = '(?:1[6-9]|2[01])\\d\\d'
const YEAR = `(?:\\[(?<square>${FOUR})\\]|\\((?<round>${FOUR})\\)|(?<year>${FOUR}))`
/** Reports that put their name in front of the year, and the court behind it: "PLD 2015 SC 123", "AIR 1967 Lahore 97". */
const REPORTS = 'PLD|PLJ|AIR|KLR|NLR|ALD|MLD|YLR|CLC|PCrLJ|P Cr\\. ?L ?J'
const REPORTED = new RegExp(
  `${START}(?<report>${REPORTS}) (?<year>${FOUR}) (?<court>(?:\\p{Lu}\\.){2,4}|(?:[A-Z][a-z]{2,12} ){0,3}Court|[A-Z][A-Za-z]{0,14}(?: \\([A-Z]{1,4}\\))?) (?<number>\\d{1,5})${END}`,
  'gu',
)
/** Indian law reports by year, volume and page: "(2005) 4 SCC 123", "2005 (4) SCC 123". */
const VOLUMED = new RegExp(
  `${START}(?:\\((?<round>${FOUR})\\) (?<volume>\\d{1,2})|(?<year>${FOUR}) \\((?<bracketed>\\d{1,2})\\)) (?<report>SCC|SCR|SCALE|Scale|SCJ|JT|ALT|ALD|KLT|MLJ|BomCR) (?<page>\\d{1,5})${END}`,
  'gu',
)
const DIVISION = '(?: (?:Civ|Crim|Admin|Ch|Comm|Fam|Pat|QB|KB|TCC|CIV|CRIM))?'
const COURT = `(?<court>(?:(?:\\p{Lu}\\.){2,6}|[A-Z][A-Za-z]{0,8}[A-Z][A-Za-z]{0,8})${DIVISION})`
const NEUTRAL = new RegExp(`${START}${YEAR}[ /_-]{0,3}${COURT}[ /_-]{0,3}(?<number>\\d{1,7})${END}`, 'gu')
/** Web citations of Ohio, the one state that writes its name: 2018-Ohio-2747. */
const OHIO = new RegExp(`${START}(?<year>20\\d\\d)-(?<court>Ohio)-(?<number>\\d{1,6})${END}`, 'gu')
/** The year behind a court that is known: "UKSC 2024-001". */
const BEHIND = new RegExp(
  `${START}(?<court>[A-Z][A-Za-z]{0,3}[A-Z]{1,5}(?: (?:Civ|Crim))?)[ /]${YEAR}[ /_-](?<number>\\d{1,7})${END}`,
  'gu',
)

/** Words in capitals between a year and a number that are no court: currencies, reporters, collections, instruments, sizes. */
const NO_COURT = new Set(
  'CHF EUR USD GBP CAD AUD PKR INR JPY CNY SEK NOK DKK RS BGE ATF DTF BVGE ATAF DTAF TPF SR ISO EN DIN COVID EU EC EG CE EWG US USA UK UN WL LEXIS GDPR DSGVO ART NR NO AM PM KG GB MB KB TB CO PDF URL HTTP RFC BGBL AS RO RU FF BBL AHV IV EO OR ZGB STGB AND THE HKD SGD NZD ZAR MHZ GHZ KHZ RSA AES GMBH NASA NATO OECD WHO UNO IBM BMW KPMG'.split(
    ' ',
  ),
)
const ROMAN = /^(?=.)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/u
const PARENTHESIS = /^ \((?<court>[A-Z][\p{L}. ]{1,20})\)/u

/** Law reports by year, volume and page: "[2016] 1 S.C.R. 631", "[1999] 2 AC 22". */
const BRACKETED = new RegExp(
  `${START}\\[(?<year>${FOUR})\\] (?<volume>\\d{1,2} )?(?<report>S\\.? ?C\\.? ?R\\.?|R\\.? ?C\\.? ?S\\.?|F\\.? ?C\\.? ?R?\\.?|A\\.? ?C\\.?|Q\\.? ?B\\.?|K\\.? ?B\\.?|Ch\\.?|Fam\\.?|W\\.? ?L\\.? ?R\\.?|All E\\.? ?R\\.?|C\\.? ?L\\.? ?R\\.?) (?<page>\\d{1,5})${END}`,
  'gu',
)

/** Every citation of a report that is cited by year and court, as the law reports of Pakistan and India are. */
export function reportsIn(text: string, today: Date): Found[] {
  const bracketed = [...text.matchAll(BRACKETED)].map(({ 0: whole, index, groups = {} }): Found => {
    const { report = '', volume = '', year = '', page = '' } = groups
    const bare = report.replace(/[. ]/gu, '')
    // RCS is the French name of the Supreme Court Reports of Canada.
    const id = `[${year}] ${volume}${bare === 'RCS' ? 'SCR' : bare} ${Number(page)}`
    const problems = yearProblems(Number(year), 0, today, bare)
    return { kind: 'neutral', id, from: index, to: index + whole.length, year: Number(year), problems }
  })
  const named = [...text.matchAll(REPORTED)].map(({ 0: whole, index, groups = {} }): Found => {
    const { report = '', year = '', court = '', number = '' } = groups
    return {
      kind: 'neutral',
      id: `${report} ${year} ${court === 'Supreme Court' ? 'SC' : court.replaceAll('.', '')} ${Number(number)}`,
      from: index,
      to: index + whole.length,
      year: Number(year),
      court,
      problems: yearProblems(Number(year), 0, today, report),
    }
  })
  const volumed = [...text.matchAll(VOLUMED)].map(({ 0: whole, index, groups = {} }): Found => {
    const { report = '', page = '' } = groups
    const year = Number(groups['round'] ?? groups['year'])
    return {
      kind: 'neutral',
      id: `(${year}) ${Number(groups['volume'] ?? groups['bracketed'])} ${report.toUpperCase()} ${Number(page)}`,
      from: index,
      to: index + whole.length,
      year,
      problems: yearProblems(year, 0, today, report),
    }
  })
  return [...bracketed, ...named, ...volumed]
}

/** "3 May 2020 AB 12": the year is that of a day. */
function endsDate(before: string, year: string): boolean {
  const [day] = takeDates(fold(`${/\d{1,2}\D{0,14}$/u.exec(before)?.[0] ?? ''}${year}`), 'de').dates
  return day?.length === 10
}

/** A case, or a word that a citation follows. */
const CITES =
  /(?<![\p{L}\p{N}])(?:v\.?|vs\.?|[Vv]ersus|[Ss]ee(?: also)?|[Cc]f\.?|[Cc]it(?:ation|ing|ed))(?![\p{L}\p{N}])[^!?;\n]{0,60}$/u
/** A case name in quotation marks or emphasis: "*Re Norrby*, 2031 XSC 14". */
const NAMED_CASE = /[\p{L}.)]["*_\u201d\u00bb],? ?\(?$/u
const YEAR_OF =
  /(?<!\p{L})(?:[Ii]n|[Ss]ince|[Bb]y|[Ff]rom|[Uu]ntil|[Dd]uring|[Aa]fter|[Bb]efore|[Tt]he|[Jj]ahre?|[Ss]eit|[Bb]is|[Aa]b|[Ee]n|[Dd]epuis|[Nn]el|[Dd]al) $/u
const CASE_BEHIND = /^ ?[\u2014:,-] ?[^\n]{0,80}?\s(?:v|vs|V|Vs|VS|versus)\.?\s/u
const REACH = 90

/**
 * Whether what stands around a year, an acronym and a number makes a citation of them: it is all of a paragraph, a case is named beside it, a word of
 * citing stands in front, or a paragraph is pointed at. "In 2023 BMW 320" is none.
 */
function isCited(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - REACH), from)
  const behind = text.slice(to, to + REACH)
  const opens = /(?:^|\n)[^\p{L}\p{N}\n]*$/u.test(before)
  if (opens && (/^[^\p{L}\p{N}\n]*(?:\n|$)/u.test(behind) || CASE_BEHIND.test(behind))) return true
  if (/\/$/u.test(before) || detailsBehind(text, to, Math.min(text.length, to + REACH)).pinpoint !== undefined) return true
  return !YEAR_OF.test(before) && (CITES.test(before) || NAMED_CASE.test(before))
}

/**
 * Every neutral citation: the spellings of `neutralCitations`, and the year behind a court that is known. In running text a year without brackets needs a
 * court of the common law or one of `courts`, or a context of citing; `'any'`: none of these.
 */
export function neutralsIn(text: string, today: Date, courts: ReadonlySet<string> | 'any'): Found[] {
  const known = (court: string) => isCommonLawCourt(court) || (courts !== 'any' && courts.has(court))
  return [NEUTRAL, OHIO, BEHIND].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: whole, index, groups = {} }): Found[] => {
      const { court = '', number = '' } = groups
      const year = groups['year'] ?? groups['square'] ?? groups['round'] ?? ''
      const read = asNeutral(`${year} ${court} ${number}`)
      if (read === null || NO_COURT.has(read.court) || ROMAN.test(read.court)) return []
      if (!/^[[(]/u.test(whole) && endsDate(text.slice(Math.max(0, index - 20), index), year)) return []
      const to = index + whole.length
      const bracketed = pattern === NEUTRAL && /^[[(]/u.test(whole)
      if (!bracketed && !known(read.court) && (pattern === BEHIND || (courts !== 'any' && !isCited(text, index, to)))) return []
      const where = PARENTHESIS.exec(text.slice(to, to + 30))?.groups?.['court']
      return [
        {
          kind: 'neutral',
          id: neutralKey(read),
          from: index,
          to,
          year: read.year,
          court: read.court === 'CANLII' ? (where ?? read.court) : read.court,
          problems: yearProblems(read.year, 0, today, read.court),
        },
      ]
    }),
  )
}
