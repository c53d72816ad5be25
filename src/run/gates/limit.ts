import type { Measurement } from '../../metrics/measure.js'
import type { Gate } from '../../schema/gate.js'
import type { Metric } from '../../schema/metric.js'
import { clopperPearsonOneSided } from '../../stats/clopper-pearson.js'
import { exactBounds, exactPValues } from '../../stats/exact-bounds.js'
import { type Assessment, neededText, percentOf, pText, verdictText } from './assessment.js'
import { figureOf, isMean } from './names.js'

/** By exact one-sided bounds, unknown verdicts counted both ways: past the limit it fails, inside it passes, between it is undecided. */
export function confident(gate: Gate, measured: Measurement): Assessment {
  const { values, metric } = measured
  const { limit, isMax } = limitOf(gate)
  const { lower, upper } = exactBounds(values, 1 - gate.alpha) ?? { lower: 0, upper: 1 }
  const p = exactPValues(values, limit)
  const broken = (isMax ? p?.above : p?.below) ?? 1
  const passes = isMax ? upper <= limit : lower >= limit
  return {
    gate,
    measured,
    p: broken,
    against: isMax ? measured.yes : measured.no,
    decide(adjusted, tests) {
      // At the limit itself nothing is broken: past it means beyond.
      const beyond = isMax ? lower > limit : upper < limit
      const status = passes ? 'pass' : beyond && adjusted <= gate.alpha ? 'fail' : 'undecided'
      // Beyond the limit by itself, more cases are not what it lacks.
      const needed = status === 'undecided' && !beyond ? casesNeeded(metric, limit, isMax, gate.alpha) : null
      const figure = figureOf(gate.metric)
      const why = beyond
        ? `is undecided: beyond the limit by itself (p ${pText(broken)}), not as one of ${tests} gates (${pText(adjusted)} after Holm's correction)`
        : `is undecided: the limit lies inside${neededText(needed)}`
      return {
        status,
        lower,
        upper,
        needed,
        message: `${valueText(gate, metric)}one-sided ${percentOf(gate.alpha)} ${figure(lower)} to ${figure(upper)}) ${verdictText(status, why)}`,
      }
    },
  }
}

/** A mean of .2 is .2, however it was summed. */
const ROUNDING = 1e-9

/** By the value alone; what is not known is counted both ways. */
export function point(gate: Gate, measured: Measurement): Assessment {
  const { metric } = measured
  const { limit, isMax } = limitOf(gate)
  const all = metric.scored + metric.unknown
  const lower = metric.count / all
  const upper = (metric.count + metric.unknown) / all
  const passes = isMax ? upper <= limit + ROUNDING : lower >= limit - ROUNDING
  const fails = isMax ? lower > limit + ROUNDING : upper < limit - ROUNDING
  return {
    gate,
    measured,
    against: isMax ? measured.yes : measured.no,
    decide() {
      const status = passes ? 'pass' : fails ? 'fail' : 'undecided'
      const figure = figureOf(gate.metric)
      const open =
        metric.unknown === 0 ? 'no interval' : `${figure(lower)} to ${figure(upper)} as unknown verdicts fall, no interval`
      const message = `${valueText(gate, metric)}${open}) ${verdictText(status, 'is undecided: unknown verdicts decide')}`
      return { status, lower, upper, needed: null, message }
    },
  }
}

function limitOf({ max, min }: Gate): { limit: number; isMax: boolean } {
  return { limit: max ?? min ?? Number.NaN, isMax: max !== undefined }
}

/** `6.0% (18 of 300 scored of 300 answers given; ` and of a mean `mean .500 over 40 scored of 40 items (`. */
function valueText({ metric: name }: Gate, metric: Metric): string {
  const unknown = metric.unknown > 0 ? `, ${metric.unknown} unknown counted both ways` : ''
  const value = metric.value === null ? 'unknown' : figureOf(name)(metric.value)
  const of = `${metric.scored} scored of ${metric.total} ${metric.denominator}${unknown}`
  return isMean(name) ? `mean ${value} over ${of} (` : `${value} (${metric.count} of ${of}; `
}

/** More cases than anybody would run. */
const MOST_CASES = 1e7

/** How many independent cases would put the limit outside the bounds, if the value stayed as it is; null where none would, or unknown verdicts leave it open. */
function casesNeeded(metric: Metric, limit: number, isMax: boolean, alpha: number): number | null {
  const all = metric.scored + metric.unknown
  const [least, most] = [metric.count / all, (metric.count + metric.unknown) / all]
  const under = most < limit
  if (!under && least <= limit) return null
  const share = under ? most : least
  const decided = (n: number) => {
    const bounds = exactBoundsOfShare(share, n, alpha)
    return under ? bounds.upper <= limit : isMax ? bounds.lower > limit : bounds.lower >= limit
  }
  return firstWhere(decided)
}

function exactBoundsOfShare(share: number, n: number, alpha: number): { lower: number; upper: number } {
  return clopperPearsonOneSided(share * n, n, 1 - alpha) ?? { lower: 0, upper: 1 }
}

/** The smallest whole number that a rule holds for, given that it holds for all above it; null where there is none that anybody would run. */
function firstWhere(holds: (n: number) => boolean): number | null {
  if (!holds(MOST_CASES)) return null
  let [no, yes] = [0, MOST_CASES]
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2)
    if (holds(middle)) yes = middle
    else no = middle
  }
  return yes
}
