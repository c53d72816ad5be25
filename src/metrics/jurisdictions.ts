import { normalise } from '../text/normalise.js'
import { knownJurisdictions, type Named } from './jurisdiction-names.js'

interface Word {
  /** Lower case, without accents. */
  word: string
  capital: boolean
}

/** One name as words. */
interface Name {
  jurisdiction: string
  words: readonly string[]
}

const INITIALS: readonly (readonly [RegExp, string])[] = [
  [
    /(?<![\p{L}\p{N}.]|(?:[Ll]et|[Tt]ell|[Gg]ive|[Ss]how|[Hh]elp|[Aa]sk|[Jj]oin|[Rr]emind|[Aa]llow|[Ll]ets|LET|TELL|GIVE|SHOW|HELP)\s)(?:USA?|U\.\s?S\.(?:\s?A\.)?)(?![\p{L}\p{N}]|\s+vs?(?!\p{L}))/u,
    'United States',
  ],
  [/(?<![\p{L}\p{N}.])(?:UK|U\.\s?K\.)(?![\p{L}\p{N}])/u, 'United Kingdom'],
  [/(?<![\p{L}\p{N}.])(?:EU|UE|E\.\s?U\.)(?![\p{L}\p{N}])/u, 'European Union'],
]
/** Words, first names and surnames as well: names only with a capital letter, and where law or a place is spoken of. */
const DOUBTFUL: ReadonlySet<string> = new Set([
  ...[
    'chad',
    'chile',
    'china',
    'georgia',
    'grenada',
    'guinea',
    'holland',
    'israel',
    'jersey',
    'jordan',
    'la reunion',
    'maine',
    'mali',
  ],
  ...['monaco', 'montana', 'montserrat', 'niger', 'panama', 'saint helena', 'saint martin', 'st helena', 'st martin', 'turkey'],
  ...['virginia', 'virginie', 'wallis', 'washington'],
])
const PLACE = /^(?:in|under|within|throughout|en|au|sous|dans|nach|unter|sotto|secondo)$/
const ARTICLE: ReadonlySet<string> = new Set(['the', 'la', 'le', 'l', 'der', 'die', 'dem', 'den', 'state'])
/** A party is none: "Washington v. Glucksberg". */
const VERSUS = /^(?:vs?|versus|gegen|contre|contro)$/
/** What is called after a place: the New York Times, the Geneva Conventions. */
const CALLED_AFTER = /^(?:times|post|herald|conventions?|abkommen|ubereinkommen|consensus|yankees|giants)$/
/** First names and common nouns sooner than names of places. */
const NEVER: ReadonlySet<string> = new Set(['dominique', 'maurice', 'reunion', 'riunione'])
/** A train or a move, a subject of study and a range of hills, a short word: names only beside the word canton. */
const WITH_CANTON: ReadonlySet<string> = new Set(['zug', 'jura', 'uri'])
const CANTON = /^(?:kantone?s?|cantons?|cantone|kt|ct)$/
const LINK: ReadonlySet<string> = new Set(['of', 'de', 'du', 'di', 'd', 'del', 'von', 'des'])

/** What a law is called by its country, as the beginning of a word. */
const ADJECTIVES: Readonly<Record<string, string>> = {
  Switzerland: 'swiss schweizer suisse svizzer',
  Germany: 'german deutsch allemand tedesc',
  France: 'french franzosisch francais frances',
  Italy: 'italian italienisch italien',
  Austria: 'austria osterreichisch autrichien',
  'United States': 'american amerikanisch americain statunitens',
  Canada: 'canadian kanadisch canadien canades',
  'United Kingdom': 'british britisch britannique britannic',
  England: 'english englisch anglais ingles',
  Pakistan: 'pakistan',
  India: 'indian indisch indien',
  Australia: 'australian australisch australien',
}
const LAW =
  /^(?:laws?|courts?|codes?|statut\w*|constitution\w*|legislation|jurisprudence|acts?|droit|lois?|tribuna(?:l|ux|le|li)|cours?|code|diritto|legg[ei]|codice|corte|costituzion\w*|giurisprudenza|legislazione)$|recht|gericht|gesetz|verfassung/

/**
 * The jurisdictions that a text names, in English, German, French or Italian, each once, by their English names: countries and the EU, Swiss
 * cantons, Canadian provinces, states of the United States, the nations of the United Kingdom. Also by the adjective, where a word
 * of law stands within two words of it ("Swiss tenancy law"; not "in German"). The longest name counts: New Mexico is not Mexico. Case and accents
 * do not matter, but for initials (EU, UK, US). A name that is also a word or a person's (Chad, Georgia, Jordan, Turkey, Virginia, Washington …) counts with a
 * capital letter, and a word of law within two words or "in" or "under" in front. A party ("Texas v. Johnson") and what is called after a place (the Geneva
 * Conventions) do not count. Empty where there is none.
 */
