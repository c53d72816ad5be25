import { z } from 'zod'
import type { CitationCorpus } from '../../citations/citation-corpus.js'
import { type CitedDocument, citationCorpus } from '../../citations/citation-corpus.js'
import type { Manifest } from '../../citations/manifest.js'
import type { PinpointDocument } from '../../citations/pinpoints.js'
import { MatcherUsageError } from '../../errors.js'
import { passageState } from '../../metrics/groundedness.js'
import { type AuthorityFindings, findAuthorities } from '../../run/scores/find-authorities.js'
import type { Response } from '../../schema/response.js'
import { type MatcherResult, type MatcherThis, mustBeAwaited } from '../awaited.js'
import { documentFaults } from '../known-documents.js'
import { subjectOf, undetermined } from './assessment.js'
import { citationName, excerpt, lines } from './message.js'
import { checkOptions } from './options.js'

export interface CiteOnlyExistingOptions {
  /** What may be cited: a manifest, ids or documents, or either indexed by `citationCorpus`. Without one only what cannot exist is known, and what was retrieved. */
  corpus?: Manifest | CitationCorpus | readonly (string | CitedDocument)[]
  /** Asks that everything cited is among the passages too. @default false */
  retrieved?: boolean
  /** Asks that every quotation of the answer stands word for word in a passage. @default false */
  quotes?: boolean
  /** Asks that no citation points at a place that its document does not have; needs `documents`. @default false */
  pinpoints?: boolean
  /** Documents of the corpus whose text or parts are known. */
  documents?: readonly PinpointDocument[]
}

/**
 * Every authority that the answer cites, in its text and in its citations, exists. An answer that cites nothing passes; one that is empty is undetermined, as
 * is a citation of which nothing is known. Corpus and documents are the suite's inside a benchmark. Passages that `retrieved` or `quotes` need and the system did
 * not report leave it undetermined in a benchmark and are a mistake in the test elsewhere.
 */
export function toCiteOnlyExisting(this: MatcherThis, received: unknown, options: CiteOnlyExistingOptions = {}) {
  return mustBeAwaited(toCiteOnlyExisting, this, check(received, options, this.isNot))
}

const flag = z.boolean().optional()
const SHAPE = {
  corpus: z.unknown().optional(),
  retrieved: flag,
  quotes: flag,
  pinpoints: flag,
  documents: z.unknown().optional(),
}

type Asked = Pick<CiteOnlyExistingOptions, 'retrieved' | 'quotes' | 'pinpoints'>

async function check(received: unknown, options: CiteOnlyExistingOptions, isNot: boolean): Promise<MatcherResult> {
  checkOptions('toCiteOnlyExisting', SHAPE, options)
  const { corpus: given, documents: known, ...asked } = options
  refuse(documentFaults('documents', known))
  const { response, context } = subjectOf('toCiteOnlyExisting', received)
  const corpus = given === undefined ? context?.golds.corpus : corpusOf(given)
  const documents = known ?? context?.documents
  if (asked.pinpoints && documents === undefined) {
    throw new MatcherUsageError(
      '`toCiteOnlyExisting` needs documents for `pinpoints`: give the benchmark `documents`, or write `toCiteOnlyExisting({ pinpoints: true, documents })`',
    )
  }
  const expectation = `expected the answer ${isNot ? 'not ' : ''}to cite only what exists`
  const missing = missingPassages(response, asked)
  if (missing !== null && context === undefined) {
    throw new MatcherUsageError(
      `\`toCiteOnlyExisting\` needs the passages for \`${missing}\`: give the response \`passages\`, empty where retrieval found nothing`,
    )
  }
  const found = findAuthorities(response, { corpus, documents })
  const faults = faultsOf(found, asked)
  const expected = lines('expected:', isNot ? faultsAskedFor(asked) : expectedOf(asked))
  if (faults.length > 0)
    return { pass: false, message: () => [expectation, '', ...expected, ...lines('received:', faults)].join('\n') }
  const open = [...openOf(found, asked), ...(missing === null ? [] : [`passages not reported, which \`${missing}\` needs`])]
  if (open.length > 0) {
    const way = corpus === undefined && found.authorities.some(({ exists }) => exists === null) ? ': give the `corpus`' : ''
    return undetermined(isNot, expectation, `nothing is known of some of it${way}`, [...expected, ...lines('unknown: ', open)])
  }
  if (response.answer.trim() === '' && (response.citations ?? []).length === 0) {
    return undetermined(isNot, expectation, 'the answer is empty')
  }
  return { pass: true, message: () => [expectation, '', ...expected, ...lines('received:', namesOf(found))].join('\n') }
}

