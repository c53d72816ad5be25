import { normalTitle } from '../citations/normalise.js'
import type { AnswerClaim, EntailmentLabel, ReferenceClaim, VerdictInput } from '../schema/verdict.js'
import { splitSentences } from '../text/sentences.js'
import type { JudgeRequest } from './judge.js'
import { detectOutcome } from './offline/refusal.js'
import type { Absence, ReadAbsence } from './quotation-absence.js'
import { holds, quotes, type Wording, withoutMarker, wordingOf } from './quotation-words.js'

/** A place of a gold span: its text, its words, and those of each of its sentences. */
export interface Place {
  text: string
  language: string
  words: Wording
  parts: Wording[]
}

/** A gold span as places that say the same. */
export type Gold = Place[]

/** What the judge knows of the corpus. */
export interface Law {
  absenceIn: ReadAbsence
  /** Of each document. */
  languages: ReadonlyMap<string, string>
  complete: boolean
}

interface Sentence {
  text: string
  words: Wording
  /** Indices of the passages that hold it. */
  passages: number[]
  absence: Absence | null
}

interface Read {
  quoted: Sentence[]
  absent: (Sentence & { absence: Absence })[]
  /** Neither a quotation nor a word on what the corpus lacks. */
  unread: Sentence[]
}

/** What the judge of quotations says of an answer, whose item has these golds. */
export function verdictOf(request: JudgeRequest, golds: readonly Gold[], { absenceIn, languages, complete }: Law): VerdictInput {
  const passages = request.passages.map(({ text }) => wordingOf(text))
  const read = readAnswer(request, passages, absenceIn)
  const { quoted, absent, unread } = read
  const answer = wordingOf(quoted.map(({ text }) => text).join('\n'))
  const held = golds.map((gold) => heldIn(gold, answer, quoted))
  const onlyAbsent = absent.length > 0 && quoted.length + unread.length === 0
  const spoken = new Set(
    quoted.flatMap((sentence) =>
      sentence.passages.map((index) => languages.get(request.passages[index]?.document ?? '') ?? 'und'),
    ),
  )
  return {
    claims: [...quoted.map((sentence) => quotedClaim(sentence, golds, passages.length)), ...unread.map(unreadClaim)],
    // What was said of the corpus itself was held against the corpus.
    ...(onlyAbsent ? { grounded: absent.every(({ absence }) => absence.isTrue) } : {}),
    referenceClaims: golds.map(
      (gold, index): ReferenceClaim => ({
        text: gold[0]?.text ?? '',
        answer: held[index] ?? 'undetermined',
        passages: passages.map((passage) => (gold.some(({ words }) => holds(passage, words)) ? 'entailment' : 'neutral')),
      }),
    ),
    ...correctness(golds, held, { isUnread: unread.length > 0, spoken, complete }),
    ...outcomeOf(request, read),
    judge: { name: 'quotation' },
  }
}

function readAnswer({ answer, language }: JudgeRequest, passages: readonly Wording[], absenceIn: ReadAbsence): Read {
  const sentences = splitSentences(answer, language).flatMap((text): Sentence[] => {
    const [whole, bare] = [wordingOf(text), withoutMarker(text)]
    // A number alone is the marker of what follows.
    if (!/\p{L}/u.test(text) || bare.count === 0) return []
    const words = passages.some((passage) => quotes(passage, whole)) ? whole : bare
    const found = passages.flatMap((passage, index) => (quotes(passage, words) ? [index] : []))
    return [{ text, words, passages: found, absence: found.length > 0 ? null : absenceIn(text, language) }]
  })
  return {
    quoted: sentences.filter(({ passages }) => passages.length > 0),
    absent: sentences.filter((sentence): sentence is Sentence & { absence: Absence } => sentence.absence !== null),
    unread: sentences.filter(({ passages, absence }) => passages.length === 0 && absence === null),
  }
}

