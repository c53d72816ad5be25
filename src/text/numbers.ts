import { takeDates } from './dates.js'
import { baseLanguage } from './languages.js'
import { fold } from './normalise.js'
import { MULTIPLIERS, readNumberWords } from './number-words.js'

const COMMA_DECIMAL = new Set(['de', 'fr', 'it'])
// At most 1,000 groups and 20 brackets: endless ones are no number, and fill the stack of the pattern matcher.
// Digits with their grouping, a letter or bracketed subdivisions: 30'000, 12.5, 489-f, 271a, 1bis, 12(3)(b), 2.3.1
const TOKEN =
  /(?<![\p{L}\p{N}])\d+(?:[.,']\d+|(?: \d{3}(?!\d))(?=[ .,;:)%]|$| \D)){0,1000}(?:(?:[a-z]{1,3}|-(?:[a-z]|(?<run>[a-z])\k<run>{1,2}))(?![\p{L}\p{N}])|(?:bis|ter|quater|quinquies|sexies)(?![\p{L}\p{N}]))?(?:\s?\((?:\d{1,3}|[a-z]|[ivxlc]{1,5}|(?<pair>[a-z])\k<pair>)\)){0,20}/gu
const ORDINAL = /^(\d+)-?(?:st|nd|rd|th|er|ere|e|eme|s)$/u
const REFERENCE =
  /(?:^|[^\p{L}])(?:art|arts|article|artikel|articolo|articles?|sec|secs|section|sections|s|ss|§|§§|e|erw|consid|cons|no|nr|rule|rules|r|clause|para|paras|rz|ch|ziff|cap|c|dafa|دفعہ)[.:]?\s*$/u
const UNITS = new Set(['st', 'nd', 'rd', 'th'])

/**
 * The numbers of a text in the order of kind and place, each in one normal form, so that equal values compare equal: `30000` for
 * 30'000, 30 000, 30,000, 30.000 (German, French, Italian) and thirty thousand; `2024-03-03` for a date and `2024-03` for a month;
 * `489f`, `271a`, `12(3)(b)` for section-like marks. Number words are read in en, de, fr and it. Empty where there are none.
 */
export function numbersIn(text: string, language: string): string[] {
  const base = baseLanguage(language)
  const { dates, rest } = takeDates(fold(text), base)
  const found = [...dates]
  let spoken = ''
  let done = 0
  for (const { 0: token, index } of rest.matchAll(TOKEN)) {
    found.push(...readToken(token, rest.slice(Math.max(0, index - 12), index), rest.slice(index + token.length), base))
    spoken += `${rest.slice(done, index)} # `
    done = index + token.length
  }
  spoken += rest.slice(done)
  // Punctuation stays, so that a comma ends a run of number words.
  const words = spoken.match(/[\p{L}\p{M}]+|[^\s\p{L}\p{M}-]/gu) ?? []
  for (let at = 0; at < words.length; ) {
    // The million of "3 million" was read with its digits.
    const read = words[at - 1] === '#' && MULTIPLIERS.has(words[at] ?? '') ? null : readNumberWords(words, at, base)
    if (read !== null) found.push(String(read.value))
    at += read?.length ?? 1
  }
  return found
}

/**
 * Those of the wanted numbers that are not among the present ones. A coarser number is present in a finer one: 12 in 12(3), the
 * year and the month in a date.
 */
export function missingNumbers(wanted: readonly string[], present: ReadonlySet<string>): string[] {
  return wanted.filter((number) => !present.has(number))
}

/** The numbers of a text as a set for `missingNumbers`: each with the coarser ones that it contains. */
export function numberSet(numbers: readonly string[]): Set<string> {
  const set = new Set<string>()
  for (const number of numbers) {
    set.add(number)
    for (const at of number.matchAll(/\(|-/gu)) set.add(number.slice(0, at.index))
  }
  return set
}

function readToken(token: string, before: string, after: string, language: string): string[] {
  const compact = token.replace(/\s\(/gu, '(')
  const brackets = /\(.*$/u.exec(compact)?.[0] ?? ''
  const core = compact.slice(0, compact.length - brackets.length)
  const ordinal = ORDINAL.exec(core)
  if (ordinal !== null) return [`${Number(ordinal[1])}`]
  const lettered = /^(\d[\d.,' ]*?)-?([a-z]+)$/u.exec(core)
  if (lettered !== null && !UNITS.has(lettered[2] ?? '')) return [`${lettered[1]}${lettered[2]}${brackets}`]
  const isReference = REFERENCE.test(before)
  const values = isReference && /^\d+(?:\.\d+)+$/u.test(core) ? [core] : readDigits(core, language)
  const last = values.pop() ?? core
  const word = /^\s*-?\s*([\p{L}]+)/u.exec(after)?.[1] ?? ''
  const times = MULTIPLIERS.get(word)
  const scaled = times !== undefined && !isReference && Number.isFinite(Number(last)) ? plain(Number(last) * times) : last
  return [...values, `${scaled}${brackets}`]
}

function readDigits(core: string, language: string): string[] {
  const grouped = core.replace(/(?<=\d)[' ](?=\d{3}(?!\d))/gu, '')
  const own = COMMA_DECIMAL.has(language) ? { group: '.', decimal: ',' } : { group: ',', decimal: '.' }
  const flat = ungroup(grouped, own.group)
  if (/^\d+$/u.test(flat)) return [plain(Number(flat), flat)]
  const parts = flat.split(own.decimal)
  if (parts.length === 2 && parts.every((part) => /^\d+$/u.test(part))) return [decimal(flat, own.decimal)]
  // The other convention, as Swiss writers use it: 12.5 in German.
  if (/^\d+\.\d+$/u.test(flat)) return [decimal(flat, '.')]
  if (/^\d+(?:\.\d+)+$/u.test(flat)) return [flat]
  return flat
    .split(/[,' ]/u)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/u.test(part) ? plain(Number(part), part) : part))
}

/** 1,000,000 and the South Asian 10,00,000. */
function ungroup(text: string, mark: string): string {
  const escaped = mark === '.' ? '\\.' : mark
  const pattern = new RegExp(`^\\d{1,3}(?:${escaped}\\d{2,3})*${escaped}\\d{3}(?=$|[^\\d${escaped}])`, 'u')
  return text.replace(pattern, (group) => group.replaceAll(mark, ''))
}

function decimal(text: string, mark: string): string {
  const [whole = '0', fraction = ''] = text.split(mark)
  const kept = fraction.replace(/0+$/u, '')
  return kept === '' ? plain(Number(whole), whole) : `${plain(Number(whole), whole)}.${kept}`
}

/** Beyond the safe integers the digits stay as they are written. */
function plain(value: number, written?: string): string {
  if (written !== undefined && !Number.isSafeInteger(value)) return written
  return Number.isInteger(value) ? BigInt(value).toString() : String(value)
}