export function jurisdictionsIn(text: string): string[] {
  return find(text, false)
}

function find(text: string, sure: boolean): string[] {
  const words = wordsOf(text)
  const found = [
    ...INITIALS.filter(([form]) => form.test(normalise(text))).map(([, name]) => name),
    ...named(words, sure),
    ...bySystem(words),
  ]
  return [...new Set(found)]
}

/** The jurisdiction that a canton, province, state or nation is a part of; null of any other. */
export function wholeOf(jurisdiction: string): string | null {
  return known().find(({ name }) => name === jurisdiction)?.within ?? null
}

let jurisdictions: readonly Named[] | undefined
function known(): readonly Named[] {
  jurisdictions ??= knownJurisdictions()
  return jurisdictions
}

let byFirstWord: Map<string, Name[]> | undefined
function index(): Map<string, Name[]> {
  if (byFirstWord !== undefined) return byFirstWord
  byFirstWord = new Map()
  for (const { name: jurisdiction, names } of known()) {
    for (const name of names) {
      const words = wordsOf(name).map(({ word }) => word)
      const [first] = words
      if (first === undefined || NEVER.has(words.join(' '))) continue
      byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { jurisdiction, words }])
    }
  }
  for (const names of byFirstWord.values()) names.sort((a, b) => b.words.length - a.words.length)
  return byFirstWord
}

function named(words: readonly Word[], sure: boolean): string[] {
  const found: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const name = nameAt(words, at, sure)
    if (name === undefined) continue
    found.push(name.jurisdiction)
    at += name.words.length - 1
  }
  return found
}

function nameAt(words: readonly Word[], at: number, sure: boolean): Name | undefined {
  const first = words[at]?.word ?? ''
  const whole = index()
    .get(first)
    ?.find((name) => name.words.every((word, i) => words[at + i]?.word === word) && stands(name, words, at, sure))
  if (whole !== undefined || !/.{5}s$/.test(first)) return whole
  // The German genitive: Deutschlands, Kaliforniens.
  return index()
    .get(first.slice(0, -1))
    ?.find((name) => name.words.length === 1 && stands(name, words, at, sure))
}

function stands(name: Name, words: readonly Word[], at: number, sure: boolean): boolean {
  const joined = name.words.join(' ')
  const end = at + name.words.length
  const [before, behind] = [words[at - 1]?.word ?? '', words[end]?.word ?? '']
  if (VERSUS.test(before) || VERSUS.test(behind) || CALLED_AFTER.test(behind)) return false
  if (DOUBTFUL.has(joined)) return sure || ((words[end - 1]?.capital ?? false) && isPlace(words, at, end))
  if (!WITH_CANTON.has(joined)) return true
  const noun = LINK.has(before) ? words[at - 2]?.word : before
  return [noun, behind].some((beside) => CANTON.test(beside ?? ''))
}

/** Whether a word of law stands within two words, or "in" or "under" right in front. */
function isPlace(words: readonly Word[], at: number, end: number): boolean {
  const near = [...words.slice(Math.max(0, at - 2), at), ...words.slice(end, end + 2)]
  if (near.some(({ word }) => LAW.test(word))) return true
  const before = ARTICLE.has(words[at - 1]?.word ?? '') ? at - 2 : at - 1
  return PLACE.test(words[before]?.word ?? '')
}

function bySystem(words: readonly Word[]): string[] {
  return words.flatMap(({ word }, at) => {
    const near = [...words.slice(Math.max(0, at - 2), at), ...words.slice(at + 1, at + 3)]
    if (!near.some((beside) => LAW.test(beside.word))) return []
    return Object.entries(ADJECTIVES).flatMap(([name, stems]) =>
      stems.split(' ').some((stem) => word.startsWith(stem)) ? [name] : [],
    )
  })
}

function wordsOf(text: string): Word[] {
  const plain = normalise(text).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
  return Array.from(plain.matchAll(/[\p{L}\p{N}]+/gu), ([raw]) => ({ word: raw.toLowerCase(), capital: /^\p{Lu}/u.test(raw) }))
}

/** What an item's own jurisdiction says: names in it, or the country of a code (`CH`, `CA-ON`). */
export function jurisdictionsOfLabel(label: string): string[] {
  const code = /^([a-z]{2})(?:-[a-z0-9]{1,3})?$/iu.exec(label.trim())?.[1]?.toUpperCase()
  const country = code === undefined ? undefined : new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code)
  return [...new Set([...find(label, true), ...(country === undefined ? [] : [country])])]
}
