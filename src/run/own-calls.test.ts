import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { judgeSaying } from '../../test/unit/judge.js'
import { openCassettes } from '../cassettes/cassettes.js'
import { keptEntries } from '../cassettes/kept.js'
import type { CassetteMode } from '../cassettes/mode.js'
import { blockStore } from '../cassettes/recordings.test-util.js'
import { entryFile, listEntries } from '../cassettes/store.js'
import { CassetteCorruptError, OptionError, SystemError } from '../errors.js'
import type { Ledger } from '../judges/budget.js'
import { Item } from '../schema/item.js'
import { functionSystem } from '../systems/function.js'
import type { CallRecorder, OwnCall, SystemRequest } from '../systems/system.js'
import { askSystem, type SystemBench } from './ask-system.js'
import { evaluateCase } from './evaluate.js'
import { goldFinder } from './golds.js'
import { ownCassettes } from './own-calls.js'
import { caseScorer } from './scores/score-case.js'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-own-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const frame = (id = 'T-1') => ({
  suite: 'Tenancy',
  file: 's.suite.ts',
  title: id,
  item: Item.parse({ id, question: 'How long is the notice period?', language: 'en' }),
  position: 0,
  trial: 0,
  group: id,
})
const clock = { signal: new AbortController().signal }

const always: CallRecorder = async (call) => ({ payload: await call.make(), recordedAt: null })

/** A system of two calls: an embedding, and a text that differs each time it is made. */
function pipeline({ fails = false, catches = false } = {}) {
  const embed = vi.fn(async () => [0.5, 0.25])
  const complete = vi.fn(async () => {
    if (fails) throw new SystemError('http', 'the model answered with status 503')
    return `Three months, says clerk ${complete.mock.calls.length}.`
  })
  const system = functionSystem(
    async ({ question, record = always }: SystemRequest) => {
      const embedding: OwnCall<number[]> = {
        components: { provider: 'openai', model: 'embed-3', input: question },
        payload: z.array(z.number()),
        deterministic: true,
        make: embed,
      }
      const completion: OwnCall<string> = {
        components: { provider: 'openai', model: 'gpt-5.4', input: question },
        payload: z.string(),
        secrets: () => ['clerk'],
        make: complete,
      }
      try {
        await record(embedding)
        const { payload, recordedAt } = await record(completion)
        return {
          answer: payload,
          timings: { generate: 12 },
          ...(recordedAt === null ? { usage: { model: 'gpt-5.4', inputTokens: 100, outputTokens: 10, usd: 0.5 } } : {}),
        }
      } catch (error) {
        if (catches) return 'I could not ask.'
        throw error
      }
    },
    { name: 'pipeline' },
  )
  return { system, embed, complete }
}

type Pipeline = ReturnType<typeof pipeline>
const bench = (
  { system }: Pipeline,
  mode: CassetteMode,
  policy: 'report' | 'gate' = 'report',
  wanted?: boolean,
): SystemBench => ({
  system,
  ownCassettes: ownCassettes(system, policy, openCassettes({ dir, mode }), wanted),
})
const keysIn = async () => (await listEntries(dir)).map(({ key }) => key).sort()

describe('which own calls are recorded', () => {
  const cassettes = openCassettes({ dir: 'unused' })
  it.each([
    ['strict', undefined, true],
    ['report', undefined, true],
    ['gate', undefined, false],
    ['ratchet', undefined, false],
    ['gate', true, true],
    ['ratchet', true, true],
    ['report', false, false],
  ] as const)('under %s and `system: %s` all: %s', (policy, wanted, all) => {
    expect(ownCassettes(pipeline().system, policy, cassettes, wanted)).toEqual({ cassettes, all })
  })

  it('none of a recorded run', () => {
    expect(ownCassettes({ ...pipeline().system, live: false }, 'report', cassettes, true)).toBeUndefined()
  })
})

