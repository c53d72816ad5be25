import { groupBy } from '../group-by.js'

/** Characters of a document: code-point offsets, `end` exclusive. */
export interface Span {
  document: string
  start: number
  end: number
}

/** Spans of each document in order of their start, where those that overlap or touch have become one. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  return [...groupBy(spans, ({ document }) => document).values()].flatMap((group) => {
    const merged: Span[] = []
    for (const { document, start, end } of group.toSorted((a, b) => a.start - b.start)) {
      const last = merged.at(-1)
      if (last === undefined || start > last.end) merged.push({ document, start, end })
      else last.end = Math.max(last.end, end)
    }
    return merged
  })
}

/** Characters that the spans share with merged ones. */
export function overlapOf(spans: readonly Span[], merged: readonly Span[]): number {
  const byDocument = groupBy(merged, ({ document }) => document)
  const shared = spans.flatMap(({ document, start, end }) =>
    (byDocument.get(document) ?? []).map((other) => Math.max(0, Math.min(end, other.end) - Math.max(start, other.start))),
  )
  return shared.reduce((total, length) => total + length, 0)
}

export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((total, { start, end }) => total + end - start, 0)
}

export function checkSpans(name: string, spans: readonly Span[]): void {
  for (const { document, start, end } of spans) {
    if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end > start) continue
    throw new RangeError(
      `\`${name}\`: expected whole offsets with 0 <= start < end, got start ${start} and end ${end} in document "${document}"`,
    )
  }
}
