import { corpusGiven, isManifest } from './expected-corpus.js'
import type { Manifest } from './manifest.js'
import { parseLabel } from './parse-label.js'
import type { ParsedCitation } from './parsed-citation.js'
import { readable } from './readable.js'
import { FEDERAL_NAMES } from './swiss-courts.js'

/** One document of a corpus, with what is known of it. */
export interface CitedDocument {
  id: string
  title?: string | undefined
  citation?: string | undefined
  /** Day of the decision, YYYY-MM-DD. */
  date?: string | undefined
  /** All considerations or paragraphs of a decision, or all sections of an act. Empty: its parts cannot be told apart. */
  pinpoints?: readonly string[] | undefined
}

/** The documents of a corpus by what they may be cited as. */
export interface CitationCorpus {
  documents: readonly CitedDocument[]
  byKey: ReadonlyMap<string, readonly CorpusMatch[]>
  /** The acts by their titles, where the corpus is a manifest. */
  manifest?: Manifest
}

export interface CorpusMatch {
  document: CitedDocument
  /** Canton that its id names. */
  canton?: string
}

/** "Urteil des Bundesgerichts " */
const COURT_IN_FRONT = new RegExp(
  `^(?:(?:Urteil|Entscheid|arrêt|sentenza|judgment)(?: (?:des|du|del|of the))? ?)?(?:${FEDERAL_NAMES})?[ ,:]*$`,
  'iu',
)
/** Names of one reporter. */
const SAME = new Map([
  ['atf', 'bge'],
  ['dtf', 'bge'],
])

/**
 * An id or a citation to compare up to separators: its runs of letters and of digits. `bger_4A_18_2018` has the runs of `BGer 4A_18/2018`. Never
 * a prefix or a part of another: 4A_18 is not 4A_188.
 */
export function idKey(text: string): string {
  // Ids write letters with accents as a low line, so that only plain ones count.
  const runs =
    readable(text)
      .text.toLowerCase()
      .match(/[a-z]+|\d+/gu) ?? []
  return runs.map((run) => SAME.get(run) ?? run.replace(/^0+(?=\d)/u, '')).join(' ')
}

/**
 * Indexes a corpus by ids and by the citations that ids and titles are or begin with. `documents` are ids, documents, or a manifest. Documents that are
 * cited alike are kept side by side.
 *
 * @throws TypeError on anything else: a path, whose letters would be ids, or an entry without an `id`.
 */
export function citationCorpus(documents: Manifest | Iterable<string | CitedDocument>): CitationCorpus {
  const manifest = isManifest(documents) ? documents : undefined
  if (manifest === undefined && (typeof documents === 'string' || !isIterable(documents)))
    throw new TypeError(
      `citationCorpus: expected ids or documents, or a manifest, got ${corpusGiven(documents)}; read a manifest file with loadManifest(path)`,
    )
  const list = Array.from(isManifest(documents) ? documents.entries : documents, documentOf)
  const byKey = new Map<string, CorpusMatch[]>()
  for (const document of list) {
    for (const [key, canton] of keysOf(document)) {
      const match = canton === undefined ? { document } : { document, canton }
      const known = byKey.get(key)
      if (known) known.push(match)
      else byKey.set(key, [match])
    }
  }
  return { documents: list, byKey, ...(manifest ? { manifest } : {}) }
}

/** The documents that a citation names; those of another canton are left out where both name one. */
export function documentsCited({ id, text, canton }: ParsedCitation, corpus: CitationCorpus): CitedDocument[] {
  // An id as written comes first: a corpus may hold one authority twice.
  const matches = corpus.byKey.get(idKey(text)) ?? corpus.byKey.get(idKey(id)) ?? []
  return matches
    .filter((one) => canton === undefined || one.canton === undefined || one.canton === canton)
    .map(({ document }) => document)
}

function keysOf({ id, title, citation }: CitedDocument): Map<string, string | undefined> {
  const keys = new Map<string, string | undefined>([[idKey(id), undefined]])
  for (const written of [id, citation, title]) {
    const [first, ...others] = written === undefined ? [] : parseLabel(written).filter(({ kind }) => kind !== 'statute')
    if (written === undefined || first === undefined) continue
    // A citation field is one; an id or a title begins with it, since one further on is another decision ("Review of …").
    const front = Array.from(written).slice(0, first.start).join('')
    const own = written === citation ? others.length === 0 : COURT_IN_FRONT.test(front)
    if (own) keys.set(idKey(first.id), first.canton)
  }
  return keys
}

function isIterable(documents: unknown): boolean {
  return typeof documents === 'object' && documents !== null && Symbol.iterator in documents
}

function documentOf(one: string | CitedDocument, index: number): CitedDocument {
  if (typeof one === 'string') return { id: one }
  if (typeof one === 'object' && one !== null && typeof one.id === 'string') return one
  throw new TypeError(
    `citationCorpus: documents[${index}]: expected an id, or a document with an \`id\` as a text, got ${corpusGiven(one)}`,
  )
}
