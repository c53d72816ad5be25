import type { Citation, Passage } from '../schema/response.js'
import { isJudgmentTitle, readNeutrals } from './neutral.js'
import { sectionName, sectionsIn, takeSections } from './section-forms.js'
import type { Section } from './section-unit.js'

const INTRODUCTION = /^(?:see(?: also)?|cf\.?|vgl\.?|siehe|voir)\s+/iu

/** One source as cited or retrieved, with everything that its fields and its text say. */
export interface CitedSource<T extends Citation | Passage = Citation | Passage> {
  source: T
  /** As a person would name it, for a message. */
  label: string
  /** Ids that a document gold may equal. */
  documentIds: readonly string[]
  /** Ids that a passage gold may equal. */
  passageIds: readonly string[]
  title: string | undefined
  citation: string | undefined
  /** Free text that may hold a citation of a decision. */
  text: string | undefined
  judgment: boolean
  sections: readonly Section[]
  /** A section field without a number, such as "preamble", in normal form. */
  sectionName: string | undefined
}

/** One response is compared with golds several times. */
const citations = new WeakMap<Citation, CitedSource<Citation>[]>()
const passages = new WeakMap<Passage, CitedSource<Passage>>()

function remembered<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, read: (key: Key) => Value): Value {
  const value = known.get(key) ?? read(key)
  known.set(key, value)
  return value
}

/** Reads a citation; its text is parsed for what the fields do not say. Text that cites several sources ("…; …") gives several. */
export function readCitation(citation: Citation): CitedSource<Citation>[] {
  return remembered(citations, citation, citationSources)
}

function citationSources(citation: Citation): CitedSource<Citation>[] {
  const { title, section } = citation
  const text = citation.text ?? (title === undefined ? citation.citation : undefined)
  const ids = [citation.id, citation.text].filter(present)
  const documentIds = [citation.document, ...ids].filter(present)
  const parts = title === undefined ? (text ?? '').split(';').filter((part) => part.trim() !== '') : []
  let last: string | undefined
  return (parts.length > 0 ? parts : [text]).map((part) => {
    const read = takeSections(part ?? citation.citation ?? '')
    const rest = read.rest.replace(INTRODUCTION, '')
    last = /[\p{L}\p{N}]/u.test(rest) ? rest : last // "Act, s. 12; s. 14": the second part is of the same act
    const named = title ?? (part === undefined ? undefined : last)
    return source(citation, {
      ids,
      documentIds,
      title: named,
      citation: citation.citation,
      text: part?.trim(),
      section,
      found: read.sections,
    })
  })
}

/** Reads a retrieved passage by its labels; what stands in its body is not cited by it. */
export function readPassage(passage: Passage): CitedSource<Passage> {
  return remembered(passages, passage, passageSource)
}

function passageSource(passage: Passage): CitedSource<Passage> {
  const { title, section, citation } = passage
  const read = takeSections(citation ?? '')
  return source(passage, {
    ids: [passage.id].filter(present),
    documentIds: [passage.document, passage.id].filter(present),
    title: title ?? (present(read.rest) ? read.rest : undefined),
    citation,
    text: undefined,
    section,
    found: read.sections,
  })
}

interface Parts {
  ids: string[]
  documentIds: string[]
  title: string | undefined
  citation: string | undefined
  text: string | undefined
  section: string | undefined
  /** Sections that the text or the citation names. */
  found: readonly Section[]
}

function source<T extends Citation | Passage>(from: T, parts: Parts): CitedSource<T> {
  const { title, citation, text, section } = parts
  const judgment =
    (title !== undefined && isJudgmentTitle(title)) || (citation !== undefined && readNeutrals(citation).length > 0)
  const named = section === undefined ? [] : sectionsIn(section)
  const titled = title === undefined || judgment ? [] : takeSections(title).sections
  return {
    source: from,
    label: text ?? [title, citation, section].filter(present).join(', '),
    documentIds: parts.documentIds,
    passageIds: parts.ids,
    title,
    citation,
    text,
    judgment,
    sections: section !== undefined ? named : parts.found.length > 0 ? parts.found : titled,
    sectionName: section !== undefined && named.length === 0 ? sectionName(section) : undefined,
  }
}

function present(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== ''
}
