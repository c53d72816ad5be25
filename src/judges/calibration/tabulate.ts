import { groupBy } from '../../group-by.js'
import type { Calibration, CalibrationGroup, CalibrationUnit } from '../../schema/calibration.js'
import type { Verdict } from '../../schema/verdict.js'
import type { Example, LabelledData } from './example.js'
import { measureExtraction } from './extraction.js'
import {
  CLAIM_SCHEME,
  CORRECTNESS_SCHEME,
  GROUNDEDNESS_SCHEME,
  type JudgedExample,
  type Measures,
  measureByLanguage,
  type Scheme,
} from './measure.js'
import { answerPrediction, claimPrediction } from './predict.js'

/** An example after the judge; without a verdict it is lost, and in no table. */
export interface AssessedExample {
  example: Example
  verdict: Verdict | null
  /** Why there is no verdict: of what kind, and in full words. */
  failure?: string
  message?: string
}

/** All that a calibration prints. */
export interface CalibrationTables {
  support: MeasuredScheme
  /** Of answers whose correctness somebody labelled. */
  correctness: MeasuredScheme | null
  /** Where somebody coded any. */
  extraction: ReturnType<typeof measureExtraction> | null
  leftOut: Record<string, number>
  lost: Record<string, number>
}

export interface MeasuredScheme {
  overall: Measures
  byLanguage: Record<string, Measures>
}

/** Which classes a unit's groundedness is told in. */
export function supportScheme(unit: CalibrationUnit): Scheme {
  return unit === 'claim' ? CLAIM_SCHEME : GROUNDEDNESS_SCHEME
}

/** Tables of a judge's verdicts on labelled examples, and the counts by language and group that a suite corrects its rate with. Pure. */
export function tabulate(
  { unit, leftOut, extraction }: LabelledData,
  assessed: readonly AssessedExample[],
  seed: number,
): { tables: CalibrationTables; languages: Calibration['languages'] } {
  const support = assessed.flatMap(supportOf)
  const correctness = assessed.flatMap(correctnessOf)
  const lost: Record<string, number> = {}
  for (const { verdict, failure = 'no verdict' } of assessed) if (verdict === null) lost[failure] = (lost[failure] ?? 0) + 1
  return {
    tables: {
      support: measureByLanguage(supportScheme(unit), support, seed),
      correctness: correctness.length === 0 ? null : measureByLanguage(CORRECTNESS_SCHEME, correctness, seed),
      extraction: extraction === null ? null : measureExtraction(extraction),
      leftOut,
      lost,
    },
    languages: groupsByLanguage(supportScheme(unit), support),
  }
}

function supportOf({ example, verdict }: AssessedExample): JudgedExample[] {
  if (verdict === null) return []
  const { language, group, truth, passages } = example
  if (truth.unit === 'claim') return [{ language, group, truth: truth.label, prediction: claimPrediction(verdict) }]
  if (truth.grounded === null) return []
  const { grounded } = answerPrediction(verdict, passages.length)
  return [
    { language, group, truth: named(truth.grounded, GROUNDED), prediction: grounded === null ? null : named(grounded, GROUNDED) },
  ]
}

function correctnessOf({ example, verdict }: AssessedExample): JudgedExample[] {
  const { language, group, truth, passages } = example
  if (verdict === null || truth.unit === 'claim' || truth.correct === null) return []
  const { correct } = answerPrediction(verdict, passages.length)
  return [
    { language, group, truth: named(truth.correct, CORRECT), prediction: correct === null ? null : named(correct, CORRECT) },
  ]
}

const GROUNDED = ['grounded', 'ungrounded'] as const
const CORRECT = ['correct', 'incorrect'] as const
const named = (value: boolean, [yes, no]: readonly [string, string]) => (value ? yes : no)

/** By language in order of the tags, and by group in order of first sight. */
function groupsByLanguage({ faults }: Scheme, examples: readonly JudgedExample[]): Calibration['languages'] {
  const languages = [...groupBy(examples, ({ language }) => language)].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    languages.map(([language, members]) => [
      language,
      [...groupBy(members, ({ group }) => group).values()].map((group) => countGroup(faults, group)),
    ]),
  )
}

function countGroup(faults: readonly string[], group: readonly JudgedExample[]): CalibrationGroup {
  const count = (fault: boolean, predicted: boolean | null) =>
    group.filter(({ truth, prediction }) => {
      const said = prediction === null ? null : faults.includes(prediction)
      return faults.includes(truth) === fault && said === predicted
    }).length
  return {
    truePositive: count(true, true),
    falseNegative: count(true, false),
    trueNegative: count(false, false),
    falsePositive: count(false, true),
    abstained: { positive: count(true, null), negative: count(false, null) },
  }
}
