import { groupBy } from '../group-by.js'
import { shown } from './score.js'

/** Characters of a document: code-point offsets, `end` exclusive. */
export interface Span {
  document: string
  start: number
  end: number
}

/** A document's name as names are compared: what a file system has decomposed is no other document. */
export const documentName = (document: string): string => document.normalize('NFC')

/** Whether spans share a character. */
export const overlaps = (one: Span) => {
  const document = documentName(one.document)
  return (other: Span): boolean => other.start < one.end && one.start < other.end && documentName(other.document) === document
}

/** Spans of each document in order of their start, where those that overlap or touch have become one. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  return [...groupBy(spans, ({ document }) => documentName(document)).values()].flatMap((group) => {
    const merged: Span[] = []
    for (const { document, start, end } of group.toSorted((a, b) => a.start - b.start)) {
      const last = merged.at(-1)
      if (last === undefined || start > last.end) merged.push({ document, start, end })
      else last.end = Math.max(last.end, end)
    }
    return merged
  })
}

/** Characters that the spans share with merged ones, for each span anew. */
export function overlapOf(spans: readonly Span[], merged: readonly Span[]): number {
  const charactersOf = new Map(
    [...groupBy(merged, ({ document }) => documentName(document))].map(([name, group]) => [name, charactersBefore(group)]),
  )
  return spans.reduce((total, { document, start, end }) => {
    const before = charactersOf.get(documentName(document))
    return before === undefined ? total : total + before(end) - before(start)
  }, 0)
}

/** How many characters of merged spans of one document, in order, stand before an offset. */
function charactersBefore(merged: readonly Span[]): (offset: number) => number {
  const sums = [0]
  for (const { start, end } of merged) sums.push((sums.at(-1) ?? 0) + end - start)
  return (offset) => {
    let [low, high] = [0, merged.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((merged[middle]?.start ?? offset) < offset) low = middle + 1
      else high = middle
    }
    // The last span that begins before the offset may reach beyond it.
    return (sums[low] ?? 0) - Math.max(0, (merged[low - 1]?.end ?? 0) - offset)
  }
}

export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((total, { start, end }) => total + end - start, 0)
}

/** @throws RangeError, naming the argument, where they are no list of spans with whole offsets, 0 <= start < end. */
export function checkSpans(name: string, spans: readonly Span[]): void {
  if (!Array.isArray(spans)) throw new RangeError(`\`${name}\`: expected an array of spans, got ${shown(spans)}`)
  spans.forEach((span: Span | null | undefined, index) => {
    const { document, start, end } = span ?? {}
    if (typeof document !== 'string' || document === '')
      throw new RangeError(`\`${name}\`: expected spans as { document, start, end }, got ${spanShown(span)} at ${index}`)
    if (isOffset(start) && isOffset(end) && end > start) return
    throw new RangeError(
      `\`${name}\`: expected whole offsets with 0 <= start < end, got start ${start} and end ${end} in document "${document}"`,
    )
  })
}

function spanShown(span: unknown): string {
  if (typeof span !== 'object' || span === null || Array.isArray(span)) return shown(span)
  return 'document' in span ? `document ${shown(span.document)}` : 'one without `document`'
}

function isOffset(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && (value ?? -1) >= 0
}
