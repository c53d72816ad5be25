import type { JudgePlan } from '../judges/judge.js'
import { usdText } from '../text/money.js'
import { type BudgetShare, exceeds, partText } from './spending.js'

/** What asking the system for one case is likely to take. */
export interface SystemPlan {
  /** Live calls that are still to be made. */
  calls: number
  recorded: number
  inputTokens: number
  outputTokens: number
  /** null where nobody knows. */
  usd: number | null
}

/** Of a case whose answer is there already, or whose system costs nothing. */
export const NO_SYSTEM_CALL: SystemPlan = { calls: 0, recorded: 0, inputTokens: 0, outputTokens: 0, usd: 0 }

/** What one case is likely to take. */
export interface CasePlan {
  id: string
  judge: JudgePlan
  system: SystemPlan
}

/** What a suite is likely to take, before it runs. */
export interface SuitePlan {
  project: string
  file: string
  suite: string
  cases: CasePlan[]
  /** What the estimate rests on. */
  notes: string[]
}

/** What a run is planned to take, over all suites that have said so. */
export interface Plans {
  /** A later plan of the same suite of the same file and project takes the place of the earlier one. */
  declare(plan: SuitePlan): void
  /** Leaves cases out: those that a filter keeps from running. Holds for a plan that is declared later, too. */
  skip(project: string, file: string, suite: string, ids: readonly string[]): void
  /** What is planned, without the cases that are left out. */
  planned(): SuitePlan[]
  /** null, or why the run does not start: what is planned exceeds a limit of the budget. Without any plan it may start. */
  mayStart(): string | null
  /** Forgets everything: a watch mode's next run. */
  reset(): void
}

/** The budget in force, and whether that is what holds where nobody set any. */
export interface BudgetInForce {
  limits: BudgetShare
  isDefault: boolean
}

export function createPlans(budget: () => BudgetInForce): Plans {
  const plans = new Map<string, SuitePlan>()
  const skipped = new Map<string, Set<string>>()
  const planned = () =>
    [...plans].map(([key, plan]) => ({ ...plan, cases: plan.cases.filter(({ id }) => skipped.get(key)?.has(id) !== true) }))
  // Asked before every case and call, while plans change a few times in a run.
  let sum: PlanSum | undefined
  return {
    declare(plan) {
      plans.set(keyOf(plan.project, plan.file, plan.suite), plan)
      sum = undefined
    },
    planned,
    skip(project, file, suite, ids) {
      const key = keyOf(project, file, suite)
      skipped.set(key, new Set([...(skipped.get(key) ?? []), ...ids]))
      sum = undefined
    },
    mayStart() {
      sum ??= sumPlanned(planned().flatMap(({ cases }) => cases))
      return refusal(sum, budget())
    },
    reset() {
      plans.clear()
      skipped.clear()
      sum = undefined
    },
  }
}

function keyOf(...parts: string[]): string {
  return parts.join('\0')
}

export interface PlanSum {
  usd: number
  calls: number
  tokens: number
  inputTokens: number
  outputTokens: number
  recorded: number
  /** Cases of which some call has no known price. */
  unpriced: number
}

/** Sums up what cases are planned to take; an unknown price counts as nothing, and in `unpriced`. */
export function sumPlanned(cases: readonly CasePlan[]): PlanSum {
  return cases.reduce<PlanSum>(
    (sum, { judge, system }) => ({
      usd: sum.usd + judge.usd + (system.usd ?? 0),
      calls: sum.calls + judge.calls + system.calls,
      tokens: sum.tokens + judge.inputTokens + judge.outputTokens + system.inputTokens + system.outputTokens,
      inputTokens: sum.inputTokens + judge.inputTokens + system.inputTokens,
      outputTokens: sum.outputTokens + judge.outputTokens + system.outputTokens,
      recorded: sum.recorded + judge.recorded + system.recorded,
      unpriced: sum.unpriced + (judge.unpriced > 0 || (system.calls > 0 && system.usd === null) ? 1 : 0),
    }),
    { usd: 0, calls: 0, tokens: 0, inputTokens: 0, outputTokens: 0, recorded: 0, unpriced: 0 },
  )
}

const COUNT = new Intl.NumberFormat('en')

const counted = (value: number, noun: string) => `${COUNT.format(Math.round(value))} ${noun}${Math.round(value) === 1 ? '' : 's'}`

const WORDS = {
  usd: (value: number) => `${usdText(value)} USD`,
  calls: (value: number) => counted(value, 'call'),
  tokens: (value: number) => counted(value, 'token'),
} as const

function refusal(sum: PlanSum, { limits, isDefault }: BudgetInForce): string | null {
  const unit = (['usd', 'calls', 'tokens'] as const).find((name) => exceeds(sum[name], limits[name] ?? Number.POSITIVE_INFINITY))
  const limit = unit === undefined ? undefined : limits[unit]
  if (unit === undefined || limit === undefined) return null
  const amount = (value: number) => (unit === 'usd' ? `${value} USD` : WORDS[unit](value))
  // No money is known of any call: that is not a sum of 0.
  const said = (name: 'usd' | 'calls' | 'tokens') => name !== unit && !(name === 'usd' && sum.usd === 0 && sum.unpriced > 0)
  const rest = (['usd', 'calls', 'tokens'] as const).filter(said).map((name) => WORDS[name](sum[name]))
  const recorded = sum.recorded === 0 ? [] : [`${COUNT.format(sum.recorded)} more are recorded`]
  const unpriced = sum.unpriced === 0 ? [] : [`without ${counted(sum.unpriced, 'case')} whose price is not known`]
  return [
    `the run does not start: it is estimated at ${WORDS[unit](sum[unit])} (${[...rest, ...recorded, ...unpriced].join(', ')})`,
    ` and the \`budget\` is ${amount(limit)}${partText(limits, unit, amount)}${isDefault ? ', its default' : ''};`,
    ` set \`budget: { ${unit}: ${roundedUp(sum[unit] * (limits.of?.count ?? 1))} }\` in the plugin's options, take a \`sample\`, or replay what is recorded with \`cassettes: 'replay'\``,
  ].join('')
}

/** A figure that one would write into a config: 4 for 3.2, 0.04 for 0.034, 420 for 412. */
function roundedUp(value: number): number {
  const power = Math.floor(Math.log10(value)) - (value >= 10 ? 1 : 0)
  const digits = Math.ceil(value / 10 ** power - 1e-9)
  return Number(`${digits}e${power}`)
}
