import { type Judged, type RagcheckerInput, readJudged } from './ragchecker-input.js'
import { checkedOptions, checkOption, harmonicMean, known, type MetricScore, unknown } from './score.js'
import { any, both, type Known, not, share, shareOfAll } from './share.js'

export { type LabelWord, type RagcheckerInput, ragcheckerInput } from './ragchecker-input.js'

/** The eleven, named as published, in camel case. */
export type RagcheckerMetric =
  | 'precision'
  | 'recall'
  | 'f1'
  | 'claimRecall'
  | 'contextPrecision'
  | 'contextUtilization'
  | 'noiseSensitivityInRelevant'
  | 'noiseSensitivityInIrrelevant'
  | 'hallucination'
  | 'selfKnowledge'
  | 'faithfulness'

export interface RagcheckerOptions {
  /** `ragchecker`: 0 wherever a list is empty, and whatever is not entailment is false, as in the published code. @default sound */
  compat?: 'ragchecker'
}

/**
 * RAGChecker's metrics of one response, each from 0 to 1. With A: the reference entails the response claim, B: the response entails the
 * reference claim, R and G: a passage entails the response claim or the reference claim, and a passage relevant where it entails any reference
 * claim:
 *
 * - precision: mean A; recall: mean B; f1: their harmonic mean, 0 where either is 0
 * - claimRecall: reference claims with a G; contextPrecision: passages that are relevant
 * - contextUtilization: of the reference claims with a G, those with B
 * - noiseSensitivityInRelevant: response claims that are not A, with an R of a relevant passage; …InIrrelevant: not A, and every R (at least
 *   one) of a passage that is not relevant
 * - hallucination: neither A nor any R; selfKnowledge: A without any R; faithfulness: any R
 *
 * Empty cases: null "not judged" where an input that a metric needs is null, "no claims" where a list of claims that it needs is empty. Without passages
 * claimRecall and faithfulness are 0 and the metrics about passages null, "nothing retrieved"; contextUtilization is also null, "no
 * reference claim was retrieved". A label `undetermined` makes null, "undetermined", what it decides, and nothing else.
 *
 * Source: D. Ru et al. (2024), RAGChecker, arXiv:2408.08067, and its code.
 *
 * @throws RangeError where lists that belong together differ in length, and but under `compat` on a word that is no label.
 */
export function ragchecker(input: RagcheckerInput, options: RagcheckerOptions = {}): Record<RagcheckerMetric, MetricScore> {
  const { compat } = checkedOptions(options, ['compat'])
  checkOption('compat', compat, 'ragchecker')
  const judged = readJudged(input, compat !== undefined)
  const scores = sound(judged)
  return compat === undefined ? scores : published(scores, judged)
}

const NOTHING = 'nothing retrieved'

function sound({ a, b, r, g, passages }: Judged): Record<RagcheckerMetric, MetricScore> {
  const [correct, made, supports, recalls] = [a ?? [], b ?? [], r ?? [], g ?? []]
  const supported = supports.map(any)
  const relevant = Array.from({ length: passages ?? 0 }, (_, k) => any(recalls.map((row) => row[k] ?? null)))
  const noise = (of: (row: readonly Known[]) => Known) =>
    ifJudged([a, r, g], () =>
      passages === 0 ? unknown(NOTHING) : meanOf(correct, (is, i) => both(not(is), of(supports[i] ?? []))),
    )
  const byRelevant = (row: readonly Known[]) => any(row.map((is, k) => both(is, relevant[k] ?? null)))
  const byOthers = (row: readonly Known[]) => any(row.map((is, k) => both(is, not(relevant[k] ?? null))))

  const precision = ifJudged([a], () => shareOfAll(correct, NONE))
  const recall = ifJudged([b], () => shareOfAll(made, NONE))
  return {
    precision,
    recall,
    f1: f1(precision, recall),
    claimRecall: ifJudged([g], () => meanOf(recalls, any)),
    contextPrecision: ifJudged([g], () => shareOfAll(relevant, NOTHING)),
    contextUtilization: ifJudged([g, b], () => (passages === 0 ? unknown(NOTHING) : utilization(recalls, made))),
    noiseSensitivityInRelevant: noise(byRelevant),
    // Those by others first: what is unknown of a relevant passage then decides nothing.
    noiseSensitivityInIrrelevant: noise((row) => both(byOthers(row), not(byRelevant(row)))),
    hallucination: ifJudged([a, r], () => meanOf(correct, (is, i) => both(not(is), not(supported[i] ?? null)))),
    selfKnowledge: ifJudged([a, r], () => meanOf(correct, (is, i) => both(is, not(supported[i] ?? null)))),
    faithfulness: ifJudged([r], () => shareOfAll(supported, NONE)),
  }
}

const NONE = 'no claims'

/** Every list there and with something in it, or the reason. */
function ifJudged(lists: readonly (readonly unknown[] | null)[], score: () => MetricScore): MetricScore {
  if (lists.includes(null)) return unknown('not judged')
  return lists.some((list) => list?.length === 0) ? unknown(NONE) : score()
}

function meanOf<T>(values: readonly T[], of: (value: T, index: number) => Known): MetricScore {
  return shareOfAll(values.map(of), NONE)
}

function utilization(recalls: readonly Known[][], made: readonly Known[]): MetricScore {
  return share(
    recalls.map((row, j) => ({ counts: any(row), is: made[j] ?? null })),
    'no reference claim was retrieved',
  )
}

/** What was not judged, or is not there, goes before what could not be decided. */
const UNKNOWN_BECAUSE = ['not judged', 'no claims', 'undetermined']

function f1(precision: MetricScore, recall: MetricScore): MetricScore {
  if (precision.value !== null && recall.value !== null) return known(harmonicMean(precision.value, recall.value))
  const reasons = [precision, recall].flatMap(({ value, reason = 'undetermined' }) => (value === null ? [reason] : []))
  return unknown(UNKNOWN_BECAUSE.find((reason) => reasons.includes(reason)) ?? 'undetermined')
}

/** Where there was nothing to be right or wrong about, the published code says 0. What was not judged it does not compute. */
function published(scores: Record<RagcheckerMetric, MetricScore>, { passages }: Judged): Record<RagcheckerMetric, MetricScore> {
  const zero = (score: MetricScore) => (score.value === null && score.reason !== 'not judged' ? known(0) : score)
  const all = Object.entries(scores).map(([name, score]) => [name, zero(score)])
  const zeros = Object.fromEntries(all) as Record<RagcheckerMetric, MetricScore>
  return passages === 0 ? { ...zeros, hallucination: known(0), selfKnowledge: known(0) } : zeros
}
