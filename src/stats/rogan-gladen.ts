import { type Random, seeded, uniform } from '../random.js'
import { RESAMPLES, resample } from './bootstrap.js'
import { quantile } from './quantile.js'

/** How a judge did on examples whose truth is known; the positive class is the fault. */
export interface TwoByTwo {
  truePositive: number
  falseNegative: number
  trueNegative: number
  falsePositive: number
}

/** One verdict of a run: the fault was seen, was not, or is not known. Verdicts of a stratum share a calibration. */
export interface Observed {
  stratum: string
  fault: boolean | null
}

export interface CorrectedRate {
  /** null where no verdict is known, or a stratum with known ones cannot be corrected. */
  value: number | null
  /** 95%; null where `value` is. */
  interval: { low: number; high: number } | null
  strata: { stratum: string; known: number; rate: number | null; weight: number | null; corrected: number | null }[]
}

/**
 * The rate behind an observed one, given the sensitivity and specificity of the test that observed it: (p + sp - 1) / (se + sp - 1), kept within 0..1.
 * null where one of them is unknown, or se + sp <= 1: such a test tells nothing, and is not turned round.
 *
 * Source: W. J. Rogan and B. Gladen (1978), Estimating prevalence from the results of a screening test, American Journal of Epidemiology 107, 71-76.
 */
export function roganGladen(p: number | null, se: number | null, sp: number | null): number | null {
  if (p === null || se === null || sp === null) return null
  const informed = se + sp - 1
  // A rounding error above chance is chance.
  if (informed <= 1e-12) return null
  return Math.min(1, Math.max(0, (p + sp - 1) / informed))
}

/** Sums of groups, cell by cell. */
export function pooled(groups: readonly TwoByTwo[]): TwoByTwo {
  const sum = { truePositive: 0, falseNegative: 0, trueNegative: 0, falsePositive: 0 }
  for (const group of groups) {
    sum.truePositive += group.truePositive
    sum.falseNegative += group.falseNegative
    sum.trueNegative += group.trueNegative
    sum.falsePositive += group.falsePositive
  }
  return sum
}

/**
 * Corrects a run's rate stratum by stratum (such as by language), each weighted by its share of the known verdicts. The interval is the 2.5 and 97.5
 * percentile of resamples in which the run's groups, and in each stratum the calibration's groups, are drawn with replacement. At its lower
 * end unknown verdicts count as no fault, at its upper as faults. A resample of the calibration in which the judge tells nothing counts as 0 below and
 * 1 above. A share of none or of all (no fault in the run, no error of the judge in its calibration) is so in every resample; its other end is then drawn
 * from Laplace's posterior, Beta(1, n + 1) over n groups, so that nothing counts as certain since it was not seen.
 *
 * @param run Groups of verdicts that are not independent.
 * @param calibrations Groups of examples by stratum; a stratum that is missing here cannot be corrected.
 */
export function correctRate(
  run: readonly (readonly Observed[])[],
  calibrations: ReadonlyMap<string, readonly TwoByTwo[]>,
  seed: number,
): CorrectedRate {
  const groups = run.filter((group) => group.length > 0).map(count)
  const counts = sumByStratum(groups)
  const all = counts.reduce((sum, { known }) => sum + known, 0)
  const strata = counts.map(({ stratum, faults, known }) => {
    const rate = known === 0 ? null : faults / known
    const corrected = roganGladen(rate, ...accuracy(calibrations.get(stratum) ?? []))
    return { stratum, known, rate, weight: all === 0 ? null : known / all, corrected }
  })
  const needed = strata.filter(({ known }) => known > 0)
  const terms = needed.flatMap(({ known, corrected }) => (corrected === null ? [] : [(known / all) * corrected]))
  if (terms.length === 0 || terms.length < needed.length) return { value: null, interval: null, strata }
  const value = terms.reduce((sum, term) => sum + term, 0)
  return { value: Math.min(1, value), interval: interval(groups, calibrations, seed), strata }
}

