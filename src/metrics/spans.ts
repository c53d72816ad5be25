import { checkSpans, lengthOf, mergeSpans, overlapOf, type Span } from './merge-spans.js'
import { checkedOptions, checkOption, harmonicMean, known, type MetricScore, quotient, quotientOrZero, unknown } from './score.js'

export type { Span } from './merge-spans.js'

interface SpanOptions {
  compat?: 'legalbench-rag' | undefined
}

/** Spans as they were retrieved, in any order. null or undefined: they were not reported. */
type Spans = readonly Span[] | null | undefined

/**
 * How much of what was retrieved is gold: characters of both / characters retrieved. Spans of one document that overlap or touch are one, among
 * the retrieved and among the golds; spans of different documents share nothing.
 *
 * Every metric of this file is null, "spans not reported", without spans, and null, "no gold span", without golds. Of no retrieved span, precision is null,
 * "nothing retrieved", and the others are 0.
 *
 * Source: N. Pipitone, G. Houir Alami (2024), LegalBench-RAG, arXiv 2408.10343. `compat: 'legalbench-rag'` counts as its code does: retrieved spans are
 * not merged, so what two of them share counts twice, and a quotient of nothing is 0.
 *
 * @throws RangeError on a span whose offsets are not whole numbers with 0 <= start < end.
 */
export function spanPrecision(retrieved: Spans, gold: readonly Span[], options: SpanOptions = {}): MetricScore {
  const { compat } = checkedOptions(options, ['compat'])
  return scored(retrieved, gold, compat, ({ overlap, retrieved, published }) => {
    if (published) return quotientOrZero(overlap, retrieved)
    return retrieved === 0 ? unknown('nothing retrieved') : quotient(overlap, retrieved)
  })
}

/**
 * How much of the gold was retrieved: characters of both / gold characters. Merging, empty cases and errors as {@link spanPrecision}; under `compat`
 * it may exceed 1.
 */
export function spanRecall(retrieved: Spans, gold: readonly Span[], options: SpanOptions = {}): MetricScore {
  const { compat } = checkedOptions(options, ['compat'])
  return scored(retrieved, gold, compat, ({ overlap, gold }) => quotientOrZero(overlap, gold))
}

/** The harmonic mean of span precision and span recall, 0 where both are 0. Merging, empty cases and errors as {@link spanPrecision}. */
export function spanF1(retrieved: Spans, gold: readonly Span[]): MetricScore {
  return scored(retrieved, gold, undefined, ({ overlap, retrieved, gold }) =>
    known(overlap === 0 ? 0 : harmonicMean(overlap / retrieved, overlap / gold)),
  )
}

/** Characters of both / characters of either (Jaccard). Merging, empty cases and errors as {@link spanPrecision}. */
export function spanIoU(retrieved: Spans, gold: readonly Span[]): MetricScore {
  return scored(retrieved, gold, undefined, ({ overlap, retrieved, gold }) => quotient(overlap, retrieved + gold - overlap))
}

interface Lengths {
  overlap: number
  retrieved: number
  gold: number
  published: boolean
}

function scored(
  retrieved: Spans,
  gold: readonly Span[],
  compat: SpanOptions['compat'],
  score: (lengths: Lengths) => MetricScore,
): MetricScore {
  checkOption('compat', compat, 'legalbench-rag')
  checkSpans('retrieved', retrieved ?? [])
  checkSpans('gold', gold)
  const published = compat !== undefined
  if (retrieved == null) return unknown('spans not reported')
  if (gold.length === 0 && !published) return unknown('no gold span')
  const found = published ? retrieved : mergeSpans(retrieved)
  // The published rule for golds is that they neither overlap nor touch, so merging changes none that is valid.
  const wanted = mergeSpans(gold)
  return score({ overlap: overlapOf(found, wanted), retrieved: lengthOf(found), gold: lengthOf(wanted), published })
}

/**
 * One citation: the span of the text that it cites, and those of the chunks behind a cited entity or summary, which has no span of its own. A citation of
 * neither cannot be located.
 */
export interface CitedSpan {
  span?: Span | undefined
  expands?: readonly Span[] | undefined
}

/** How well the spans that an answer cites cover the golds; `expanded…` with the chunks behind cited entities beside the cited text. */
export interface CitedSpanScores {
  precision: MetricScore
  recall: MetricScore
  f1: MetricScore
  iou: MetricScore
  expandedPrecision: MetricScore
  expandedRecall: MetricScore
  /** Citations were reported, and there is none. */
  noCitation: boolean
  /** Citations without a span of their own / citations; null, "no citation", where there is none. */
  withoutSpan: MetricScore
}

/**
 * The span metrics of what an answer cites. Where citations were reported and none has a span, precision is 0 like the others: nothing cited covers nothing,
 * as in LegalBench-RAG; `noCitation`, or `withoutSpan` of 1, says so. Every score is null, "citations not reported", without citations, and, but for
 * `withoutSpan`, null, "no gold span", without golds.
 *
 * @throws RangeError on a span whose offsets are not whole numbers with 0 <= start < end.
 */
export function citedSpans(citations: readonly CitedSpan[] | null | undefined, gold: readonly Span[]): CitedSpanScores {
  const primary = citations?.flatMap(({ span }) => span ?? []) ?? []
  const expanded = [...primary, ...(citations?.flatMap(({ expands }) => expands ?? []) ?? [])]
  checkSpans('citations', expanded)
  checkSpans('gold', gold)
  const score = (of: () => MetricScore) => (citations == null ? unknown('citations not reported') : of())
  const precision = (spans: readonly Span[]) =>
    score(() => (spans.length === 0 && gold.length > 0 ? known(0) : spanPrecision(spans, gold)))
  return {
    precision: precision(primary),
    recall: score(() => spanRecall(primary, gold)),
    f1: score(() => spanF1(primary, gold)),
    iou: score(() => spanIoU(primary, gold)),
    expandedPrecision: precision(expanded),
    expandedRecall: score(() => spanRecall(expanded, gold)),
    noCitation: citations?.length === 0,
    withoutSpan: score(() => withoutSpan(citations ?? [])),
  }
}

function withoutSpan(citations: readonly CitedSpan[]): MetricScore {
  if (citations.length === 0) return unknown('no citation')
  return quotient(citations.filter(({ span }) => span === undefined).length, citations.length)
}
