import type { PassageState } from './groundedness.js'
import { type JudgedClaims, ragcheckerInput } from './ragchecker-input.js'
import { checkedOptions, checkOption, known, type MetricScore, unknown } from './score.js'
import { any, entails, shareOfAll } from './share.js'

type Judged = JudgedClaims | null

const NONE = 'no claims'

export interface CanLegalOptions {
  /** `canlegalragbench`: 1e-8 is added to the denominator, as in the published code. @default sound */
  compat?: 'canlegalragbench'
}

/**
 * CanLegalRAGBench's accuracy: claims of the answer that the reference supports / claims of the answer (the precision of Ragas's factual
 * correctness, TP / (TP + FP)). From 0 to 1, with parts; null "no claims" (in the published code as well), "not judged" where no claim was judged by
 * the reference, "undetermined".
 */
export function canLegalAccuracy(verdict: Judged, options: CanLegalOptions = {}): MetricScore {
  const { compat } = checkedOptions(options, ['compat'])
  checkOption('compat', compat, 'canlegalragbench')
  const score = groundednessAgainstReference(verdict)
  if (compat === undefined || score.parts === undefined) return score
  return known(score.parts[0] / (score.parts[1] + 1e-8))
}

/**
 * Groundedness as the benchmark describes it, and the sound one of the three: claims of the answer that the passages support / claims of the answer, harmless
 * ones included. From 0 to 1, with parts; 0 where nothing was retrieved; null "no claims", "not judged", "undetermined".
 */
export function groundednessAgainstPassages(verdict: Judged, passages: PassageState = 'all with text'): MetricScore {
  if (verdict === null) return unknown('not judged')
  if (passages === 'not reported') return unknown('passages not reported')
  const supported = verdict.claims.map(({ support }) => {
    if (passages === 'none found') return false
    return support !== 'entailment' && passages === 'some without text' ? null : entails(support)
  })
  return shareOfAll(supported, NONE)
}

/**
 * Groundedness as the benchmark prints its formula: claims of the REFERENCE that some passage supports / claims of the reference. It says what
 * was retrieved and nothing of the answer; it is RAGChecker's claim recall. From 0 to 1, with parts; null as above.
 */
export function groundednessOfReferenceClaims(verdict: Judged, passages?: PassageState): MetricScore {
  const labels = verdict && ragcheckerInput(verdict, passages).passagesToReferenceClaims
  if (labels === null) return unknown('not judged')
  return shareOfAll(
    labels.map((row) => any(row.map(entails))),
    NONE,
  )
}

/**
 * Groundedness as the benchmark's code computes it, in claims: those of the answer that the REFERENCE supports / claims of the answer. It says whether
 * the answer is right, whatever was retrieved. From 0 to 1, with parts; null as above.
 */
export function groundednessAgainstReference(verdict: Judged): MetricScore {
  const labels = verdict && ragcheckerInput(verdict).answerToReference
  if (labels === null) return unknown('not judged')
  return shareOfAll(labels.map(entails), NONE)
}

/**
 * Ragas's response groundedness, as that code asks for it: two judges rate 0 (not), 1 (partly) or 2 (fully) supported; each rating is halved and
 * the two are averaged. From 0 to 1. The other stands alone where one is missing (null); null "not judged" where both are.
 *
 * @throws RangeError where a rating is none of 0, 1, 2.
 */
export function ragasResponseGroundedness(first: number | null, second: number | null): MetricScore {
  const ratings = [rating('first', first), rating('second', second)].filter((value) => value !== null)
  if (ratings.length === 0) return unknown('not judged')
  return known(ratings.reduce((sum, value) => sum + value / 2, 0) / ratings.length)
}

function rating(name: string, value: number | null): number | null {
  if (value === null || value === 0 || value === 1 || value === 2) return value
  throw new RangeError(`\`${name}\`: expected 0, 1, 2 or null, got ${value}`)
}
