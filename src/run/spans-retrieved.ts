import { documentName, lengthOf, mergeSpans, overlapOf, type Span } from '../metrics/merge-spans.js'
import type { GoldSource } from '../schema/item.js'
import type { Passage } from '../schema/response.js'
import { hasOffsets, placesOf, spanOf } from './scores/spans.js'

/** A gold often begins or ends some characters beyond a chunk's border. */
const ENOUGH = 0.5

/**
 * Whether at least half of some gold span, or of a place that says the same, is among the characters of passages; null where passages without offsets may
 * hold it, where there is no gold span, and where retrieval was not reported. Retrieval that found nothing is false.
 */
export function spansRetrieved(golds: readonly GoldSource[], passages: readonly Passage[] | undefined): boolean | null {
  const sought = golds.flatMap((gold) => (gold.kind === 'span' ? placesOf(gold) : []))
  if (sought.length === 0 || passages === undefined) return null
  const found = mergeSpans(passages.flatMap((passage) => spanOf(passage) ?? []))
  const isFound = (span: Span) => overlapOf([span], found) >= ENOUGH * lengthOf([span])
  if (sought.some(isFound)) return true
  const documents = new Set(sought.map(({ document }) => documentName(document)))
  const mayHold = (passage: Passage) =>
    !hasOffsets(passage) && (passage.document === undefined || documents.has(documentName(passage.document)))
  return passages.some(mayHold) ? null : false
}
