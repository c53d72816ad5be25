import { cleanText, normalTitle, wordsOf as plainWords } from './normalise.js'

/** What identifies an act in its title. */
export interface StatuteTitle {
  /** The whole title in normal form. */
  normal: string
  /** Content words in order: no function word, not the kind, not the year, no note behind the year. */
  words: readonly string[]
  /** `act`, `ordinance`, `code` … in English; null where the title names none. */
  kind: string | null
  /** The first year outside parentheses, or of a parenthesis that holds nothing else; null where there is none. */
  year: number | null
  /** Acronyms that the title gives in parentheses, such as `ppc` of `Pakistan Penal Code (PPC), 1860`. */
  aliases: readonly string[]
}

const KINDS = new Map<string, string>([
  ...kind('act', 'act acts gesetz bundesgesetz loi legge'),
  ...kind('ordinance', 'ordinance ordinances ord verordnung ordonnance ordinanza'),
  ...kind('order', 'order orders arrêté'),
  ...kind('code', 'code codes gesetzbuch codice kodex'),
  ...kind('rules', 'rule rules'),
  ...kind('regulation', 'regulation regulations regs règlement reglement regolamento'),
  ...kind('decree', 'décret decreto dekret decree'),
  ...kind('directive', 'directive direttiva richtlinie'),
  ...kind('constitution', 'constitution verfassung bundesverfassung costituzione grundgesetz'),
  ...kind('bill', 'bill bills'),
])
/** In these languages the kind comes first (`Loi modifiant le code pénal`, `Verordnung zum Arbeitsgesetz`); in English it comes last. */
const LEADING = new Set(
  'gesetz bundesgesetz verordnung loi legge ordonnance ordinanza arrêté règlement regolamento décret decreto direttiva richtlinie'.split(
    ' ',
  ),
)
/** A German compound tells its kind by its end and stays a content word: Strafgesetzbuch, Tierschutzverordnung. */
const COMPOUNDS: [string, string][] = [
  ['gesetzbuch', 'code'],
  ['gesetz', 'act'],
  ['verordnung', 'ordinance'],
  ['verfassung', 'constitution'],
]
const FUNCTION_WORDS = new Set(
  [
    'the of and a an for to in on at by with from as no nr', // not "or": it is the Swiss Obligationenrecht
    'der die das des dem den und über zum zur vom von im',
    'du des de la le les et sur au aux relatif relative',
    'di del della dello dei delle degli il lo gli e i su sul sulla',
  ].flatMap((line) => line.split(' ')),
)
const YEAR = /(?<![\p{L}\p{N}])(?:1[5-9]|20)\d\d(?![\p{L}\p{N}])/u
const YEAR_ALONE = /\(\s*((?:1[5-9]|20)\d\d)\s*\)/u
/** The number of an act in its year: "Pakistan Penal Code (Act XLV of 1860)". */
const NUMBERED =
  /\(\s*(?:(?:Act|Ordinance|Order|Regulation|P\.?O\.?)\s+)?(?:No\.?\s*)?(?:[IVXLC]{1,8}|\d{1,3})\s+of\s+((?:1[5-9]|20)\d\d)\s*\)/u
const PARENTHESIS = /\(([^()]*)\)/gu
/** A note behind the year is no part of the name, unless it makes it another act. */
const ANOTHER_ACT = /amend|repeal|suppl|änderung|modif|abrog/iu

/** A German genitive names the same act: "Art. 12 des Mietgesetzes". */
function wordsOf(text: string): string[] {
  return plainWords(text).map((word) => word.replace(/(?<=gesetz|gesetzbuch)e?s$/u, ''))
}

function kind(name: string, words: string): [string, string][] {
  return words.split(' ').map((word) => [word, name])
}

/** Reads the title of an act in English, German, French or Italian. Never throws; a title without content words has `words: []`. */
export function parseStatuteTitle(title: string): StatuteTitle {
  const text = withoutNumber(cleanText(title))
  const { aliases, named } = takeAcronyms(text)
  const outside = mask(named)
  const at = YEAR.exec(outside)
  const alone = at ? null : YEAR_ALONE.exec(named)
  const cut = at?.index ?? named.length
  const notes = named.slice(cut)
  const body = `${named.slice(0, cut)} ${at ? (ANOTHER_ACT.test(notes) ? notes : outside.slice(cut)).replace(at[0], ' ') : ''}`
  const head = headKind(wordsOf(outside.slice(0, cut))) ?? headKind(wordsOf(outside.slice(cut)))
  const year = at?.[0] ?? alone?.[1]
  return {
    normal: normalTitle(title),
    words: contentWords(wordsOf(alone ? body.replace(YEAR_ALONE, ' ') : body), head?.word),
    kind: head?.kind ?? null,
    year: year === undefined ? null : Number(year),
    aliases,
  }
}

