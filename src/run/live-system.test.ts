import { describe, expect, it } from 'vitest'
import { DeadlineError } from '../abort.js'
import { OptionError, SystemError } from '../errors.js'
import type { Ledger } from '../judges/budget.js'
import { Item } from '../schema/item.js'
import type { Cost } from '../schema/record.js'
import { functionSystem } from '../systems/function.js'
import { ragSystem } from '../systems/reference/rag-system.js'
import type { System } from '../systems/system.js'
import { CIRCUIT_FAILURES } from './circuit.js'
import { createLedger } from './coordinator.js'
import { askLive, type LiveSetting } from './live-system.js'

const ITEM = Item.parse({ id: 'A', question: 'How long?', language: 'en' })
const never = new AbortController().signal

const ask = (system: System, setting: Partial<LiveSetting> = {}, signal = never) =>
  askLive(system, { question: ITEM.question, item: ITEM, trial: 0, signal }, { suite: 'Tenancy', ...setting })

/** A ledger that admits everything and keeps what it is told. */
function keeping() {
  const admitted: string[] = []
  const settled: [string, Cost, string | undefined][] = []
  const ledger: Ledger = {
    async admit({ name }) {
      admitted.push(name)
      return { ok: true }
    },
    async settle({ name }, cost, failure) {
      settled.push([name, cost, failure])
    },
  }
  return { ledger, admitted, settled }
}

const answering = (usage?: object) =>
  functionSystem(() => ({ answer: 'Three months.', ...(usage && { usage }) }), { name: 'app' })
const FREE = { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 }

describe('what a live system is settled with', () => {
  it.each<[string, object | undefined, Cost]>([
    ['no usage: no call', undefined, FREE],
    ['money that it names', { usd: 0.5, calls: 3 }, { ...FREE, calls: 3, usd: 0.5 }],
    [
      'tokens of a model with a price',
      { model: 'ours', inputTokens: 2_000_000, outputTokens: 1_000_000 },
      { calls: 1, inputTokens: 2_000_000, outputTokens: 1_000_000, usd: 9 },
    ],
    [
      'tokens of a model without one',
      { model: 'theirs', inputTokens: 10, outputTokens: 1 },
      { calls: 1, inputTokens: 10, outputTokens: 1, usd: null },
    ],
    ['calls that were none', { calls: 0 }, FREE],
  ])('%s', async (_, usage, cost) => {
    const { ledger, admitted, settled } = keeping()
    const answered = await ask(answering(usage), { ledger, prices: { ours: { input: 2, output: 5 } } })
    expect(answered).toMatchObject({ response: { answer: 'Three months.' }, cost, latencyMs: expect.any(Number) })
    expect(admitted).toEqual(['system app of Tenancy'])
    expect(settled).toEqual([['system app of Tenancy', cost, undefined]])
  })

  it.each<[string, object, string]>([
    ['has none and the other says its money', { model: 'theirs', usd: 3 }, '3.00'],
    ['has none and the other has one in the config', { model: 'ours', inputTokens: 0, outputTokens: 600_000 }, '3.00'],
  ])('a reference system stops at the budget where one price of its calls %s', async (_, usage, spent) => {
    const system = ragSystem({
      retriever: () => ({ passages: ['P'], usage: { model: 'of vectors', calls: 1, inputTokens: 9, outputTokens: 0 } }),
      generator: () => ({ answer: 'A.', usage }),
    })
    const ledger = createLedger({ usd: 5 })
    const asked = async () => await ask(system, { ledger, prices: { ours: { input: 2, output: 5 } } })
    expect(await asked()).toMatchObject({ response: { answer: 'A.' }, cost: { calls: 2, usd: null } })
    expect(await asked()).toMatchObject({ response: null, budget: expect.stringContaining(`(${spent} USD spent)`) })
  })

  it('a call without a price does not hide what the others cost from the budget', async () => {
    const parts = [{ model: 'ours', inputTokens: 2_000_000, outputTokens: 1_000_000 }, { model: 'theirs' }]
    const ledger = createLedger({ usd: 4 })
    const asked = async () => await ask(answering({ calls: 2, parts }), { ledger, prices: { ours: { input: 2, output: 5 } } })
    expect((await asked()).cost).toMatchObject({ calls: 2, usd: null })
    expect(await asked()).toMatchObject({ response: null, budget: expect.stringMatching(/4.00 USD is spent/) })
  })

  it.each<[string, () => unknown, string, string | undefined]>([
    ['an error of its own', () => Promise.reject(new Error('boom')), 'threw', 'app threw: boom'],
    ['a status', () => Promise.reject(new SystemError('http', '503')), 'http', '503'],
    ['what is no response', () => 7, 'shape', expect.stringMatching(/expected a string/)],
    ['a row that is missing', () => Promise.reject(new SystemError('missing', 'no row')), 'missing', undefined],
    ['a row that was recorded as an error', () => Promise.reject(new SystemError('recorded', '500')), 'recorded', undefined],
  ])('fault 7: its failure, but none that says nothing of whether it is up: %s', async (_, answer, kind, counted) => {
    const { ledger, settled } = keeping()
    const answered = await ask(functionSystem(answer, { name: 'app' }), { ledger })
    expect(answered).toMatchObject({ response: null, failure: { stage: 'system', kind }, cost: FREE })
    expect(settled).toEqual([['system app of Tenancy', FREE, counted]])
  })

  it('what is wrong with the suite itself throws, and is no failure of the system', async () => {
    const { ledger, settled } = keeping()
    const system: System = {
      name: 'app',
      kind: 'http',
      live: true,
      respond: () => Promise.reject(new OptionError('no such file')),
    }
    await expect(ask(system, { ledger })).rejects.toThrow('no such file')
    expect(settled).toEqual([['system app of Tenancy', FREE, undefined]])
  })

  it('fault 33: one that hangs ends at the deadline, which counts as its failure', async () => {
    const { ledger, settled } = keeping()
    const controller = new AbortController()
    const asked = ask(
      functionSystem(() => new Promise(() => {}), { name: 'app' }),
      { ledger },
      controller.signal,
    )
    await new Promise((resolve) => setImmediate(resolve))
    controller.abort(new DeadlineError('no result in time'))
    expect(await asked).toMatchObject({ failure: { kind: 'deadline' } })
    expect(settled).toEqual([['system app of Tenancy', FREE, 'no result in time']])
  })

  it('a recorded run asks nobody and costs nothing', async () => {
    const { ledger, admitted, settled } = keeping()
    const answered = await ask({ ...answering({ usd: 1 }), live: false }, { ledger, stopped: { budget: 'spent' } })
    expect(answered).toEqual({ response: { answer: 'Three months.', usage: { usd: 1 } }, cost: FREE })
    expect([admitted, settled]).toEqual([[], []])
  })
})

