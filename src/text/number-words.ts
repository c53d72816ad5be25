import { fold } from './normalise.js'

const sequence = (words: string, start: number, step = 1): [string, number][] =>
  words.split(' ').map((word, index) => [fold(word), start + index * step])

const EN = new Map([
  ...sequence(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
    0,
  ),
  ...sequence('thirty forty fifty sixty seventy eighty ninety', 30, 10),
])
const DE_SMALL = new Map([
  ...sequence(
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
    0,
  ),
  ...sequence('dreissig vierzig fünfzig sechzig siebzig achtzig neunzig', 30, 10),
])
const FR = new Map([
  ...sequence('zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize', 0),
  ...sequence('vingt trente quarante cinquante soixante septante huitante nonante', 20, 10),
  ...sequence('vingts octante', 20, 60),
])
const IT_SMALL = new Map([
  ...sequence(
    'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
    0,
  ),
  ...sequence('trenta quaranta cinquanta sessanta settanta ottanta novanta', 30, 10),
])

/** Words that multiply the number before them, in any language: "5 lakh", "10 Mio.", "2 milliards". */
export const MULTIPLIERS: ReadonlyMap<string, number> = new Map<string, number>([
  ['hundred', 100],
  ['thousand', 1e3],
  ['tausend', 1e3],
  ['mila', 1e3],
  ['hazar', 1e3],
  ['hazaar', 1e3],
  ['ہزار', 1e3],
  ['lakh', 1e5],
  ['lakhs', 1e5],
  ['lac', 1e5],
  ['لاکھ', 1e5],
  ['million', 1e6],
  ['millions', 1e6],
  ['millionen', 1e6],
  ['mio', 1e6],
  ['milione', 1e6],
  ['milioni', 1e6],
  ['crore', 1e7],
  ['crores', 1e7],
  ['کروڑ', 1e7],
  ['billion', 1e9],
  ['milliarde', 1e9],
  ['milliarden', 1e9],
  ['milliard', 1e9],
  ['milliards', 1e9],
  ['mrd', 1e9],
  ['miliardo', 1e9],
  ['miliardi', 1e9],
])

// Articles and pronouns that are also numbers count only before something that is counted.
const AMBIGUOUS: Readonly<Record<string, ReadonlyMap<string, number>>> = {
  en: new Map([['one', 1]]),
  de: new Map(['ein', 'eine', 'einem', 'einen', 'einer', 'eines'].map((word) => [word, 1])),
  fr: new Map([
    ['un', 1],
    ['une', 1],
    ['neuf', 9],
  ]),
  it: new Map([
    ['un', 1],
    ['uno', 1],
    ['una', 1],
    ['sei', 6],
  ]),
}
const COUNTED =
  /^(?:years?|months?|weeks?|days?|hours?|minutes?|percent|per|rupees?|dollars?|pounds?|euros?|franken|francs?|franchi|jahre?s?n?|monate?s?n?|wochen?|tage?s?n?|stunden?|prozent|ans?|années?|mois|semaines?|jours?|heures?|anno|anni|mes[ei]|settiman[ae]|giorn[oi]|or[ae]|hundred|thousand|lakhs?|crores?|tausend|hundert|mill?ion[ei]?n?s?|mill?iard[eio]?n?s?)$/u

/** A run of number words that begins at a place in a list of folded words: its value and how many words it took; null where none does. */
export function readNumberWords(
  words: readonly string[],
  start: number,
  language: string,
): { value: number; length: number } | null {
  const first = words[start] ?? ''
  const ambiguous = AMBIGUOUS[language]?.get(first)
  const next = words[start + 1] ?? ''
  if (ambiguous !== undefined && !COUNTED.test(next)) {
    // "one hundred" and "un million" are caught by COUNTED; a bare "one" is a pronoun.
    return null
  }
  if (language === 'fr') return readFrench(words, start)
  let total = 0
  let group = 0
  let at = start
  while (at < words.length) {
    const word = words[at] ?? ''
    const value = at === start && ambiguous !== undefined ? ambiguous : simpleValue(word, language)
    if (value !== null) {
      // "twenty five" adds up, "five six" is two numbers.
      if (at > start && !(group % 100 === 0 || (group % 100 >= 20 && group % 10 === 0 && value < 10))) break
      group += value
    } else if (at > start && word === 'hundred' && group > 0 && group < 100) {
      group *= 100
    } else if (at > start && (MULTIPLIERS.get(word) ?? 0) >= 1000 && group > 0) {
      total += group * (MULTIPLIERS.get(word) ?? 1)
      group = 0
    } else if (
      word === 'and' &&
      language === 'en' &&
      at > start &&
      group % 100 === 0 &&
      simpleValue(words[at + 1] ?? '', 'en') !== null
    ) {
      // "one hundred and five"
      if (group === 0 && total === 0) break
    } else {
      break
    }
    at += 1
  }
  return at === start ? null : { value: total + group, length: at - start }
}

