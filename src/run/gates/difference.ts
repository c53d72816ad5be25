import { differenceBoundsOf, measureDifference, type StandingPair, testDifference } from '../../metrics/difference.js'
import type { Measurement } from '../../metrics/measure.js'
import type { Rate } from '../../metrics/rates.js'
import type { Difference } from '../../schema/difference.js'
import type { Gate } from '../../schema/gate.js'
import { smallestChange } from '../../stats/power.js'
import { percent } from '../../text/percent.js'
import { type Assessment, neededText, percentOf, pText, verdictText } from './assessment.js'
import { amountOf, figureOf } from './names.js'

/** What a difference is taken over. */
export interface DifferenceEvidence {
  pairs: readonly StandingPair[]
  named: Pick<Rate, 'label' | 'better'>
  measured: Measurement
}

/** By a difference over pairs: whether a metric became worse, or is shown not to be worse than a margin allows. */
export function paired(gate: Gate, { pairs, named, measured }: DifferenceEvidence): Assessment {
  if (named.better === null) return { gate, measured, closed: `${gate.metric} has no better side, so nothing is worse` }
  const difference = measureDifference(pairs, named)
  const closed = (reason: string): Assessment => ({ gate, measured, difference, closed: reason })
  const judged = difference.pairs + difference.unknown
  const all = judged + difference.lost
  if (all === 0) return closed('no pairs')
  if (judged / all < gate.minCoverage) return closed(`coverage ${judged} of ${all} pairs is under ${percent(gate.minCoverage)}`)
  if (difference.pairs === 0) return closed(`nothing scored of ${judged} pairs`)
  if (difference.low === null) return closed('no interval: a side counts nothing, or a published reading is above 1')
  const isHigherBetter = named.better === 'higher'
  const shared = { gate, measured, difference, against: worsened(pairs, isHigherBetter) }
  return gate.mode === 'regression' ? regression(shared, pairs, isHigherBetter) : noninferior(shared, pairs, isHigherBetter)
}

/** Cases of which more counts against now: a case that the baseline does not count had nothing. */
function worsened(pairs: readonly StandingPair[], isHigherBetter: boolean): string[] {
  const against = (standing: StandingPair['now']) => (typeof standing !== 'number' ? 0 : isHigherBetter ? 1 - standing : standing)
  return pairs.flatMap(({ id, base, now }) => {
    const isKnown = [base, now].every((standing) => standing !== null && standing !== 'lost')
    return isKnown && against(now) > against(base) ? [id] : []
  })
}

type Shared = Required<Pick<Assessment, 'gate' | 'measured' | 'difference' | 'against'>>

const POWER = 0.8
/** Three points are three points, however they were subtracted. */
const ROUNDING = 1e-9

/** Fails where the worsening is significant and as large as `minEffect`, even with unknown verdicts in its favour. */
function regression(shared: Shared, pairs: readonly StandingPair[], isHigherBetter: boolean): Assessment {
  const { gate, difference } = shared
  const { minEffect = 0 } = gate
  const worsening = (resolution: 'least' | 'most') => {
    const test = testDifference(pairs, resolution, isHigherBetter ? 'higher' : 'lower')
    return test === null ? { p: 1, by: 0 } : { p: test.worse, by: test.difference * (isHigherBetter ? -1 : 1) }
  }
  const favourable = worsening(isHigherBetter ? 'most' : 'least')
  const unfavourable = worsening(isHigherBetter ? 'least' : 'most')
  // All groups worse: the least p that so many groups can have.
  const { groups } = difference
  const p = favourable.p
  return {
    ...shared,
    p,
    decide(adjusted, tests) {
      const least = 2 ** -groups * tests
      const broken = (one: { by: number }, value: number) =>
        value <= gate.alpha && one.by > ROUNDING && one.by >= minEffect - ROUNDING
      const fails = broken(favourable, adjusted)
      // By itself, or with the unknown verdicts against it.
      const alone = !fails && broken(favourable, p)
      const mayFail = !fails && broken(unfavourable, unfavourable.p)
      const status = fails ? 'fail' : least > gate.alpha || mayFail ? 'undecided' : 'pass'
      const needed = status === 'undecided' && !mayFail ? Math.ceil(Math.log2(tests / gate.alpha)) : null
      const adjustedText = tests > 1 ? `, ${pText(adjusted)} after Holm's correction for ${tests} gates` : ''
      const why = alone
        ? `is undecided: worse by itself, not as one of ${tests} gates`
        : mayFail
          ? 'is undecided: it fails if the unknown verdicts are the worse ones'
          : `is undecided: no change of ${groups} independent cases could be significant${neededText(needed)}`
      return {
        status,
        lower: difference.low,
        upper: difference.high,
        needed,
        message: `${differenceText(gate, difference)}; one-sided p ${pText(p)}${adjustedText}) ${verdictText(status, why)}${status === 'pass' ? unseenText(gate, difference, tests) : ''}`,
      }
    },
  }
}

