import { cleanText, normalTitle } from './normalise.js'
import { compareNumbers, fromRoman, numberParts } from './section-number.js'
import {
  CONTAINER_NUMBER,
  FIRST_LEVEL,
  INTO,
  LETTER,
  LIST,
  MARKER,
  NAMED_SUB,
  NUMBER,
  ORDINAL,
  ORDINALS,
  PLAIN_SUB,
  RANGE,
  YEAR,
  YEAR_ALONE,
} from './section-patterns.js'
import { type ContainerUnit, isContainer, type Section, type SectionUnit } from './section-unit.js'

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
  const { sections, rest } = new Reader(clean, false).read()
  const marked = { sections, rest }
  if (sections.length > 0) return marked
  const front = new Reader(clean, true).leading()
  return front && !/\d/u.test(front.rest.replace(YEAR_ALONE, '')) ? front : marked
}

/** The sections of one marker, and where they stand. */
export interface MarkedSections {
  sections: readonly Section[]
  from: number
  to: number
}

/** The sections that a text names with a marker, with their places in it; the text is one that is spelled as `cleanText` does. */
export function markedSections(clean: string): MarkedSections[] {
  return new Reader(clean, false).read().groups
}

/** Reads forms at one cursor; what it does not know it steps over. */
class Reader {
  #at = 0
  readonly #text: string
  readonly #bare: boolean

  constructor(text: string, bare: boolean) {
    this.#text = text
    this.#bare = bare
  }

  read(): { sections: Section[]; groups: MarkedSections[]; rest: string } {
    const groups: MarkedSections[] = []
    let rest = ''
    while (this.#at < this.#text.length) {
      const from = this.#at
      const group = this.#group()
      if (group) {
        groups.push({ sections: group, from, to: this.#at })
        rest += ` ${CUT} `
      } else {
        rest += this.#text[this.#at]
        this.#at += 1
      }
    }
    return { sections: groups.flatMap((group) => [...group.sections]), groups, rest: tidy(rest) }
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
      const written = this.#at
      const sub = last ? this.#subs() : []
      const next =
        last && sub.length > 0
          ? { ...last, subs: [...this.#above(last, written), ...sub] }
          : ((last && this.#letter(last, start, written)) ?? this.#one(unit, within))
      if (!next || this.#isYear(next.number, unit, list.length > 0)) {
        this.#at = start
        return list
      }
      list.push(next)
    }
  }

  /** What a further part stands below: "12(1) and (3)" is 12(3), and "Abs. 1 lit. b und Abs. 2" is Abs. 2. */
  #above({ subs }: Section, written: number): readonly string[] {
    return FIRST_LEVEL.test(this.#text.slice(written, written + 10)) ? [] : subs.slice(0, -1)
  }

  /** A further letter of the same number: "324a/b". */
  #letter(last: Section, start: number, written: number): Section | null {
    const base = /^(\d+)[a-z]$/u.exec(last.number)?.[1]
    if (base === undefined || !this.#text.slice(start, written).includes('/')) return null
    const letter = this.#take(LETTER)?.[0]
    return letter === undefined ? null : { unit: last.unit, number: `${base}${letter}`, subs: [], within: last.within }
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

/** The title that is left when sections are cut out (each left a `CUT`): no "of the" and no comma at the cuts. */
function tidy(rest: string): string {
  return rest
    .replace(/[\s,;:([]*\uFFFC[\s,;:)\]]*(?:(?:of|under|in|to)\s+)?(?:the\s+)?/giu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s,;:.-]+|[\s,;:-]+$/gu, '')
}

/** What a section field says where it names no number ("Preamble"), to compare by equality. */
export function sectionName(field: string): string {
  return normalTitle(field)
}
