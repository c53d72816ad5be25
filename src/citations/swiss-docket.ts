import { isThing, speaksOfDecision } from './citation-context.js'
import type { Found, Problem } from './parsed-citation.js'

const START = '(?<![\\p{L}\\p{N}/_.-])'
const END = '(?![\\p{L}\\p{N}])'

/** First years of the numbers, set early: a docket may be older than the court, which took over what was pending. */
const FIRST_YEAR: Readonly<Record<string, number>> = {
  // The letters stand for the remedies of the procedure act of 1943.
  BGer: 1944,
  BVGer: 2006,
  BStGer: 2003,
  BPatGer: 2010,
}
/** Until 2006 a dot stood behind the chamber, and since 2007 a low line does; writers mix them up. */
const LOW_LINE_SINCE = 2007

interface Form {
  court: string
  pattern: RegExp
  id(groups: Record<string, string | undefined>): { id: string; year: number }
  /** Only where the words in front speak of a decision. */
  weak?: boolean
  /** Whose numbers look alike where these words stand in front. */
  not?: RegExp
}

const FORMS: readonly Form[] = [
  {
    court: 'BGer',
    pattern: new RegExp(`${START}(?<chamber>1?\\d[A-Z])(?:[._] ?| )(?<number>\\d{1,6})[/_](?<year>\\d{4})${END}`, 'gu'),
    id: ({ chamber = '', number = '', year = '' }) => ({
      id: `BGer ${chamber}${Number(year) < LOW_LINE_SINCE ? '.' : '_'}${Number(number)}/${year}`,
      year: Number(year),
    }),
  },
  {
    // The insurance court, in Lucerne until 2006.
    court: 'BGer',
    pattern: new RegExp(`${START}(?<chamber>[BCEHIKMPU]) (?<number>\\d{1,4})/(?<year>(?:[789]\\d|0[0-7]))${END}`, 'gu'),
    id: ({ chamber = '', number = '', year = '' }) => ({
      id: `BGer ${chamber} ${Number(number)}/${year}`,
      year: Number(year) + (Number(year) < 50 ? 2000 : 1900),
    }),
    weak: true,
  },
  {
    court: 'BVGer',
    pattern: new RegExp(`${START}(?<chamber>[A-F])-(?<number>\\d{1,6})/(?<year>\\d{4})${END}`, 'gu'),
    id: ({ chamber = '', number = '', year = '' }) => ({
      id: `BVGer ${chamber}-${Number(number)}/${year}`,
      year: Number(year),
    }),
    not: /(?<!\p{L})(?:EuGH?|CJEU|ECJ|CJUE|CGUE|CJCE|EuG|Rechtssachen?|Rs\.|Cases?|[Aa]ffaires?|[Cc]ausa|C(?:ourt|our) of Justice|Gerichtshof\p{L}*)[ ,:(]{1,3}$/u,
  },
  {
    court: 'BStGer',
    pattern: new RegExp(
      `${START}(?<chamber>SK|BB|BH|BP|BG|RR|RP|RH|CA|CN|CR)\\.(?<year>\\d{4})\\.(?<number>\\d{1,4})${END}`,
      'gu',
    ),
    id: ({ chamber = '', number = '', year = '' }) => ({ id: `BStGer ${chamber}.${year}.${Number(number)}`, year: Number(year) }),
  },
  {
    court: 'BPatGer',
    pattern: new RegExp(`${START}(?<chamber>[OS])(?<year>20\\d\\d)_(?<number>\\d{3})${END}`, 'gu'),
    id: ({ chamber = '', number = '', year = '' }) => ({ id: `BPatGer ${chamber}${year}_${number}`, year: Number(year) }),
  },
]

/** The reporter of the Federal Administrative Court, by year and number. */
const BVGE = new RegExp(`${START}(?:BVGE|ATAF|DTAF) (?<year>\\d{4})/(?<number>\\d{1,3})${END}`, 'gu')

/** Every docket number of a Swiss federal court. */
export function federalDockets(text: string, today: Date): Found[] {
  const dockets = FORMS.flatMap(({ court, pattern, id, weak, not }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: whole, index, groups }): Found[] => {
      if (weak && !speaksOfDecision(text, index, index + whole.length)) return []
      if (isThing(text, index) || not?.test(text.slice(Math.max(0, index - 30), index))) return []
      const read = id(groups ?? {})
      const problems = yearProblems(read.year, FIRST_YEAR[court] ?? 0, today, court)
      return [{ kind: 'docket-ch-federal', ...read, from: index, to: index + whole.length, court, problems }]
    }),
  )
  const reported = [...text.matchAll(BVGE)].map(({ 0: whole, index, groups }): Found => {
    const year = Number(groups?.['year'])
    return {
      kind: 'reporter-ch',
      id: `BVGE ${year}/${Number(groups?.['number'])}`,
      from: index,
      to: index + whole.length,
      court: 'BVGer',
      year,
      problems: yearProblems(year, 2007, today, 'BVGE'),
    }
  })
  return [...dockets, ...reported]
}

/** What is wrong with the year of a number: none in the future, none before the first. */
export function yearProblems(year: number, first: number, today: Date, name: string): Problem[] {
  if (year > today.getUTCFullYear()) return [{ kind: 'year', message: `${year} is in the future` }]
  return year < first
    ? [{ kind: 'year', message: `${name} has no such number of ${year}: the first are of ${first} or later` }]
    : []
}