function corpusOf(given: NonNullable<CiteOnlyExistingOptions['corpus']>): Manifest | CitationCorpus {
  if (Array.isArray(given)) {
    refuse(documentFaults('corpus', given))
    return citationCorpus(given)
  }
  if (typeof given === 'object' && ('byTitle' in given || 'byKey' in given)) return given
  throw new MatcherUsageError(
    '`toCiteOnlyExisting`: `corpus`: expected a manifest of `loadManifest(path)`, a list of ids or documents, or `citationCorpus(…)` of one',
  )
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new MatcherUsageError(`\`toCiteOnlyExisting\`: ${faults.join('; ')}`)
}

/** The first option that asks for passages where there are none to ask. */
function missingPassages({ passages }: Response, { retrieved, quotes }: Asked): 'retrieved' | 'quotes' | null {
  if (retrieved && passages === undefined) return 'retrieved'
  return quotes && passageState(passages) === 'not reported' ? 'quotes' : null
}

function expectedOf({ retrieved, quotes, pinpoints }: Asked): string[] {
  return [
    'every authority exists',
    ...(retrieved ? ['every authority is among the passages'] : []),
    ...(pinpoints ? ['every place that is cited is in its document'] : []),
    ...(quotes ? ['every quotation stands in a passage'] : []),
  ]
}

/** What `.not` expects: any of these. */
function faultsAskedFor({ retrieved, quotes, pinpoints }: Asked): string[] {
  return [
    'an authority that does not exist',
    ...(retrieved ? ['or one that is among no passage'] : []),
    ...(pinpoints ? ['or a place that its document does not have'] : []),
    ...(quotes ? ['or a quotation that stands in no passage'] : []),
  ]
}

function faultsOf({ authorities, unread, pinpoints, quotes }: AuthorityFindings, asked: Asked): string[] {
  const absent = authorities.filter(({ exists }) => exists === false)
  const elsewhere = [
    ...authorities.flatMap(({ citation, exists, retrieved }) => (exists !== false && retrieved === false ? [citation.text] : [])),
    ...unread.flatMap(({ citation, retrieved }) => (retrieved === false ? [citationName(citation)] : [])),
  ]
  return distinct([
    ...absent.map(({ citation: { text }, reason = 'does not exist' }) =>
      reason.startsWith(text) ? reason : `${text}: ${reason}`,
    ),
    ...(asked.retrieved ? elsewhere.map((name) => `${name}: among no passage`) : []),
    ...(asked.pinpoints
      ? pinpoints.flatMap((one) => (one.outside === true ? [`${placeOf(one)}: no such place in it`] : []))
      : []),
    ...(asked.quotes
      ? quotes.flatMap(({ text, verbatim }) => (verbatim === false ? [`${excerpt(text)}: in no passage word for word`] : []))
      : []),
  ])
}

function openOf({ authorities, unread, pinpoints, quotes }: AuthorityFindings, asked: Asked): string[] {
  const sources = [
    ...authorities.map(({ citation, ...one }) => ({ name: citation.text, ...one })),
    ...unread.map(({ citation, ...one }) => ({ name: citationName(citation), ...one, reason: undefined })),
  ]
  return distinct([
    ...sources.flatMap(({ name, exists, reason }) =>
      exists === null ? [reason === undefined ? name : `${name}: ${reason}`] : [],
    ),
    ...(asked.retrieved
      ? sources.flatMap(({ name, exists, retrieved }) =>
          exists !== null && retrieved === null ? [`${name}: a passage may be of it`] : [],
        )
      : []),
    ...(asked.pinpoints
      ? pinpoints.flatMap((one) => (one.outside === null ? [`${placeOf(one)}: the parts of its document are not known`] : []))
      : []),
    ...(asked.quotes
      ? quotes.flatMap(({ text, verbatim }) =>
          verbatim === null ? [`${excerpt(text)}: a passage without text may hold it`] : [],
        )
      : []),
  ])
}

/** A section is in the text of its citation; a consideration and a page stand beside it. */
function placeOf({ citation: { text, pinpoint, page, section } }: AuthorityFindings['pinpoints'][number]): string {
  return section === undefined ? [text, pinpoint, page === undefined ? undefined : `p. ${page}`].filter(Boolean).join(', ') : text
}

function namesOf({ authorities, unread }: AuthorityFindings): string[] {
  return distinct([...authorities.map(({ citation }) => citation.text), ...unread.map(({ citation }) => citationName(citation))])
}

function distinct(entries: readonly string[]): string[] {
  return [...new Set(entries)]
}
