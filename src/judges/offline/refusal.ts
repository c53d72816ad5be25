import { baseLanguage, guessLanguage } from '../../text/languages.js'
import { stripMarkdown } from '../../text/markdown.js'
import { fold } from '../../text/normalise.js'
import { sentencesOf } from '../../text/sentences.js'
import { answerBody, isDisclaimer } from './body.js'
import { hasRules, isReadable, languageOf, spokenLanguage } from './language.js'
import { figure, LIMITS } from './limits.js'
import { finish, type Steps } from './pace.js'
import { OUTCOME_LANGUAGES, type OutcomeLanguage, PLEASANTRY } from './refusal-patterns.js'

/** What kind of reply a text looks like, and why. */
interface DetectedOutcome {
  outcome: 'answered' | 'refused' | 'non-answer' | 'undetermined'
  reason: string
}

/** decline: "I cannot say" · gap: "the documents do not say" · aside: about the sources, or sends the reader elsewhere. */
type ClauseKind = 'decline' | 'gap' | 'aside' | 'pleasantry' | 'substance'

// Words that must remain once gaps and asides are put away. After a gap the first words of substance are mostly about the gap.
const SUBSTANCE_AFTER_GAP = 25
const SUBSTANCE_BEFORE_GAP = 8
const CLAUSE_BORDER =
  /[;؛]\s+|(?<!\s),?\s+[—–]\s+|[,،]\s+(?=(?:but|however|although|though|so|and (?:they|it|i)|aber|jedoch|doch|allerdings|sondern|mais|toutefois|cependant|ma|tuttavia|però|lekin|magar|لیکن|مگر)\s)/u

/**
 * Tells a refusal ("I don't have that information") from a non-answer ("the documents do not say") and from an answer, by rules
 * over the text. An answer of substance that states a gap is `answered`, and the reason names the gap. Lists of sources and
 * disclaimers at the end count for nothing. An empty answer is `undetermined`. Rules exist for en, de, fr, it, ur and ur-Latn; under
 * `und` those of the language that the text is plainly in are used, and all where it is in none. Where neither the declared language nor
 * the text's own has rules, finding nothing means nothing: `undetermined`. Of an endless answer the beginning is read; unless that
 * answers, it is `undetermined`.
 */
export function detectOutcome(answer: string, language: string): DetectedOutcome {
  return finish(detectOutcomeSteps(answer, language))
}

/** The same in steps. */
export function* detectOutcomeSteps(answer: string, language: string): Steps<DetectedOutcome> {
  const found = yield* outcomeOf(answer.slice(0, LIMITS.answer), language)
  if (answer.length <= LIMITS.answer || found.outcome === 'answered') return found
  return {
    outcome: 'undetermined',
    reason: `only the first ${figure(LIMITS.answer)} characters of the answer were read; of these: ${found.reason}`,
  }
}

function* outcomeOf(answer: string, language: string): Steps<DetectedOutcome> {
  if (answer.trim() === '') return { outcome: 'undetermined', reason: 'empty answer' }
  const body = answerBody(answer)
  const clauses: ClassifiedSentence['clauses'] = []
  for (const sentence of classifyBody(body, language)) {
    clauses.push(...sentence.clauses)
    yield
  }
  const said = clauses.filter(({ kind }) => kind !== 'pleasantry')
  if (said.length === 0) {
    return { outcome: 'undetermined', reason: 'the answer holds only courtesies, sources or disclaimers' }
  }
  const silence = said.find(({ kind }) => kind === 'gap' || kind === 'decline')
  if (silence === undefined) {
    const unread = whyUnread(body, language)
    if (unread !== null) return { outcome: 'undetermined', reason: `no refusal was found, but one would not be seen: ${unread}` }
    return { outcome: 'answered', reason: 'no refusal and no stated gap was found' }
  }
  const first = said.find(({ kind }) => kind !== 'aside')
  const opensSilent = first === silence
  const substance = said.filter(({ kind }) => kind === 'substance').reduce((sum, { text }) => sum + countWords(text), 0)
  const quoted = clip(silence.text)
  if (substance >= (opensSilent ? SUBSTANCE_AFTER_GAP : SUBSTANCE_BEFORE_GAP)) {
    return { outcome: 'answered', reason: `answers, with a stated gap: "${quoted}"` }
  }
  return said.some(({ kind }) => kind === 'gap')
    ? { outcome: 'non-answer', reason: `says that the sources do not contain it: "${quoted}"` }
    : { outcome: 'refused', reason: `declines: "${quoted}"` }
}

/**
 * A text without the clauses that say what the sources lack ("The documents contain no section 99"): what they name is not cited.
 */
export function withoutStatedGaps(text: string, language: string): string {
  return statedGaps(text, language).reduce((rest, gap) => rest.replace(gap, ' '), text)
}

/** The clauses of a text that say what the sources lack, in order. */
export function statedGaps(text: string, language: string): string[] {
  return Array.from(classifyBody(text, language)).flatMap(({ clauses }) =>
    clauses.flatMap(({ kind, text: clause }) => (kind === 'gap' ? [clause] : [])),
  )
}

interface ClassifiedSentence {
  text: string
  clauses: { text: string; kind: ClauseKind }[]
}

