import { groupBy } from '../../group-by.js'
import { bootstrapInterval } from '../../stats/bootstrap.js'
import { type ClassScores, classScores, confusionMatrix, type Share, selective, share } from '../../stats/classification.js'
import { rateInterval } from '../../stats/effective-n.js'
import { cohenKappa } from '../../stats/kappa.js'

/** Fewer examples of a class than this say nothing that a gate could rest on. */
export const LEAST_EXAMPLES = 30

/** What examples may be, and which of it is the fault that the judge is there to find. */
export interface Scheme {
  labels: readonly string[]
  faults: readonly string[]
  /** Names of the two sides, the fault first. */
  sides: readonly [fault: string, sound: string]
}

export const CLAIM_SCHEME: Scheme = {
  labels: ['entailment', 'neutral', 'contradiction'],
  faults: ['neutral', 'contradiction'],
  sides: ['ungrounded', 'grounded'],
}
export const GROUNDEDNESS_SCHEME: Scheme = {
  labels: ['grounded', 'ungrounded'],
  faults: ['ungrounded'],
  sides: ['ungrounded', 'grounded'],
}
export const CORRECTNESS_SCHEME: Scheme = {
  labels: ['correct', 'incorrect'],
  faults: ['incorrect'],
  sides: ['incorrect', 'correct'],
}

/** An example after the judge: its truth, what the judge made of it (null: it abstained), and what it is not independent of. */
export interface JudgedExample {
  truth: string
  prediction: string | null
  language: string
  group: string
}

/** A share with its two-sided 95% Wilson interval on the effective n of the groups; null where `of` is 0. */
export interface MeasuredShare extends Share {
  low: number | null
  high: number | null
}

/** How a judge did on one set of examples. */
export interface Measures {
  examples: number
  /** A row a true class, a column a predicted one, in the scheme's order; the last column is abstentions. */
  confusion: number[][]
  perClass: Record<string, ClassScores>
  /** Faults found of faults, among those with a verdict. */
  sensitivity: MeasuredShare
  /** Sound ones confirmed of sound ones, among those with a verdict. */
  specificity: MeasuredShare
  /** On the scheme's classes, over what has a verdict; its interval is a percentile bootstrap by group. */
  kappa: { value: number | null; low: number | null; high: number | null }
  coverage: Share
  selectiveAccuracy: Share
  /** Per class, and per side: whether there are at least 30 examples of it. */
  calibrated: Record<string, boolean>
}

/** Measures a judge on labelled examples. The same examples and seed give the same measures, whatever their order within a group. */
export function measureJudge(scheme: Scheme, examples: readonly JudgedExample[], seed: number): Measures {
  const { labels, faults, sides } = scheme
  const isFault = (label: string) => faults.includes(label)
  const confusion = confusionMatrix(labels, examples)
  const { coverage, accuracy } = selective(confusion)
  const truths = (wanted: (label: string) => boolean) => examples.filter(({ truth }) => wanted(truth)).length
  const enough = (n: number) => n >= LEAST_EXAMPLES
  return {
    examples: examples.length,
    confusion,
    perClass: Object.fromEntries(labels.map((label, i) => [label, classScores(confusion, i)])),
    sensitivity: measuredShare(examples, isFault, true),
    specificity: measuredShare(examples, isFault, false),
    kappa: kappa(labels, examples, seed),
    coverage,
    selectiveAccuracy: accuracy,
    calibrated: Object.fromEntries([
      ...labels.map((label) => [label, enough(truths((truth) => truth === label))]),
      [sides[1], enough(truths((label) => !isFault(label)))],
      [sides[0], enough(truths(isFault))],
    ]),
  }
}

/** The same overall and for each language, languages in order of their tags. */
export function measureByLanguage(
  scheme: Scheme,
  examples: readonly JudgedExample[],
  seed: number,
): { overall: Measures; byLanguage: Record<string, Measures> } {
  const languages = [...groupBy(examples, ({ language }) => language)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    overall: measureJudge(scheme, examples, seed),
    byLanguage: Object.fromEntries(languages.map(([language, members]) => [language, measureJudge(scheme, members, seed)])),
  }
}

/** Of the examples that are a fault, or that are none, the share whose verdict says so; abstentions are in neither count. */
function measuredShare(examples: readonly JudgedExample[], isFault: (label: string) => boolean, fault: boolean): MeasuredShare {
  const values = examples.flatMap(({ truth, prediction, group }) =>
    isFault(truth) === fault && prediction !== null ? [{ value: isFault(prediction) === fault, group }] : [],
  )
  const interval = rateInterval(values)
  return {
    ...share(values.filter(({ value }) => value).length, values.length),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
  }
}

function kappa(labels: readonly string[], examples: readonly JudgedExample[], seed: number): Measures['kappa'] {
  const determined = examples.filter(({ prediction }) => prediction !== null)
  const groups = [...groupBy(determined, ({ group }) => group).values()].map((members) => confusionMatrix(labels, members))
  const of = (tables: readonly number[][][]) =>
    cohenKappa(labels.map((_, i) => labels.map((_, j) => tables.reduce((sum, table) => sum + (table[i]?.[j] ?? 0), 0))))
  const value = of(groups)
  const interval = value === null ? null : bootstrapInterval(groups, of, { seed })
  return { value, low: interval?.low ?? null, high: interval?.high ?? null }
}
