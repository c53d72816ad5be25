import { type Existence, existenceOf } from '../../citations/existence.js'
import type { Manifest } from '../../citations/manifest.js'
import { parseCitations } from '../../citations/parse-citations.js'
import type { ParsedCitation } from '../../citations/parsed-citation.js'
import { type PinpointDocument, pinpointOutside } from '../../citations/pinpoints.js'
import { isVerbatim, quotesIn } from '../../citations/quotes.js'
import { withText } from '../../metrics/evidence.js'
import type { Authorities } from '../../schema/record.js'
import type { Citation, Response } from '../../schema/response.js'
import { oneLine } from '../../text/clip.js'

/** What an answer's citations are held against. */
export interface AuthorityOptions {
  corpus?: Manifest | undefined
  /** Documents of the corpus whose parts are known. */
  documents?: readonly PinpointDocument[] | undefined
}

const EXCERPT = 160
const MOST_EXAMPLES = 3

/**
 * The authorities that an answer cites, in its text and in its citations, each once, and what is wrong with them: they cannot exist or are not in the
 * corpus, were not retrieved, or are cited at a place that they do not have; and the quotations that no passage holds word for word.
 */
export function authoritiesOf(
  { answer, citations = [], passages }: Response,
  { corpus, documents = [] }: AuthorityOptions,
): Authorities {
  const found = [answer, ...citations.map(citationText)].flatMap((text) => parseCitations(text))
  const distinct = [...new Map(found.map((citation) => [citation.id, citation])).values()]
  const checked = existenceOf(distinct, { ...(corpus === undefined ? {} : { corpus }), passages })
  const fabricated = checked.filter(({ exists }) => exists === false)
  const retrieval = checked.filter(({ retrieved }) => retrieved !== null)
  const pinpoints = found.flatMap((citation) => {
    const outside = pinpointOutside(citation, documents)
    return outside === null ? [] : [{ citation, outside }]
  })
  const outside = pinpoints.filter((one) => one.outside).map(({ citation }) => citation)
  const texts = withText(passages).map(({ text }) => text)
  const quotes = quotesIn(answer)
  const misquoted = quotes.filter(({ text }) => !isVerbatim(text, texts))
  return {
    cited: distinct.length,
    fabricated: fabricated.length > 0 || checked.every(({ exists }) => exists === true) ? fabricated.length : null,
    notRetrieved: retrieval.length < checked.length ? null : retrieval.filter(({ retrieved }) => retrieved === false).length,
    pinpoints: pinpoints.length,
    outside: outside.length,
    quotes: quotes.length,
    // A passage without text may hold what the others do not.
    misquoted: misquoted.length > 0 && texts.length < (passages?.length ?? 1) ? null : misquoted.length,
    examples: examples(fabricated, outside, texts.length === 0 ? [] : misquoted.map(({ text }) => text)),
  }
}

function citationText({ text, citation, title, section }: Citation): string {
  return text ?? citation ?? [title, section].filter(Boolean).join(', ')
}

/** The first of each fault in words. */
function examples(fabricated: readonly Existence[], outside: readonly ParsedCitation[], misquoted: readonly string[]): string[] {
  return [
    ...fabricated.map(({ citation, reason }) => `cites ${citation.text}${reason === undefined ? '' : `: ${reason}`}`),
    ...outside.map(
      ({ text, pinpoint, page, section }) =>
        `cites ${text}${section === undefined ? ` at ${pinpoint ?? page ?? ''}` : ''}, a place that it does not have`,
    ),
    ...misquoted.map((text) => `quotes ${JSON.stringify(text)}, which is in no passage`),
  ]
    .slice(0, MOST_EXAMPLES)
    .map((example) => oneLine(example, EXCERPT))
}
