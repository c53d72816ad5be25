import { cleanText, normalTitle } from './normalise.js'

export type SectionUnit = 'section' | 'article' | 'rule' | 'regulation' | 'clause' | 'paragraph' | 'consideration' | ContainerUnit
export type ContainerUnit = 'schedule' | 'part' | 'chapter' | 'order'

/** One place in an act or a decision: "First Schedule, Article 73", "489-F", "2(h)", "442-448". */
export interface Section {
  /** null where only a number is given. */
  unit: SectionUnit | null
  /** Lower case, without the hyphen before a letter: `489f`, `12bis`; Arabic for a Roman schedule, part, chapter or order. */
  number: string
  /** Last number of a range. */
  to?: string
  /** Subsections, letters and the like, from the outside in: `12(3)(a)` and `Art. 12 Abs. 3 lit. a` both give `['3', 'a']`. */
  subs: readonly string[]
  /** Schedules, parts, chapters or orders that it stands in. */
  within: readonly { unit: ContainerUnit; number: string }[]
}

const CONTAINERS: readonly string[] = ['schedule', 'part', 'chapter', 'order'] satisfies ContainerUnit[]
const MARKERS: [SectionUnit, string][] = [
  ['section', '§{1,2}|sections?|sect?s?\\.?|ss?\\.?(?=\\s?\\d)|u/ss?\\.?|دفعہ|دفعات|dafaa?t?(?=\\s\\d)'],
  ['article', 'articles?|artikel|articol[oi]|arts?\\.?|آرٹیکل'],
  ['rule', 'rules?|rr?\\.(?=\\s?\\d)'],
  ['regulation', 'regulations?|regs?\\.?'],
  ['clause', 'clauses?|cls?\\.'],
  ['paragraph', 'paragraphs?|paras?\\.?|¶{1,2}|rn\\.?|rz\\.?|randnummer'],
  ['consideration', 'consid\\.?|considérants?|erwägung(?:en)?|erw\\.?|e\\.(?=\\s?\\d)'],
  ['schedule', 'schedules?|scheds?\\.?|sch\\.?|annex(?:es?)?|anhang|allegato|appendix'],
  ['part', 'parts?|pt\\.|teil|partie|parte'],
  ['chapter', 'chapters?|chap\\.?|kapitel|chapitre|capitolo'],
  ['order', 'orders?|o\\.(?=\\s?[ivxl]+\\b)'],
]
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
const LATIN = 'bis|ter|quater|quinquies|sexies|septies|octies|novies|decies'
const EDGE = '(?![\\p{L}\\p{N}])'
const START = '(?<![\\p{L}\\p{N}])'

