import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { anthropicServer } from '../../test/providers/anthropic.js'
import { literalVerdict, serverError, verdict } from '../../test/providers/behaviour.js'
import type { Handler, ProviderServer } from '../../test/providers/server.js'
import { openCassettes } from '../cassettes/cassettes.js'
import { OptionError } from '../errors.js'
import type { Example } from '../judges/calibration/example.js'
import { createJudge } from '../judges/create.js'
import type { Judge } from '../judges/judge.js'
import type { VerdictInput } from '../schema/verdict.js'
import { assessExamples, planExamples } from './calibrate.js'
import { createLedger } from './coordinator.js'

const example = (i: number): Example => ({
  ...{ id: `E-${i}`, group: `E-${i}`, language: 'en', question: 'How long is the notice?' },
  answer: `Notice is ${i} months.`,
  passages: [{ text: `Notice is ${i} months.` }],
  ...{ reference: null, answerPoints: [], truth: { unit: 'answer', grounded: true, correct: null } },
})
const examples = (n: number) => Array.from({ length: n }, (_, i) => example(i))
const never = new AbortController().signal
const setting = { suite: 'calibration', concurrency: 4, signal: never }

let server: ProviderServer | undefined
const folders: string[] = []
afterEach(async () => {
  await server?.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function start(handler: Handler, usd = 10) {
  server = await anthropicServer(handler)
  const dir = mkdtempSync(join(tmpdir(), 'docket-calibrate-'))
  folders.push(dir)
  const options = {
    provider: 'anthropic',
    model: 'claude-sonnet-4-6',
    baseURL: server.baseURL,
    apiKeyEnv: 'DOCKET_NO_KEY',
  } as const
  const judge = () =>
    createJudge(options, {
      root: dir,
      cassettes: openCassettes({ dir, mode: 'auto' }),
      budget: createLedger({ usd }),
      timing: { baseMs: 1, random: () => 0 },
    })
  return { judge, requests: server.requests }
}

const mine = (assess: Judge['assess']): Judge => ({ name: 'mine', assess })
const said: VerdictInput = { claims: [], correct: null, outcome: 'answered', judge: { name: 'mine' } }

describe('assessExamples', () => {
  it('asks a model once an example, records it, and replays it the next time', async () => {
    const { judge, requests } = await start(({ prompt }) => verdict(literalVerdict(prompt)))
    const first = judge()
    expect(await planExamples(examples(6), first, 'calibration')).toMatchObject({ calls: 6, recorded: 0 })
    const live = await assessExamples(examples(6), first, setting)
    expect(requests).toHaveLength(6)
    expect(live).toMatchObject({ replayed: 0, cost: { calls: 6 } })
    expect(live.assessed.map(({ example, verdict }) => [example.id, verdict?.claims[0]?.support])).toEqual(
      examples(6).map(({ id }) => [id, 'entailment']),
    )
    const second = judge()
    expect(await planExamples(examples(6), second, 'calibration')).toMatchObject({ calls: 0, recorded: 6, usd: 0 })
    const replayed = await assessExamples(examples(6), second, setting)
    expect(requests).toHaveLength(6)
    expect(replayed).toMatchObject({ replayed: 6, cost: { calls: 0, usd: 0 } })
    expect(replayed.assessed.map(({ verdict }) => verdict?.claims)).toEqual(live.assessed.map(({ verdict }) => verdict?.claims))
  })

  it('fault 2: an example whose judge fails is lost, with the reason, and the others are not', async () => {
    const { judge } = await start(({ prompt, user }) =>
      user.includes('is 3 months') ? serverError() : verdict(literalVerdict(prompt)),
    )
    const { assessed } = await assessExamples(examples(5), judge(), setting)
    expect(assessed.map(({ verdict, failure }) => [verdict === null, failure])).toEqual([
      [false, undefined],
      [false, undefined],
      [false, undefined],
      [true, 'judge provider'],
      [false, undefined],
    ])
  })

  it('loses what the budget does not pay for', async () => {
    const { judge, requests } = await start(({ prompt }) => verdict(literalVerdict(prompt)), 0.02)
    const { assessed } = await assessExamples(examples(20), judge(), { ...setting, concurrency: 1 })
    const lost = assessed.filter(({ verdict }) => verdict === null)
    expect(lost.length).toBeGreaterThan(0)
    expect(new Set(lost.map(({ failure }) => failure))).toEqual(new Set(['budget']))
    expect(requests).toHaveLength(20 - lost.length)
  })

  it('a missing key ends it at once, in its words', async () => {
    const judge = createJudge({ provider: 'anthropic', model: 'claude-sonnet-4-6', apiKeyEnv: 'DOCKET_NO_KEY' }, { root: '.' })
    await expect(assessExamples(examples(50), judge, setting)).rejects.toThrow(OptionError)
    await expect(assessExamples(examples(50), judge, setting)).rejects.toThrow(/DOCKET_NO_KEY/)
  })

  it('an interrupt ends it, and nobody is asked any more', async () => {
    const controller = new AbortController()
    let asked = 0
    const judge = mine(async () => {
      asked += 1
      if (asked === 8) controller.abort(new Error('interrupted'))
      return said
    })
    await expect(assessExamples(examples(200), judge, { ...setting, signal: controller.signal })).rejects.toThrow(/interrupted/)
    expect(asked).toBeLessThan(20)
  })

  it('keeps the order of the examples, whatever the order of the verdicts', async () => {
    const judge = mine(async ({ id }) => {
      await new Promise((resolve) => setTimeout(resolve, id === 'E-0' ? 20 : 0))
      return said
    })
    const { assessed } = await assessExamples(examples(9), judge, setting)
    expect(assessed.map(({ example }) => example.id)).toEqual(examples(9).map(({ id }) => id))
  })

  it('a judge without a plan costs nothing beforehand', async () => {
    expect(
      await planExamples(
        examples(3),
        mine(async () => said),
        's',
      ),
    ).toEqual({ calls: 0, recorded: 0, inputTokens: 0, outputTokens: 0, usd: 0, unpriced: 0 })
  })
})
