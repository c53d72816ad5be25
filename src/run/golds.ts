import { type CitesGoldOptions, citesGold, retrievesGold } from '../citations/cites-gold.js'
import type { Manifest } from '../citations/manifest.js'
import { resolveGold } from '../citations/resolve-gold.js'
import type { Item } from '../schema/item.js'
import type { Passage, Response } from '../schema/response.js'
import type { GoldFindings } from './record.js'

export type GoldFinder = (item: Item, response: Response | null) => { findings: GoldFindings; warnings: string[] }

/** How the item's required golds stand in the corpus; what is odd about the golds themselves the data set has said. */
function corpusWarnings({ golds }: Item, corpus: Manifest | undefined): string[] {
  if (corpus === undefined) return []
  return [...new Set(golds.filter(({ optional }) => !optional).flatMap((gold) => resolveGold(gold, corpus).warnings))]
}

/** A passage that is only text could be from any document: a gold may be among those. */
function isNameless({ id, document, title, citation, url }: Passage): boolean {
  return [id, document, title, citation, url].every((name) => name === undefined)
}

/** How a suite looks for golds: among the citations, and among the passages for r. */
export function goldFinder(options: CitesGoldOptions): GoldFinder {
  return (item, response) => {
    const required = item.golds.filter(({ optional }) => !optional)
    const cited = citesGold(item.golds, response?.citations, options)
    const passages = response?.passages ?? []
    const retrieved = retrievesGold(item.golds, response?.passages, options)
    return {
      findings: {
        required: required.length,
        sections: required.filter((gold) => 'section' in gold && gold.section !== undefined).length,
        citedDocument: cited.document,
        citedSection: cited.section,
        retrieved: retrieved.document === false && passages.some(isNameless) ? null : retrieved.document,
        reason: cited.reason ?? cited.sectionReason,
      },
      warnings: corpusWarnings(item, options.corpus),
    }
  }
}
