import { withPassages } from '../citations/cited-passages.js'
import { type CitesGoldOptions, citesGold, retrievesGold } from '../citations/cites-gold.js'
import type { Manifest } from '../citations/manifest.js'
import { resolveGold } from '../citations/resolve-gold.js'
import type { GoldSource, Item } from '../schema/item.js'
import type { Passage, Response } from '../schema/response.js'
import { misspeltGolds } from './misspelt-golds.js'
import type { GoldFindings } from './record.js'
import { spansRetrieved } from './spans-retrieved.js'

export type GoldFinder = (item: Item, response: Response | null) => { findings: GoldFindings; warnings: string[] }

/** How the item's required golds stand in the corpus; what is odd about the golds themselves the data set has said. */
function corpusWarnings({ golds }: Item, corpus: Manifest | undefined): string[] {
  if (corpus === undefined) return []
  return [...new Set(golds.filter(({ optional }) => !optional).flatMap((gold) => resolveGold(gold, corpus).warnings))]
}

/** A passage that is only text could be from any document: a gold may be among those. */
export function isNameless({ id, document, title, citation, url }: Passage): boolean {
  return [id, document, title, citation, url].every((name) => !name?.trim())
}

/** Whether a passage says too little of itself to tell that it is none of these golds: a gold passage is told by its id alone. */
export const isUntold = (golds: readonly GoldSource[]) => {
  const byId = golds.some(({ kind }) => kind === 'passage')
  return (passage: Passage) => isNameless(passage) || (byId && !passage.id?.trim())
}

/**
 * What could be retrieved: the required golds without those that were put into the context, unless another passage is of them too, and the passages
 * that were not put there; undefined where retrieval was not reported.
 */
export function retrievable(golds: readonly GoldSource[], passages: readonly Passage[] | undefined, options: CitesGoldOptions) {
  const all = golds.filter(({ optional }) => !optional)
  const own = passages?.filter(({ injected }) => injected !== true)
  const placed = passages?.filter(({ injected }) => injected === true) ?? []
  if (placed.length === 0) return { required: all, own, byConstruction: 0 }
  const among = (sources: readonly Passage[]) => (gold: GoldSource) => retrievesGold([gold], sources, options).document === true
  const byConstruction = all.filter(among(placed)).filter((gold) => !among(own ?? [])(gold))
  return { required: all.filter((gold) => !byConstruction.includes(gold)), own, byConstruction: byConstruction.length }
}

/** How a suite looks for golds: among the citations, and among the passages for r. */
export function goldFinder(options: CitesGoldOptions): GoldFinder {
  return (item, response) => {
    const required = item.golds.filter(({ optional }) => !optional)
    const cited = citesGold(item.golds, withPassages(response?.citations, response?.passages), options)
    const { required: sought, own, byConstruction } = retrievable(item.golds, response?.passages, options)
    const { matched } = retrievesGold(sought, own, options)
    const found = new Set(matched.map(({ gold }) => JSON.stringify(gold)))
    const missing = [...new Map(sought.map((gold) => [JSON.stringify(gold), gold]))].flatMap(([key, gold]) =>
      found.has(key) ? [] : [gold],
    )
    return {
      findings: {
        required: required.length,
        sections: required.filter((gold) => 'section' in gold && gold.section !== undefined).length,
        citedDocument: cited.document,
        citedSection: cited.section,
        retrieved: spansRetrieved(sought, own) ?? sourcesRetrieved(sought, own, options),
        byConstruction,
        reason: cited.reason ?? cited.sectionReason,
      },
      warnings: [...corpusWarnings(item, options.corpus), ...misspeltGolds(missing, own ?? [])],
    }
  }
}

/** Whether a gold that is no span is among the passages, at the level of documents. */
function sourcesRetrieved(
  golds: readonly GoldSource[],
  passages: readonly Passage[] | undefined,
  options: CitesGoldOptions,
): boolean | null {
  const sources = golds.filter(({ kind }) => kind !== 'span')
  const { document } = retrievesGold(sources, passages, options)
  return document === false && passages?.some(isUntold(sources)) ? null : document
}
