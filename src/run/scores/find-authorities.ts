import { type CitationCorpus, idKey } from '../../citations/citation-corpus.js'
import { courtsIn } from '../../citations/courts-in.js'
import { type Existence, existenceOf } from '../../citations/existence.js'
import type { Manifest } from '../../citations/manifest.js'
import { normalTitle } from '../../citations/normalise.js'
import { parseCitations } from '../../citations/parse-citations.js'
import { parseLabel } from '../../citations/parse-label.js'
import type { ParsedCitation } from '../../citations/parsed-citation.js'
import { type PinpointDocument, pinpointOutside } from '../../citations/pinpoints.js'
import { quotesIn, verbatimIn } from '../../citations/quotes.js'
import { groupBy } from '../../group-by.js'
import { withoutStatedGaps } from '../../judges/offline/refusal.js'
import { withText } from '../../metrics/evidence.js'
import type { Citation, Response } from '../../schema/response.js'
import { isNameless } from '../golds.js'

/** What an answer's citations are held against. */
export interface AuthorityOptions {
  corpus?: Manifest | CitationCorpus | undefined
  /** Documents of the corpus whose parts are known. */
  documents?: readonly PinpointDocument[] | undefined
}

/** A source of a response's citations that no authority can be read from, such as an id; null where nothing is known of it. */
export interface Unread {
  citation: Citation
  exists: true | null
  retrieved: boolean | null
}

/** What an answer cites and quotes, and what is known of it. */
export interface AuthorityFindings {
  /** Every authority once. */
  authorities: Existence[]
  unread: Unread[]
  /** Every citation of a place: whether its document lacks that; null where nothing is known of its parts. */
  pinpoints: { citation: ParsedCitation; outside: boolean | null }[]
  /** Whether a passage holds it word for word; null where one without text may. */
  quotes: { text: string; verbatim: boolean | null }[]
}

/** Reads an answer's text and citations, and holds what they cite and quote against corpus, documents and passages. What was retrieved exists. */
export function findAuthorities(
  { answer, citations = [], passages }: Response,
  { corpus, documents = [] }: AuthorityOptions,
): AuthorityFindings {
  const read = citations.map((citation) => ({ citation, found: parseLabel(citationText(citation)) }))
  const found = [
    ...parseCitations(withoutStatedGaps(answer, 'und'), { courts: courtsIn(corpus, passages) }),
    ...read.flatMap((one) => one.found),
  ]
  const checked = existenceOf(found, { ...(corpus === undefined ? {} : { corpus }), passages }).map((one): Existence => {
    const { citation, exists, retrieved } = one
    return retrieved === true && exists !== true ? { citation, exists: true, retrieved } : one
  })
  const texts = withText(passages).map(({ text }) => text)
  const isVerbatim = verbatimIn(texts)
  // A passage without text may hold what the others do not.
  const elsewhere = texts.length < (passages?.length ?? 1) ? null : false
  return {
    // One authority may be cited by a wrong date beside the right one: what speaks against it counts.
    authorities: [...groupBy(checked, ({ citation }) => citation.id).values()].flatMap(
      (same) => same.find(({ exists }) => exists === false) ?? same[0] ?? [],
    ),
    unread: read.flatMap((one) => (one.found.length > 0 ? [] : [unreadIn(one.citation, corpus, passages)])),
    pinpoints: found
      .filter(({ pinpoint, page, section }) => (pinpoint ?? page ?? section) !== undefined)
      .map((citation) => ({ citation, outside: pinpointOutside(citation, documents) })),
    quotes: quotesIn(answer).map(({ text }) => ({ text, verbatim: isVerbatim(text) || elsewhere })),
  }
}

function citationText({ text, citation, title, section, id }: Citation): string {
  return text ?? citation ?? (title === undefined ? (id ?? '') : [title, section].filter(Boolean).join(', '))
}

/** Ids and titles are compared by equality. */
function unreadIn(citation: Citation, corpus: AuthorityOptions['corpus'], passages: Response['passages']): Unread {
  const names = [citation.id, citation.document, citation.title, citation.citation, citation.text].flatMap((name) =>
    name?.trim() ? [name] : [],
  )
  const retrieved = passages?.some(({ id, document, title, citation: cited }) =>
    [id, document, title, cited].some((label) => label !== undefined && names.includes(label)),
  )
  const exists = retrieved === true || (corpus !== undefined && names.some((name) => isIn(corpus, name))) ? true : null
  // "[1]" may stand for any passage, and a passage without a name may be any source.
  const unsure = exists === null || passages === undefined || passages.some(isNameless)
  return { citation, exists, retrieved: retrieved === true ? true : unsure ? null : false }
}

function isIn(corpus: Manifest | CitationCorpus, name: string): boolean {
  if ('byTitle' in corpus) return corpus.byId.has(name) || corpus.byTitle.has(normalTitle(name))
  return corpus.byKey.get(idKey(name))?.some(({ document: { id, title } }) => id === name || title === name) ?? false
}
