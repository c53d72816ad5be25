import { resolveAct } from '../../../citations/cited-act.js'
import { courtsIn } from '../../../citations/courts-in.js'
import { wordsOf } from '../../../citations/normalise.js'
import { parseCitations } from '../../../citations/parse-citations.js'
import { parseLabel } from '../../../citations/parse-label.js'
import type { ParsedCitation } from '../../../citations/parsed-citation.js'
import { coversSection } from '../../../citations/section.js'
import { sectionsIn, takeSections } from '../../../citations/section-forms.js'
import type { Section } from '../../../citations/section-unit.js'
import { fitsTitle, parseStatuteTitle } from '../../../citations/statute-title.js'
import type { Corpus, CorpusDocument } from '../../../datasets/corpus.js'
import { actsCited, titleAlone } from './cited-acts.js'
import { nearestAct, nearestDecision, nearestSection } from './nearest-source.js'
import { actsInWords, actsSpoken, byInitials, ofOtherYears } from './spoken-acts.js'

/** The beginning of a question that is read for citations: nobody cites so many. */
const LONGEST = 10_000

/** What a question cites and the corpus has: a document, and the numbers of its sections where some are cited. */
export interface CitedPlace {
  document: string
  sections: readonly string[] | null
  /** Marks of a part of the section, from the outside in: of "section 12(2)(b)" `['2', 'b']`. */
  marks?: readonly string[]
}

/** What a question cites and the corpus has not, as it is cited, and the nearest that there is. */
export interface CitedNowhere {
  kind: 'section' | 'act' | 'decision'
  /** The title of the act, or the citation of the decision. */
  source: string
  section?: { number: string; unit: Section['unit'] }
  nearest?: { source: string; section?: string; place: CitedPlace }
}

export interface LookUp {
  found: CitedPlace[]
  missing: CitedNowhere[]
  /** What of the question are citations: titles, sections, citations as written. */
  cited: string[]
}

/**
 * Looks up the sections, acts and neutral citations that a question names. Sections that stand in the question apart from the one act that it names are taken
 * to be of it, and a title is known in small letters too, as people type. An abbreviation that no title explains is neither found nor missing.
 */
export function citationLookup(corpus: Corpus): (question: string) => LookUp {
  const byId = new Map(corpus.documents.map((document) => [document.id, document]))
  const acts = corpus.documents.filter(({ kind }) => kind === 'statute')
  const decisions = corpus.documents.filter(({ kind }) => kind === 'decision')
  const courts = courtsIn(corpus.manifest)
  const lookUpAct = (act: string): { documents: CorpusDocument[]; missing: boolean } => {
    const { status, documents } = resolveAct(act, corpus.manifest)
    if (status === 'resolved') return { documents: documents.flatMap((id) => byId.get(id) ?? []), missing: false }
    if (status === 'missing') {
      const spoken = actsSpoken(act, acts)
      return { documents: spoken, missing: spoken.length === 0 }
    }
    const named = parseStatuteTitle(act)
    const fitting =
      status === 'ambiguous' ? acts.filter(({ title }) => fitsTitle(named, parseStatuteTitle(title))) : byInitials(act, acts)
    return { documents: fitting, missing: false }
  }
  return (whole) => {
    const question = whole.slice(0, LONGEST)
    const cited = parseCitations(question, { courts })
    const groups = actsCited(question, cited)
    const documentsOf = remembered(lookUpAct)
    const spoken = remembered((title: string) => ` ${wordsOf(title).join(' ')} `)
    for (const { title } of actsInWords(question, acts)) {
      const known = [...groups.keys()].some((act) => documentsOf(act).documents.some((one) => one.title === title))
      if (!known) groups.set(title, [])
    }
    for (const { document, title } of ofOtherYears(question, acts)) {
      const isRead = [...groups.keys()].some((act) => spoken(act).includes(spoken(title)))
      if (isRead) continue
      // Read without its year, it was taken for the act that there is.
      const sections = [...groups].flatMap(([act, those]) => {
        if (!documentsOf(act).documents.includes(document)) return []
        groups.delete(act)
        return those
      })
      groups.set(title, sections)
    }
    // "Tenancy Act 2031 ki section 12": the section stands apart from its act.
    const [only, ...others] = groups.keys()
    if (only !== undefined && others.length === 0 && groups.get(only)?.length === 0)
      groups.set(
        only,
        takeSections(question).sections.filter(({ unit }) => unit !== null && unit !== 'consideration'),
      )
    const written = [...groups].flatMap(([act, sections]) => [
      act,
      ...sections.flatMap(({ unit, number }) => [unit ?? '', number]),
    ])
    const lookUp: LookUp = { found: [], missing: [], cited: [...cited.map(({ text }) => text), ...written] }
    for (const [act, sections] of groups) {
      const { documents, missing } = documentsOf(act)
      if (missing) lookUp.missing.push(missingAct(titleAlone(act), sections, acts))
      else lookUpSections(question, documents, sections, lookUp)
    }
    for (const one of cited.filter(({ kind }) => kind === 'neutral')) lookUpDecision(one, decisions, lookUp)
    return { found: distinct(lookUp.found), missing: distinct(lookUp.missing), cited: lookUp.cited }
  }
}