/** Passes only where the interval of the difference stays above minus the margin; fails where it stays below. */
function noninferior(shared: Shared, pairs: readonly StandingPair[], isHigherBetter: boolean): Assessment {
  const { gate, difference } = shared
  const { margin = 0 } = gate
  const bounds = differenceBoundsOf(pairs)
  /** Bounds of how much better it is. */
  const gain = (alpha: number) => {
    const { lower, upper } = bounds?.(1 - alpha) ?? { lower: -1, upper: 1 }
    return isHigherBetter ? { lower, upper } : { lower: -upper, upper: -lower }
  }
  const { lower, upper } = gain(gate.alpha)
  return {
    ...shared,
    p: leastAlpha((alpha) => gain(alpha).upper < -margin),
    decide(adjusted, tests) {
      const passes = lower > -margin
      const beyond = upper < -margin
      const status = passes ? 'pass' : beyond && adjusted <= gate.alpha ? 'fail' : 'undecided'
      const observed = (difference.difference ?? 0) * (isHigherBetter ? 1 : -1)
      const room = observed + margin
      const needed =
        status === 'undecided' && !beyond
          ? pairsForMargin(difference.groups, room, room > 0 ? observed - lower : upper - observed)
          : null
      const why = beyond
        ? `is undecided: worse than the margin by itself, not as one of ${tests} gates (p ${pText(adjusted)} after Holm's correction)`
        : `is undecided: the margin lies inside${neededText(needed)}`
      const [low, high] = isHigherBetter ? [lower, upper] : [-upper, -lower]
      const better = `one-sided ${percentOf(gate.alpha)} ${between(low, high, gate.metric)}`
      return {
        status,
        lower,
        upper,
        needed,
        message: `${differenceText(gate, difference)}; ${better}) ${verdictText(status, why)}`,
      }
    },
  }
}

/** `88.0% → 82.0% (−6.0 points over 120 pairs in 100 groups, 8 worse, 1 better; 95% −10.1 to −1.9`. */
function differenceText({ metric: name }: Gate, difference: Difference): string {
  const { base, now, low, high, pairs, groups, worse, improved, unknown } = difference
  const figure = figureOf(name)
  const amount = amountOf(name)
  const value = (side: number | null) => (side === null ? '–' : figure(side))
  const over = `${pairs} pairs${groups < pairs ? ` in ${groups} groups` : ''}`
  const interval = low === null || high === null ? '' : `; 95% ${between(low, high, name)}`
  const open = unknown > 0 ? `, ${unknown} unknown counted both ways` : ''
  return `${value(base)} → ${value(now)} (${signed(difference.difference ?? 0, amount)} over ${over}, ${worse} worse, ${improved} better${open}${interval}`
}

/** What so many pairs would not have shown: silence of a test is not equality. */
function unseenText({ metric, alpha }: Gate, { groups, pairs, worse, improved }: Difference, tests: number): string {
  // As Holm's correction asks of the smallest p of so many gates.
  const strict = alpha / tests
  const change = smallestChange({ n: groups, discordance: (worse + improved) / Math.max(1, pairs), alpha: strict, power: POWER })
  return change === null ? '' : `; a worsening of less than ${amountOf(metric)(change)} is likely to stay unseen`
}

/** More pairs than anybody would run. */
const MOST_PAIRS = 1e7

/** An interval shrinks with the root of n. */
function pairsForMargin(groups: number, room: number, reach: number): number | null {
  if (Math.abs(room) < 1e-9) return null
  const needed = Math.ceil(groups * (reach / Math.abs(room)) ** 2)
  return needed > MOST_PAIRS ? null : Math.max(needed, groups + 1)
}

const STEPS = 50
/** Below it 1 - alpha would be 1. */
const LEAST_ALPHA = 1e-12

/** The least alpha at which bounds say so, as a p-value: 1 where they do not at one half. */
function leastAlpha(holds: (alpha: number) => boolean): number {
  let [no, yes] = [LEAST_ALPHA, 0.5 - LEAST_ALPHA]
  if (!holds(yes)) return 1
  if (holds(no)) return no
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (no + yes) / 2
    if (holds(middle)) yes = middle
    else no = middle
  }
  return yes
}

/** `−8.9 to +2.0 points`. */
function between(low: number, high: number, name: string): string {
  const amount = amountOf(name)
  return `${signed(low, amount).replace(/ points$/u, '')} to ${signed(high, amount)}`
}

function signed(value: number, amount: (value: number) => string): string {
  return `${value < 0 ? '−' : '+'}${amount(Math.abs(value))}`
}
