import { known, type MetricScore, unknown } from '../../metrics/score.js'
import { citedSpans, type Span, spanF1, spanIoU, spanPrecision, spanRecall } from '../../metrics/spans.js'
import type { Compat } from '../../schema/compat.js'
import type { Item } from '../../schema/item.js'
import type { Citation, Passage, Response } from '../../schema/response.js'

type Scores = Record<string, MetricScore>

/**
 * Scores of the characters that were retrieved, as a whole and at each cut, and of those that were cited, against an item's gold spans; empty where it has
 * none. A passage without offsets could be any characters of its document: then nothing is known.
 */
export function spanScores(
  { golds }: Item,
  response: Response | null,
  { k: cuts, compat }: { k: readonly number[]; compat?: Compat | undefined },
): Scores {
  const placed = response?.passages?.flatMap((passage) => (passage.injected ? (spanOf(passage) ?? []) : [])) ?? []
  const gold = golds.flatMap((one): Span[] => (one.kind === 'span' && !one.optional && !placed.some(overlaps(one)) ? [one] : []))
  if (gold.length === 0) return {}
  const passages = response?.passages?.filter(({ injected }) => injected !== true)
  const reading = compat === 'legalbench-rag' ? { compat } : {}
  const score = (spans: readonly Span[] | undefined) => ({
    spanPrecision: spanPrecision(spans, gold, reading),
    spanRecall: spanRecall(spans, gold, reading),
  })
  const spans = passages?.flatMap((passage) => spanOf(passage) ?? [])
  const at = cuts.flatMap((k) =>
    Object.entries(score(passages?.slice(0, k).flatMap((passage) => spanOf(passage) ?? []))).map(
      ([name, value]) => [`${name}@${k}`, value] as const,
    ),
  )
  const retrieved = { ...score(spans), spanF1: spanF1(spans, gold), spanIoU: spanIoU(spans, gold), ...Object.fromEntries(at) }
  const unsure = response === null ? 'no response' : passages?.length === spans?.length ? null : 'passages without offsets'
  return {
    ...(unsure === null ? retrieved : Object.fromEntries(Object.keys(retrieved).map((name) => [name, unknown(unsure)]))),
    ...(response === null ? {} : citedScores(response, gold)),
  }
}

/** Of an answer that cites; of one that reports no citations there is nothing to say. */
function citedScores({ citations, passages }: Response, gold: readonly Span[]): Scores {
  if (citations === undefined) return {}
  const scores = citedSpans(locateCitations(citations, passages), gold)
  return {
    citedSpanPrecision: scores.precision,
    citedSpanRecall: scores.recall,
    citedSpanF1: scores.f1,
    citedSpanIoU: scores.iou,
    expandedSpanPrecision: scores.expandedPrecision,
    expandedSpanRecall: scores.expandedRecall,
    noCitation: known(scores.noCitation ? 1 : 0),
    citationsWithoutSpan: scores.withoutSpan,
  }
}

/** Whether spans share a character. A gold that does with a passage that was put into the context is found by construction. */
export const overlaps = (gold: Span) => (passage: Span) =>
  passage.document === gold.document && passage.start < gold.end && gold.start < passage.end

/** The spans that each citation cites: its own, or else that of the passage of its id; and those of the passages behind it that have one. */
export function locateCitations(
  citations: readonly Citation[],
  passages: readonly Passage[] = [],
): { span: Span | undefined; expands: Span[] | undefined }[] {
  const byId = new Map(passages.flatMap((passage) => (passage.id === undefined ? [] : [[passage.id, passage] as const])))
  const behind = (id: string) => {
    const passage = byId.get(id)
    return passage === undefined ? undefined : spanOf(passage)
  }
  return citations.map((citation) => ({
    span: spanOf(citation) ?? (citation.id === undefined ? undefined : behind(citation.id)),
    expands: citation.expands?.flatMap((id) => behind(id) ?? []),
  }))
}

/** Undefined where the offsets of a passage or a citation are not known. */
export function spanOf({ document, start, end }: Pick<Passage, 'document' | 'start' | 'end'>): Span | undefined {
  return document === undefined || start === undefined || end === undefined || end <= start ? undefined : { document, start, end }
}
