import { groupBy } from '../../group-by.js'
import { documentName, lengthOf, mergeSpans, overlapOf, overlaps } from '../../metrics/merge-spans.js'
import { known, type MetricScore, unknown } from '../../metrics/score.js'
import { type CitedSpanScores, citedSpans, type Span, spanF1, spanIoU, spanPrecision, spanRecall } from '../../metrics/spans.js'
import type { Compat } from '../../schema/compat.js'
import type { GoldSource, Item } from '../../schema/item.js'
import type { Citation, Passage, Response } from '../../schema/response.js'

type Scores = Record<string, MetricScore>

/**
 * Scores of the characters that were retrieved, as a whole and at each cut, against an item's gold spans; empty where it has none. Golds that were put into
 * the context are left out, unless a passage that was retrieved has some of them too. A passage without offsets could be any characters of its
 * document: then nothing is known.
 */
export function spanScores(
  { golds }: Item,
  response: Response | null,
  { k: cuts, compat }: { k: readonly number[]; compat?: Compat | undefined },
): Scores {
  const own = response?.passages?.filter(({ injected }) => injected !== true)
  const placed = response?.passages?.filter(({ injected }) => injected === true) ?? []
  const sought = requiredSpans(golds).filter(
    (places) => !places.some((one) => placed.some(hasSomeOf(one))) || places.some((one) => own?.some(hasSomeOf(one))),
  )
  const gold = bestPlaces(sought, own)
  if (gold.length === 0) return {}
  const reading = compat === 'legalbench-rag' ? { compat } : {}
  const score = (spans: readonly Span[] | undefined) => ({
    spanPrecision: spanPrecision(spans, gold, reading),
    spanRecall: spanRecall(spans, gold, reading),
  })
  const spansOf = (passages: readonly Passage[] | undefined) => passages?.flatMap((passage) => spanOf(passage) ?? [])
  const at = cuts.flatMap((k) =>
    Object.entries(score(spansOf(own?.slice(0, k)))).map(([name, value]) => [`${name}@${k}`, value] as const),
  )
  const spans = spansOf(own)
  const scores = { ...score(spans), spanF1: spanF1(spans, gold), spanIoU: spanIoU(spans, gold), ...Object.fromEntries(at) }
  const unplaced = own?.some((passage) => !hasOffsets(passage)) || placed.some(mayHoldAny(sought.flat()))
  const unsure = response === null ? 'no response' : unplaced ? 'passages without offsets' : null
  return unsure === null ? scores : Object.fromEntries(Object.keys(scores).map((name) => [name, unknown(unsure)]))
}

/**
 * Scores of the characters that an answer cites, against all gold spans of the item, whether or not they were put into the context: to cite them is left
 * to the answer. Empty where it has none. Where a citation is by an id that several passages have, it is not known what it cites.
 */
export function citedSpanScores({ golds }: Item, response: Response | null): Scores {
  const sought = requiredSpans(golds)
  if (sought.length === 0) return {}
  const citations = response?.citations && locateCitations(response.citations, response.passages)
  const gold = bestPlaces(
    sought,
    citations?.flatMap(({ span, expands = [] }) => [span ?? [], expands].flat()),
  )
  const scores = withoutAmbiguous(citedSpans(citations, gold), citations)
  const found = {
    citedSpanPrecision: scores.precision,
    citedSpanRecall: scores.recall,
    citedSpanF1: scores.f1,
    citedSpanIoU: scores.iou,
    expandedSpanPrecision: scores.expandedPrecision,
    expandedSpanRecall: scores.expandedRecall,
    noCitation: citations === undefined ? unknown('citations not reported') : known(scores.noCitation ? 1 : 0),
    citationsWithoutSpan: scores.withoutSpan,
  }
  return response === null ? Object.fromEntries(Object.keys(found).map((name) => [name, unknown('no response')])) : found
}

