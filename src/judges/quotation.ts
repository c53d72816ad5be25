import { citationCorpus } from '../citations/citation-corpus.js'
import { courtsIn } from '../citations/courts-in.js'
import { existenceOf } from '../citations/existence.js'
import { normalTitle } from '../citations/normalise.js'
import { parseCitations } from '../citations/parse-citations.js'
import { pinpointOutside } from '../citations/pinpoints.js'
import { sectionsIn, takeSections } from '../citations/section-forms.js'
import type { Corpus, CorpusDocument } from '../datasets/corpus.js'
import { type ItemsInput, loadDataset } from '../datasets/dataset.js'
import { JudgeError, OptionError } from '../errors.js'
import { once } from '../providers/once.js'
import type { GoldSource } from '../schema/item.js'
import type { AnswerClaim, EntailmentLabel, ReferenceClaim, VerdictInput } from '../schema/verdict.js'
import { LIST_MARKER } from '../text/list-marker.js'
import { normalise } from '../text/normalise.js'
import { splitSentences } from '../text/sentences.js'
import type { Judge, JudgeRequest } from './judge.js'
import { detectOutcome, statedGaps } from './offline/refusal.js'

type SpanGold = Extract<GoldSource, { kind: 'span' }>

export interface QuotationJudgeOptions {
  /** The items that are asked, with their gold spans. */
  items: ItemsInput
  /** The corpus that the spans are in. */
  corpus: Corpus
  /** Whether `equals` of every gold span lists all places of the corpus that say the same, in whichever language. @default false */
  complete?: boolean
}

/**
 * A judge without a model, for systems that only quote; what it says is exact. A sentence that a passage holds word for word is supported. An answer is correct
 * where it holds every required gold span, or a place that says the same; wrong where it holds no part of some gold that has a place in the language of every
 * document that is quoted (of any gold, where places are `complete`); else unknown, as where a gold is held in part, which may be enough. A sentence that says the corpus lacks a source is held against the corpus: where it is so, a
 * false premise is put right by it. Any other sentence is undetermined, and correctness with it: a paraphrase needs another judge.
 *
 * Throws an `OptionError` where items or corpus are not given, and a `JudgeError` of kind `setup` for an item that it does not know.
 */
export function quotationJudge({ items, corpus, complete = false }: QuotationJudgeOptions): Judge {
  if (items === undefined || !Array.isArray(corpus?.documents))
    throw new OptionError('quotationJudge: expected `items` and a `corpus` such as loadCorpus(path)')
  const golds = once(async () => goldsById(await loadDataset(items), corpus), { keepFailure: true })
  const law: Law = {
    lacks: absences(corpus),
    languages: new Map(corpus.documents.map(({ id, language = 'und' }) => [id, language])),
    complete,
  }
  return {
    name: 'quotation',
    async assess(request) {
      const own = (await golds()).get(request.id)
      if (own === undefined)
        throw new JudgeError(
          'setup',
          `the quotation judge has no item ${JSON.stringify(request.id)}: give it the suite's \`items\``,
        )
      return verdictOf(request, own, law)
    },
  }
}

/** A gold span as places that say the same, each with its text and its language. */
type Gold = { text: string; language: string }[]

function goldsById({ items }: Awaited<ReturnType<typeof loadDataset>>, { documents }: Corpus): Map<string, Gold[]> {
  const byId = new Map(
    documents.map((document) => [document.id, { language: document.language ?? 'und', points: [...document.text] }]),
  )
  const placeOf = ({ document, start, end }: Pick<SpanGold, 'document' | 'start' | 'end'>) => {
    const found = byId.get(document)
    if (found === undefined || end > found.points.length)
      throw new OptionError(`quotationJudge: the corpus has no characters ${start} to ${end} of ${JSON.stringify(document)}`)
    return { text: found.points.slice(start, end).join(''), language: found.language }
  }
  const isSpan = (gold: GoldSource): gold is SpanGold => gold.kind === 'span' && !gold.optional
  return new Map(
    items.map(({ item }) => [item.id, item.golds.filter(isSpan).map((gold) => [gold, ...(gold.equals ?? [])].map(placeOf))]),
  )
}

/** What the judge knows of the corpus. */
interface Law {
  lacks: ReturnType<typeof absences>
  /** Of each document. */
  languages: ReadonlyMap<string, string>
  complete: boolean
}

/** Whether a sentence says that the corpus lacks a source that it does lack; null where it says no such thing. */
function absences({ documents, manifest }: Corpus): (sentence: string, language: string) => boolean | null {
  const parts = documents.map(({ id, title, citation, sections }) => ({
    id,
    title,
    citation,
    pinpoints: sections.map(({ section }) => section),
  }))
  const courts = courtsIn(citationCorpus(parts))
  return (sentence, language) => {
    const gaps = statedGaps(sentence, language).join('. ')
    const cited = existenceOf(parseCitations(gaps, { courts }), { corpus: manifest })
    if (cited.length === 0) return lacksSection(gaps, documents)
    return cited.some(({ citation, exists }) => exists === false || pinpointOutside(citation, parts) === true)
  }
}

/** The same of an act's whole title and a section behind it, as in "Wohnraummietgesetz 2029, § 52". */
function lacksSection(text: string, documents: readonly CorpusDocument[]): boolean | null {
  const { sections, rest } = takeSections(text)
  const spoken = normalTitle(rest)
  const named = documents.filter(({ title }) => ` ${spoken} `.includes(` ${normalTitle(title)} `))
  if (named.length === 0 || sections.length === 0) return null
  const numbers = new Set(
    named.flatMap((document) => document.sections.flatMap(({ section }) => sectionsIn(section))).map(({ number }) => number),
  )
  return sections.some(({ number }) => !numbers.has(number))
}

