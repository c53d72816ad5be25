export { type CheckedCitation, type CheckOptions, type CitationStatus, checkCitation } from './citations/check-citation.js'
export { type CitationCorpus, type CitedDocument, citationCorpus } from './citations/citation-corpus.js'
export { courtsIn } from './citations/courts-in.js'
export { type Existence, type ExistenceOptions, existenceOf } from './citations/existence.js'
export { type ParseOptions, parseCitations } from './citations/parse-citations.js'
export type { CitationKind, ParsedCitation, Problem, ProblemKind } from './citations/parsed-citation.js'
export { type PinpointDocument, pinpointOutside } from './citations/pinpoints.js'
export { isVerbatim, type Quote, quotesIn } from './citations/quotes.js'
export { type AlceOptions, type AlceStatement, alceCitations } from './metrics/alce.js'
export {
  type CanLegalOptions,
  canLegalAccuracy,
  groundednessAgainstPassages,
  groundednessAgainstReference,
  groundednessOfReferenceClaims,
  ragasResponseGroundedness,
} from './metrics/canlegal.js'
export { goldCitationPrecision, goldCitationRecall } from './metrics/citation-scores.js'
export {
  claimRecall,
  contradictionShare,
  faithfulness,
  hallucinationShare,
  misgroundedShare,
} from './metrics/claim-scores.js'
export { type Reading, readingFor } from './metrics/compat.js'
export { type Cause, classify, type Findings } from './metrics/decomposition.js'
export { driversOf, type Effect, type GridArm, gridEffects } from './metrics/grid.js'
export { type ClaimCounts, type Groundedness, groundedness, type PassageState, passageState } from './metrics/groundedness.js'
export { jurisdictionsIn } from './metrics/jurisdictions.js'
export { macroMean, microMean, type ScoreMean, type WeightedMean, weightedMean } from './metrics/means.js'
export { type Measurement, measure, measureScore, measureTwinParity } from './metrics/measure.js'
export { isAnswerGiven, type OutcomeEvidence, settleOutcome } from './metrics/outcome.js'
export { isRefused, type TwinPair, twinPairs, twinTable } from './metrics/parity.js'
export { positionalCheck } from './metrics/positional.js'
export {
  type LabelWord,
  type RagcheckerInput,
  type RagcheckerMetric,
  type RagcheckerOptions,
  ragchecker,
  ragcheckerInput,
} from './metrics/ragchecker.js'
export { RATES, type Rate, type RateName, type Standing } from './metrics/rates.js'
export { type LabelShares, type RefcheckerShares, type RefcheckerSharesOptions, refcheckerShares } from './metrics/refchecker.js'
export {
  averagePrecision,
  type Cut,
  documentRanking,
  f1,
  hit,
  ndcg,
  precision,
  type Ranking,
  type Relevant,
  rankByScore,
  recall,
  reciprocalRank,
} from './metrics/retrieval.js'
export { type Added, addedByRewrite, type Rewrite } from './metrics/rewrite.js'
export type { MetricScore } from './metrics/score.js'
export {
  type CitedSpan,
  type CitedSpanScores,
  citedSpans,
  type Span,
  spanF1,
  spanIoU,
  spanPrecision,
  spanRecall,
} from './metrics/spans.js'
export { agreement, variantTables } from './metrics/variants.js'
export { Compat } from './schema/compat.js'
export type { Mean, Metric } from './schema/metric.js'
export type { CaseRecord, ErrorClass, Signal } from './schema/record.js'
export type { Positional, TwinTable, VariantTable } from './schema/report.js'
export {
  type BootstrapOptions,
  bootstrapDifference,
  bootstrapInterval,
  bootstrapRate,
} from './stats/bootstrap.js'
export { clopperPearson, clopperPearsonOneSided, exactTest } from './stats/clopper-pearson.js'
export { cohenH } from './stats/cohen-h.js'
export {
  boundedInterval,
  type EffectiveN,
  effectiveN,
  type GroupedValue,
  type MaybeGroupedValue,
  type RateInterval,
  rateInterval,
} from './stats/effective-n.js'
export { exactBounds, exactPValues } from './stats/exact-bounds.js'
export { type ExchangePValues, exchangeTest, type PairedGroup } from './stats/exchange-test.js'
export { holm } from './stats/holm.js'
export { type Agreement, cohenKappa } from './stats/kappa.js'
export { type McNemar, mcnemar } from './stats/mcnemar.js'
export { type PairedDifference, type PairedValue, pairedDifference } from './stats/paired-difference.js'
export { type PowerOptions, pairsNeeded, smallestChange } from './stats/power.js'
export { wilson, wilsonOneSided } from './stats/wilson.js'
