import { cleanText, wordsOf } from './normalise.js'

/** A neutral citation: year, court and number, as in "2025 LHC 846" or "[2031] EWCA Civ 14". */
export interface NeutralCitation {
  year: number
  /** In capitals, without dots; a division behind it ("EWCA CIV"). */
  court: string
  /** Without leading zeros. */
  number: string
}

const DIVISION = '(?:\\s+(?:Civ|Crim|Admin|Ch|Comm|Fam|Pat|QB|KB|TCC|CIV|CRIM))?'
const YEAR = '[[(]?(?<year>(?:1[6-9]|20)\\d\\d)[\\])]?'
const NUMBER = '(?<number>\\d{1,7})'
/** A court is told from a word by its two capitals: LHC, CanLII, EWHC. */
const COURT = `(?<court>[A-Z][A-Za-z]*[A-Z][A-Za-z]*${DIVISION})`
const STRICT = new RegExp(`(?<![\\p{L}\\p{N}])${YEAR}[\\s/_-]*${COURT}[\\s/_-]*${NUMBER}(?![\\p{L}\\p{N}])`, 'gu')
const LOOSE = new RegExp(`^${YEAR}[\\s/_-]*(?<court>[a-z]{2,10}(?:\\s+[a-z]{2,5})?)[\\s/_-]*${NUMBER}$`, 'iu')
/** Two names of one reporter: the official collection of the Swiss Federal Supreme Court. */
const SAME_REPORTER = new Map([
  ['atf', 'bge'],
  ['dtf', 'bge'],
])
/** "Ali v. The State", "ALI VS STATE"; not "Act V of 1898". */
const VERSUS = /\s(?:v\.?|vs\.?|Vs\.?|VS\.?|V\.|[Vv]ersus|VERSUS|gegen|contre)\s/u
const STATUTE_WORD = /(?<![\p{L}\p{N}])(?:Act|Ordinance|Order|Code|Rules|Regulations?|Constitution)(?![\p{L}\p{N}])/u

function undotted(text: string): string {
  return cleanText(text)
    .replace(/(?<=(?<!\p{L})\p{Lu})\.(?=\p{Lu}(?:\.|(?!\p{L})))/gu, '')
    .replace(/(?<=\p{Lu}{2})\.(?=\s*\d)/gu, '')
}

/** Every neutral citation of a text, in order; empty where there is none. */
export function neutralCitations(text: string): NeutralCitation[] {
  return [...undotted(text).matchAll(STRICT)].map(({ groups }) => neutral(groups))
}

/** The text as one neutral citation and nothing else, in any case ("2025 lhc 846"); null where it is not one. */
export function asNeutral(text: string): NeutralCitation | null {
  const bare = undotted(text).replace(/[\s.,;]+$/u, '')
  const groups = LOOSE.exec(bare)?.groups
  return groups ? neutral(groups) : null
}

/** The neutral citation that a title begins with ("2025 LHC 846 — Rizwan Vs The State"), which makes it a judgment's; or null. */
export function leadingNeutral(title: string): NeutralCitation | null {
  const match = undotted(title).matchAll(STRICT).next().value
  return match?.index === 0 ? neutral(match.groups) : null
}

function neutral(groups: Record<string, string | undefined> | undefined): NeutralCitation {
  return {
    year: Number(groups?.['year']),
    court: (groups?.['court'] ?? '').toUpperCase().replace(/\s+/gu, ' '),
    number: (groups?.['number'] ?? '').replace(/^0+(?=\d)/u, ''),
  }
}

/** A neutral citation in one spelling: equal keys, equal citations. */
export function neutralKey({ year, court, number }: NeutralCitation): string {
  return `${year} ${court} ${number}`
}

/** Whether a title reads as that of a judgment: it begins with a neutral citation, or names two parties before it names any act. */
export function isJudgmentTitle(title: string): boolean {
  const text = cleanText(title)
  if (leadingNeutral(text)) return true
  const parties = VERSUS.exec(text)
  const statute = STATUTE_WORD.exec(text)
  return parties !== null && (statute === null || parties.index < statute.index)
}

/** What a source says about the decision that it is. */
export interface CitedDecision {
  citation?: string | undefined
  title?: string | undefined
  /** Free text that may hold a citation. */
  text?: string | undefined
}

/**
 * Whether the cited decision is the one with this citation: neutral citations are equal, never one a prefix of the other. The
 * citation that a title begins with is the decision's own; one further on is only read where none is in front. Other citations
 * ("BGE 136 III 513", "205 A.3d 445") are found as a run of whole words.
 */
export function citesDecision(gold: string, cited: CitedDecision): boolean {
  const golds = readNeutrals(gold)
  if (golds.length === 0) return [cited.citation, cited.title, cited.text].some((text) => text !== undefined && holds(text, gold))
  const leading = cited.title === undefined ? null : leadingNeutral(cited.title)
  const found = [cited.citation, leading ? neutralKey(leading) : cited.title, cited.text].flatMap((text) =>
    readNeutrals(text ?? ''),
  )
  return found.some((one) => golds.some((other) => neutralKey(one) === neutralKey(other)))
}

/** Every neutral citation of a citation field, which may be in lower case. */
export function readNeutrals(citation: string): NeutralCitation[] {
  const whole = asNeutral(citation)
  return whole ? [whole] : neutralCitations(citation)
}

function holds(text: string, gold: string): boolean {
  const words = (value: string) => wordsOf(value).map((word) => SAME_REPORTER.get(word) ?? word)
  const sought = words(gold)
  const found = words(text)
  return sought.length > 0 && found.some((_, at) => sought.every((word, index) => found[at + index] === word))
}
