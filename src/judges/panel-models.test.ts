import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anthropicServer } from '../../test/providers/anthropic.js'
import { literalVerdict, serverError, verdict } from '../../test/providers/behaviour.js'
import { openaiServer } from '../../test/providers/openai.js'
import { judgeRequest } from '../../test/providers/request.js'
import type { Handler, ProviderServer } from '../../test/providers/server.js'
import { openCassettes } from '../cassettes/cassettes.js'
import type { CassetteMode } from '../cassettes/mode.js'
import type { Cost } from '../schema/record.js'
import { Verdict } from '../schema/verdict.js'
import { createJudge } from './create.js'

const good: Handler = ({ prompt }) => verdict(literalVerdict(prompt))

let dir: string
let servers: ProviderServer[]
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-panel-'))
  servers = []
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await rm(dir, { recursive: true, force: true })
})

/** A panel of a model of each provider, on local servers. */
async function panelOf(anthropic: Handler, openai: Handler) {
  servers = [await anthropicServer(anthropic), await openaiServer(openai)]
  const [one = '', other = ''] = servers.map(({ baseURL }) => baseURL)
  const judges = [
    { provider: 'anthropic', model: 'claude-sonnet-4-6', baseURL: one, retries: 0 },
    { provider: 'openai', model: 'gpt-5.4', baseURL: other, retries: 0 },
    'offline',
  ] as const
  return async (mode: CassetteMode, trial = 0) => {
    const costs: Cost[] = []
    const keys: string[] = []
    const judge = createJudge({ provider: 'panel', judges }, { root: dir, cassettes: openCassettes({ dir, mode }) })
    const signal = new AbortController().signal
    const context = { signal, onCost: (cost: Cost) => costs.push(cost), onRecording: (key: string) => keys.push(key) }
    return { verdict: Verdict.parse(await judge.assess(judgeRequest({ trial }), context)), costs, keys }
  }
}

it('two providers and the offline judge vote; each call is paid for and recorded once, and replays without anybody', async () => {
  const ask = await panelOf(good, good)
  const live = await ask('auto')
  expect(live.verdict.panel?.votes.map(({ judge }) => judge.name)).toEqual(['anthropic', 'openai', 'offline'])
  expect(live.costs).toHaveLength(2)
  expect(live.verdict.recordedAt).toBeUndefined()
  expect(new Set(live.keys).size).toBe(2)
  await Promise.all(servers.map((server) => server.close()))
  servers = []

  const again = await ask('replay')
  const { usage: _, ...said } = live.verdict
  const { recordedAt, ...replayed } = again.verdict
  // The offline judge has nothing to record, and makes no live verdict of it either.
  expect(recordedAt).toMatch(/^\d{4}-/)
  expect(again.costs).toEqual([])
  expect(again.keys.toSorted()).toEqual(live.keys.toSorted())
  expect(replayed).toEqual(said)
  // The repetition of a verdict is no replay of the first, so nothing of it is recorded.
  await expect(ask('replay', 1)).rejects.toThrow("2 of the panel's 3 verdicts failed")
})

it('a provider that is down has no vote, and its call is counted', async () => {
  const ask = await panelOf(() => serverError(), good)
  const { verdict, costs } = await ask('off')
  expect(verdict.panel?.votes.map(({ failure }) => failure !== undefined)).toEqual([true, false, false])
  expect(verdict.panel?.votes[0]).toMatchObject({
    judge: { name: 'anthropic', model: 'claude-sonnet-4-6' },
    failure: expect.stringContaining('500'),
  })
  expect(costs.map(({ calls }) => calls)).toEqual([1, 1])
})
