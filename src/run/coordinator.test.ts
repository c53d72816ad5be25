import { describe, expect, it } from 'vitest'
import type { Cost } from '../schema/record.js'
import { type Coordinator, createCoordinator } from './coordinator.js'
import { CIRCUIT_FAILURES } from './spending.js'
import type { Slot } from './turns.js'

const cost = (over: Partial<Cost> = {}): Cost => ({ calls: 1, inputTokens: 0, outputTokens: 0, usd: 0, ...over })
const DONE = { failed: false }
const FAILED = { failed: true }

/** Slots as they are granted, without waiting for those that are not. */
function collectSlots(coordinator: Coordinator, holder: object, count: number): Slot[] {
  const granted: Slot[] = []
  for (let i = 0; i < count; i += 1) void coordinator.acquire(holder).then((slot) => granted.push(slot))
  return granted
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('cases in flight', () => {
  it('fault 36: reaches its figure over several holders and never exceeds it', async () => {
    const coordinator = createCoordinator({ concurrency: 4, budget: {} })
    const holders = [{}, {}, {}]
    let inFlight = 0
    const seen: number[] = []
    const run = async (holder: object) => {
      await coordinator.acquire(holder)
      inFlight += 1
      seen.push(inFlight)
      await turn()
      inFlight -= 1
      coordinator.release(holder)
    }
    await Promise.all(Array.from({ length: 30 }, (_, i) => run(holders[i % 3] as object)))
    expect(seen).toHaveLength(30)
    expect(Math.max(...seen)).toBe(4)
    expect(inFlight).toBe(0)
  })

  it('grants in order of request, numbered from 0', async () => {
    const coordinator = createCoordinator({ concurrency: 1, budget: {} })
    const [a, b] = [{}, {}]
    const order: string[] = []
    const wait = async (name: string, holder: object) => {
      const { sequence } = await coordinator.acquire(holder)
      order.push(`${sequence} ${name}`)
      coordinator.release(holder)
    }
    await Promise.all([wait('a', a), wait('b', b), wait('a again', a), wait('b again', b)])
    expect(order).toEqual(['0 a', '1 b', '2 a again', '3 b again'])
  })

  it('gives back slots and places in the queue of a holder that is dropped', async () => {
    const coordinator = createCoordinator({ concurrency: 2, budget: {} })
    const [dead, alive] = [{}, {}]
    const lost = collectSlots(coordinator, dead, 3)
    const granted = collectSlots(coordinator, alive, 2)
    await turn()
    expect([lost.length, granted.length]).toEqual([2, 0])
    coordinator.drop(dead)
    await turn()
    expect([lost.length, granted.length]).toEqual([2, 2])
  })

  it('ignores a release by a holder that holds nothing', async () => {
    const coordinator = createCoordinator({ concurrency: 1, budget: {} })
    const [holder, stranger] = [{}, {}]
    await coordinator.acquire(holder)
    const waiting = collectSlots(coordinator, stranger, 1)
    coordinator.release(stranger)
    coordinator.drop(stranger)
    await turn()
    expect(waiting).toEqual([])
    coordinator.release(holder)
    coordinator.release(holder)
    const granted = collectSlots(coordinator, stranger, 2)
    await turn()
    expect(granted).toHaveLength(1)
  })

  it('takes the narrower limits of two projects', async () => {
    const coordinator = createCoordinator({ concurrency: 4, budget: { usd: 1 } })
    coordinator.join({ concurrency: 2, budget: { usd: 5, calls: 1 } })
    coordinator.join({ concurrency: 8, budget: {} })
    const holder = {}
    const granted = collectSlots(coordinator, holder, 5)
    await turn()
    expect(granted).toHaveLength(2)
    expect(coordinator.admit(holder, cost({ usd: 0.9 }))).toEqual({ ok: true })
    expect(coordinator.admit(holder, cost())).toMatchObject({ ok: false, reason: expect.stringContaining('`budget` of 1 calls') })
  })
})

describe('limits of several projects', () => {
  const budget = (coordinator: Coordinator, usd: number) => coordinator.admit({}, cost({ usd })).ok

  it('a project that sets none leaves what another set', () => {
    const coordinator = createCoordinator()
    coordinator.join({})
    coordinator.join({ budget: { usd: 20 } })
    expect([budget(coordinator, 19), budget(coordinator, 21)]).toEqual([true, false])
  })

  it('1 USD where nobody set any; no limit where one was set to none', () => {
    expect([budget(createCoordinator({}), 0.9), budget(createCoordinator({}), 1.1)]).toEqual([true, false])
    expect(budget(createCoordinator({ budget: {} }), 1000)).toBe(true)
  })

  it('a budget of 0 admits nothing, also where no price is known', () => {
    expect(createCoordinator({ budget: { usd: 0 } }).admit({}, cost({ usd: null })).ok).toBe(false)
  })
})

describe('the budget', () => {
  it.each([
    ['usd', { usd: 1 }, cost({ usd: 0.4 }), 2, '`budget` of 1.00 USD'],
    ['calls', { calls: 3 }, cost(), 3, '`budget` of 3 calls'],
    ['tokens', { tokens: 1000 }, cost({ inputTokens: 300, outputTokens: 100 }), 2, '`budget` of 1000 tokens'],
  ])('of %s admits what fits, calls in flight counted, and then refuses', (_unit, budget, each, fits, reason) => {
    const coordinator = createCoordinator({ concurrency: 8, budget })
    const holder = {}
    const admitted = Array.from({ length: 6 }, () => coordinator.admit(holder, each))
    expect(admitted.map(({ ok }) => ok)).toEqual(Array.from({ length: 6 }, (_, i) => i < fits))
    expect(admitted.at(-1)).toEqual({ ok: false, kind: 'budget', reason: expect.stringContaining(reason) })
  })

  it('of usd goes by what calls cost, once that is known, not by the estimate', () => {
    const coordinator = createCoordinator({ concurrency: 8, budget: { usd: 1 } })
    const holder = {}
    expect(coordinator.admit(holder, cost({ usd: 0.01 })).ok).toBe(true)
    coordinator.settle(holder, cost({ usd: 0.6 }), DONE)
    expect(coordinator.admit(holder, cost({ usd: 0.01 }))).toMatchObject({ ok: false, kind: 'budget' })
  })

  it('of nothing admits nothing that costs', () => {
    const coordinator = createCoordinator({ concurrency: 8, budget: { usd: 0 } })
    expect(coordinator.admit({}, cost({ usd: 0.01 })).ok).toBe(false)
    expect(coordinator.admit({}, cost({ usd: 0 })).ok).toBe(true)
  })

  it('frees what a dropped holder never settled', () => {
    const coordinator = createCoordinator({ concurrency: 8, budget: { calls: 1 } })
    const dead = {}
    expect(coordinator.admit(dead, cost()).ok).toBe(true)
    expect(coordinator.admit({}, cost()).ok).toBe(false)
    coordinator.drop(dead)
    expect(coordinator.admit({}, cost()).ok).toBe(true)
  })

  it('starts anew after a reset, and keeps count of the calls in flight', () => {
    const coordinator = createCoordinator({ concurrency: 8, budget: { calls: 2 } })
    const holder = {}
    coordinator.admit(holder, cost())
    coordinator.settle(holder, cost(), DONE)
    coordinator.admit(holder, cost())
    expect(coordinator.admit(holder, cost()).ok).toBe(false)
    coordinator.reset()
    expect(coordinator.admit(holder, cost()).ok).toBe(true)
    expect(coordinator.admit(holder, cost()).ok).toBe(false)
  })

  it('without limits admits everything', () => {
    const coordinator = createCoordinator({ concurrency: 1, budget: {} })
    expect(coordinator.admit({}, cost({ usd: 1e6 }))).toEqual({ ok: true })
  })
})

describe('the circuit', () => {
  const fail = (coordinator: Coordinator, times: number) => {
    for (let i = 0; i < times; i += 1) {
      expect(coordinator.admit({}, cost()).ok).toBe(true)
      coordinator.settle({}, cost(), FAILED)
    }
  }

  it(`opens after ${CIRCUIT_FAILURES} failures in a row, so that an outage is not paid for to its end`, () => {
    const coordinator = createCoordinator({ concurrency: 1, budget: {} })
    fail(coordinator, CIRCUIT_FAILURES)
    expect(coordinator.admit({}, cost())).toEqual({
      ok: false,
      kind: 'circuit',
      reason: expect.stringContaining(`${CIRCUIT_FAILURES} times in a row`),
    })
  })

  it('counts failures in a row only, and closes on a reset', () => {
    const coordinator = createCoordinator({ concurrency: 1, budget: {} })
    fail(coordinator, CIRCUIT_FAILURES - 1)
    coordinator.settle({}, cost(), DONE)
    fail(coordinator, CIRCUIT_FAILURES)
    coordinator.reset()
    expect(coordinator.admit({}, cost())).toEqual({ ok: true })
  })
})
