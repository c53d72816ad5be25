import type { Passage } from '../schema/response.js'
import { type CheckedCitation, checkCitation } from './check-citation.js'
import { type CitationCorpus, citationCorpus, documentsCited } from './citation-corpus.js'
import { readPassage } from './cited-source.js'
import { checkCorpus, corpusGiven } from './expected-corpus.js'
import type { Manifest } from './manifest.js'
import { anyOf, matchesDocument } from './match-gold.js'
import { parseLabel } from './parse-label.js'
import type { ParsedCitation } from './parsed-citation.js'
import { coversSection } from './section.js'
import type { Section } from './section-unit.js'
import { parseStatuteTitle } from './statute-title.js'

export interface ExistenceOptions {
  /** The corpus that the answer may cite from. */
  corpus?: Manifest | CitationCorpus
  /** The passages that were retrieved; null or absent: not reported. */
  passages?: readonly Passage[] | null | undefined
}

export interface Existence {
  citation: ParsedCitation
  /** false: it cannot exist, or is not in the corpus; null: nothing is known. */
  exists: boolean | null
  /** Whether a retrieved passage is of it, by id, title, citation and section; null where that is not known. */
  retrieved: boolean | null
  /** Why it does not exist, or is not known to, or what is wrong with it although it does. */
  reason?: string
}

const corpora = new WeakMap<Manifest, CitationCorpus>()

/**
 * Whether the authorities that an answer cites exist, and whether they were retrieved. One entry for each citation, in order. A section exists where
 * its act does, unless the corpus names the sections of the act. Without a corpus only what cannot exist is known.
 *
 * @throws TypeError where `citations` are not read, or `corpus` is neither a manifest nor indexed.
 */
export function existenceOf(citations: readonly ParsedCitation[], { corpus, passages }: ExistenceOptions = {}): Existence[] {
  checkRead(citations)
  if (corpus !== undefined) checkCorpus(corpus)
  const index = corpus === undefined ? undefined : indexed(corpus)
  const retrieved = passages ? retrievedIn(passages, index?.manifest) : () => null
  return citations.map((citation) => {
    const checked = checkCitation(citation, index ? { corpus: index } : {})
    const { reason } = checked
    return {
      citation,
      exists: existence(citation, checked),
      retrieved: retrieved(citation),
      ...(reason === undefined ? {} : { reason }),
    }
  })
}

function checkRead(citations: readonly ParsedCitation[]): void {
  const isRead = (one: ParsedCitation | undefined) => typeof one?.id === 'string' && Array.isArray(one.problems)
  const odd = Array.isArray(citations) ? citations.findIndex((one) => !isRead(one)) : null
  if (odd === -1) return
  const given = odd === null ? corpusGiven(citations) : `${corpusGiven(citations[odd])} at ${odd}`
  throw new TypeError(
    `\`citations\`: expected what parseCitations(text) returns, got ${given}; write existenceOf(parseCitations(text))`,
  )
}

function existence({ section }: ParsedCitation, { status, documents }: CheckedCitation): boolean | null {
  switch (status) {
    case 'resolved':
    case 'ambiguous':
      return true
    case 'pinpoint_unavailable':
      return section === undefined
    case 'discrepancy':
      return documents.length > 0
    case 'missing':
      return false
    case 'unrecognized':
    case 'unverified':
      return null
  }
}

/** Asks of any citation whether one of the passages is of it. */
function retrievedIn(passages: readonly Passage[], manifest: Manifest | undefined): (citation: ParsedCitation) => boolean | null {
  const labelled = passages.filter(({ id, document, title, citation }) =>
    [id, document, title, citation].some((label) => label?.trim()),
  )
  const decisions = citationCorpus(
    labelled.flatMap(({ id, document, title, citation }) =>
      [document, id, citation, title].flatMap((name) => (name?.trim() ? [{ id: name, title, citation }] : [])),
    ),
  )
  const sources = labelled.map(readPassage)
  const named = new Set(
    labelled.flatMap(({ citation = '', title = '', section = '' }) =>
      [citation, title, `${section} ${title}`].flatMap((label) => parseLabel(label).map(({ id }) => id)),
    ),
  )
  const ofAct = once((act: string) => {
    const gold = { kind: 'statute', title: act, optional: false } as const
    const fits = sources.map((source) => ({ source, fits: matchesDocument(gold, source, manifest) }))
    return {
      matched: fits.filter((one) => one.fits === true).map(({ source }) => source),
      unsure: fits.some((one) => one.fits === null),
    }
  })
  return (citation) => {
    if (named.has(citation.id) || documentsCited(citation, decisions).length > 0) return true
    // A passage that says nothing of where it is from may be of it.
    if (labelled.length < passages.length) return null
    if (citation.kind !== 'statute' || citation.act === undefined) return false
    const { matched, unsure } = ofAct(citation.act)
    const { section } = citation
    if (matched.length === 0) return unsure || isShort(citation.act) ? null : false
    if (section === undefined) return true
    // A passage of 12 holds 12(3), and one of 12(3) is of 12.
    const holds = (place: Section) => anyOf([coversSection(section, place), coversSection(place, section)])
    return anyOf(matched.map(({ sections }) => anyOf(sections.map(holds))))
  }
}

/** An answer cites one act again and again, and a response may have thousands of passages. */
function once<Value>(find: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const value = known.get(key) ?? find(key)
    known.set(key, value)
    return value
  }
}

/** An abbreviation or a number, which no title need contain. */
function isShort(act: string): boolean {
  return parseStatuteTitle(act).kind === null
}

function indexed(corpus: Manifest | CitationCorpus): CitationCorpus {
  if (!('byTitle' in corpus)) return corpus
  const known = corpora.get(corpus) ?? citationCorpus(corpus)
  corpora.set(corpus, known)
  return known
}
