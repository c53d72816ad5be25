import { normalise } from '../text/normalise.js'

export interface Quote {
  /** What is quoted, without its marks. */
  text: string
  /** First code point of the quote, its mark included. */
  start: number
  /** One past the last code point. */
  end: number
  /** A block quote of Markdown, rather than words between marks. */
  block: boolean
}

/** Opening marks, and what closes each: English “…” and ‘…’, German „…“ and »…«, French and Italian «…», Swedish ”…”, typewriters' "…". */
const CLOSERS: Readonly<Record<string, string>> = {
  '“': '”',
  '‘': '’',
  '”': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '"': '"',
  '‟': '”',
  '″': '″',
}
const FEWEST_WORDS = 4
const FEWEST_CHARACTERS = 20
const BLOCK = /^[ \t]{0,3}>[ \t]?/u

/**
 * The passages that a text quotes: at least four words or twenty characters between quotation marks within a paragraph, or a block quote of Markdown. Shorter
 * ones are terms. A mark that nothing closes quotes nothing; quotes inside quotes are part of them. In order.
 */
export function quotesIn(text: string): Quote[] {
  const quotes: Quote[] = []
  let paragraph: Line[] = []
  let block: Line[] = []
  const flush = () => {
    quotes.push(...marked(paragraph), ...blockQuote(block))
    paragraph = []
    block = []
  }
  for (const line of lines(text)) {
    if (BLOCK.test(line.text)) {
      if (paragraph.length > 0) flush()
      block.push(line)
    } else {
      if (block.length > 0 || line.text.trim() === '') flush()
      if (line.text.trim() !== '') paragraph.push(line)
    }
  }
  flush()
  return quotes
}

interface Line {
  text: string
  /** Code point of its first character. */
  at: number
}

function lines(text: string): Line[] {
  let at = 0
  return text.split('\n').map((line) => {
    const here = { text: line, at }
    at += Array.from(line).length + 1
    return here
  })
}

function blockQuote(block: readonly Line[]): Quote[] {
  const text = block
    .map((line) => line.text.replace(BLOCK, ''))
    .join('\n')
    .trim()
  const [first, last] = [block[0], block.at(-1)]
  if (first === undefined || last === undefined || !isLong(text)) return []
  return [{ text, start: first.at, end: last.at + Array.from(last.text).length, block: true }]
}

function marked(paragraph: readonly Line[]): Quote[] {
  const first = paragraph[0]
  if (first === undefined) return []
  const characters = Array.from(paragraph.map(({ text }) => text).join('\n'))
  const quotes: Quote[] = []
  const dead = new Set<string>()
  for (let at = 0; at < characters.length; at += 1) {
    const mark = characters[at] ?? ''
    if (dead.has(mark) || !Object.hasOwn(CLOSERS, mark) || !opens(characters, at)) continue
    const close = closing(characters, at)
    if (close < 0) {
      // Nothing closes it: it is no opening mark, and none of its kind behind it is.
      dead.add(mark)
      continue
    }
    const text = characters
      .slice(at + 1, close)
      .join('')
      .trim()
    if (isLong(text)) quotes.push({ text, start: first.at + at, end: first.at + close + 1, block: false })
    at = close
  }
  return quotes
}

const isWordAt = (characters: readonly string[], at: number) => /[\p{L}\p{N}]/u.test(characters[at] ?? ' ')
const isSolidAt = (characters: readonly string[], at: number) => /\S/u.test(characters[at] ?? ' ')

