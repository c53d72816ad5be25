import { isThing, speaksOfDecision } from './citation-context.js'
import { isCommonLawCourt } from './common-law-courts.js'
import type { Found } from './parsed-citation.js'
import { CANTON, CANTON_CODE, cantonOf } from './swiss-courts.js'
import { yearProblems } from './swiss-docket.js'

const START = '(?<![\\p{L}\\p{N}/_.-])'
const END = '(?![\\p{L}\\p{N}]|[/_]\\d)'
const YEAR = '(?<year>(?:19|20|21)\\d\\d)'

interface Form {
  pattern: RegExp
  id(groups: Record<string, string | undefined>): string
  year?(groups: Record<string, string | undefined>): number
  /** Only where the words in front speak of a decision. */
  weak?: boolean
}

/** No court, but documents of the European Union and the United Nations, and papers of business. */
const NO_COURT = '(?!(?:COM|JOIN|SWD|SEC|OJ|RES|EU|EC|CE|EWG|EG|ISO|SN|INV|RFP)[ /.])'
/** No docket, but a canton or an official collection of laws. */
const NO_DOCKET = `(?!(?:${CANTON_CODE}|AS|RO|RU|FF|SR|RS) )`
const plain = (number = '') => number.replace(/^0+(?=\d)/u, '')
/** ZH numbers count the year in two digits. */
const shortYear = (digits = '') => Number(digits) + (Number(digits) < 80 ? 2000 : 1900)

const FORMS: readonly Form[] = [
  {
    // Vaud: HC / 2020 / 38, Arrêt / 2023 / 560
    pattern: new RegExp(`${START}${NO_COURT}(?<name>\\p{Lu}\\p{L}{1,9}) ?/ ?${YEAR} ?/ ?(?<number>\\d{1,5})${END}`, 'gu'),
    id: ({ name = '', year = '', number }) => `${name}/${year}/${plain(number)}`,
  },
  {
    // Geneva: C/4431/2013, ACJC/1234/2015
    pattern: new RegExp(`${START}${NO_COURT}(?<name>\\p{Lu}{1,5}) ?/ ?(?<number>\\d{1,6}) ?/ ?${YEAR}${END}`, 'gu'),
    id: ({ name = '', year = '', number }) => `${name}/${plain(number)}/${year}`,
  },
  {
    // Basel, Aargau, Vaud, Solothurn and others: VD.2020.89, AC.2019.0123
    pattern: new RegExp(`${START}${NO_COURT}(?<name>\\p{Lu}[\\p{Lu}\\d]{1,5})\\.${YEAR}\\.(?<number>\\d{1,6})${END}`, 'gu'),
    id: ({ name = '', year = '', number }) => `${name}.${year}.${plain(number)}`,
  },
  {
    // Zurich: NG190020-O/U. Six digits behind two letters may be anything where no decision is spoken of.
    pattern: new RegExp(`${START}(?<name>[A-Z]{2}) ?(?<short>\\d{2})(?<number>\\d{4})(?:-[A-Z](?:/[A-Z]\\d{0,2})?)?${END}`, 'gu'),
    id: ({ name = '', short = '', number = '' }) => `${name}${short}${number}`,
    year: ({ short }) => shortYear(short),
    weak: true,
  },
  {
    // Schwyz, Zug, Lucerne, Bern and others: ZK1 2023 26, 1B 20 12, ZK 19 123, 101 2018 123
    pattern: new RegExp(
      `${START}${NO_COURT}${NO_DOCKET}(?<name>(?:\\d?[A-Z]{1,4}\\d?|[1-9]\\d{2}))[ .]${YEAR}[ .](?<number>\\d{1,4})${END}`,
      'gu',
    ),
    id: ({ name = '', year = '', number }) => `${name} ${year} ${plain(number)}`,
    weak: true,
  },
  {
    // St. Gallen: IV 2019/123
    pattern: new RegExp(`${START}${NO_COURT}(?<name>[A-Z]{1,4}) ${YEAR}/(?<number>\\d{1,4})${END}`, 'gu'),
    id: ({ name = '', year = '', number }) => `${name} ${year}/${plain(number)}`,
    weak: true,
  },
  {
    pattern: new RegExp(
      `${START}${NO_COURT}${NO_DOCKET}(?<name>\\d?[A-Z]{1,4}\\d?) (?<short>[012]\\d) (?<number>\\d{1,4})${END}`,
      'gu',
    ),
    id: ({ name = '', short = '', number }) => `${name} ${short} ${plain(number)}`,
    year: ({ short }) => shortYear(short),
    weak: true,
  },
  {
    // Reports of the cantons, by year and number or page: AbR 1992/93 Nr. 8
    pattern: new RegExp(
      `${START}(?<name>AbR|AGVE|BJM|BLVGE|BVR|EGV-SZ|FZR|GVP|KGE|LGVE|PKG|RBOG|RFJ|RJN|RVJ|RtiD|SGGVP|SOG|TVR|ZWR) ${YEAR}(?<more>/\\d{2,4})?(?<part> [IV]{1,3})?,? (?<by>Nr\\.|n°|no\\.?|N\\.|S\\.|p\\.|pag\\.) ?(?<number>\\d{1,4})${END}`,
      'gu',
    ),
    id: ({ name = '', year = '', more = '', part = '', by = '', number }) =>
      `${name} ${year}${more}${part} ${/^[Nn]/u.test(by) ? 'Nr.' : 'S.'} ${plain(number)}`,
  },
]

/** Numbers that only the court in front makes a citation of: "Gericht VD 1/2020". */
const BARE = new RegExp(
  `(?<=(?:[Gg]ericht(?:e?s)?|Tribunale?|Court|OGer|KGer|VGer|HGer|cantonal|justice) (?:des Kantons |du canton (?:de |du |d')|de |di )?(?<canton>${CANTON}),? (?:Nr\\. |n° )?)(?<number>\\d{1,5})/${YEAR}${END}`,
  'gu',
)

/** Every docket number of a Swiss cantonal court, and citations of the cantons' own reports. */
export function cantonalDockets(text: string, today: Date): Found[] {
  const named = FORMS.flatMap(({ pattern, id, year, weak }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: whole, index, groups = {} }): Found[] => {
      if (weak && !speaksOfDecision(text, index, index + whole.length)) return []
      // "LHC 2025 846" is a neutral citation that is turned round.
      if (isThing(text, index) || isCommonLawCourt(groups['name'] ?? '')) return []
      return [found(id(groups), year?.(groups) ?? Number(groups['year']), index, whole, today)]
    }),
  )
  const bare = [...text.matchAll(BARE)].map(({ 0: whole, index, groups = {} }) => {
    const canton = cantonOf(groups['canton'] ?? '') ?? ''
    const one = found(`${canton} ${plain(groups['number'])}/${groups['year']}`, Number(groups['year']), index, whole, today)
    return { ...one, canton }
  })
  return [...named, ...bare]
}

function found(id: string, year: number, from: number, whole: string, today: Date): Found {
  return {
    kind: 'docket-ch-cantonal',
    id,
    from,
    to: from + whole.length,
    year,
    problems: yearProblems(year, 1900, today, 'this form'),
  }
}
