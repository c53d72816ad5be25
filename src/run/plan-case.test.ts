import { describe, expect, it } from 'vitest'
import { judgeSaying } from '../../test/unit/judge.js'
import { openCassettes } from '../cassettes/cassettes.js'
import type { JudgeRequest } from '../judges/judge.js'
import { NOTHING_PLANNED } from '../judges/plan.js'
import { Item } from '../schema/item.js'
import type { Response } from '../schema/response.js'
import { functionSystem } from '../systems/function.js'
import type { System } from '../systems/system.js'
import { goldFinder } from './golds.js'
import type { EarlierCase } from './history.js'
import type { OwnCassettes } from './own-calls.js'
import { planCase } from './plan-case.js'
import { caseScorer } from './scores/score-case.js'

const SPENT = { calls: 2, inputTokens: 50, outputTokens: 5, usd: 0.02 }
const item = Item.parse({ id: 'A', question: 'How long is the notice period?' })

/** Plans a case of a suite whose judge would be asked once about every answer; what it was asked about is kept. */
async function plan(system: System, earlier: Record<string, EarlierCase> = {}, trial = 0, ownCassettes?: OwnCassettes) {
  const asked: { answer: string; recordings: string }[] = []
  const judge = {
    ...judgeSaying({}),
    plan: async ({ answer }: JudgeRequest, recordings: 'used' | 'ignored') => {
      asked.push({ answer, recordings })
      return { ...NOTHING_PLANNED, calls: 1 }
    },
  }
  const frame = { suite: 's', file: 's.suite.ts', title: 'q', item, position: 0, trial, group: 'A' }
  const planned = await planCase(
    frame,
    { system, ownCassettes, judge, findGolds: goldFinder({}), score: caseScorer({ task: 'answer', k: [1, 5, 10] }) },
    new Map(Object.entries(earlier)),
  )
  return { ...planned, asked }
}

const recorded = (response: Response): System => ({ name: 'run', kind: 'recorded', live: false, respond: async () => response })
const live = functionSystem(() => {
  throw new Error('planning asks nobody')
})
const cameBefore = (answer: string, steady: boolean): EarlierCase => ({
  response: { answer, passages: [] },
  system: SPENT,
  steady,
})

describe('a case is planned by', () => {
  it('the answer of a recorded run, with the recordings of its judge', async () => {
    const { plan: planned, by, asked } = await plan(recorded({ answer: 'Three months.' }))
    expect([by, asked]).toEqual(['known', [{ answer: 'Three months.', recordings: 'used' }]])
    expect(planned).toMatchObject({ id: 'A', judge: { calls: 1 }, system: { calls: 0, usd: 0 } })
  })

  it('nothing where a refusal needs no judge', async () => {
    const { plan: planned, asked } = await plan(recorded({ answer: 'No.', refused: true }))
    expect([planned.judge, asked]).toEqual([NOTHING_PLANNED, []])
  })

  it('an answer that came twice, with the recordings of its judge', async () => {
    const { plan: planned, by, asked } = await plan(live, { A: cameBefore('Three.', true) })
    expect([by, asked]).toEqual(['steady', [{ answer: 'Three.', recordings: 'used' }]])
    expect(planned.system).toEqual({ ...SPENT, recorded: 0 })
  })

  it('an answer that came once, as if it were new to the judge', async () => {
    const { by, asked } = await plan(live, { A: cameBefore('Three.', false) })
    expect([by, asked]).toEqual(['earlier', [{ answer: 'Three.', recordings: 'ignored' }]])
  })

  it("for a later trial, its own earlier answer before the item's", async () => {
    const both = { A: cameBefore('Three.', false), 'A#2': cameBefore('Four.', false) }
    expect((await plan(live, both, 1)).asked).toEqual([{ answer: 'Four.', recordings: 'ignored' }])
    expect((await plan(live, { A: cameBefore('Three.', false) }, 1)).asked).toEqual([{ answer: 'Three.', recordings: 'ignored' }])
  })

  it('a supposed answer where nothing is known, and of what a system costs nothing is known either', async () => {
    const { plan: planned, by, asked } = await plan(live)
    expect(by).toBe('supposed')
    expect(asked[0]?.answer.split(' ')).toHaveLength(150)
    expect(planned.system).toMatchObject({ calls: 0, usd: null })
  })

  it.each([
    ['replay', true, 'reference', { calls: 0, usd: 0 }],
    ['replay', true, 'function', SPENT],
    ['replay', false, 'reference', SPENT],
    ['auto', true, 'reference', SPENT],
  ] as const)('under mode %s and own calls recorded: %s, of a %s system: what it will cost', async (mode, all, kind, system) => {
    const own = { cassettes: openCassettes({ dir: 'unused', mode }), all }
    const { plan: planned } = await plan({ ...live, kind }, { A: cameBefore('Three.', true) }, 0, own)
    expect(planned.system).toMatchObject(system)
  })

  it("what its judge says, which must be a plan: of a hand-written one's, nothing is guessed", async () => {
    const judge = { ...judgeSaying({}), plan: async () => ({ calls: 1, usd: null }) as never }
    const frame = { suite: 's', file: 's.suite.ts', title: 'q', item, position: 0, trial: 0, task: 'answer' as const, group: 'A' }
    const bench = {
      system: recorded({ answer: 'Three.' }),
      judge,
      findGolds: goldFinder({}),
      score: caseScorer({ task: 'answer', k: [1, 5, 10] }),
    }
    await expect(planCase(frame, bench, new Map())).rejects.toThrow(/judge "test": its `plan` returned none: recorded: /)
  })
})
