import { z } from 'zod'
import { MatcherUsageError } from '../../errors.js'
import { documentName, mergeSpans, overlaps } from '../../metrics/merge-spans.js'
import { citedSpans, type Span, spanPrecision, spanRecall } from '../../metrics/spans.js'
import { locateCitations, spanOf } from '../../run/scores/spans.js'
import { issueText } from '../../schema/issue.js'
import type { GoldSource } from '../../schema/item.js'
import type { Passage, Response } from '../../schema/response.js'
import { codePointText } from '../../text/code-points.js'
import { type MatcherResult, type MatcherThis, mustBeAwaited } from '../awaited.js'
import { subjectOf, undetermined } from './assessment.js'
import { refuseOptions } from './golds.js'
import { excerpt, goldsHeading, lines } from './message.js'
import { checkOptions } from './options.js'

/** Characters of a document that must be covered: code-point offsets, `end` exclusive; a gold of kind `span` is one. */
export type SpanInput = Omit<Extract<GoldSource, { kind: 'span' }>, 'kind' | 'optional'> & { kind?: 'span'; optional?: boolean }

export interface CoverSpansOptions {
  /** What has to cover the spans: the passages that were retrieved, or what the answer cites. @default 'passages' */
  of?: 'passages' | 'citations'
  /** Smallest share of the spans' characters that must be covered, above 0. @default 1 */
  recall?: number
  /** Smallest share of what covers that must be characters of the spans, above 0. @default not asked for */
  precision?: number
  /** With `of: 'citations'`: a cited entity or summary stands for the passages behind it. @default false */
  expanded?: boolean
}

/**
 * What was retrieved, or cited, covers the gold spans. Spans come from the item's golds inside a benchmark; optional ones are not asked for. What has no offsets
 * may be any characters, and leaves undetermined whatever it could still decide; passages that were put into the context cover nothing, and the spans in
 * them are covered by construction. What the system did not report is undetermined in a benchmark and a mistake in the test elsewhere.
 */
export function toCoverSpans(
  this: MatcherThis,
  received: unknown,
  spans?: SpanInput | readonly SpanInput[],
  options: CoverSpansOptions = {},
) {
  return mustBeAwaited(toCoverSpans, this, check(received, spans, options, this.isNot))
}

const share = z.number().gt(0).max(1).optional()
const SHAPE = {
  of: z.enum(['passages', 'citations']).optional(),
  recall: share,
  precision: share,
  expanded: z.boolean().optional(),
}

type GoldSpan = Span & { text?: string | undefined }

/** What covers, how many of its entries could be anywhere, and how many of those could be in the spans' documents. */
interface Covering {
  spans: Span[]
  unlocated: number
  mayCover: number
  /** 0 where nothing is cited, as LegalBench-RAG has it; null where nothing was retrieved. */
  precision: number | null
}

async function check(
  received: unknown,
  given: SpanInput | readonly SpanInput[] | undefined,
  options: CoverSpansOptions,
  isNot: boolean,
): Promise<MatcherResult> {
  checkOptions('toCoverSpans', SHAPE, options)
  const { of = 'passages', recall: least = 1, precision: leastPrecision, expanded = false } = options
  if (expanded && of === 'passages') {
    throw new MatcherUsageError("`toCoverSpans`: `expanded` is of citations: write `{ of: 'citations', expanded: true }`")
  }
  const { response, context } = subjectOf('toCoverSpans', received, 'retrieval')
  const required = spansOf(given ?? context?.item.golds.filter(({ kind }) => kind === 'span') ?? [])
  const what = of === 'passages' ? 'retrieved passages' : expanded ? 'cited text and the passages behind it' : 'cited text'
  const expectation = `expected the ${what} ${isNot ? 'not ' : ''}to cover the gold spans`
  if (response[of] === undefined) {
    if (context !== undefined) return undetermined(isNot, expectation, `${of} not reported`)
    throw new MatcherUsageError(`\`toCoverSpans\` needs the ${of}: give the response \`${of}\`, empty where there are none`)
  }
  const gold = of === 'passages' ? retrievable(required, response) : required
  if (gold.length === 0) {
    return undetermined(isNot, expectation, 'every gold span was put into the context: covered by construction')
  }
  const { spans, unlocated, mayCover, precision } =
    of === 'passages' ? retrieved(response, gold) : cited(response, gold, expanded)
  const { value: recall, parts: [covered, all] = [0, 0] } = spanRecall(spans, gold)
  const enough = [
    // More characters can only raise the recall; the precision goes either way.
    recall !== null && recall >= least ? true : mayCover > 0 ? null : false,
    leastPrecision === undefined ? true : unlocated > 0 ? null : (precision ?? 0) >= leastPrecision,
  ]
  const asked = (value: number) => (isNot ? '' : `, expected at least ${value}`)
  const facts = [
    ...lines(`${goldsHeading(isNot)} `, gold.map(withExcerpt)),
    ...lines('received: ', mergeSpans(spans).map(spanName)),
    ...(isNot || recall === 1 ? [] : lines('missing:  ', missingOf(gold, spans).map(withExcerpt))),
    `recall:    ${shown(recall)} (${covered} of ${all} characters)${asked(least)}`,
    ...(leastPrecision === undefined
      ? []
      : [`precision: ${precision === null ? 'nothing retrieved' : shown(precision)}${asked(leastPrecision)}`]),
    ...(gold.length < required.length
      ? [`put into the context, and so not asked: ${required.length - gold.length} of ${required.length} spans`]
      : []),
  ]
  if (enough.includes(false)) return { pass: false, message: () => [expectation, '', ...facts].join('\n') }
  if (enough.includes(null)) {
    return undetermined(isNot, expectation, `${unlocated} of the ${of} ${unlocated === 1 ? 'has' : 'have'} no offsets`, facts)
  }
  return { pass: true, message: () => [expectation, '', ...facts].join('\n') }
}

