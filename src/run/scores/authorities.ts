import type { Existence } from '../../citations/existence.js'
import type { ParsedCitation } from '../../citations/parsed-citation.js'
import type { Authorities } from '../../schema/record.js'
import type { Response } from '../../schema/response.js'
import { oneLine } from '../../text/clip.js'
import { type AuthorityOptions, findAuthorities } from './find-authorities.js'

const EXCERPT = 160
const MOST_EXAMPLES = 3

/**
 * The authorities that an answer cites, in its text and in its citations, each once, and what is wrong with them: they cannot exist or are not in the
 * corpus, were not retrieved, or are cited at a place that they do not have; and the quotations that no passage holds word for word.
 */
export function authoritiesOf(response: Response, options: AuthorityOptions): Authorities {
  const { authorities, pinpoints, quotes } = findAuthorities(response, options)
  const fabricated = authorities.filter(({ exists }) => exists === false)
  const placed = pinpoints.filter((one) => one.outside !== null)
  const outside = placed.filter((one) => one.outside).map(({ citation }) => citation)
  const misquoted = quotes.filter(({ verbatim }) => verbatim === false)
  return {
    cited: authorities.length,
    fabricated: faultsOf(authorities.map(({ exists }) => exists)),
    notRetrieved: faultsOf(authorities.map(({ retrieved }) => retrieved)),
    pinpoints: placed.length,
    outside: outside.length,
    quotes: quotes.length,
    misquoted: faultsOf(quotes.map(({ verbatim }) => verbatim)),
    examples: examples(
      fabricated,
      outside,
      misquoted.map(({ text }) => text),
    ),
  }
}

/** How many are known to be at fault; null where none is, and of some it is not known. */
function faultsOf(sound: readonly (boolean | null)[]): number | null {
  const faults = sound.filter((one) => one === false).length
  return faults > 0 || !sound.includes(null) ? faults : null
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
