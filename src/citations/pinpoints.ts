import { hasPinpoint } from './check-citation.js'
import { type CitedDocument, citationCorpus, documentsCited } from './citation-corpus.js'
import type { ParsedCitation } from './parsed-citation.js'
import { readable } from './readable.js'
import { coversSection } from './section.js'
import { sectionsIn } from './section-forms.js'
import type { Section } from './section-unit.js'
import { fitsTitle, parseStatuteTitle } from './statute-title.js'

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
 * of a reporter is outside whatever is known.
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

function citedAmong(citation: ParsedCitation, documents: readonly PinpointDocument[]): readonly PinpointDocument[] {
  const { act } = citation
  if (act !== undefined) {
    const named = parseStatuteTitle(act)
    return documents.filter(
      ({ id, title }) => id === act || title === act || (title !== undefined && fitsTitle(named, parseStatuteTitle(title))),
    )
  }
  const found = new Set(documentsCited(citation, citationCorpus(documents)))
  return documents.filter((document) => found.has(document))
}

function outside(document: PinpointDocument, pinpoint: string | undefined): boolean | null {
  if (pinpoint === undefined) return null
  const known = document.pinpoints ?? headings(document.text)
  return known.length === 0 ? null : !hasPinpoint(known, pinpoint)
}

function sectionOutside(document: PinpointDocument, section: Section): boolean | null {
  const known = (document.pinpoints ?? headings(document.text)).flatMap(sectionsIn)
  if (known.length === 0) return null
  // A heading's bare number may be that of an article or of a section.
  const sought = { ...section, unit: null, subs: [], within: [] }
  return !known.some((one) => coversSection(sought, { ...one, unit: null }) === true)
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
