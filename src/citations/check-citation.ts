import { type CitationCorpus, type CitedDocument, documentsCited, idKey } from './citation-corpus.js'
import { resolveAct } from './cited-act.js'
import { checkIndexed } from './expected-corpus.js'
import { type ParseOptions, parseCitations } from './parse-citations.js'
import type { ParsedCitation } from './parsed-citation.js'

/**
 * `resolved`: in the corpus · `missing`: not in it, or nothing that can exist · `discrepancy`: the date or the court is not the decision's ·
 * `ambiguous`: several may be meant · `pinpoint_unavailable`: the document has no such part · `unrecognized`: no citation was read · `unverified`:
 * nothing speaks against it, and no corpus for it.
 */
export type CitationStatus =
  | 'resolved'
  | 'missing'
  | 'discrepancy'
  | 'ambiguous'
  | 'pinpoint_unavailable'
  | 'unrecognized'
  | 'unverified'

export interface CheckedCitation {
  status: CitationStatus
  /** Why, where it is neither resolved nor unverified. */
  reason?: string
  /** Ids of the documents that may be meant. */
  documents: readonly string[]
}

export interface CheckOptions extends ParseOptions {
  corpus?: CitationCorpus
}

/**
 * Whether a citation stands for something that exists. A text is read first and judged by its first citation; a text that is none, but the tail of ids
 * of the corpus ("1/2020"), is ambiguous.
 *
 * @throws TypeError where `corpus` is not what citationCorpus(…) returns.
 */
export function checkCitation(citation: ParsedCitation | string, options: CheckOptions = {}): CheckedCitation {
  if (options.corpus !== undefined) checkIndexed(options.corpus)
  const parsed = typeof citation === 'string' ? parseCitations(citation, { courts: 'any', ...options })[0] : citation
  if (parsed === undefined) return unread(String(citation), options.corpus)
  const { corpus } = options
  if (parsed.kind === 'statute') return checkStatute(parsed, corpus)
  const documents = corpus ? documentsCited(parsed, corpus) : []
  if (documents.length > 0) return checkDocuments(parsed, documents)
  const [impossible] = parsed.problems.filter(({ kind }) => kind !== 'date' && kind !== 'court')
  if (impossible) return { status: 'missing', reason: impossible.message, documents: [] }
  const [contradicted] = parsed.problems
  if (contradicted) return { status: 'discrepancy', reason: contradicted.message, documents: [] }
  if (!corpus || !holdsDecisions(corpus)) return { status: 'unverified', documents: [] }
  return { status: 'missing', reason: `${parsed.id} is not in the corpus`, documents: [] }
}

function checkDocuments(parsed: ParsedCitation, found: readonly CitedDocument[]): CheckedCitation {
  const { date, pinpoint } = parsed
  const ids = (documents: readonly CitedDocument[]) => documents.map(({ id }) => id)
  const [wrong] = parsed.problems.filter(({ kind }) => kind === 'date' || kind === 'court')
  if (wrong) return { status: 'discrepancy', reason: wrong.message, documents: ids(found) }
  const dated = date === undefined ? found : found.filter((document) => document.date === undefined || document.date === date)
  if (dated.length === 0) {
    const dates = found.map((document) => document.date).join(', ')
    return { status: 'discrepancy', reason: `${parsed.id} is of ${dates}, not of ${date}`, documents: ids(found) }
  }
  // One decision may be in a corpus twice; two days are two decisions.
  const days = new Set(dated.map((document) => document.date).filter((day) => day !== undefined))
  if (days.size > 1) return { status: 'ambiguous', reason: `${parsed.id} is of ${[...days].join(' or ')}`, documents: ids(dated) }
  const known = dated.filter((document) => document.pinpoints !== undefined)
  if (pinpoint !== undefined && known.length > 0 && !known.some(({ pinpoints = [] }) => hasPinpoint(pinpoints, pinpoint))) {
    return { status: 'pinpoint_unavailable', reason: `${parsed.id} has no ${pinpoint}`, documents: ids(dated) }
  }
  return { status: 'resolved', documents: ids(dated) }
}

function checkStatute(parsed: ParsedCitation, corpus: CitationCorpus | undefined): CheckedCitation {
  const documents = corpus ? documentsCited({ ...parsed, id: parsed.act ?? parsed.id }, corpus) : []
  if (documents.length === 0 && corpus?.manifest && parsed.act !== undefined) return resolveAct(parsed.act, corpus.manifest)
  const section = parsed.section?.number
  const known = documents.filter(({ pinpoints }) => pinpoints !== undefined)
  if (section !== undefined && known.length > 0 && !known.some(({ pinpoints = [] }) => hasPinpoint(pinpoints, section))) {
    return { status: 'pinpoint_unavailable', reason: `${parsed.act} has no ${section}`, documents: documents.map(({ id }) => id) }
  }
  return { status: documents.length > 0 ? 'resolved' : 'unverified', documents: documents.map(({ id }) => id) }
}

/** Whether a part is among those known, or holds one of them: 4.1 is there where 4.1.3 is. Known ones may be a range (`1-45`); both ends of a cited range must be there. */
export function hasPinpoint(known: readonly string[], pinpoint: string): boolean {
  const parts = (written: string) => written.toLowerCase().match(/\d+|\p{L}+/gu) ?? []
  return pinpoint.split('-').every((end) => {
    const sought = parts(end)
    return known.some((one) => {
      const span = /^(\d+)-(\d+)$/u.exec(one)
      if (span) return Number(sought[0]) >= Number(span[1]) && Number(sought[0]) <= Number(span[2])
      return sought.every((part, index) => parts(one)[index] === part)
    })
  })
}

function unread(text: string, corpus: CitationCorpus | undefined): CheckedCitation {
  const nothing = { status: 'unrecognized', reason: 'no citation was read', documents: [] } as const
  const key = idKey(text)
  if (!corpus || key === '') return nothing
  const whole = corpus.byKey.get(key)
  if (whole) return { status: 'resolved', documents: whole.map(({ document }) => document.id) }
  if (!/\d/u.test(key)) return nothing
  const ids = keysIn(corpus).flatMap((one) => (one.key.endsWith(` ${key}`) ? [one.id] : []))
  if (ids.length === 0) return nothing
  return { status: 'ambiguous', reason: `${text.trim()} names no court; it may be ${ids.join(', ')}`, documents: ids }
}

const keys = new WeakMap<CitationCorpus, readonly { id: string; key: string }[]>()

function keysIn(corpus: CitationCorpus): readonly { id: string; key: string }[] {
  const known = keys.get(corpus) ?? corpus.documents.map(({ id }) => ({ id, key: idKey(id) }))
  keys.set(corpus, known)
  return known
}

/** A corpus of acts alone says nothing of decisions. */
function holdsDecisions({ manifest, documents }: CitationCorpus): boolean {
  return manifest ? manifest.entries.some(({ kind }) => kind === 'decision') : documents.length > 0
}
