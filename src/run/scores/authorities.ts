import type { ParsedCitation } from '../../citations/parsed-citation.js'
import type { Authorities } from '../../schema/record.js'
import type { Response } from '../../schema/response.js'
import { oneLine } from '../../text/clip.js'
import { type AuthorityOptions, findAuthorities } from './find-authorities.js'

const EXCERPT = 160
/** One of each fault finds room. */
const MOST_EXAMPLES = 4

/**
 * The authorities that an answer cites, in its text and in its citations, each once, and what is wrong with them: they cannot exist or are not in the
 * corpus, were not retrieved, or are cited at a place that they do not have; and the quotations that no passage holds word for word.
 */
export function authoritiesOf(response: Response, options: AuthorityOptions): Authorities {
  const { authorities, pinpoints, quotes } = findAuthorities(response, options)
  const fabricated = authorities.filter(({ exists }) => exists === false)
  const notRetrieved = authorities.filter(({ retrieved }) => retrieved === false)
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
    examples: examples([
      fabricated.map(({ citation, reason }) => `cites ${citation.text}${reason === undefined ? '' : `: ${reason}`}`),
      // What cannot exist cannot have been retrieved either: it is named once.
      notRetrieved
        .filter(({ exists }) => exists !== false)
        .map(({ citation }) => `cites ${citation.text}, which is in no passage`),
      outside.map(placeText),
      misquoted.map(({ text }) => `quotes ${JSON.stringify(text)}, which is in no passage`),
    ]),
  }
}

/** How many are known to be at fault; null where none is, and of some it is not known. */
function faultsOf(sound: readonly (boolean | null)[]): number | null {
  const faults = sound.filter((one) => one === false).length
  return faults > 0 || !sound.includes(null) ? faults : null
}

function placeText({ text, pinpoint, page, section }: ParsedCitation): string {
  return `cites ${text}${section === undefined ? ` at ${pinpoint ?? page ?? ''}` : ''}, a place that it does not have`
}

/** The first of each fault, then as many more as there is room for. */
function examples(faults: readonly (readonly string[])[]): string[] {
  return [...faults.flatMap((fault) => fault.slice(0, 1)), ...faults.flatMap((fault) => fault.slice(1))]
    .slice(0, MOST_EXAMPLES)
    .map((example) => oneLine(example, EXCERPT))
}
