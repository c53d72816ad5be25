import type { Metric } from '../schema/metric.js'

/** How the mean of a score is named in a report. */
export type ScoreName = Pick<Metric, 'label' | 'denominator' | 'better'>

const GOLDS = 'items with a gold to retrieve'
const SPANS = 'items with a gold span'
const CLAIMS = 'answers given'

/** The scores of a case in a report's order; those of retrieval are cut at a rank, as in `recall@5`. */
const NAMES: Record<string, ScoreName> = {
  hit: higher('hit', GOLDS),
  recall: higher('recall', GOLDS),
  precision: higher('precision', 'items with a gold for which something was retrieved'),
  f1: higher('F1', GOLDS),
  ndcg: higher('nDCG', GOLDS),
  mrr: higher('MRR', GOLDS),
  map: higher('MAP', GOLDS),
  documentHit: higher('document hit', 'items whose gold is in a known document'),
  documentRecall: higher('document recall', 'items whose gold is in a known document'),
  spanPrecision: higher('span precision', 'items with retrieved spans'),
  spanRecall: higher('span recall', SPANS),
  spanF1: higher('span F1', SPANS),
  spanIoU: higher('span IoU', SPANS),
  citedSpanPrecision: higher('cited span precision', SPANS),
  citedSpanRecall: higher('cited span recall', SPANS),
  citedSpanF1: higher('cited span F1', SPANS),
  citedSpanIoU: higher('cited span IoU', SPANS),
  expandedSpanPrecision: higher('expanded span precision', SPANS),
  expandedSpanRecall: higher('expanded span recall', SPANS),
  noCitation: lower('no citation', SPANS),
  citationsWithoutSpan: lower('citations without a span', 'answers that cite'),
  goldCitationRecall: higher('gold citation recall', 'items with a required gold'),
  goldCitationPrecision: higher('gold citation precision', 'answers that cite'),
  answerPrecision: higher('claim precision', CLAIMS),
  answerRecall: higher('claim recall of the answer', CLAIMS),
  answerF1: higher('claim F1', CLAIMS),
  claimRecall: higher('claim recall of the passages', CLAIMS),
  contextPrecision: higher('context precision', CLAIMS),
  contextUtilization: higher('context utilization', CLAIMS),
  noiseSensitivityInRelevant: lower('noise sensitivity, relevant', CLAIMS),
  noiseSensitivityInIrrelevant: lower('noise sensitivity, irrelevant', CLAIMS),
  claimHallucination: lower('hallucination (claims)', CLAIMS),
  selfKnowledge: lower('self-knowledge', CLAIMS),
  faithfulness: higher('faithfulness', CLAIMS),
  unsupportedClaims: lower('unsupported claims', CLAIMS),
  contradictedClaims: lower('contradicted claims', CLAIMS),
  misgroundedClaims: lower('misgrounded claims', 'answers judged by what they cite'),
}

/** The scores in a report's order, without the rank at which they are cut. */
export const SCORE_NAMES: readonly string[] = Object.keys(NAMES)

function higher(label: string, denominator: string): ScoreName {
  return { label, denominator, better: 'higher' }
}

function lower(label: string, denominator: string): ScoreName {
  return { label, denominator, better: 'lower' }
}

/** Scores that are of the first k only, and those that may be of all or of the first k. The others are of a whole ranking or of no ranking. */
const CUT: ReadonlySet<string> = new Set(['hit', 'recall', 'precision', 'f1', 'ndcg', 'documentHit', 'documentRecall'])
const MAY_BE_CUT: ReadonlySet<string> = new Set(['spanPrecision', 'spanRecall'])

/** A score's name and the rank at which it is cut: `recall@5` is `recall` at 5. */
export function splitScore(name: string): { base: string; k: number | null } {
  const [, base = name, k] = /^(.*)@([1-9]\d*)$/u.exec(name) ?? []
  return { base, k: k === undefined ? null : Number(k) }
}

/** Every name that a score may have where retrieval is cut at these ranks, as in records. */
export function scoreNames(cuts: readonly number[]): string[] {
  return SCORE_NAMES.flatMap((base) => [
    ...(CUT.has(base) ? [] : [base]),
    ...(CUT.has(base) || MAY_BE_CUT.has(base) ? cuts.map((k) => `${base}@${k}`) : []),
  ])
}

/** Scores that follow from what a judge says of claims; the others are comparisons. */
const OF_CLAIMS: ReadonlySet<string> = new Set(SCORE_NAMES.slice(SCORE_NAMES.indexOf('answerPrecision')))

export function isOfClaims(name: string): boolean {
  return OF_CLAIMS.has(splitScore(name).base)
}

/** Scores of what an answer says and cites, which retrieval alone has none of. */
const OF_ANSWERS: ReadonlySet<string> = new Set(SCORE_NAMES.slice(SCORE_NAMES.indexOf('citedSpanPrecision')))

export function isOfAnswers(name: string): boolean {
  return OF_ANSWERS.has(splitScore(name).base)
}

/** Reasons by which a score is not defined for a case, which is then in no denominator; by any other it is not known. */
const NOT_DEFINED: ReadonlySet<string> = new Set([
  'nothing relevant',
  'nothing retrieved',
  'no gold span',
  'no claims',
  'no citation',
  'no cited claim',
  'no statements',
  'no required gold',
  'no reference claim was retrieved',
])

export function isNotDefined(reason: string): boolean {
  return NOT_DEFINED.has(reason)
}

/** What a score is called; null where there is none of that name. */
export function scoreName(name: string): ScoreName | null {
  const { base, k } = splitScore(name)
  const known = Object.hasOwn(NAMES, base) ? NAMES[base] : undefined
  if (known === undefined) return null
  return k === null ? known : { ...known, label: `${known.label}@${k}` }
}

/** Names of scores in a report's order: as they are listed here, and by rank. */
export function byReportOrder(names: readonly string[]): string[] {
  const place = (name: string) => SCORE_NAMES.indexOf(splitScore(name).base)
  return [...names].sort((a, b) => place(a) - place(b) || (splitScore(a).k ?? 0) - (splitScore(b).k ?? 0))
}