/** The act's number is no word of its title, and its year is the act's. */
function withoutNumber(title: string): string {
  return title.replace(NUMBERED, (whole, year: string) => (YEAR.test(title.replace(whole, '')) ? ' ' : year))
}

/** Acronyms in parentheses are other names, not words of the title: (PPC), (CrPC), (ANF 1997). In a title all in capitals none is told apart. */
function takeAcronyms(text: string): { aliases: string[]; named: string } {
  const aliases: string[] = []
  if (!/\p{Ll}/u.test(text.replace(PARENTHESIS, ''))) return { aliases, named: text }
  const named = text.replace(PARENTHESIS, (whole, inner: string) => {
    const [name, ...rest] = inner
      .replace(YEAR, ' ')
      .replace(/(?<=\p{L})\.(?=\p{L}|\s*$)/gu, '')
      .trim()
      .split(/\s+/)
    if (name === undefined || rest.length > 0 || !/^\p{L}{3,10}$/u.test(name) || (name.match(/\p{Lu}/gu)?.length ?? 0) < 2)
      return whole
    aliases.push(...wordsOf(name))
    return ' '
  })
  return { aliases, named }
}

/** The same text with every parenthesis blanked, so that positions stay. */
function mask(text: string): string {
  let masked = text
  for (let before = ''; before !== masked; ) {
    before = masked
    masked = masked.replace(PARENTHESIS, (whole) => ' '.repeat(whole.length))
  }
  return masked
}

function headKind(words: string[]): { word: string | undefined; kind: string } | null {
  const kinds = words.filter((word) => KINDS.has(word))
  const first = kinds[0]
  const word = first !== undefined && LEADING.has(first) ? first : kinds.at(-1)
  const named = word === undefined ? undefined : KINDS.get(word)
  if (named !== undefined) return { word, kind: named }
  const compound = COMPOUNDS.find(([end]) => words.some((candidate) => candidate.endsWith(end)))
  return compound ? { word: undefined, kind: compound[1] } : null
}

function contentWords(words: string[], head: string | undefined): string[] {
  const headAt = head === undefined ? -1 : LEADING.has(head) ? words.indexOf(head) : words.lastIndexOf(head)
  return words.filter((word, index) => index !== headAt && !FUNCTION_WORDS.has(word)).map((word) => KINDS.get(word) ?? word)
}

/**
 * Whether a cited title names the act of a gold title: the gold's content words are a subset of the cited title's, and year and
 * kind agree where both have one. A title given by its acronym alone ("PPC") fits the title that introduces the acronym. A gold
 * without content words ("Constitution") fits only another such title of its kind.
 */
export function fitsTitle(gold: StatuteTitle, cited: StatuteTitle): boolean {
  if (!agree(gold, cited)) return false
  if (gold.words.length === 0) return cited.words.length === 0 && gold.kind === cited.kind
  const known = new Set([...cited.words, ...cited.aliases])
  if (gold.words.every((word) => known.has(word))) return true
  const [only, ...more] = cited.words
  return only !== undefined && more.length === 0 && gold.aliases.includes(only)
}

/** `fitsTitle` where two neighbouring words of one title may be one word of the other: "Work Place" and "Workplace". */
export function fitsTitleJoined(gold: StatuteTitle, cited: StatuteTitle): boolean {
  if (gold.words.length === 0 || !agree(gold, cited)) return false
  const known = new Set([...cited.words, ...pairs(cited.words)])
  const covered = gold.words.map((word) => known.has(word))
  pairs(gold.words).forEach((pair, index) => {
    if (cited.words.includes(pair)) covered[index] = covered[index + 1] = true
  })
  return covered.every(Boolean)
}

/** Whether both titles have the same content words, in any order, and agree in kind and year. */
export function sameTitleWords(a: StatuteTitle, b: StatuteTitle): boolean {
  const within = (inner: StatuteTitle, outer: StatuteTitle) => inner.words.every((word) => outer.words.includes(word))
  return a.words.length > 0 && agree(a, b) && within(a, b) && within(b, a)
}

function agree(a: StatuteTitle, b: StatuteTitle): boolean {
  return (a.year === null || b.year === null || a.year === b.year) && (a.kind === null || b.kind === null || a.kind === b.kind)
}

function pairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]}${word}`)
}
