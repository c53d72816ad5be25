/** Measured on labelled pairs; the documentation of the offline judge says on which, and how far to trust them. */
export const SUPPORT_BANDS = {
  /** Of the claim's weighted stems, in the best window of at most two sentences. */
  supportedCoverage: 0.9,
  supportedBigrams: 0.6,
  /** Of the claim's weighted stems, in all passages together. */
  unsupportedCoverage: 0.5,
  /** The same, where a number of the claim stands nowhere. */
  unsupportedCoverageWithoutNumber: 0.8,
} as const

/** What a lexical check can say: supported, unsupported, or neither. It never says that a source contradicts a claim. */
export type SupportLabel = 'entailment' | 'neutral' | 'undetermined'