describe('own calls of a live system', () => {
  it('are made once; then the answer counts as replayed since the oldest of them, without cost or times', async () => {
    const one = pipeline()
    const first = await askSystem(frame(), bench(one, 'auto'), clock)
    expect(first).toMatchObject({ cost: { calls: 1, usd: 0.5 }, latencyMs: expect.any(Number) })
    expect(first.recordedAt).toBeUndefined()
    expect(first.response?.timings).toEqual({ generate: 12 })
    expect(first.recordings.toSorted()).toEqual(await keysIn())
    expect(first.recordings).toHaveLength(2)

    const second = await askSystem(frame(), bench(one, 'auto'), clock)
    expect([one.embed.mock.calls.length, one.complete.mock.calls.length]).toEqual([1, 1])
    expect(second.recordings).toEqual(first.recordings)
    expect(second.response).toEqual({ answer: first.response?.answer })
    expect(second.cost).toEqual({ calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 })
    expect(second.latencyMs).toBeUndefined()
    expect(second.recordedAt).toBe((await listEntries(dir)).map(({ recordedAt }) => recordedAt).sort()[0])
  })

  it('another case with the same calls replays them; they stand under who made them, by model', async () => {
    const one = pipeline()
    await askSystem(frame('T-1'), bench(one, 'auto'), clock)
    const other = await askSystem(frame('T-2'), bench(one, 'auto'), clock)
    expect(one.complete).toHaveBeenCalledTimes(1)
    expect(other.recordings.toSorted()).toEqual(await keysIn())
    const kept = await keptEntries(dir)
    expect(kept.map(({ kind, suite, id }) => [kind, suite, id])).toEqual([
      ['system', 'Tenancy', 'T-1'],
      ['system', 'Tenancy', 'T-1'],
    ])
    expect(kept.map(({ source }) => source).sort()).toEqual(['openai embed-3', 'openai gpt-5.4'])
  })

  it('a case that made one of them is live', async () => {
    await askSystem(frame(), bench(pipeline(), 'auto', 'gate'), clock)
    const asked = await askSystem(frame(), bench(pipeline(), 'auto'), clock)
    expect(asked.recordings).toHaveLength(2)
    expect(asked.recordedAt).toBeUndefined()
  })

  it('where gates decide, only deterministic calls are recorded and replayed', async () => {
    const one = pipeline()
    const first = await askSystem(frame(), bench(one, 'auto', 'gate'), clock)
    const second = await askSystem(frame(), bench(one, 'auto', 'gate'), clock)
    expect([one.embed.mock.calls.length, one.complete.mock.calls.length]).toEqual([1, 2])
    expect(second.response?.answer).not.toBe(first.response?.answer)
    expect(second.recordings).toEqual(await keysIn())
    expect(second.recordings).toHaveLength(1)
    expect(second.recordedAt).toBeUndefined()
    expect(second.cost.usd).toBe(0.5)
  })

  it('and all of them where `cassettes.system` wants it', async () => {
    const one = pipeline()
    for (const _ of [1, 2]) await askSystem(frame(), bench(one, 'auto', 'gate', true), clock)
    expect(one.complete).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['record', 2, 2],
    ['off', 2, 0],
  ] as const)('mode %s asks every time', async (mode, calls, entries) => {
    const one = pipeline()
    for (const _ of [1, 2]) await askSystem(frame(), bench(one, mode), clock)
    expect(one.complete).toHaveBeenCalledTimes(calls)
    expect(await keysIn()).toHaveLength(entries)
  })

  it('without recordings at all they are made', async () => {
    const { system, complete } = pipeline()
    const asked = await askSystem(frame(), { system }, clock)
    expect(asked.response?.answer).toBe('Three months, says clerk 1.')
    expect(asked.recordings).toEqual([])
    expect(complete).toHaveBeenCalledTimes(1)
  })

  it.each(['auto', 'off'] as const)('mode %s: what comes back has no secret in it, live or replayed', async (mode) => {
    const asked = await askSystem(frame(), bench(pipeline(), mode), clock)
    expect(asked.response?.answer).toBe('Three months, says [redacted] 1.')
    for (const file of await readdir(dir, { recursive: true, withFileTypes: true })) {
      if (file.isFile()) expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain('clerk')
    }
  })

  it('of a system with a version are recorded beside its answer, which is replayed before them', async () => {
    const one = pipeline()
    const versioned = { ...one.system, version: '1' }
    const asked = () => {
      const cassettes = openCassettes({ dir, mode: 'auto' })
      return { system: versioned, systemCassettes: cassettes, ownCassettes: { cassettes, all: true } }
    }
    const first = await askSystem(frame(), asked(), clock)
    const second = await askSystem(frame(), asked(), clock)
    expect(first.recordings.toSorted()).toEqual(await keysIn())
    expect(first.recordings).toHaveLength(3)
    expect(second.recordings).toEqual(first.recordings.slice(0, 1))
    expect(second.response).toEqual(first.response)
    expect(one.complete).toHaveBeenCalledTimes(1)
  })

  it('fault 22: one that fails is not recorded, and what was recorded before it is kept', async () => {
    const asked = await askSystem(frame(), bench(pipeline({ fails: true }), 'auto'), clock)
    expect(asked).toMatchObject({ response: null, failure: { stage: 'system', kind: 'http' } })
    expect(asked.recordings).toEqual(await keysIn())
    expect(asked.recordings).toHaveLength(1)
  })

  it('in the record: replayed, from when, and at no cost', async () => {
    const judged = { judge: judgeSaying({}), findGolds: goldFinder({}), score: caseScorer({ task: 'answer', k: [1] }) }
    await askSystem(frame(), bench(pipeline(), 'auto'), clock)
    const { record, recordings } = await evaluateCase(frame(), null, { ...bench(pipeline(), 'replay'), ...judged }, clock)
    expect(record.replayed).toMatchObject({ system: true, systemRecordedAt: expect.any(String) })
    expect(record).toMatchObject({ latencyMs: null, cost: { system: { calls: 0, usd: 0 } } })
    expect(recordings).toHaveLength(2)
  })
})