/** Of each quotation, whether it is of a gold: what is not is more than was asked for. */
function quotedClaim({ text, words, passages }: Sentence, golds: readonly Gold[], count: number): AnswerClaim {
  const labels = Array.from(
    { length: count },
    (_, index): EntailmentLabel => (passages.includes(index) ? 'entailment' : 'undetermined'),
  )
  const ofGold = golds.some((gold) => gold.some((place) => touches(place, words)))
  return {
    text,
    support: 'entailment',
    passages: labels,
    ...(golds.length === 0 ? {} : ofGold ? { reference: 'entailment' } : { reference: 'neutral', referenceKind: 'too-detailed' }),
    ...(passages[0] === undefined ? {} : { nearest: passages[0] }),
  }
}

function unreadClaim({ text }: Sentence): AnswerClaim {
  return { text, support: 'undetermined', reason: 'no quotation of a passage' }
}

/** Whether a quotation has a whole sentence of a place, or is a part of it. */
function touches({ words, parts }: Place, quotation: Wording): boolean {
  return holds(words, quotation) || parts.some((part) => holds(quotation, part))
}

/** Whether a gold is in an answer: the whole of one of its places, no part of any, or some of one, which says nothing for sure. */
function heldIn(gold: Gold, answer: Wording, quoted: readonly Sentence[]): EntailmentLabel {
  if (gold.some(({ words, parts }) => holds(answer, words) || (parts.length > 0 && parts.every((part) => holds(answer, part)))))
    return 'entailment'
  return quoted.some(({ words }) => gold.some((place) => touches(place, words))) ? 'undetermined' : 'neutral'
}

function correctness(
  golds: readonly Gold[],
  held: readonly EntailmentLabel[],
  { isUnread, spoken, complete }: { isUnread: boolean; spoken: ReadonlySet<string>; complete: boolean },
): Pick<VerdictInput, 'correct' | 'correctReason'> {
  if (golds.length === 0) return { correct: null, correctReason: 'the item has no gold span' }
  if (isUnread) return { correct: null, correctReason: 'not all of the answer is quotation' }
  if (spoken.size === 0) return { correct: null, correctReason: 'nothing is quoted' }
  if (held.every((label) => label === 'entailment')) return { correct: true, correctReason: 'every gold span is quoted' }
  const missing = golds.filter((_, index) => held[index] === 'neutral')
  const sure = missing.find(
    (gold) => complete || [...spoken].every((language) => gold.some((place) => place.language === language)),
  )
  if (sure !== undefined) return { correct: false, correctReason: `not quoted: ${sure[0]?.text ?? ''}` }
  const why =
    missing.length === 0 ? 'a gold span is quoted in part' : 'a gold span is not quoted, and has no text in the language that is'
  return { correct: null, correctReason: why }
}

function outcomeOf(
  { question, answer, language, falsePremise }: JudgeRequest,
  { quoted, absent, unread }: Read,
): Pick<VerdictInput, 'outcome' | 'outcomeReason'> {
  const asked = ` ${normalTitle(question)} `
  const isNamed = ({ isTrue, marks }: Absence) => isTrue && marks.length > 0 && marks.every((mark) => asked.includes(` ${mark} `))
  // Beside prose that nobody read, the premise may have been taken over all the same.
  if (
    falsePremise &&
    unread.length === 0 &&
    absent.every(({ absence }) => absence.isTrue) &&
    absent.some(({ absence }) => isNamed(absence))
  )
    return {
      outcome: 'premise-corrected',
      outcomeReason: 'the answer says that the corpus lacks what the question names, and it does',
    }
  if (quoted.length === 0 || unread.length > 0) {
    const { outcome, reason } = detectOutcome(answer, language)
    return { outcome, outcomeReason: reason }
  }
  if (!falsePremise) return { outcome: 'answered', outcomeReason: 'the answer quotes' }
  return { outcome: 'undetermined', outcomeReason: 'a quotation does not say whether the premise is wrong' }
}
