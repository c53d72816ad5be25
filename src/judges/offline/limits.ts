/**
 * What the offline judge reads and compares of one answer at most, so that none holds up a worker. Far above what systems answer; what lies
 * beyond is undetermined, never unsupported. The documentation of the judge names the same figures.
 */
export const LIMITS = {
  /** Characters of the answer. */
  answer: 200_000,
  /** Characters of all passages together. */
  passages: 1_000_000,
  /** Characters of the question, and of one answer point. */
  text: 20_000,
  /** Comparisons of a claim with a window of the passages, and of a point of the reference with one of the answer. */
  comparisons: 1_000_000,
  /** Content words of a claim that make one comparison; a longer claim makes several. */
  wordsAComparison: 20,
  /** Conclusions ("Therefore, …") that are held against what the answer said before. */
  conclusions: 50,
  /** Sentences before a conclusion that it is held against. */
  sentencesBeforeConclusion: 200,
} as const

/** A limit as it stands in a note: 200,000. */
export const figure = (limit: number): string => limit.toLocaleString('en')