describe('a recording that is missing or broken', () => {
  it.each([
    ['is thrown through', false],
    ['is caught by the system, which answers all the same,', true],
  ])('in replay a miss that %s is the failure of the case, and of no provider', async (_, catches) => {
    const failures: (string | undefined)[] = []
    const ledger: Ledger = {
      admit: async () => ({ ok: true }),
      settle: async (_party, _cost, failure) => {
        failures.push(failure)
      },
    }
    const one = pipeline({ catches })
    await askSystem(frame(), bench(one, 'auto', 'gate'), clock)
    const asked = await askSystem(frame(), { ...bench(one, 'replay'), ledger }, clock)
    expect(asked).toMatchObject({ response: null, failure: { stage: 'system', kind: 'replay' } })
    expect(asked.failure?.message).toMatch(
      /^no recording of the system call of "Tenancy" \/ "T-1" .* differs in model \(recorded "embed-3", now "gpt-5.4"\)/,
    )
    expect(one.complete).toHaveBeenCalledTimes(1)
    expect(failures).toEqual([undefined])
  })

  it.each([false, true])('fault 23: a corrupt one is red whatever the policy (caught by the system: %s)', async (catches) => {
    const one = pipeline({ catches })
    const { recordings } = await askSystem(frame(), bench(one, 'auto'), clock)
    await writeFile(entryFile(dir, recordings[0] ?? ''), '{"half":')
    await expect(askSystem(frame(), bench(one, 'auto'), clock)).rejects.toThrow(CassetteCorruptError)
  })

  it('nothing is asked that could not be written down', async () => {
    const file = join(dir, 'file')
    await writeFile(file, '')
    const one = pipeline()
    const own = ownCassettes(one.system, 'report', openCassettes({ dir: file, mode: 'record' }), undefined)
    await expect(askSystem(frame(), { system: one.system, ownCassettes: own }, clock)).rejects.toThrow(OptionError)
    expect(one.embed).not.toHaveBeenCalled()
  })

  it('what was paid for and cannot be written down is used, with why it is not recorded', async () => {
    const one = pipeline()
    one.embed.mockImplementation(async () => {
      await blockStore(dir)
      return [1]
    })
    const asked = await askSystem(frame(), bench(one, 'record'), clock)
    expect(asked.response?.answer).toContain('Three months')
    expect(asked.recordings).toEqual([])
    expect(asked.unrecorded).toEqual([
      { dir, reason: expect.any(String) },
      { dir, reason: expect.any(String) },
    ])
  })
})