describe('a live system that is not asked', () => {
  /** A system that counts its calls. */
  function counting(answer: () => unknown) {
    let calls = 0
    const system = functionSystem(
      () => {
        calls += 1
        return answer()
      },
      { name: 'app' },
    )
    return { system, calls: () => calls }
  }

  it('once the budget is spent', async () => {
    const { system, calls } = counting(() => ({ answer: 'x', usage: { calls: 2 } }))
    const ledger = createLedger({ calls: 4 })
    const answered = [await ask(system, { ledger }), await ask(system, { ledger }), await ask(system, { ledger })]
    const budget = 'the `budget` of 4 calls is spent (4 calls)'
    expect(answered.map((one) => one.budget)).toEqual([undefined, undefined, budget])
    expect(answered[2]).toEqual({ response: null, budget, cost: FREE })
    expect(calls()).toBe(2)
  })

  it(`fault 7: after ${CIRCUIT_FAILURES} failures in a row, with the last of them`, async () => {
    let n = 0
    const { system, calls } = counting(() => Promise.reject(new SystemError('connection', `refused ${++n}`)))
    const ledger = createLedger({})
    for (let i = 0; i < CIRCUIT_FAILURES; i += 1) {
      expect(await ask(system, { ledger })).toMatchObject({ failure: { kind: 'connection' } })
    }
    expect(await ask(system, { ledger })).toEqual({
      response: null,
      failure: {
        stage: 'system',
        kind: 'circuit',
        message: 'stopped asking after 20 failures in a row of system app of Tenancy: refused 20',
      },
      cost: FREE,
    })
    expect(calls()).toBe(CIRCUIT_FAILURES)
    expect(await ask(system, { ledger, suite: 'Leases' })).toMatchObject({ failure: { kind: 'connection' } })
  })

  it('where nobody could judge what it says', async () => {
    const { system, calls } = counting(() => 'x')
    const failure = { stage: 'judge' as const, kind: 'circuit', message: 'stopped asking' }
    expect(await ask(system, { stopped: failure })).toEqual({ response: null, failure, cost: FREE })
    expect(await ask(system, { stopped: { budget: 'spent' } })).toEqual({ response: null, budget: 'spent', cost: FREE })
    expect(calls()).toBe(0)
  })
})

describe('the wait for admission', () => {
  it('fault 33: is off the clock, and the call is on it', async () => {
    const seen: string[] = []
    const ledger: Ledger = {
      async admit() {
        seen.push('admit')
        return { ok: true }
      },
      settle: async () => {},
    }
    const offClock = async <Value>(wait: () => Promise<Value>) => {
      seen.push('stop')
      const value = await wait()
      seen.push('go on')
      return value
    }
    await ask(
      functionSystem(() => `answer ${seen.push('asked')}`),
      { ledger, offClock },
    )
    expect(seen).toEqual(['stop', 'admit', 'go on', 'asked'])
  })

  it('a run that is cancelled meanwhile leaves no finding', async () => {
    const ledger: Ledger = {
      admit: (_party, _cost, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      settle: async () => {},
    }
    const controller = new AbortController()
    const asked = ask(answering(), { ledger }, controller.signal)
    controller.abort(new Error('cancelled'))
    await expect(asked).rejects.toThrow('cancelled')
  })
})