interface Sentence {
  text: string
  /** Indices of the passages that hold it. */
  passages: number[]
  lacks: boolean | null
}

function verdictOf(request: JudgeRequest, golds: readonly Gold[], { lacks, languages, complete }: Law): VerdictInput {
  const texts = request.passages.map(({ text }) => wordsOf(text))
  const sentences = splitSentences(request.answer, request.language).map((text): Sentence => {
    const words = wordsOf(text)
    const passages = texts.flatMap((passage, index) => (passage.includes(words) ? [index] : []))
    return { text, passages, lacks: passages.length > 0 ? null : lacks(text, request.language) }
  })
  const quoted = sentences.filter(({ passages }) => passages.length > 0)
  const unread = sentences.filter(({ passages, lacks }) => passages.length === 0 && lacks === null)
  const absent = sentences.filter(({ lacks }) => lacks !== null)
  const claims = [...quoted, ...unread].map((sentence) => claimOf(sentence, texts.length))
  const known = new Set(quoted.flatMap(({ passages }) => passages.map((index) => languageOf(request, index, languages))))
  const answer = wordsOf(quoted.map(({ text }) => text).join(' '))
  const held = golds.map((gold) => heldIn(gold, answer, quoted))
  const referenceClaims = golds.map(
    (gold, index): ReferenceClaim => ({
      text: gold[0]?.text ?? '',
      answer: held[index] ?? 'undetermined',
      passages: texts.map((passage) => (gold.some(({ text }) => passage.includes(wordsOf(text))) ? 'entailment' : 'neutral')),
    }),
  )
  return {
    claims: absent.length > 0 && claims.length === 0 ? [] : claims,
    // What was said of the corpus itself was held against the corpus.
    ...(absent.length > 0 && claims.length === 0 ? { grounded: absent.every(({ lacks }) => lacks === true) } : {}),
    referenceClaims,
    ...correctness(golds, held, unread.length > 0, known, complete),
    ...outcomeOf(request, { quoted, unread, absent }),
    judge: { name: 'quotation' },
  }
}

function claimOf({ text, passages }: Sentence, count: number): AnswerClaim {
  const [nearest] = passages
  if (nearest === undefined) return { text, support: 'undetermined', reason: 'no quotation of a passage' }
  const labels = Array.from(
    { length: count },
    (_, index): EntailmentLabel => (passages.includes(index) ? 'entailment' : 'undetermined'),
  )
  return { text, support: 'entailment', passages: labels, nearest }
}

/** Whether a gold is in an answer: the whole of one of its places, no part of any, or some of one, which says nothing for sure. */
function heldIn(gold: Gold, answer: string, quoted: readonly Sentence[]): EntailmentLabel {
  const places = gold.map(({ text, language }) => ({ words: wordsOf(text), parts: splitSentences(text, language).map(wordsOf) }))
  if (places.some(({ words, parts }) => answer.includes(words) || parts.every((part) => answer.includes(part))))
    return 'entailment'
  const within = (sentence: string) =>
    places.some(({ words, parts }) => words.includes(sentence) || parts.some((part) => sentence.includes(part)))
  return quoted.some(({ text }) => within(wordsOf(text))) ? 'undetermined' : 'neutral'
}

function correctness(
  golds: readonly Gold[],
  held: readonly EntailmentLabel[],
  isUnread: boolean,
  quoted: ReadonlySet<string>,
  complete: boolean,
): Pick<VerdictInput, 'correct' | 'correctReason'> {
  if (golds.length === 0) return { correct: null, correctReason: 'the item has no gold span' }
  if (isUnread) return { correct: null, correctReason: 'not all of the answer is quotation' }
  if (quoted.size === 0) return { correct: null, correctReason: 'nothing is quoted' }
  if (held.every((label) => label === 'entailment')) return { correct: true, correctReason: 'every gold span is quoted' }
  const missing = golds.filter((_, index) => held[index] === 'neutral')
  const spoken = missing.find(
    (gold) => complete || [...quoted].every((language) => gold.some((place) => place.language === language)),
  )
  if (spoken === undefined) {
    const why =
      missing.length === 0
        ? 'a gold span is quoted in part'
        : 'a gold span is not quoted, and has no text in the language that is'
    return { correct: null, correctReason: why }
  }
  return { correct: false, correctReason: `not quoted: ${spoken[0]?.text ?? ''}` }
}

function outcomeOf(
  { answer, language, falsePremise }: JudgeRequest,
  { quoted, unread, absent }: Record<'quoted' | 'unread' | 'absent', Sentence[]>,
): Pick<VerdictInput, 'outcome' | 'outcomeReason'> {
  if (falsePremise && absent.some(({ lacks }) => lacks === true))
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

function languageOf({ passages }: JudgeRequest, index: number, languages: ReadonlyMap<string, string>): string {
  return languages.get(passages[index]?.document ?? '') ?? 'und'
}

const MARKER = new RegExp(`^(?:${LIST_MARKER}\\s+)+`, 'iu')

/** A text to be looked for: in one spelling, without the marker of a list in front and without quotation marks around it. */
function wordsOf(text: string): string {
  return normalise(text)
    .replace(MARKER, '')
    .replace(/^["'\s]+|["'\s]+$/gu, '')
}
