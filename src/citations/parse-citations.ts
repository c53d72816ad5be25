import { cantonalDockets } from './cantonal-docket.js'
import { courtBeside, courtThatHolds } from './citation-court.js'
import { detailsBehind, detailsInFront } from './citation-details.js'
import { courtProblems, dateProblems } from './citation-problems.js'
import { corpusIds } from './corpus-ids.js'
import { neutralsIn, reportsIn } from './neutral-citations.js'
import type { Found, ParsedCitation } from './parsed-citation.js'
import { type Readable, readable } from './readable.js'
import { statutesIn } from './statute-citations.js'
import { federalDockets } from './swiss-docket.js'
import { swissReporter } from './swiss-reporter.js'
import { usReporters } from './us-reporter.js'

export interface ParseOptions {
  /** The day against which years and dates are found to be in the future. @default now */
  today?: Date
  /**
   * Courts whose neutral citations are read in running text without brackets around the year, beside those of the common law: `['VSC']` for "2031 VSC 14".
   * `courtsIn` gives those of a corpus. `'any'`: of every court, for a field that holds a citation. @default none
   */
  courts?: readonly string[] | ReadonlySet<string> | 'any'
}

/**
 * Every citation of a text in English, German, French or Italian, in order, each with what is written beside it (pinpoint, page, date,
 * court) and with why it cannot be right. A list of sections gives one citation for each section, all with the text of the list. Spelling does not
 * matter: accents composed or not, no-break spaces, soft hyphens, digits of other widths and scripts. Empty where there is none. Throws a `TypeError` for what
 * is no text and a `RangeError` for a `today` that is no date; no text makes it throw.
 */
export function parseCitations(text: string, { today = new Date(), courts = [] }: ParseOptions = {}): ParsedCitation[] {
  if (typeof text !== 'string')
    throw new TypeError(`parseCitations: expected a text, got ${text === null ? 'null' : typeof text}`)
  if (Number.isNaN(today.getTime())) throw new RangeError('parseCitations: `today` is no valid date')
  const known = courts === 'any' ? courts : new Set(Array.from(courts, (court) => court.replaceAll('.', '').toUpperCase()))
  const read = readable(text)
  const decisions = apart([
    corpusIds(read.text, today),
    swissReporter(read.text, today),
    federalDockets(read.text, today),
    cantonalDockets(read.text, today),
    usReporters(read.text),
    reportsIn(read.text, today),
    neutralsIn(read.text, today, known),
  ])
  const statutes = statutesIn(read.text, decisions)
  const found = withoutLinks(read.text, [...decisions, ...statutes]).sort((a, b) => a.from - b.from || a.to - b.to)
  return found.map((one, index) => {
    if (one.kind === 'statute') return finished(read, one, {})
    return decided(read, one, found[index - 1]?.to ?? 0, found[index + 1]?.from ?? read.text.length, today)
  })
}

function decided(read: Readable, found: Found, start: number, end: number, today: Date): ParsedCitation {
  const behind = detailsBehind(read.text, found.to, end)
  const front = detailsInFront(read.text, start, found.from)
  const beside =
    courtBeside(read.text, start, found.from, found.to, end) ?? courtBeside(read.text, found.from, found.from, behind.to, end)
  const holds = found.kind.startsWith('docket') ? courtThatHolds(read.text, start, found.from) : undefined
  const named = beside ?? holds
  const date = behind.date ?? front.date
  const pinpoint = behind.pinpoint ?? front.pinpoint
  const page = found.page ?? behind.page
  const canton = found.canton ?? named?.canton
  const court = found.court ?? named?.name
  return finished(read, found, {
    ...(pinpoint === undefined ? {} : { pinpoint }),
    ...(page === undefined ? {} : { page }),
    ...(date === undefined ? {} : { date }),
    ...(court === undefined ? {} : { court }),
    ...(canton === undefined ? {} : { canton }),
    problems: [...(found.problems ?? []), ...dateProblems(found, date, today), ...courtProblems(found, named)],
  })
}

function finished(read: Readable, found: Found, details: Partial<ParsedCitation>): ParsedCitation {
  const { from, to, kind, id, problems = [], ...rest } = found
  return { kind, id, ...read.source(from, to), ...rest, problems, ...details }
}

/** What the address of a link repeats is cited once; what only an address names is cited there. */
function withoutLinks(text: string, found: readonly Found[]): Found[] {
  const linked = new Set<Found>()
  const addresses = [...text.matchAll(/https?:\/\/[^\s<>"]{1,2000}/gu)]
  if (addresses.length === 0) return [...found]
  const inAddress = new Uint8Array(text.length)
  for (const { 0: address, index } of addresses) inAddress.fill(1, index, index + address.length)
  for (const one of found) if (inAddress[one.from] === 1) linked.add(one)
  const elsewhere = new Set(found.filter((one) => !linked.has(one)).map(({ id }) => id))
  return found.filter((one) => !linked.has(one) || !elsewhere.has(one.id))
}

/** The readings that do not overlap; the earlier reader wins, and within one reader the longer reading. */
function apart(readings: readonly (readonly Found[])[]): Found[] {
  const taken: boolean[] = []
  return readings.flatMap((found) =>
    found
      .toSorted((a, b) => b.to - b.from - (a.to - a.from))
      .filter(({ from, to }) => {
        for (let at = from; at < to; at += 1) if (taken[at]) return false
        for (let at = from; at < to; at += 1) taken[at] = true
        return true
      }),
  )
}
