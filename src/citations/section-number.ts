/** Latin suffixes in order, as in 13bis. */
export const LATIN = 'bis|ter|quater|quinquies|sexies|septies|octies|novies|decies'

/** Number and suffix of a plain number, for its place in a range; null for a compound or a decimal. */
export function numberParts(number: string): [number, string] | null {
  const match = /^(\d+)(\p{L}*)$/u.exec(number)
  return match ? [Number(match[1]), match[2] ?? ''] : null
}

/** Order of sections in an act: 336, 336a, 336aa, 337. NaN where one is not a plain number. */
export function compareNumbers(a: string, b: string): number {
  const [left, right] = [numberParts(a), numberParts(b)]
  if (!left || !right) return Number.NaN
  const [short, long] = [suffixRank(left[1]), suffixRank(right[1])]
  return left[0] - right[0] || short.length - long.length || (short < long ? -1 : short > long ? 1 : 0)
}

function suffixRank(suffix: string): string {
  const latin = LATIN.split('|').indexOf(suffix)
  return latin === -1 ? suffix : String.fromCharCode('b'.charCodeAt(0) + latin)
}

/** Value of a Roman numeral below 90, in any case. */
export function fromRoman(roman: string): number {
  const values: Record<string, number> = { i: 1, v: 5, x: 10, l: 50 }
  const digits = [...roman.toLowerCase()].map((letter) => values[letter] ?? 0)
  return digits.reduce((sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit), 0)
}