/** Of one question, whose acts are compared with each other. */
function remembered<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { value: Value }>()
  return (text) => {
    const one = known.get(text) ?? { value: read(text) }
    known.set(text, one)
    return one.value
  }
}

/** What is cited twice is looked up and said once. */
function distinct<One>(list: readonly One[]): One[] {
  return [...new Map(list.map((one) => [JSON.stringify(one), one])).values()]
}

function missingAct(act: string, sections: readonly Section[], acts: readonly CorpusDocument[]): CitedNowhere {
  const near = nearestAct(act, acts)
  if (near === undefined) return { kind: 'act', source: act }
  const held = sections.flatMap((section) => sectionsHeld(near, section))
  return {
    kind: 'act',
    source: act,
    nearest: { source: near.title, place: { document: near.id, sections: held.length > 0 ? held : null } },
  }
}

function lookUpSections(
  question: string,
  documents: readonly CorpusDocument[],
  sections: readonly Section[],
  lookUp: LookUp,
): void {
  const [first] = documents
  if (first === undefined) return
  if (sections.length === 0) lookUp.found.push(...documents.map(({ id }) => ({ document: id, sections: null })))
  for (const section of sections) {
    const places = documents.flatMap((document) => {
      const held = sectionsHeld(document, section)
      const marks = section.subs.length > 0 ? { marks: section.subs } : {}
      return held.length > 0 ? [{ document: document.id, sections: held, ...marks }] : []
    })
    lookUp.found.push(...places)
    // Of an act whose sections are not known none is missing.
    if (places.length > 0 || documents.some((one) => one.sections.length === 0)) continue
    const near = nearestSection(section, first)
    lookUp.missing.push({
      kind: 'section',
      source: first.title,
      section: { number: asWritten(question, section.number), unit: section.unit },
      ...(near === undefined
        ? {}
        : { nearest: { source: first.title, section: near, place: { document: first.id, sections: [near] } } }),
    })
  }
}

/** The sections of a document that a cited one is, or is in, or holds. Where it says a part of a section, the section is meant. */
function sectionsHeld(document: CorpusDocument, section: Section): string[] {
  const sought = { ...section, unit: null, subs: [], within: [] }
  return document.sections
    .filter((one) => sectionsIn(one.section).some((place) => coversSection(sought, { ...place, unit: null }) === true))
    .map((one) => one.section)
}

/** "12B" of "section 12B", which is read as 12b. */
function asWritten(question: string, number: string): string {
  const [, digits = number, letters = ''] = /^(\d+)(\p{L}+)$/u.exec(number) ?? []
  return new RegExp(`${digits}[\\s-]?${letters}(?![\\p{L}\\p{N}])`, 'iu').exec(question)?.[0] ?? number
}

function lookUpDecision(cited: ParsedCitation, decisions: readonly CorpusDocument[], lookUp: LookUp): void {
  if (decisions.length === 0) return
  const found = decisions.filter(({ id, citation, title }) =>
    [citation, id, title].some((name) => name !== undefined && parseLabel(name)[0]?.id === cited.id),
  )
  const pinpoint = cited.pinpoint === undefined ? [] : sectionsIn(cited.pinpoint)
  for (const document of found) {
    const held = pinpoint.flatMap((section) => sectionsHeld(document, section))
    lookUp.found.push({ document: document.id, sections: held.length > 0 ? held : null })
  }
  if (found.length > 0) return
  const near = nearestDecision(cited, decisions)
  lookUp.missing.push({
    kind: 'decision',
    source: cited.text,
    ...(near === undefined
      ? {}
      : { nearest: { source: `${near.title}, ${near.citation}`, place: { document: near.id, sections: null } } }),
  })
}
