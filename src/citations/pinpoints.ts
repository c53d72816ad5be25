import { hasPinpoint } from './check-citation.js'
import { type CitationCorpus, type CitedDocument, citationCorpus, documentsCited } from './citation-corpus.js'
import type { ParsedCitation } from './parsed-citation.js'
import { readable } from './readable.js'
import { coversSection } from './section.js'
import { sectionsIn } from './section-forms.js'
import type { Section } from './section-unit.js'
import { fitsTitle, parseStatuteTitle, type StatuteTitle } from './statute-title.js'

/** A document with what is known of its parts. */
export interface PinpointDocument extends CitedDocument {
  /** The whole text: its numbered considerations or sections are read from the beginnings of its lines. */
  text?: string | undefined
  /** First and last page. */
  pages?: readonly [first: number, last: number] | undefined
}

/** The beginning of a consideration, paragraph or section in a text: "3.1 ", "E. 3.1", "[12]", "§ 12", "Art. 12". */
const HEADING =
  /^[ \t]{0,8}(?:#{1,6} )?(?:\*\*)?(?:\[(?<paragraph>\d{1,4})\]|(?:(?:E|Erw|consid|cons|c|Art|art|Section|Sec|s|para)\.? ?|§ ?)?(?<number>\d{1,4}(?:\.\d{1,3}){0,5}\.?[a-zA-Z]{0,2}(?:\/[a-z]{2})?)(?:[.)\]—:]|\*\*|(?=\s|$)))/gmu

/**
 * Whether a citation points outside its document: at a consideration, paragraph, section or page that it does not have. null where the citation has
 * no pinpoint, or nothing is known of the document's parts: none of the documents is the one, or its text has no numbers. A page in front of the first
 * of a reporter is outside whatever is known. The list and its documents are read once, so that they must not change.
 */
export function pinpointOutside(citation: ParsedCitation, documents: readonly PinpointDocument[]): boolean | null {
  const { pinpoint, page, section } = citation
  if (page !== undefined && Number(page) < firstPage(citation)) return true
  const cited = citedAmong(citation, documents)
  const answers = cited.flatMap((document) => [
    page === undefined || document.pages === undefined ? null : !within(Number(page), document.pages),
    section === undefined ? outside(document, pinpoint) : sectionOutside(document, section),
  ])
  return answers.includes(true) ? true : answers.includes(false) ? false : null
}

interface Index {
  corpus: CitationCorpus
  titles: readonly { document: PinpointDocument; title: StatuteTitle | null }[]
  /** Those that an act's name fits. */
  byAct: Map<string, readonly PinpointDocument[]>
}

/** A corpus is asked for every citation of every answer. */
const indexes = new WeakMap<readonly PinpointDocument[], Index>()
const parts = new WeakMap<PinpointDocument, { numbers: readonly string[]; sections?: readonly Section[] }>()

function indexOf(documents: readonly PinpointDocument[]): Index {
  const known = indexes.get(documents)
  if (known !== undefined) return known
  const titles = documents.map((document) => {
    const { title } = document
    return { document, title: title === undefined ? null : parseStatuteTitle(title) }
  })
  const index: Index = { corpus: citationCorpus(documents), titles, byAct: new Map() }
  indexes.set(documents, index)
  return index
}

function citedAmong(citation: ParsedCitation, documents: readonly PinpointDocument[]): readonly PinpointDocument[] {
  const { act } = citation
  const { corpus, titles, byAct } = indexOf(documents)
  if (act === undefined) {
    const found = new Set<CitedDocument>(documentsCited(citation, corpus))
    return found.size === 0 ? [] : documents.filter((document) => found.has(document))
  }
  const known = byAct.get(act)
  if (known !== undefined) return known
  const named = parseStatuteTitle(act)
  const fitting = titles
    .filter(
      ({ document: { id, title: written }, title }) =>
        id === act || written === act || (title !== null && fitsTitle(named, title)),
    )
    .map(({ document }) => document)
  byAct.set(act, fitting)
  return fitting
}

/** All numbers of a document's parts. */
function partsOf(document: PinpointDocument): { numbers: readonly string[]; sections?: readonly Section[] } {
  const known = parts.get(document) ?? { numbers: document.pinpoints ?? headings(document.text) }
  parts.set(document, known)
  return known
}

function outside(document: PinpointDocument, pinpoint: string | undefined): boolean | null {
  if (pinpoint === undefined) return null
  const { numbers } = partsOf(document)
  return numbers.length === 0 ? null : !hasPinpoint(numbers, pinpoint)
}

function sectionOutside(document: PinpointDocument, section: Section): boolean | null {
  const known = partsOf(document)
  known.sections ??= known.numbers.flatMap(sectionsIn)
  if (known.sections.length === 0) return null
  // A heading's bare number may be that of an article or of a section.
  const sought = { ...section, unit: null, subs: [], within: [] }
  return !known.sections.some((one) => coversSection(sought, { ...one, unit: null }) === true)
}

/** Numbers at the beginning of lines; a single one is no numbering. */
function headings(text: string | undefined): string[] {
  if (text === undefined) return []
  const spelled = text.split(/\r\n|\r|\n/u).map((line) => readable(line.slice(0, 60)).text)
  const found = [...spelled.join('\n').matchAll(HEADING)].map(({ groups }) =>
    (groups?.['paragraph'] ?? groups?.['number'] ?? '').replace(/\.(?=[a-zA-Z]|$)/u, ''),
  )
  return found.length < 2 ? [] : found
}

/** The page that a reporter's citation names: the decision's first. */
function firstPage({ kind, id }: ParsedCitation): number {
  return kind === 'reporter-us' || id.startsWith('BGE ') ? Number(id.slice(id.lastIndexOf(' ') + 1)) : 0
}

function within(page: number, [first, last]: readonly [number, number]): boolean {
  return page >= first && page <= last
}
