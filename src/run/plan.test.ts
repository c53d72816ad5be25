import { describe, expect, it } from 'vitest'
import { NOTHING_PLANNED } from '../judges/plan.js'
import { type CasePlan, createPlans, NO_SYSTEM_CALL, type SuitePlan } from './plan.js'
import type { BudgetLimits } from './spending.js'

const judging = (over: Partial<CasePlan['judge']> = {}): CasePlan['judge'] => ({ ...NOTHING_PLANNED, ...over })

function plan(cases: Partial<CasePlan>[], over: Partial<SuitePlan> = {}): SuitePlan {
  return {
    project: 'docket',
    file: 'a.suite.ts',
    suite: 'A',
    notes: [],
    cases: cases.map((each, i) => ({ id: `A-${i + 1}`, judge: judging(), system: NO_SYSTEM_CALL, ...each })),
    ...over,
  }
}

const plansUnder = (limits: BudgetLimits, isDefault = false) => createPlans(() => ({ limits, isDefault }))

/** Cases of one call of 1,000 tokens each. */
const calls = (n: number, usd: number | null): Partial<CasePlan>[] =>
  Array.from({ length: n }, () => ({
    judge: judging({ calls: 1, inputTokens: 900, outputTokens: 100, usd: usd ?? 0, unpriced: usd === null ? 1 : 0 }),
  }))

describe('whether a planned run may start', () => {
  it.each<[string, BudgetLimits, Partial<CasePlan>[]]>([
    ['nothing is planned', { usd: 0, calls: 0, tokens: 0 }, []],
    ['it needs no call', { usd: 0, calls: 0, tokens: 0 }, [{ judge: judging({ recorded: 4 }) }]],
    ['it is within every limit, the limits themselves included', { usd: 0.3, calls: 3, tokens: 3000 }, calls(3, 0.1)],
    ['there is no limit', {}, calls(3, 1e6)],
    ['its price is not known, and only money is limited', { usd: 1 }, calls(3, null)],
  ])('it may where %s', (_, limits, cases) => {
    const plans = plansUnder(limits)
    plans.declare(plan(cases))
    expect(plans.mayStart()).toBeNull()
  })

  it.each<[string, BudgetLimits, boolean, Partial<CasePlan>[], string]>([
    [
      'usd, by default',
      { usd: 1 },
      true,
      calls(32, 0.1),
      "the run does not start: it is estimated at 3.20 USD (32 calls, 32,000 tokens) and the `budget` is 1 USD, its default; set `budget: { usd: 4 }` in the plugin's options, take a `sample`, or replay what is recorded with `cassettes: 'replay'`",
    ],
    [
      'a little usd, what is recorded named',
      { usd: 0.01 },
      false,
      [...calls(2, 0.017), { judge: judging({ recorded: 58 }) }],
      "the run does not start: it is estimated at 0.034 USD (2 calls, 2,000 tokens, 58 more are recorded) and the `budget` is 0.01 USD; set `budget: { usd: 0.04 }` in the plugin's options, take a `sample`, or replay what is recorded with `cassettes: 'replay'`",
    ],
    [
      'calls of judge and system',
      { calls: 20 },
      false,
      [{ judge: judging({ calls: 2 }), system: { ...NO_SYSTEM_CALL, calls: 410, usd: null } }],
      "the run does not start: it is estimated at 412 calls (0 tokens, without 1 case whose price is not known) and the `budget` is 20 calls; set `budget: { calls: 420 }` in the plugin's options, take a `sample`, or replay what is recorded with `cassettes: 'replay'`",
    ],
    [
      'tokens',
      { usd: 100, tokens: 2999 },
      false,
      calls(3, 0.1),
      "the run does not start: it is estimated at 3,000 tokens (0.30 USD, 3 calls) and the `budget` is 2,999 tokens; set `budget: { tokens: 3000 }` in the plugin's options, take a `sample`, or replay what is recorded with `cassettes: 'replay'`",
    ],
    [
      'what is known of the money, where that alone is too much',
      { usd: 1 },
      false,
      [...calls(2, 1), ...calls(3, null)],
      "the run does not start: it is estimated at 2.00 USD (5 calls, 5,000 tokens, without 3 cases whose price is not known) and the `budget` is 1 USD; set `budget: { usd: 2 }` in the plugin's options, take a `sample`, or replay what is recorded with `cassettes: 'replay'`",
    ],
  ])('it may not where it takes more than the budget of %s', (_, limits, isDefault, cases, reason) => {
    const plans = plansUnder(limits, isDefault)
    plans.declare(plan(cases))
    expect(plans.mayStart()).toBe(reason)
  })

  it('adds up suites, files and projects; a later plan of the same suite replaces the earlier', () => {
    const plans = plansUnder({ calls: 3 })
    plans.declare(plan(calls(9, 0)))
    plans.declare(plan(calls(1, 0)))
    plans.declare(plan(calls(1, 0), { suite: 'B' }))
    plans.declare(plan(calls(1, 0), { file: 'b.suite.ts' }))
    expect(plans.mayStart()).toBeNull()
    plans.declare(plan(calls(1, 0), { project: 'another' }))
    expect(plans.mayStart()).toMatch(/4 calls/)
  })

  it('leaves out cases that do not run, said before the plan or after', () => {
    const plans = plansUnder({ calls: 2 })
    plans.skip('docket', 'a.suite.ts', 'A', ['A-1'])
    plans.declare(plan(calls(4, 0)))
    expect(plans.mayStart()).toMatch(/3 calls/)
    plans.skip('docket', 'a.suite.ts', 'A', ['A-2', 'A-9'])
    plans.skip('docket', 'b.suite.ts', 'A', ['A-3'])
    expect(plans.mayStart()).toBeNull()
  })

  it('forgets everything on a reset', () => {
    const plans = plansUnder({ calls: 2 })
    plans.skip('docket', 'a.suite.ts', 'A', ['A-1'])
    plans.declare(plan(calls(4, 0)))
    plans.reset()
    expect(plans.mayStart()).toBeNull()
    plans.declare(plan(calls(3, 0)))
    expect(plans.mayStart()).toMatch(/3 calls/)
  })
})
