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

/** Opening marks, and what closes each: English “…”, German „…“ and »…«, French and Italian «…», typewriters' "…". */
const CLOSERS: Readonly<Record<string, string>> = { '“': '”', '„': '“”', '«': '»', '»': '«', '"': '"', '‟': '”', '″': '″' }
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
  let open = -1
  for (let at = 0; at <= characters.length; at += 1) {
    const character = characters[at]
    if (character === undefined) {
      if (open < 0) break
      // Nothing closes it: it is no opening mark, and none of its kind behind it is.
      dead.add(characters[open] ?? '')
      at = open
      open = -1
    } else if (open >= 0) {
      if (!closes(characters, open, at)) continue
      const text = characters
        .slice(open + 1, at)
        .join('')
        .trim()
      if (isLong(text)) quotes.push({ text, start: first.at + open, end: first.at + at + 1, block: false })
      open = -1
    } else if (!dead.has(character) && Object.hasOwn(CLOSERS, character) && opens(characters, at)) open = at
  }
  return quotes
}

/** A straight mark opens in front of a word and closes behind one: 5" is no quote. */
function opens(characters: readonly string[], at: number): boolean {
  if (characters[at] !== '"') return true
  return !/[\p{L}\p{N}]/u.test(characters[at - 1] ?? ' ') && /\S/u.test(characters[at + 1] ?? ' ')
}

function closes(characters: readonly string[], open: number, at: number): boolean {
  const character = characters[at] ?? ''
  if (!CLOSERS[characters[open] ?? '']?.includes(character)) return false
  return character !== '"' || /\S/u.test(characters[at - 1] ?? ' ')
}

function isLong(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []
  return words.length >= FEWEST_WORDS || (words.length > 0 && Array.from(text).length >= FEWEST_CHARACTERS)
}

/** As far as what stands in brackets may replace. */
const BRACKET_REACH = 200
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

/** Every place where a part can end, given those where the one before it can; a gap in brackets is short. */
function holdsInOrder(text: string, parts: readonly Part[]): boolean {
  let ends: number[] | null = null
  for (const part of parts) {
    const reachable: number[] = []
    let pointer = 0
    for (let at = text.indexOf(part.text); at >= 0; at = text.indexOf(part.text, at + 1)) {
      if (!atWords(text, at, part)) continue
      if (ends !== null) {
        while (pointer < ends.length && part.gap === 'bracket' && (ends[pointer] ?? 0) < at - BRACKET_REACH) pointer += 1
        const before = ends[pointer]
        if (before === undefined || before > at) continue
      }
      reachable.push(at + part.text.length)
    }
    if (reachable.length === 0) return false
    ends = reachable
  }
  return true
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
