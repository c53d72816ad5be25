import { documentName, lengthOf, mergeSpans, overlapOf, type Span } from '../metrics/merge-spans.js'
import type { GoldSource } from '../schema/item.js'
import type { Passage } from '../schema/response.js'
import { hasOffsets, placesOf, spanOf } from './scores/spans.js'

/** A gold often begins or ends some characters beyond a chunk's border. */
const ENOUGH = 0.5

/**
 * Whether of every gold span, or of a place that says the same, at least half is among the characters of passages: an answer needs all of them. null where passages
 * without offsets may hold what is missing, where there is no gold span, and where retrieval was not reported. Retrieval that found nothing is false.
 */
export function spansRetrieved(golds: readonly GoldSource[], passages: readonly Passage[] | undefined): boolean | null {
  const sought = golds.flatMap((gold) => (gold.kind === 'span' ? [placesOf(gold)] : []))
  if (sought.length === 0 || passages === undefined) return null
  const found = mergeSpans(passages.flatMap((passage) => spanOf(passage) ?? []))
  const isFound = (span: Span) => overlapOf([span], found) >= ENOUGH * lengthOf([span])
  const missing = sought.filter((places) => !places.some(isFound))
  const mayHold = (places: readonly Span[]) => {
    const documents = new Set(places.map(({ document }) => documentName(document)))
    return passages.some(
      (passage) => !hasOffsets(passage) && (passage.document === undefined || documents.has(documentName(passage.document))),
    )
  }
  if (missing.length === 0) return true
  return missing.every(mayHold) ? null : false
}
