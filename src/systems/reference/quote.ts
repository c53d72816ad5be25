import type { Citation } from '../../schema/response.js'
import type { Question } from './question.js'
import { type Quotable, quotables } from './quotable.js'
import type { Retrieved } from './stages.js'

/** A sentence of a passage that fits a question. */
export interface Quote {
  text: string
  citation: Citation
  score: number
}

const [K1, B] = [1.2, 0.75]
/** What a passage's sentences lose for each passage in front of it. */
const BEHIND = 0.9
/** What a further sentence must have of the best one's score. */
const LEAST = 0.5

/**
 * The sentences of passages that fit a question best, as the passages have them: BM25 over sentences, with the weights of the question's words; a passage that
 * stands further down counts for less. At most `most`, the sentences of one passage in its order; none that shares no word with the question.
 */
export function quote(passages: readonly Retrieved[], { words }: Question, most: number): Quote[] {
  const sentences = passages.flatMap((passage, rank) =>
    quotables(passage).map((one, place) => ({ ...one, passage, rank, place })),
  )
  const mean = sentences.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, sentences.length)
  const scored = sentences.map((sentence) => {
    const { terms, rank } = sentence
    const long = K1 * (1 - B + (B * terms.length) / Math.max(1, mean))
    const found = words.map(({ terms: sought, weight }) => {
      const tf = terms.filter((term) => sought.includes(term)).length
      return (weight * tf) / (tf + long)
    })
    return { ...sentence, score: found.reduce((sum, one) => sum + one, 0) * BEHIND ** rank }
  })
  const fitting = distinct(scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score))
  const best = fitting.slice(0, most).filter(({ score }) => score >= LEAST * (fitting[0]?.score ?? 0))
  const first = (rank: number) => best.findIndex((one) => one.rank === rank)
  return best
    .toSorted((a, b) => first(a.rank) - first(b.rank) || a.place - b.place)
    .map(({ text, score, passage, start, end }) => ({ text, score, citation: citationOf(passage, start, end) }))
}

/** How a passage begins: its first sentences. */
export function opening(passage: Retrieved, most: number): Quote[] {
  return quotables(passage)
    .slice(0, most)
    .map((one) => asQuote(passage, one))
}

/** A marked part of a passage, such as subsection (2), as far as the next one; none where the passage has no such mark. The marks lead inwards as far as they are there. */
export function markedPart(passage: Retrieved, marks: readonly string[], most: number): Quote[] {
  let part = quotables(passage)
  for (const [depth, mark] of marks.entries()) {
    const from = part.findIndex(({ text }) => markOf(text) === mark.toLowerCase())
    if (from === -1) {
      if (depth === 0) return []
      break
    }
    const kind = kindOf(mark)
    const to = part.findIndex(({ text }, at) => at > from && kindOf(markOf(text) ?? '') === kind)
    part = part.slice(from, to === -1 ? undefined : to)
  }
  return marks.length === 0 ? [] : part.slice(0, most).map((one) => asQuote(passage, one))
}

/** "2" of "(2) The landlord …", "a" of "a) …". */
function markOf(text: string): string | undefined {
  return /^\(?(\p{L}{1,4}|\d{1,3}\p{Ll}?)\)/u.exec(text)?.[1]?.toLowerCase()
}

function kindOf(mark: string): 'number' | 'letter' | undefined {
  return mark === '' ? undefined : /^\d/u.test(mark) ? 'number' : 'letter'
}

function asQuote(passage: Retrieved, { text, start, end }: Quotable): Quote {
  return { text, score: 0, citation: citationOf(passage, start, end) }
}

/** Chunks overlap, and a law may say one thing twice. */
function distinct<One extends { text: string }>(sentences: readonly One[]): One[] {
  const seen = new Set<string>()
  return sentences.filter(({ text }) => !seen.has(text) && seen.add(text))
}

function citationOf({ id, document, title, citation, section, start: from }: Retrieved, start: number, end: number): Citation {
  const place = document === undefined || from === undefined ? {} : { start: from + start, end: from + end }
  const known = { id, document, title, citation, section, ...place }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as Citation
}