/** The sentences of an answer's body with the kind of each clause, one at a time. */
export function* classifyBody(body: string, language: string): Generator<ClassifiedSentence, void, void> {
  const rules = languagesOf(body, language)
  let aboutSources = false
  let silent = false
  for (const raw of sentencesOf(body, language)) {
    const text = stripMarkdown(raw)
    const parts = text.split(CLAUSE_BORDER).filter((part) => part !== undefined && part.trim() !== '')
    let spoke = aboutSources
    const wasSilent = silent
    const clauses = parts.map((part) => {
      const folded = foldClause(part)
      const names = rules.some((rule) => rule.sources.test(folded))
      const kind = kindOf(folded, rules, names, spoke || /\b(?:here|hier|ici|qui)$/u.test(folded), silent)
      spoke ||= names
      if (kind === 'gap' || kind === 'decline') silent = true
      return { text: part.trim(), kind, names }
    })
    const gapAt = clauses.findLastIndex(({ kind }) => kind === 'gap' || kind === 'decline')
    // "The documents state that a fee is due, but not which": the first clause only leads up to the gap; so does the reason for a "so I cannot".
    for (const [index, clause] of clauses.entries()) {
      const next = clauses[index + 1]
      const reason = next?.kind === 'decline' && /^(?:so|also|donc|quindi|deshalb|is liye)\b/u.test(foldClause(next.text))
      // "It mentions a fee, but it does not name it", once the main gap has been stated.
      const denied = wasSilent && next?.kind === 'gap' && PRONOUN.test(foldClause(next.text))
      if (clause.kind === 'substance' && index < gapAt && (clause.names || reason || denied)) clause.kind = 'aside'
    }
    // "They" and "it" may speak of the sources as long as the sentence before did.
    aboutSources =
      clauses.some(({ names, kind }) => names || kind === 'gap') || (aboutSources && /^(?:they|it)\b/u.test(foldClause(text)))
    yield { text, clauses: clauses.map(({ text: words, kind }) => ({ text: words, kind })) }
  }
}

function kindOf(
  text: string,
  rules: readonly OutcomeLanguage[],
  names: boolean,
  follows: boolean,
  afterGap: boolean,
): ClauseKind {
  if (!/[\p{L}\p{N}]/u.test(text) || PLEASANTRY.test(text) || isDisclaimer(text)) return 'pleasantry'
  const aboutSources = names || (follows && PRONOUN.test(text)) || (follows && TAIL_SILENCE.test(text))
  if (
    aboutSources &&
    rules.some((rule) => (names || PRONOUN.test(text) || TAIL_SILENCE.test(text)) && rule.silent.test(text) && near(text, rule))
  ) {
    return 'gap'
  }
  if (rules.some((rule) => rule.decline.test(text))) return 'decline'
  if (rules.some((rule) => rule.pointer.test(text))) return 'aside'
  if (afterGap && aboutSources && (rules.some((rule) => rule.only.test(text)) || DESCRIBES.test(text))) return 'aside'
  return 'substance'
}

const PRONOUN =
  /^(?:(?:but|and|however|although|so|aber|jedoch|sie|mais|ma|lekin|magar|also),? )*(?:they|it|this|that|these|those|which|none|sie|es|diese|dieser|ils|elles|il|elle|essi|esso|questi|yeh|ye|woh|یہ|وہ)\b/u
const TAIL_SILENCE =
  /\b(?:is|are|was|were) (?:therefore |also )?not (?:\w+ly )?(?:provided|included|specified|stated|given|set out|shown|available|listed|reproduced|covered|detailed|addressed)(?: here)?[.\s]*$|\bcannot (?:therefore )?be (?:\w+ly )?(?:determined|stated|given|identified)\b/u
const DESCRIBES =
  /\b(?:mentions?|discuss(?:es)?|outlines?|refers?|references?|lists?|includes?|addresse?s?|covers?|focus(?:es)?|deals?|relates?|details?|(?:do |does )?provides? (?:some |only )?(?:general|information|an overview|details))\b|\b(?:erwähn\w+|behandel\w+|beschreib\w+|betreffen|betrifft)\b|\b(?:mentionnent?|évoquent?|traitent?|concernent?)\b|\b(?:menzionano?|trattano?|riguardano?)\b/u

/** Source and silence must belong together: a document named at one end of a long clause does not make a negation at the other a gap. */
function near(text: string, rule: OutcomeLanguage): boolean {
  const source = rule.sources.exec(text)
  const silence = rule.silent.exec(text)
  if (source === null || silence === null) return silence !== null
  const gap =
    source.index < silence.index
      ? silence.index - (source.index + source[0].length)
      : source.index - (silence.index + silence[0].length)
  return gap <= 140
}

function languagesOf(text: string, language: string): OutcomeLanguage[] {
  const spoken = spokenLanguage(language, text)
  // Systems answer in another language than the question's often enough, and in English most often.
  const names =
    baseLanguage(language) === 'und' && !hasRules(spoken)
      ? Object.keys(OUTCOME_LANGUAGES)
      : [spoken, guessLanguage(text) ?? 'en', 'en']
  return Array.from(new Set(names)).flatMap((name) => OUTCOME_LANGUAGES[name] ?? [])
}

/** Why the rules cannot speak of a text; null where they can. */
function whyUnread(text: string, declared: string): string | null {
  const base = baseLanguage(declared)
  const language = languageOf(text)
  if (hasRules(base)) {
    // A language with rules is not read in a script that it is not written in. Short Urdu may lack the letters that tell it from Arabic.
    const otherScript = language?.startsWith('und-') === true && !(base === 'ur' && language === 'und-Arab')
    return otherScript ? `there are no rules for the script of the answer (${language.slice(4)})` : null
  }
  if (isReadable(text)) return null
  if (language !== null) return `there are no rules for the language of the answer (${language})`
  return base === 'und'
    ? 'the answer does not show its language, and none is declared'
    : `there are no rules for the declared language (${base})`
}

const foldClause = (text: string): string =>
  fold(text)
    .replace(/[*_`"]/gu, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.,-]*/gu)?.length ?? 0
const clip = (text: string): string => (text.length > 160 ? `${text.slice(0, 157)}…` : text)
