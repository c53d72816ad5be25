import type { Found, Problem } from './parsed-citation.js'

const DIVISION = '(?<division>I[abc]|[IVX]{1,5})'
const REPORTER = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:BGE|ATF|DTF)[ .,]{0,2}(?<volume>\\d{1,4})[ /]${DIVISION}[ /](?<page>\\d{1,5})(?![\\p{L}\\p{N}])`,
  'gu',
)

/** The first volume, for 1875; every year since has one. */
const YEAR_BEFORE_FIRST = 1874
/** The newest divisions of the reporter, each with the volumes that may have it. */
const DIVISIONS: Readonly<Record<string, readonly [first: number, last: number]>> = {
  I: [1, Number.POSITIVE_INFINITY],
  II: [1, Number.POSITIVE_INFINITY],
  // Debt enforcement and bankruptcy got a part of its own when the civil code was in force (volumes from about 1912).
  III: [38, Number.POSITIVE_INFINITY],
  // Criminal law came with the federal criminal code, in force since 1942.
  IV: [67, Number.POSITIVE_INFINITY],
  // Social insurance had a reporter of its own (EVGE) until 1969.
  V: [95, Number.POSITIVE_INFINITY],
  // Part I was Ia and Ib until 1994, from about 1972; since volume 121 there are five parts and no letters.
  Ia: [76, 120],
  Ib: [76, 120],
  Ic: [76, 120],
  // Not known in any volume since the five parts; nothing is said of older ones.
  VI: [1, 120],
}

/** A list goes on without the name: "BGE 138 III 59 E. 2.1 S. 62; 136 III 190". */
const FURTHER = new RegExp(`(?<=[;,] |(?:und|et|e|ed) )(?<volume>\\d{1,3}) ${DIVISION} (?<page>\\d{1,4})(?![\\p{L}\\p{N}])`, 'gu')
const LONGEST_DETAILS = 60

/** Every citation of the official reporter of the Swiss Federal Supreme Court: BGE, ATF and DTF are one. */
export function swissReporter(text: string, today: Date): Found[] {
  const read = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ 0: whole, index, groups }) =>
      reported(
        Number(groups?.['volume']),
        groups?.['division'] ?? '',
        groups?.['page'] ?? '',
        index,
        index + whole.length,
        today,
      ),
    )
  const named = new Set(read(REPORTER))
  const all = [...named, ...read(FURTHER)].sort((a, b) => a.from - b.from)
  let last: Found | undefined
  return all.filter((one) => {
    const gap = last === undefined ? undefined : text.slice(last.to, one.from)
    const goesOn = gap !== undefined && gap.length <= LONGEST_DETAILS && !/\n|[.!?] \p{Lu}\p{Ll}/u.test(gap)
    if (!named.has(one) && !goesOn) return false
    last = one
    return true
  })
}

/** `BGE 136 III 513`, with what cannot be true of it. */
export function reported(volume: number, division: string, page: string, from: number, to: number, today: Date): Found {
  const problem = volumeProblem(volume, today) ?? divisionProblem(volume, division)
  return {
    kind: 'reporter-ch',
    id: `BGE ${volume} ${division} ${page.replace(/^0+(?=\d)/u, '')}`,
    from,
    to,
    court: 'BGer',
    year: YEAR_BEFORE_FIRST + volume,
    problems: problem === null ? [] : [problem],
  }
}

function volumeProblem(volume: number, today: Date): Problem | null {
  const newest = today.getUTCFullYear() - YEAR_BEFORE_FIRST
  if (volume >= 1 && volume <= newest) return null
  return { kind: 'volume', message: `BGE has no volume ${volume}: the one of ${today.getUTCFullYear()} is ${newest}` }
}

function divisionProblem(volume: number, division: string): Problem | null {
  const volumes = Object.hasOwn(DIVISIONS, division) ? DIVISIONS[division] : undefined
  if (volumes === undefined) return { kind: 'division', message: `BGE has no division ${division}` }
  const [first, last] = volumes
  if (volume >= first && volume <= last) return null
  return { kind: 'division', message: `BGE volume ${volume} has no division ${division}` }
}
