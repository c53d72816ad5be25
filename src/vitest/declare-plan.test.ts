import { expect, it } from 'vitest'
import type { Judge } from '../judges/judge.js'
import { NOTHING_PLANNED } from '../judges/plan.js'
import type { SuitePlan } from '../run/plan.js'
import { Gate } from '../schema/gate.js'
import type { SuiteHeader } from '../schema/record.js'
import { functionSystem } from '../systems/function.js'
import { declarePlan } from './declare-plan.js'
import type { Session } from './session.js'

const judge: Judge = {
  name: 'mine',
  plan: async () => NOTHING_PLANNED,
  assess: async () => ({ claims: [], correct: null, outcome: 'answered', judge: { name: 'mine' } }),
}

async function notesOf(problems: string[], given: Judge = judge): Promise<string[] | null> {
  const plans: SuitePlan[] = []
  const header = {
    ...{ suite: 'Tenancy', file: 't.suite.ts', compat: null, confirm: 0 },
    gates: [Gate.parse({ metric: 'hallucinationRate', max: 0.03 })],
    judge: { name: 'mine', offline: false, members: [] },
    calibration: {
      ...{ file: 'c.json', own: true, minSensitivity: 0.8, minSpecificity: null, problems, unit: 'answer', languages: {} },
    },
  } as unknown as SuiteHeader
  const session = {
    coordinator: { declare: async (plan: SuitePlan) => plans.push(plan) },
    provided: { project: 'law', run: { id: 'run', dir: 'nowhere/runs/run' } },
  } as unknown as Session
  const bench = { judge: given, system: functionSystem(() => ''), findGolds: () => ({}) } as unknown as Parameters<
    typeof declarePlan
  >[2]
  await declarePlan(header, [], bench, session)
  return plans[0]?.notes ?? null
}

it('a plan says that no gate will be decided, before anything is paid for', async () => {
  const problem = 'the judge is not calibrated for de: the file has en'
  expect(await notesOf([problem])).toEqual([`no gate will be decided: judge not trusted: ${problem}`])
  expect(await notesOf([])).toEqual([])
})

it('a judge that costs nothing has no plan', async () => {
  const { plan: _, ...free } = judge
  expect(await notesOf(['x'], free)).toBeNull()
})
