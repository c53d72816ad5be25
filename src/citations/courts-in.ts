import type { Passage } from '../schema/response.js'
import type { CitationCorpus, CitedDocument } from './citation-corpus.js'
import type { Manifest } from './manifest.js'
import { leadingNeutral, readNeutrals } from './neutral.js'

const known = new WeakMap<Manifest | CitationCorpus, ReadonlySet<string>>()

/**
 * The courts that a corpus and passages have decisions of, by their neutral citations in ids, citations and titles: `VSC`. For `courts` of `parseCitations`,
 * since a text may cite them without brackets around the year. Empty where there is none.
 */
export function courtsIn(corpus?: Manifest | CitationCorpus, passages: readonly Passage[] | null = []): ReadonlySet<string> {
  const inPassages = (passages ?? []).flatMap(({ id, document, title, citation }) => [
    ...courtsOf({ id: id ?? '', title, citation }),
    ...courtsOf({ id: document ?? '' }),
  ])
  const ofCorpus = corpus === undefined ? [] : (known.get(corpus) ?? courtsOfCorpus(corpus))
  return new Set([...ofCorpus, ...inPassages])
}

function courtsOfCorpus(corpus: Manifest | CitationCorpus): ReadonlySet<string> {
  const documents: readonly CitedDocument[] = 'byTitle' in corpus ? corpus.entries : corpus.documents
  const courts = new Set(documents.flatMap(courtsOf))
  known.set(corpus, courts)
  return courts
}

function courtsOf({ id, title, citation }: CitedDocument): string[] {
  const leading = title === undefined ? null : leadingNeutral(title)
  return [...readNeutrals(id), ...readNeutrals(citation ?? ''), ...(leading ? [leading] : [])].map(({ court }) => court)
}