function withoutAmbiguous(scores: CitedSpanScores, citations: readonly Located[] = []): CitedSpanScores {
  const ambiguous = unknown('an id that several passages have')
  const expanded = { expandedPrecision: ambiguous, expandedRecall: ambiguous }
  if (citations.some(({ ambiguous }) => ambiguous.span)) {
    const cited = { precision: ambiguous, recall: ambiguous, f1: ambiguous, iou: ambiguous, withoutSpan: ambiguous }
    return { ...scores, ...cited, ...expanded }
  }
  return citations.some(({ ambiguous }) => ambiguous.expands) ? { ...scores, ...expanded } : scores
}

/** The required gold spans, each with the places that say the same. */
function requiredSpans(golds: readonly GoldSource[]): Span[][] {
  return golds.flatMap((gold) => (gold.kind === 'span' && !gold.optional ? [placesOf(gold)] : []))
}

/** Of the places of a gold, the one of which the largest share is there; where none is, the gold's own. */
function bestPlaces(golds: readonly Span[][], placed: readonly (Placed | Span)[] = []): Span[] {
  const there = mergeSpans(placed.flatMap((one) => spanOf(one) ?? []))
  const shareOf = (place: Span) => overlapOf([place], there) / lengthOf([place])
  return golds.flatMap((places) =>
    places.length === 1 ? places : places.toSorted((a, b) => shareOf(b) - shareOf(a)).slice(0, 1),
  )
}

/** A gold span and the places that say the same. */
export function placesOf({ document, start, end, equals = [] }: Extract<GoldSource, { kind: 'span' }>): Span[] {
  return [{ document, start, end }, ...equals.map((other) => ({ document: other.document, start: other.start, end: other.end }))]
}

/** A gold of which a passage that was put into the context has some is found by construction. */
const hasSomeOf = (gold: Span) => (passage: Passage) => [spanOf(passage) ?? []].flat().some(overlaps(gold))

/** Whether a passage without offsets may hold a gold. */
const mayHoldAny = (golds: readonly Span[]) => (passage: Passage) =>
  !hasOffsets(passage) && (passage.document === undefined || documentsOf(golds).has(documentName(passage.document)))

const documentsOf = (spans: readonly Span[]) => new Set(spans.map(({ document }) => documentName(document)))

/** What a citation cites. `ambiguous`: it names an id of passages that are not all of the same characters, which then counts for none of them. */
interface Located {
  span: Span | undefined
  expands: Span[] | undefined
  ambiguous: { span: boolean; expands: boolean }
}

/** The spans that each citation cites: its own, or else that of the passage of its id; and those of the passages behind it that have one. */
export function locateCitations(citations: readonly Citation[], passages: readonly Passage[] = []): Located[] {
  const byId = groupBy(passages, ({ id }) => id)
  const behind = (id: string | undefined) => {
    const spans = id === undefined ? [] : (byId.get(id) ?? []).map(spanOf)
    const isSame = new Set(spans.map(placeOf)).size < 2
    return { span: isSame ? spans[0] : undefined, ambiguous: !isSame }
  }
  return citations.map((citation) => {
    const own = spanOf(citation)
    const cited = own === undefined ? behind(citation.id) : { span: own, ambiguous: false }
    const expands = citation.expands?.map(behind)
    return {
      span: cited.span,
      expands: expands?.flatMap(({ span }) => span ?? []),
      ambiguous: { span: cited.ambiguous, expands: expands?.some(({ ambiguous }) => ambiguous) ?? false },
    }
  })
}

const placeOf = (span: Span | undefined) =>
  span === undefined ? '' : JSON.stringify([documentName(span.document), span.start, span.end])

/** Undefined where the offsets of a passage or a citation are not known, or where it has no characters. */
export function spanOf({ document, start, end }: Placed): Span | undefined {
  return document === undefined || start === undefined || end === undefined || end <= start ? undefined : { document, start, end }
}

type Placed = Pick<Passage, 'document' | 'start' | 'end'>

/** Of a passage without characters it is known where it is. */
export function hasOffsets({ document, start, end }: Placed): boolean {
  return document !== undefined && start !== undefined && end !== undefined && end >= start
}