const MARKER = MARKERS.map(([unit, words]) => [unit, new RegExp(`${START}(?:${words})(?=[\\s\\d.]|${EDGE})\\s*`, 'iuy')] as const)
const ORDINAL = new RegExp(
  `${START}(?:(${ORDINALS.join('|')})|(\\d{1,2})(?:st|nd|rd|th))\\s+(schedule|part|chapter|appendix)${EDGE}`,
  'iuy',
)
const NUMBER = new RegExp(
  `${START}(\\d{1,5}(?:\\.\\d{1,4})*)(?:\\s?(${LATIN})(?!\\s*\\d)|-?(${LATIN})|-?(?!(?:st|nd|rd|th)${EDGE})([a-z]{1,4}))?${EDGE}`,
  'iuy',
)
const CONTAINER_NUMBER = new RegExp(`${START}(?:(\\d{1,3})|([ivxl]{1,8})|([a-h]))${EDGE}`, 'iuy')
const PLAIN_SUB = /\s?\((\d{1,3}[A-Za-z]?|[ivxIVX]{2,5}|[A-Za-z]|[a-z]{2})\)/uy
const NAMED_SUB =
  /,?\s*(?:abs(?:atz|\.)?|al(?:inéa|\.)?|cpv\.?|lit\.?|let(?:tera|tre|t?\.)?|ziff(?:er|\.)?|ch\.|nr\.|satz|sub-?(?:section|clause|paragraph|article|rule)s?|clauses?(?=\s*\()|para(?:graph)?s?(?=\s*\())\s*(?:\((\w{1,5})\)|(\d{1,3}(?:bis|ter|quater)?|[a-z])(?![\p{L}\p{N}]))/iuy
const RANGE = /\s*(?:-|to|through|bis|à|until)\s*/iuy
const LIST = /\s*(?:,\s*)?(?:[,;/&+]|and|or|und|oder|sowie|et|ou|e|o|y)\s*/iuy
const INTO = /\s*,?\s*(?:(?:of|to|in|under)\s+)?(?:the\s+)?/iuy
const YEAR = /^(?:1[5-9]|20)\d\d$/u
const YEAR_ALONE = /(?<![\p{L}\p{N}])(?:1[5-9]|20)\d\d(?![\p{L}\p{N}])/gu
/** The object replacement character, which no title holds. */
const CUT = '\uFFFC'
/** Farther apart, two numbers with a hyphen are one compound number, such as § 2-207. */
const LONGEST_RANGE = 99

/** Every section that a section field names ("489-F", "First Schedule, Article 73", "378 and 380"); empty where there is none. */
export function sectionsIn(field: string): Section[] {
  const found = new Reader(cleanText(field), true).read().sections
  const noYears = found.filter(({ number, unit }) => unit !== null || !YEAR.test(number))
  return noYears.length > 0 ? noYears : found
}

/**
 * The sections that free text names with a marker (s., §, Art., Rule …; or a number in front, as in "489-F PPC"), and the rest of
 * the text without them, which is where the act's title is.
 */
export function takeSections(text: string): { sections: Section[]; rest: string } {
  const clean = cleanText(text)
  const marked = new Reader(clean, false).read()
  if (marked.sections.length > 0) return marked
  const front = new Reader(clean, true).leading()
  return front && !/\d/u.test(front.rest.replace(YEAR_ALONE, '')) ? front : marked
}

/** A recursive-descent reader would be longer: forms are few, so one cursor and sticky patterns do. */
class Reader {
  #at = 0
  readonly #text: string
  readonly #bare: boolean

  constructor(text: string, bare: boolean) {
    this.#text = text
    this.#bare = bare
  }

  read(): { sections: Section[]; rest: string } {
    const sections: Section[] = []
    let rest = ''
    while (this.#at < this.#text.length) {
      const group = this.#group()
      if (group) {
        sections.push(...group)
        rest += ` ${CUT} `
      } else {
        rest += this.#text[this.#at]
        this.#at += 1
      }
    }
    return { sections, rest: tidy(rest) }
  }

  /** A bare number in front of a name: "489-F PPC". */
  leading(): { sections: Section[]; rest: string } | null {
    const sections = this.#list(null, [])
    const rest = this.#text.slice(this.#at)
    if (
      sections.length === 0 ||
      sections.some(({ number }) => YEAR.test(number)) ||
      !/^\s+(?:of\s+)?(?:the\s+)?\p{L}{2}/iu.test(rest)
    )
      return null
    return { sections, rest: tidy(`${CUT} ${rest}`) }
  }

  /** Containers, then the sections in them; or a list of sections, then the container they are in. */
  #group(): Section[] | null {
    const within: { unit: ContainerUnit; number: string }[] = []
    for (let container = this.#container(); container; container = this.#behind(() => this.#container())) within.push(container)
    const list =
      within.length > 0
        ? this.#behind(() => this.#marked(within))
        : (this.#marked(within) ?? (this.#bare ? this.#list(null, within) : null))
    if (list && list.length > 0) {
      if (within.length > 0) return list
      const after = this.#behind(() => this.#container())
      return after ? list.map((section) => ({ ...section, within: [after] })) : list
    }
    const last = within.at(-1)
    return last
      ? [{ unit: last.unit, number: last.number, subs: [], within: within.slice(0, -1) }, ...this.#moreContainers(last, within)]
      : null
  }

  /** "Schedules I and II", "Parts 1 to 3". */
  #moreContainers(first: { unit: ContainerUnit }, within: readonly { unit: ContainerUnit; number: string }[]): Section[] {
    const more: Section[] = []
    for (;;) {
      const start = this.#at
      const number = this.#take(LIST) ? this.#containerNumber(first.unit) : undefined
      if (number === undefined) {
        this.#at = start
        return more
      }
      more.push({ unit: first.unit, number, subs: [], within: within.slice(0, -1) })
    }
  }

  #behind<T>(read: () => T | null): T | null {
    const start = this.#at
    this.#take(INTO)
    const found = this.#at > start ? read() : null
    if (!found || (Array.isArray(found) && found.length === 0)) this.#at = start
    return found
  }

  #container(): { unit: ContainerUnit; number: string } | null {
    const start = this.#at
    const ordinal = this.#take(ORDINAL)
    if (ordinal) {
      const [, word, digits, name = ''] = ordinal
      const number = word === undefined ? (digits ?? '') : String(ORDINALS.indexOf(word.toLowerCase()) + 1)
      const unit = name.toLowerCase() === 'appendix' ? 'schedule' : name.toLowerCase()
      return isContainer(unit) ? { unit, number } : null
    }
    for (const [unit, pattern] of MARKER) {
      if (!isContainer(unit) || !this.#take(pattern)) continue
      const number = this.#containerNumber(unit)
      if (number !== undefined) return { unit, number }
      this.#at = start
    }
    return null
  }

  #containerNumber(unit: ContainerUnit): string | undefined {
    const start = this.#at
    const match = this.#take(CONTAINER_NUMBER)
    const letter = match?.[3]
    if (letter !== undefined && (unit === 'order' || letter !== letter.toUpperCase())) {
      this.#at = start // "Order a …", "part a …" in running text
      return undefined
    }
    return match
      ? (match[1]?.replace(/^0+(?=\d)/u, '') ?? (match[2] === undefined ? letter?.toLowerCase() : String(fromRoman(match[2]))))
      : undefined
  }

  #marked(within: Section['within']): Section[] | null {
    const start = this.#at
    for (const [unit, pattern] of MARKER) {
      if (isContainer(unit) || !this.#take(pattern)) continue
      const list = this.#list(unit, within)
      if (list.length > 0) return list
      this.#at = start
    }
    return null
  }

  #list(unit: SectionUnit | null, within: Section['within']): Section[] {
    const list: Section[] = []
    for (;;) {
      const start = this.#at
      const last = list.at(-1)
      if (last && !this.#take(LIST)) return list
      const sub = last ? this.#subs() : []
      const next = last && sub.length > 0 ? { ...last, subs: [...last.subs.slice(0, -1), ...sub] } : this.#one(unit, within)
      if (!next || this.#isYear(next.number, unit, list.length > 0)) {
        this.#at = start
        return list
      }
      list.push(next)
    }
  }

  /** In free text "Rule 2016" and "s. 12, 2031" hold a year. */
  #isYear(number: string, unit: SectionUnit | null, listed: boolean): boolean {
    return YEAR.test(number) && (unit === 'rule' || unit === 'regulation' || (listed && !this.#bare))
  }

  #one(unit: SectionUnit | null, within: Section['within']): Section | null {
    const number = this.#number()
    if (number === null) return null
    const [base = number, ...decimals] = unit === 'consideration' ? number.split('.') : [number]
    const subs = [...decimals, ...this.#subs()]
    const start = this.#at
    if (subs.length === 0 && this.#take(RANGE)) {
      const to = this.#number()
      const [low, high] = [numberParts(base), numberParts(to ?? '')]
      if (to !== null && low && high) {
        if (high[0] - low[0] > LONGEST_RANGE || compareNumbers(base, to) >= 0)
          return { unit, number: `${base}-${to}`, subs: this.#subs(), within }
        return { unit, number: base, to, subs, within }
      }
    }
    this.#at = start
    return { unit, number: base, subs, within }
  }

  #number(): string | null {
    const match = this.#take(NUMBER)
    if (!match) return null
    const [, digits = '', spaced, joined, letters] = match
    return `${digits.replace(/^0+(?=\d)/u, '')}${(spaced ?? joined ?? letters ?? '').toLowerCase()}`
  }

  #subs(): string[] {
    const subs: string[] = []
    for (let match = this.#sub(); match; match = this.#sub()) subs.push((match[1] ?? match[2] ?? '').toLowerCase())
    return subs
  }

  #sub(): RegExpExecArray | null {
    return this.#take(PLAIN_SUB) ?? this.#take(NAMED_SUB)
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match) this.#at = pattern.lastIndex
    return match
  }
}

function isContainer(unit: string): unit is ContainerUnit {
  return CONTAINERS.includes(unit)
}

/** The title that is left when sections are cut out (each left a `CUT`): no "of the" and no comma at the cuts. */
function tidy(rest: string): string {
  return rest
    .replace(/[\s,;:([]*\uFFFC[\s,;:)\]]*(?:(?:of|under|in|to)\s+)?(?:the\s+)?/giu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s,;:.-]+|[\s,;:-]+$/gu, '')
}

/** Number and suffix of a plain number, for its place in a range; null for a compound or a decimal. */
function numberParts(number: string): [number, string] | null {
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

function fromRoman(roman: string): number {
  const values: Record<string, number> = { i: 1, v: 5, x: 10, l: 50 }
  const digits = [...roman.toLowerCase()].map((letter) => values[letter] ?? 0)
  return digits.reduce((sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit), 0)
}

/** What a section field says where it names no number ("Preamble"), to compare by equality. */
export function sectionName(field: string): string {
  return normalTitle(field)
}