const Spans = z.array(
  z
    .strictObject({
      kind: z.literal('span').optional(),
      document: z.string().min(1),
      start: z.int().min(0),
      end: z.int().min(1),
      text: z.string().optional(),
      optional: z.boolean().optional(),
    })
    .refine(({ start, end }) => end > start, { message: 'expected an `end` behind `start`', path: ['end'] }),
)

function spansOf(given: unknown): GoldSpan[] {
  refuseOptions('toCoverSpans', given, Object.keys(SHAPE))
  const parsed = Spans.safeParse(Array.isArray(given) ? given : [given])
  if (!parsed.success) throw new MatcherUsageError(`\`toCoverSpans\`: spans: ${issueText(parsed.error)}`)
  const required = parsed.data.filter(({ optional }) => optional !== true)
  if (required.length > 0) return required
  throw new MatcherUsageError(
    "`toCoverSpans` needs a required span: give the item `golds` of kind 'span', or write `toCoverSpans([{ document, start, end }])`",
  )
}

/** Without the spans that are, in part, in what was put into the context, unless some of them was retrieved too. */
function retrievable(spans: readonly GoldSpan[], { passages = [] }: Response): GoldSpan[] {
  const among = (injected: boolean) =>
    passages.flatMap((passage) => ((passage.injected === true) === injected ? (spanOf(passage) ?? []) : []))
  const [placed, own] = [among(true), among(false)]
  return spans.filter((span) => !placed.some(overlaps(span)) || own.some(overlaps(span)))
}

function retrieved({ passages = [] }: Response, gold: readonly Span[]): Covering {
  const own = passages.filter(({ injected }) => injected !== true)
  const spans = own.flatMap((passage) => spanOf(passage) ?? [])
  return { spans, ...openAmong(own.filter(isUnlocated), gold), precision: spanPrecision(spans, gold).value }
}

function cited({ citations = [], passages }: Response, gold: readonly Span[], expanded: boolean): Covering {
  const located = locateCitations(citations, passages)
  const spans = located.flatMap(({ span, expands = [] }) => [...(span ? [span] : []), ...(expanded ? expands : [])])
  const scores = citedSpans(located, gold)
  const open = citations.flatMap((citation, index) => {
    const { span, expands = [] } = located[index] ?? {}
    const behind = citation.expands ?? []
    // What stands behind an entity may be of any document.
    if (expanded && expands.length < behind.length) return [{ document: undefined }]
    // A cited entity has no span of its own, and that is known.
    return span === undefined && behind.length === 0 && isUnlocated(citation) ? [citation] : []
  })
  return { spans, ...openAmong(open, gold), precision: (expanded ? scores.expandedPrecision : scores.precision).value }
}

/** No characters (`start` = `end`) are not unknown ones. */
function isUnlocated({ document, start, end }: Pick<Passage, 'document' | 'start' | 'end'>): boolean {
  return document === undefined || start === undefined || end === undefined
}

function openAmong(open: readonly Pick<Passage, 'document'>[], gold: readonly Span[]): Pick<Covering, 'unlocated' | 'mayCover'> {
  const documents = new Set(gold.map(({ document }) => documentName(document)))
  const mayCover = open.filter(({ document }) => document === undefined || documents.has(documentName(document)))
  return { unlocated: open.length, mayCover: mayCover.length }
}

/** The parts of the golds that nothing covers, with their text where the gold's is that of its offsets. */
function missingOf(gold: readonly GoldSpan[], covering: readonly Span[]): GoldSpan[] {
  const merged = mergeSpans(covering)
  return gold.flatMap((span) => {
    const gaps: GoldSpan[] = []
    let from = span.start
    for (const { start, end } of [...merged.filter(overlaps(span)), { start: span.end, end: span.end }]) {
      if (start > from) gaps.push({ document: span.document, start: from, end: start, text: cut(span, from, start) })
      from = Math.max(from, end)
    }
    return gaps
  })
}

function cut({ text, start, end }: GoldSpan, from: number, to: number): string | undefined {
  if (text === undefined) return undefined
  const whole = codePointText(text)
  return whole.length === end - start ? whole.slice(from - start, to - start) : undefined
}

function spanName({ document, start, end }: Span): string {
  return `${document} ${start}–${end}`
}

function withExcerpt(span: GoldSpan): string {
  return span.text === undefined ? spanName(span) : `${spanName(span)} ${excerpt(span.text)}`
}

function shown(value: number | null): string {
  // All but all is not shown as all.
  return value === null ? 'not known' : String(value === 1 ? 1 : Number(Math.min(value, 0.999).toFixed(3)))
}