// The longest below a million have 65 characters; what is longer is none, and would be taken apart for long.
const LONGEST_WORD = 100

function simpleValue(word: string, language: string): number | null {
  if (word === '' || word.length > LONGEST_WORD) return null
  if (language === 'de') return readGerman(word)
  if (language === 'it') return readItalian(word)
  return language === 'en' || language === 'ur-Latn' ? (EN.get(word) ?? null) : null
}

/** zweiunddreissig, dreihundertfünf, zwanzigtausend */
function readGerman(word: string): number | null {
  const small = DE_SMALL.get(word)
  if (small !== undefined) return small
  for (const [unit, size] of [
    ['tausend', 1000],
    ['hundert', 100],
  ] as const) {
    const at = word.indexOf(unit)
    if (at < 0) continue
    const before = at === 0 ? 1 : partGerman(word.slice(0, at))
    const rest = word.slice(at + unit.length).replace(/^und/u, '')
    const after = rest === '' ? 0 : partGerman(rest)
    return before === null || after === null ? null : before * size + after
  }
  const [unit, tens, more] = word.split('und')
  if (unit === undefined || tens === undefined || more !== undefined) return null
  const low = partGerman(unit)
  const high = DE_SMALL.get(tens)
  return low !== null && high !== undefined && low < 10 && high >= 20 ? high + low : null
}
const partGerman = (word: string): number | null => (word === 'ein' ? 1 : readGerman(word))

/** ventotto, centocinque, trentamila */
function readItalian(word: string): number | null {
  const small = IT_SMALL.get(word)
  if (small !== undefined) return small
  if (word === 'mille') return 1000
  if (word === 'cento') return 100
  const thousand = /^(.+)mila(.*)$/u.exec(word) ?? /^()mille(.+)$/u.exec(word)
  if (thousand !== null) {
    const before = thousand[1] === '' ? 1 : readItalian(thousand[1] ?? '')
    const after = thousand[2] === '' ? 0 : readItalian(thousand[2] ?? '')
    return before === null || after === null ? null : before * 1000 + after
  }
  const hundred = /^(.*?)cento?(.*)$/u.exec(word)
  if (hundred !== null) {
    const before = hundred[1] === '' ? 1 : (IT_SMALL.get(hundred[1] ?? '') ?? null)
    const after = hundred[2] === '' ? 0 : readItalian(hundred[2] ?? '')
    return before === null || before > 9 || after === null ? null : before * 100 + after
  }
  for (const [tens, value] of IT_SMALL) {
    if (value < 20 || value % 10 !== 0) continue
    const stem = tens.slice(0, -1)
    if (!word.startsWith(stem)) continue
    const unit = IT_SMALL.get(
      (word.startsWith(tens) ? word.slice(tens.length) : word.slice(stem.length)).replace(/^tré$/u, 'tre'),
    )
    if (unit !== undefined && unit > 0 && unit < 10) return value + unit
  }
  return null
}

/** quatre-vingt-dix-sept comes as four words; so do vingt et un and deux cent cinq. */
function readFrench(words: readonly string[], start: number): { value: number; length: number } | null {
  let total = 0
  let group = 0
  let at = start
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const value = FR.get(word)
    const tail = group % 100
    if ((word === 'vingt' || word === 'vingts') && tail === 4 && at > start) group += 76
    else if ((word === 'cent' || word === 'cents') && group < 10) group = Math.max(group, 1) * 100
    else if (word === 'mille' && group < 1000) {
      total += Math.max(group, 1) * 1000
      group = 0
    } else if (at > start && group > 0 && (MULTIPLIERS.get(word) ?? 0) >= 1e6) {
      total += group * (MULTIPLIERS.get(word) ?? 1)
      group = 0
    } else if (value !== undefined && (at === start || canFollow(tail, value))) group += value
    else if (word === 'et' && tail >= 20 && tail % 10 === 0 && ['un', 'une', 'onze'].includes(words[at + 1] ?? '')) continue
    else break
  }
  return at === start ? null : { value: total + group, length: at - start }
}

function canFollow(tail: number, value: number): boolean {
  if (tail === 0) return true
  if (tail === 60 || tail === 80) return value < 20
  return (tail >= 20 && tail % 10 === 0 && value < 10) || (tail % 20 === 10 && value >= 7 && value < 10)
}