/** A mark that may close as well opens in front of a word and not behind one: 5" is no quote. */
function opens(characters: readonly string[], at: number): boolean {
  if (!/["”‘]/u.test(characters[at] ?? '')) return true
  return !isWordAt(characters, at - 1) && !/[.,;:!?)]/u.test(characters[at - 1] ?? ' ') && isSolidAt(characters, at + 1)
}

/** Where the quote closes that opens at a place; below 0 where none does. */
function closing(characters: readonly string[], open: number): number {
  const mark = characters[open] ?? ''
  const closers = CLOSERS[mark] ?? ''
  // A typewriter's mark, or a plural's apostrophe, closes where nothing better does before the next quote.
  let second = -1
  let nested = false
  for (let at = open + 1; at < characters.length; at += 1) {
    const character = characters[at] ?? ''
    if (nested) nested = character !== '”'
    else if (mark === '„' && character === '“' && !isSolidAt(characters, at - 1) && isWordAt(characters, at + 1)) nested = true
    else if (closers.includes(character)) {
      if (character === '’' && isWordAt(characters, at + 1)) continue
      if (character === '’' && isPlural(characters, at)) {
        if (second < 0) second = at
      } else if (character !== '"' || isSolidAt(characters, at - 1)) return at
    } else if (character === mark && second >= 0) return second
    else if (
      second < 0 &&
      /[“„]/u.test(mark) &&
      character === '"' &&
      isSolidAt(characters, at - 1) &&
      !isWordAt(characters, at + 1)
    )
      second = at
  }
  return second
}

/** "the tenants’ rights" */
function isPlural(characters: readonly string[], at: number): boolean {
  return characters[at - 1] === 's' && characters[at + 1] === ' ' && isWordAt(characters, at + 2)
}

function isLong(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []
  return words.length >= FEWEST_WORDS || (words.length > 0 && Array.from(text).length >= FEWEST_CHARACTERS)
}

/** As far as what stands in brackets may replace. */
const BRACKET_REACH = 200
/** With more changes than that between two omissions nothing is quoted word for word. */
const MOST_BRACKETS = 50
const OMISSION = /[[(]?\s*(?:\.\s?\.\s?\.|…)\s*[\])]?/u
const GAP = new RegExp(`${OMISSION.source}|\\[[^\\[\\]]{0,200}\\]`, 'gu')

interface Part {
  text: string
  /** What stands in front of it in the quote. */
  gap: 'start' | 'omission' | 'bracket'
  /** The gap is inside a word: "[t]he". */
  joined: boolean
}

/**
 * Whether a quote stands word for word in one of the texts. White space, kinds of quotation marks and dashes, emphasis of Markdown and the punctuation at its
 * end do not matter; case, accents and every word do. What is left out ("…", "[...]") may be of any length, what is changed in
 * brackets of 200 characters; the parts come in order in one text. false for a quote that is nothing but gaps.
 */
export function isVerbatim(quote: string, texts: Iterable<string>): boolean {
  return verbatimIn(texts)(quote)
}

/** `isVerbatim` for several quotes: each text is read once, and only as far as is needed. */
export function verbatimIn(texts: Iterable<string>): (quote: string) => boolean {
  const given = [...texts]
  const read: string[] = []
  return (quote) => {
    const parts = partsOf(quote)
    if (parts.length === 0) return false
    return given.some((text, index) => {
      const known = read[index] ?? plain(text)
      read[index] = known
      return holdsInOrder(known, parts)
    })
  }
}

function partsOf(quote: string): Part[] {
  const text = plain(quote).replace(/(?<![\s.,;:!?"])[\s.,;:!?"]+$/u, (end) => (OMISSION.test(end) ? end : ''))
  const parts: Part[] = []
  let at = 0
  let gap: Part['gap'] = 'start'
  const take = (to: number) => {
    const part = text.slice(at, to)
    const bare = part.replace(/^[\s"]+|(?<![\s"])[\s"]+$/gu, '')
    if (/[\p{L}\p{N}]/u.test(bare)) parts.push({ text: bare, gap, joined: gap !== 'start' && /^[\p{L}\p{N}]/u.test(part) })
  }
  for (const { 0: whole, index } of text.matchAll(GAP)) {
    take(index)
    at = index + whole.length
    gap = /^\[[^.…]/u.test(whole) ? 'bracket' : 'omission'
  }
  take(text.length)
  return parts
}

/** What is left out may be of any length, so that the first place of what follows is as good as any: each part is sought once, from there on. */
function holdsInOrder(text: string, parts: readonly Part[]): boolean {
  let from = 0
  for (let at = 0; at < parts.length; ) {
    const next = parts.findIndex(({ gap }, index) => index > at && gap !== 'bracket')
    const run = parts.slice(at, next < 0 ? parts.length : next)
    const end = firstEnd(text, run, from)
    if (end === null) return false
    from = end
    at += run.length
  }
  return true
}

/** Where the first place ends that holds parts with no more than brackets between; null where there is none. */
function firstEnd(text: string, run: readonly Part[], from: number): number | null {
  const [first, ...others] = run
  if (first === undefined || others.length > MOST_BRACKETS) return null
  let ends = endsOf(text, first, from, null)
  for (const part of others) ends = endsOf(text, part, from, ends)
  const { value } = ends.next()
  return value ?? null
}

/** Every place where a part can end, in order, given those where the one in front of its bracket can; no farther read than is asked for. */
function* endsOf(
  text: string,
  part: Part,
  from: number,
  ends: Generator<number, undefined> | null,
): Generator<number, undefined> {
  let before = ends?.next().value
  if (ends !== null && before === undefined) return
  for (let at = text.indexOf(part.text, Math.max(from, before ?? 0)); at >= 0; at = text.indexOf(part.text, at + 1)) {
    if (!atWords(text, at, part)) continue
    while (ends !== null && before !== undefined && before < at - BRACKET_REACH) before = ends.next().value
    if (ends !== null && before === undefined) return
    if (before === undefined || before <= at) yield at + part.text.length
  }
}

/** A part is whole words, save where a bracket stands inside a word. */
function atWords(text: string, at: number, { text: part, joined }: Part): boolean {
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character)
  const begins = joined || !isWord(part[0]) || !isWord(text[at - 1])
  const end = at + part.length
  return begins && (!isWord(part.at(-1)) || !isWord(text[end]))
}

/** As compared: one kind of mark and dash without spaces around, single spaces, no emphasis. */
function plain(text: string): string {
  return normalise(text.replace(/^[ \t]{0,3}>[ \t]?/gmu, '').replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}/gu, ''))
    .replaceAll("'", '"')
    .replace(/ ?" ?/gu, '"')
    .replace(/ ?- ?/gu, '-')
}
