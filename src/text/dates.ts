import { fold } from './normalise.js'

const MONTHS = [
  'january jan januar jänner janvier janv gennaio gen جنوری',
  'february feb februar février févr fevrier febbraio febb فروری',
  'march mar märz mrz mars marzo مارچ',
  'april apr avril avr aprile اپریل',
  'may mai maggio mag مئی',
  'june jun juni juin giugno giu جون',
  'july jul juli juillet juil luglio lug جولائی',
  'august aug août aout agosto ago اگست',
  'september sept sep septembre settembre sett ستمبر',
  'october oct oktober okt octobre ottobre ott اکتوبر',
  'november nov novembre نومبر',
  'december dec dezember dez décembre déc dicembre dic دسمبر',
]
const MONTH = new Map(MONTHS.flatMap((names, index) => names.split(' ').map((name) => [fold(name), index + 1] as const)))
const NAME = Array.from(MONTH.keys())
  .sort((a, b) => b.length - a.length)
  .join('|')
const EDGE = '(?![\\p{L}\\p{N}])'

const DAY_FIRST = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d{1,2})(?:\\.|st|nd|rd|th|er|º|°|o)?\\s*(?:of\\s+|day\\s+of\\s+)?(${NAME})${EDGE}\\.?,?\\s*(\\d{4})${EDGE}`,
  'gu',
)
const MONTH_FIRST = new RegExp(
  `(?<![\\p{L}\\p{N}])(${NAME})${EDGE}\\.?\\s*(\\d{1,2})(?:st|nd|rd|th)?\\s*,?\\s+(\\d{4})${EDGE}`,
  'gu',
)
const MONTH_YEAR = new RegExp(`(?<![\\p{L}\\p{N}])(${NAME})${EDGE}\\.?,?\\s*(\\d{4})${EDGE}`, 'gu')
const ISO = /(?<![\p{L}\p{N}-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\p{L}\p{N}-])/gu
const NUMERIC = /(?<![\p{L}\p{N}./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?![\p{L}\p{N}]|[./-]\d)/gu

/** Takes the dates out of a folded text: their values (2024-03-03, or 2024-03 for a month) and the text with spaces in their place. */
export function takeDates(folded: string, language: string): { dates: string[]; rest: string } {
  const dates: string[] = []
  const take = (year: string, month: number | undefined, day: number | null, whole: string): string => {
    if (month === undefined || month < 1 || month > 12 || (day !== null && (day < 1 || day > 31))) return whole
    dates.push([year, month, ...(day === null ? [] : [day])].map((part) => String(part).padStart(2, '0')).join('-'))
    return ' '.repeat(whole.length)
  }
  const rest = folded
    .replace(ISO, (whole, year: string, month: string, day: string) => take(year, Number(month), Number(day), whole))
    .replace(DAY_FIRST, (whole, day: string, month: string, year: string) => take(year, MONTH.get(month), Number(day), whole))
    .replace(MONTH_FIRST, (whole, month: string, day: string, year: string) => take(year, MONTH.get(month), Number(day), whole))
    .replace(MONTH_YEAR, (whole, month: string, year: string) => take(year, MONTH.get(month), null, whole))
    .replace(NUMERIC, (whole, first: string, mark: string, second: string, year: string) => {
      const [a, b] = [Number(first), Number(second)]
      const monthFirst = a <= 12 && b > 12
      // 3/4/2024 is March in one country and April in another: left as numbers, unless the language writes day first.
      if (language === 'en' && mark === '/' && a <= 12 && b <= 12 && a !== b) return whole
      return monthFirst ? take(year, a, b, whole) : take(year, b, a, whole)
    })
  return { dates, rest }
}
