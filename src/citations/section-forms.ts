import { cleanText, normalTitle } from './normalise.js'
import { compareNumbers, fromRoman, numberParts } from './section-number.js'
import {
  BARE_SUB,
  COMMA,
  CONTAINER_NUMBER,
  FIRST_LEVEL,
  FOLLOWING,
  INTO,
  LAST_PARAGRAPH,
  LETTER,
  LIST,
  MARGINAL,
  MARKED_SUB,
  MARKER,
  NAMED_SUBS,
  NUMBER,
  ORDINAL,
  ORDINALS,
  OWN_PARTS,
  PLAIN_SUB,
  RANGE,
  SUB_RANGE,
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
  /** Kinds of the parts that were read last, by their depth; '' for one in brackets. */
  #kinds: string[] = []
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
      const marker = isContainer(unit) ? null : this.#take(pattern)
      if (!marker) continue
      const list = this.#list(unit, within, /^(?:§§|art(?:t|s)|articles|articoli|sections|ss\b)/iu.test(marker[0]))
      if (list.length > 0) return list
      this.#at = start
    }
    return null
  }

  #list(unit: SectionUnit | null, within: Section['within'], many = false): Section[] {
    const list: Section[] = []
    for (;;) {
      const start = this.#at
      const last = list.at(-1)
      const more = last ? this.#further(last, many) : []
      if (more.length > 0) {
        list.push(...more)
        continue
      }
      if (last) this.#take(FOLLOWING)
      if (last && !this.#take(LIST)) return list
      const next = (last && this.#letter(last, start, this.#at)) ?? this.#one(unit, within)
      if (!next || this.#isYear(next.number, unit, list.length > 0)) {
        this.#at = start
        return list
      }
      list.push(next)
    }
  }

  /** Further parts of a section: "12(1) and (3)", "Abs. 1-3", "Abs. 1 und 2", "lit. a und b, Abs. 2". Empty, and nothing read, where none follow. */
  #further(last: Section, many: boolean): Section[] {
    if (last.subs.length === 0) return []
    const start = this.#at
    const kinds = this.#kinds
    const range = this.#rangeOfSubs(last)
    if (range.length > 0) return range
    for (const between of [LIST, COMMA]) {
      this.#at = start
      if (!this.#take(between)) continue
      const written = this.#at
      const subs = this.#subs(last.unit, false)
      if (subs.length > 0) {
        const above = this.#above(last, kinds, written)
        this.#kinds = [...kinds.slice(0, above.length), ...this.#kinds]
        return [{ ...last, subs: [...above, ...subs] }]
      }
      this.#kinds = kinds
      const bare = this.#bareSub(last, many)
      if (bare) return [bare]
    }
    this.#at = start
    this.#kinds = kinds
    return []
  }

  /** "Abs. 1-3" is each of them. */
  #rangeOfSubs(last: Section): Section[] {
    const start = this.#at
    const from = last.subs.at(-1) ?? ''
    if (this.#take(SUB_RANGE)) {
      const match = this.#kinds.at(-1) === '' ? this.#take(PLAIN_SUB) : this.#take(BARE_SUB)
      const between = valuesUpTo(from, match?.groups?.['value']?.toLowerCase() ?? '')
      if (between.length > 0) return between.map((value) => ({ ...last, subs: [...last.subs.slice(0, -1), value] }))
    }
    this.#at = start
    return []
  }

  /** A number or a letter without a name behind a part with one is of the same kind, unless it is too far down, or has parts of its own. */
  #bareSub(last: Section, many: boolean): Section | null {
    const start = this.#at
    const value = this.#take(BARE_SUB)?.groups?.['value']?.toLowerCase()
    const isNumber = (one: string) => /^\d/u.test(one)
    const depth = last.subs.findLastIndex(
      (sub, at) => this.#kinds[at] !== '' && value !== undefined && isNumber(sub) === isNumber(value),
    )
    const tooFar =
      value !== undefined &&
      isNumber(value) &&
      ((this.#kinds[depth] === 'abs' && Number.parseInt(value, 10) > LAST_PARAGRAPH) ||
        // "§§ 12 Abs. 1, 13" says that sections follow.
        (many && Number.parseInt(value, 10) > Number.parseInt(last.number, 10)))
    if (value === undefined || depth < 0 || tooFar || (isNumber(value) && this.#take(OWN_PARTS))) {
      this.#at = start
      return null
    }
    const kinds = this.#kinds.slice(0, depth + 1)
    const below = this.#subs(last.unit, false, kinds)
    this.#kinds = [...kinds, ...this.#kinds]
    return { ...last, subs: [...last.subs.slice(0, depth), value, ...below] }
  }

  /** What a further part with a name stands below: "12(1) and (3)" is 12(3), "Abs. 1 lit. b und Abs. 2" is Abs. 2. */
  #above({ subs }: Section, kinds: readonly string[], written: number): readonly string[] {
    const same = kinds.indexOf(this.#kinds[0] ?? '')
    if (this.#kinds[0] !== '' && same >= 0) return subs.slice(0, same)
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
    const below = this.#subs(unit)
    this.#kinds = [...decimals.map(() => ''), ...this.#kinds]
    const subs = [...decimals, ...below]
    const start = this.#at
    if (subs.length === 0 && this.#take(RANGE)) {
      const to = this.#number()
      const [low, high] = [numberParts(base), numberParts(to ?? '')]
      if (to !== null && low && high) {
        if (high[0] - low[0] > LONGEST_RANGE || compareNumbers(base, to) >= 0)
          return { unit, number: `${base}-${to}`, subs: this.#subs(unit), within }
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

  /** The parts below a section, from the outside in. `marked`: also by markers that stand for sections where no number is in front. */
  #subs(unit: SectionUnit | null, marked = true, above: readonly string[] = []): string[] {
    const subs: string[] = []
    this.#kinds = []
    for (;;) {
      const start = this.#at
      const sub = this.#sub(marked && (unit === 'article' || unit === 'section') ? unit : null)
      // "lit. b, Abs. 2" and "Abs. 1, Abs. 2" go on with another paragraph.
      if (sub?.[0] === 'abs' && [...above, ...this.#kinds].some((kind) => kind !== '')) {
        this.#at = start
        return subs
      }
      if (sub === null) return subs
      if (sub[1] === '') continue
      subs.push(sub[1])
      this.#kinds.push(sub[0])
    }
  }

  /** Kind and value of one part; no value where it is a commentary's. */
  #sub(unit: 'article' | 'section' | null): [kind: string, value: string] | null {
    const value = (match: RegExpExecArray) =>
      (match.groups?.['value'] ?? match.groups?.['inside'] ?? match.groups?.['sign'] ?? '').toLowerCase()
    const plain = this.#take(PLAIN_SUB)
    if (plain) return ['', value(plain)]
    for (const [kind, pattern] of NAMED_SUBS) {
      const match = this.#take(pattern)
      if (match) return [kind, value(match)]
    }
    if (unit === null) return null
    const par = this.#take(MARKED_SUB[unit])
    if (par) return ['abs', value(par)]
    return this.#take(MARGINAL) ? ['', ''] : null
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match) this.#at = pattern.lastIndex
    return match
  }
}

/** What lies behind one part up to another: `2`, `3` of 1 to 3, `b`, `c` of a to c; empty where they are in no order or too far apart. */
function valuesUpTo(from: string, to: string): string[] {
  if (/^\d+$/u.test(from) && /^\d+$/u.test(to)) {
    const [low, high] = [Number(from), Number(to)]
    return high > low && high - low <= LAST_PARAGRAPH ? Array.from({ length: high - low }, (_, i) => String(low + 1 + i)) : []
  }
  if (!/^[a-z]$/u.test(from) || !/^[a-z]$/u.test(to) || to <= from) return []
  const [low, high] = [from.charCodeAt(0), to.charCodeAt(0)]
  return Array.from({ length: high - low }, (_, i) => String.fromCharCode(low + 1 + i))
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
