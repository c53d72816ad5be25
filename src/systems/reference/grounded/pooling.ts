import { baseLanguage } from '../../../text/languages.js'
import { words } from '../../../text/tokens.js'

export type Pool = 'statute' | 'decision'

/** Words that ask what a court did. */
const OF_DECISIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: set('held hold holding holdings ruled ruling rulings judgment judgments judgement judgements judges precedent'),
  de: set('urteil urteile entschied entschieden entscheid entscheide entscheidung gericht gerichts präjudiz'),
  fr: set('arrêt arrêts jugé jugement tribunal juges jurisprudence'),
  it: set('sentenza sentenze deciso tribunale giudicato giurisprudenza'),
  'ur-Latn': set('adalat faisla faisle held judgment muqadma muqadme'),
}
const COURT =
  /\bcourt\b[^.?!]{0,40}?\b(?:decide[ds]?|find|found|said|say|says|consider(?:ed|s)?|reason(?:ed)?|order(?:ed|s)?|set|allow(?:ed)?|dismiss(?:ed)?|think)\b/iu

function set(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** What a question asks for: decisions where it names one or asks what a court held, else statutes. */
export function asksFor(question: string, language: string, namesDecision: boolean): Pool {
  if (namesDecision || COURT.test(question)) return 'decision'
  const known = OF_DECISIONS[baseLanguage(language)] ?? OF_DECISIONS['en']
  return words(question, language).some((word) => known?.has(word)) ? 'decision' : 'statute'
}

/**
 * The best `k` of candidates that are in order, where both pools have places: three of five are of what is asked for, two of the other; what one pool
 * leaves is the other's. Of `k` = 1 the place is that of what is asked for, unless it has none.
 */
export function pooled<One>(candidates: readonly One[], k: number, asked: Pool, poolOf: (one: One) => Pool): One[] {
  const sought = candidates.filter((one) => poolOf(one) === asked)
  const other = candidates.filter((one) => poolOf(one) !== asked)
  const places = Math.max(Math.ceil((3 * k) / 5), k - other.length)
  const kept = new Set([...sought.slice(0, places), ...other.slice(0, k - Math.min(places, sought.length))])
  return candidates.filter((one) => kept.has(one))
}