function interval(run: readonly Counts[][], calibrations: ReadonlyMap<string, readonly TwoByTwo[]>, seed: number) {
  const random = seeded(seed)
  const whole = sumByStratum(run).map((counts) => ({
    ...counts,
    groups: run.filter((group) => group.some(({ stratum }) => stratum === counts.stratum)).length,
  }))
  const judges = [...calibrations].map(([stratum, groups]) => ({ stratum, groups, whole: wholeAccuracy(groups) }))
  const lows: number[] = []
  const highs: number[] = []
  for (let i = 0; i < RESAMPLES; i += 1) {
    const counts = sumByStratum(resample(run, random))
    const all = counts.reduce((sum, { known, unknown }) => sum + known + unknown, 0)
    // Drawn for every stratum, whether or not the run's resample has it, so that the draws of one do not hang on another's.
    const drawn = new Map(judges.map(({ stratum, groups, whole }) => [stratum, drawnAccuracy(groups, whole, random)]))
    const observed = new Map(whole.map((stratum) => [stratum.stratum, certainEnds(stratum, random)]))
    let low = 0
    let high = 0
    for (const { stratum, faults, known, unknown } of counts) {
      const n = known + unknown
      const [se, sp] = drawn.get(stratum) ?? [[null], [null]]
      const ends = observed.get(stratum) ?? { low: [], high: [] }
      low += (n / all) * Math.min(...corners([faults / n, ...ends.low], se, sp).map((rate) => rate ?? 0))
      high += (n / all) * Math.max(...corners([(faults + unknown) / n, ...ends.high], se, sp).map((rate) => rate ?? 1))
    }
    lows.push(low)
    highs.push(high)
  }
  const low = quantile(lows, 0.025)
  const high = quantile(highs, 0.975)
  return low === null || high === null ? null : { low, high: Math.min(1, high) }
}

/** The corrected rate at each combination; it rises or falls with each of the three, so that its extremes are among them. */
function corners(rates: readonly number[], se: readonly (number | null)[], sp: readonly (number | null)[]): (number | null)[] {
  return rates.flatMap((rate) =>
    se.flatMap((sensitivity) => sp.map((specificity) => roganGladen(rate, sensitivity, specificity))),
  )
}

/** Sensitivity and specificity of a whole calibration, and over how many groups. */
function wholeAccuracy(groups: readonly TwoByTwo[]) {
  const [sensitivity, specificity] = accuracy(groups)
  const having = (count: (group: TwoByTwo) => number) => groups.filter((group) => count(group) > 0).length
  return {
    sensitivity: { share: sensitivity, n: having(({ truePositive, falseNegative }) => truePositive + falseNegative) },
    specificity: { share: specificity, n: having(({ trueNegative, falsePositive }) => trueNegative + falsePositive) },
  }
}

/** Sensitivity and specificity of a resample; beside one that is certain in the whole calibration, what it might be. */
function drawnAccuracy(
  groups: readonly TwoByTwo[],
  { sensitivity, specificity }: ReturnType<typeof wholeAccuracy>,
  random: Random,
): [(number | null)[], (number | null)[]] {
  const [se, sp] = accuracy(resample(groups, random))
  return [
    [se, ...otherEnd(sensitivity.share, sensitivity.n, random)],
    [sp, ...otherEnd(specificity.share, specificity.n, random)],
  ]
}

/** What a stratum's rate might be where it is certain in the whole run, unknown verdicts counted as no fault and as faults. */
function certainEnds({ faults, known, unknown, groups }: Counts & { groups: number }, random: Random) {
  const n = known + unknown
  return { low: otherEnd(faults / n, groups, random), high: otherEnd((faults + unknown) / n, groups, random) }
}

/** Of a share of 0 or 1 over n groups: a draw from Beta(1, n + 1), from the end that it stands at. Nothing for any other share. */
function otherEnd(share: number | null, n: number, random: Random): number[] {
  if (share !== 0 && share !== 1) return []
  const away = 1 - uniform(random) ** (1 / (n + 1))
  return [share === 0 ? away : 1 - away]
}

interface Counts {
  stratum: string
  faults: number
  known: number
  unknown: number
}

function count(values: readonly Observed[]): Counts[] {
  return sumByStratum([
    values.map(({ stratum, fault }) => ({
      stratum,
      faults: fault === true ? 1 : 0,
      known: fault === null ? 0 : 1,
      unknown: fault === null ? 1 : 0,
    })),
  ])
}

function sumByStratum(groups: readonly (readonly Counts[])[]): Counts[] {
  const sums = new Map<string, Counts>()
  for (const group of groups) {
    for (const { stratum, faults, known, unknown } of group) {
      const sum = sums.get(stratum)
      if (sum === undefined) sums.set(stratum, { stratum, faults, known, unknown })
      else {
        sum.faults += faults
        sum.known += known
        sum.unknown += unknown
      }
    }
  }
  return [...sums.values()]
}

/** Sensitivity and specificity over groups together; null where there is nothing to take one from. */
function accuracy(groups: readonly TwoByTwo[]): [sensitivity: number | null, specificity: number | null] {
  const { truePositive, falseNegative, trueNegative, falsePositive } = pooled(groups)
  return [ratio(truePositive, falseNegative), ratio(trueNegative, falsePositive)]
}

const ratio = (right: number, wrong: number) => (right + wrong === 0 ? null : right / (right + wrong))
