import { describe, expect, it } from 'vitest'
import type { Admission, Party } from '../judges/budget.js'
import type { Cost } from '../schema/record.js'
import { CIRCUIT_FAILURES } from './circuit.js'
import { type Coordinator, createCoordinator, createLedger } from './coordinator.js'
import type { SuitePlan } from './plan.js'
import { playedClock } from './played-clock.test-util.js'
import type { Slot } from './turns.js'

const cost = (over: Partial<Cost> = {}): Cost => ({ calls: 1, inputTokens: 0, outputTokens: 0, usd: 0, ...over })
const JUDGE: Party = { name: 'anthropic m' }
const FAILED = '503: overloaded'

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
    expect(await coordinator.admit(holder, JUDGE, cost({ usd: 0.9 }))).toEqual({ ok: true })
    coordinator.settle(holder, JUDGE, cost())
    expect(await coordinator.admit(holder, JUDGE, cost())).toEqual({
      ok: false,
      kind: 'budget',
      reason: 'the `budget` of 1 call is spent (1 call)',
    })
  })
})

/** What became of each call by now: `ok`, `waiting`, or the kind of the refusal. */
async function standing(admissions: readonly Promise<Admission>[]): Promise<string[]> {
  await turn()
  return Promise.all(
    admissions.map((admission) =>
      Promise.race([admission, turn()]).then((given) => (given === undefined ? 'waiting' : given.ok ? 'ok' : given.kind)),
    ),
  )
}

describe('limits of several projects', () => {
  const admitted = async (coordinator: Coordinator, usd: number) => (await coordinator.admit({}, JUDGE, cost({ usd }))).ok

  it('a project that sets none leaves what another set', async () => {
    const coordinator = () => {
      const joined = createCoordinator()
      joined.join({})
      joined.join({ budget: { usd: 20 } })
      return joined
    }
    expect([await admitted(coordinator(), 19), await admitted(coordinator(), 21)]).toEqual([true, false])
  })

  it('1 USD where nobody set any; no limit where one was set to none', async () => {
    expect([await admitted(createCoordinator({}), 0.9), await admitted(createCoordinator({}), 1.1)]).toEqual([true, false])
    expect(await admitted(createCoordinator({ budget: {} }), 1000)).toBe(true)
  })

  it('a budget of 0 admits nothing, also where no price is known', async () => {
    expect(await createCoordinator({ budget: { usd: 0 } }).admit({}, JUDGE, cost({ usd: null }))).toMatchObject({ ok: false })
  })
})

describe('the budget', () => {
  const asking = (coordinator: Coordinator, times: number, estimate: Cost, party = JUDGE) =>
    Array.from({ length: times }, () => coordinator.admit({}, party, estimate))

  it.each([
    ['usd', { usd: 1 }, cost({ usd: 0.4 }), 2, 'one more call could exceed the `budget` of 1.00 USD (0.80 USD spent)'],
    [
      'small sums of usd',
      { usd: 0.01 },
      cost({ usd: 0.004 }),
      2,
      'one more call could exceed the `budget` of 0.010 USD (0.0080 USD spent)',
    ],
    ['usd that add up to it', { usd: 0.3 }, cost({ usd: 0.1 }), 3, 'the `budget` of 0.30 USD is spent (0.30 USD)'],
    ['calls', { calls: 3 }, cost(), 3, 'the `budget` of 3 calls is spent (3 calls)'],
    [
      'tokens',
      { tokens: 1000 },
      cost({ inputTokens: 300, outputTokens: 100 }),
      2,
      'one more call could exceed the `budget` of 1000 tokens (800 tokens spent)',
    ],
  ])(
    'of %s admits what fits beside the calls under way; the rest waits for what they cost',
    async (_, budget, each, fits, reason) => {
      const coordinator = createCoordinator({ budget })
      const holder = {}
      const admissions = Array.from({ length: 6 }, () => coordinator.admit(holder, JUDGE, each))
      expect(await standing(admissions)).toEqual(Array.from({ length: 6 }, (_, i) => (i < fits ? 'ok' : 'waiting')))
      for (let i = 0; i < fits; i += 1) coordinator.settle(holder, JUDGE, each)
      expect(await standing(admissions)).toEqual(Array.from({ length: 6 }, (_, i) => (i < fits ? 'ok' : 'budget')))
      expect(await admissions.at(-1)).toEqual({ ok: false, kind: 'budget', reason })
    },
  )

  it.each<[string, keyof Cost, number]>([
    ['usd', 'usd', -5],
    ['usd', 'usd', Number.NaN],
    ['usd', 'usd', Number.POSITIVE_INFINITY],
    ['calls', 'calls', -1],
    ['calls', 'calls', Number.NaN],
    ['tokens', 'inputTokens', -500],
    ['tokens', 'inputTokens', Number.NaN],
    ['tokens', 'outputTokens', Number.POSITIVE_INFINITY],
  ])('of %s counts the estimate where a call is settled with %s of %d', async (unit, name, value) => {
    const estimate = cost({ usd: 1, inputTokens: 1, outputTokens: 1 })
    const coordinator = createCoordinator({ budget: { [unit]: unit === 'tokens' ? 6 : 3 } })
    const holder = {}
    for (let i = 0; i < 3; i += 1) {
      expect(await coordinator.admit(holder, JUDGE, estimate)).toEqual({ ok: true })
      coordinator.settle(holder, JUDGE, { ...estimate, [name]: value })
    }
    expect(await coordinator.admit(holder, JUDGE, estimate)).toMatchObject({ ok: false, kind: 'budget' })
  })

  it.each([Number.NaN, -1])('a system of whose costs nobody knows, and that says %d USD, is one without a price', async (usd) => {
    const coordinator = createCoordinator({ budget: { usd: 0 } })
    const system: Party = { name: 'system s' }
    const nobodyKnows = cost({ calls: 0 })
    expect(await coordinator.admit({}, system, nobodyKnows)).toEqual({ ok: true })
    coordinator.settle({}, system, cost({ usd }))
    expect(await coordinator.admit({}, system, nobodyKnows)).toMatchObject({ ok: false, kind: 'budget' })
  })

  it('a call that waits starts where those under way cost less than it seemed', async () => {
    const coordinator = createCoordinator({ budget: { usd: 1 } })
    const holder = {}
    const admissions = [0.6, 0.6].map((usd) => coordinator.admit(holder, JUDGE, cost({ usd })))
    expect(await standing(admissions)).toEqual(['ok', 'waiting'])
    coordinator.settle(holder, JUDGE, cost({ usd: 0.1 }))
    expect(await standing(admissions)).toEqual(['ok', 'ok'])
  })

  it('a small call does not overtake a large one of its party that waits, though it would fit; one of another party does', async () => {
    const coordinator = createCoordinator({ budget: { usd: 1 } })
    const holder = {}
    const other = { ...JUDGE, name: 'another' }
    const admissions = [
      ...[0.6, 0.6, 0.3].map((usd) => coordinator.admit(holder, JUDGE, cost({ usd }))),
      coordinator.admit(holder, other, cost({ usd: 0.3 })),
    ]
    expect(await standing(admissions)).toEqual(['ok', 'waiting', 'waiting', 'ok'])
    coordinator.settle(holder, JUDGE, cost({ usd: 0.1 }))
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'waiting', 'ok'])
    coordinator.settle(holder, other, cost({ usd: 0 }))
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  it('of usd goes by what calls cost, once that is known, not by the estimate', async () => {
    const coordinator = createCoordinator({ budget: { usd: 1 } })
    const holder = {}
    expect((await coordinator.admit(holder, JUDGE, cost({ usd: 0.01 }))).ok).toBe(true)
    coordinator.settle(holder, JUDGE, cost({ usd: 0.6 }))
    expect(await coordinator.admit(holder, JUDGE, cost({ usd: 0.01 }))).toMatchObject({ ok: false, kind: 'budget' })
  })

  it('counts what the dearest call cost beside others, so that calls of unequal price overshoot by no more than one', async () => {
    const coordinator = createCoordinator({ budget: { usd: 1 } })
    const holder = {}
    for (const usd of [0.01, 0.3]) {
      await coordinator.admit(holder, JUDGE, cost({ usd: 0.01 }))
      coordinator.settle(holder, JUDGE, cost({ usd }))
    }
    expect(await standing(asking(coordinator, 4, cost({ usd: 0.01 })))).toEqual(['ok', 'ok', 'waiting', 'waiting'])
  })

  it('one call larger than the rest does not keep the rest of the budget from being used, one call at a time', async () => {
    const coordinator = createCoordinator({ budget: { usd: 1 } })
    const holder = {}
    const costs = [0.5, ...Array.from({ length: 20 }, () => 0.05)]
    const made: number[] = []
    for (const usd of costs) {
      if (!(await coordinator.admit(holder, JUDGE, cost({ usd: 0.01 }))).ok) break
      coordinator.settle(holder, JUDGE, cost({ usd }))
      made.push(usd)
    }
    const spent = made.reduce((sum, usd) => sum + usd, 0)
    expect(spent).toBeGreaterThan(0.85)
    expect(spent).toBeLessThanOrEqual(1)
  })

  it('of nothing admits nothing that costs', async () => {
    const coordinator = createCoordinator({ budget: { usd: 0 } })
    expect((await coordinator.admit({}, JUDGE, cost({ usd: 0.01 }))).ok).toBe(false)
    expect((await coordinator.admit({}, JUDGE, cost({ usd: 0 }))).ok).toBe(true)
  })

  it('counts what a dropped holder had under way as estimated, since it may be billed; what waited is free', async () => {
    const coordinator = createCoordinator({ budget: { calls: 2 } })
    const [dead, alive] = [{}, {}]
    const admissions = [dead, alive, dead, alive].map((holder) => coordinator.admit(holder, JUDGE, cost()))
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'waiting', 'waiting'])
    coordinator.drop(dead)
    coordinator.settle(alive, JUDGE, cost())
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'waiting', 'budget'])
  })

  it('starts anew after a reset, and keeps count of the calls in flight', async () => {
    const coordinator = createCoordinator({ budget: { calls: 2 } })
    const holder = {}
    await coordinator.admit(holder, JUDGE, cost())
    coordinator.settle(holder, JUDGE, cost())
    await coordinator.admit(holder, JUDGE, cost())
    expect(await standing(asking(coordinator, 1, cost()))).toEqual(['waiting'])
    coordinator.reset()
    expect(await standing(asking(coordinator, 1, cost()))).toEqual(['waiting'])
    coordinator.settle(holder, JUDGE, cost())
    expect(await standing(asking(coordinator, 1, cost()))).toEqual(['waiting'])
  })

  it('without limits admits everything', async () => {
    expect(await createCoordinator({ budget: {} }).admit({}, JUDGE, cost({ usd: 1e6 }))).toEqual({ ok: true })
  })

  it('fault 33: a wait that is aborted ends with the reason and gives its place back', async () => {
    const coordinator = createCoordinator({ budget: { calls: 2 } })
    const [holder, controller] = [{}, new AbortController()]
    const [first, second] = asking(coordinator, 2, cost())
    const aborted = coordinator.admit(holder, JUDGE, cost(), controller.signal)
    const next = coordinator.admit(holder, JUDGE, cost())
    controller.abort(new Error('cancelled'))
    await expect(aborted).rejects.toThrow('cancelled')
    expect(await standing([first, second, next] as Promise<Admission>[])).toEqual(['ok', 'ok', 'waiting'])
    await expect(coordinator.admit(holder, JUDGE, cost(), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })

  it('a call that was admitted and not begun is as if it had not been', async () => {
    const coordinator = createCoordinator({ budget: { calls: 1 } })
    const holder = {}
    const admissions = [coordinator.admit(holder, JUDGE, cost()), coordinator.admit({}, JUDGE, cost())]
    coordinator.withdraw(holder, JUDGE)
    coordinator.withdraw(holder, JUDGE)
    expect(await standing(admissions)).toEqual(['ok', 'ok'])
  })
})

describe('a system, of whose costs nobody knows beforehand', () => {
  const SYSTEM: Party = { name: 'system Tenancy of A' }
  const UNKNOWN = cost({ calls: 0 })
  const asked = (coordinator: Coordinator, holder: object, times: number, party = SYSTEM) =>
    Array.from({ length: times }, () => coordinator.admit(holder, party, UNKNOWN))

  it('is asked once first, then as its answers cost', async () => {
    const coordinator = createCoordinator({ budget: { tokens: 1000 } })
    const holder = {}
    const admissions = asked(coordinator, holder, 6)
    expect(await standing(admissions)).toEqual(['ok', ...Array.from({ length: 5 }, () => 'waiting')])
    coordinator.settle(holder, SYSTEM, cost({ inputTokens: 300 }))
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'ok', 'waiting', 'waiting', 'waiting'])
    for (let i = 0; i < 2; i += 1) coordinator.settle(holder, SYSTEM, cost({ inputTokens: 300 }))
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'ok', 'budget', 'budget', 'budget'])
  })

  it('that costs nothing waits for nobody, whatever the budget', async () => {
    const coordinator = createCoordinator({ budget: { usd: 0, calls: 0, tokens: 0 } })
    const holder = {}
    const admissions = asked(coordinator, holder, 8)
    coordinator.settle(holder, SYSTEM, UNKNOWN)
    expect(await standing(admissions)).toEqual(Array.from({ length: 8 }, () => 'ok'))
  })

  it('is not asked any more where its answers have no price and the budget is 0 USD', async () => {
    const coordinator = createCoordinator({ budget: { usd: 0 } })
    const holder = {}
    const admissions = asked(coordinator, holder, 3)
    coordinator.settle(holder, SYSTEM, cost({ usd: null }))
    expect(await standing(admissions)).toEqual(['ok', 'budget', 'budget'])
  })

  it('is not asked at all once the budget is spent', async () => {
    const coordinator = createCoordinator({ budget: { tokens: 100 } })
    await coordinator.admit({}, JUDGE, cost({ inputTokens: 100 }))
    coordinator.settle({}, JUDGE, cost({ inputTokens: 100 }))
    expect(await standing(asked(coordinator, {}, 1))).toEqual(['budget'])
  })

  it('fault 36: without a budget, or under the default one, is asked as often at a time as anybody likes', async () => {
    expect(await standing(asked(createCoordinator(), {}, 5))).toEqual(Array.from({ length: 5 }, () => 'ok'))
    expect(await standing(asked(createCoordinator({ budget: {} }), {}, 5))).toEqual(Array.from({ length: 5 }, () => 'ok'))
  })

  it('that makes several calls for an answer never makes more than there are', async () => {
    const coordinator = createCoordinator({ budget: { calls: 10 } })
    const holder = {}
    let calls = 0
    const ask = async () => {
      if (!(await coordinator.admit(holder, SYSTEM, UNKNOWN)).ok) return
      await turn()
      calls += 3
      coordinator.settle(holder, SYSTEM, cost({ calls: 3 }))
    }
    await Promise.all(Array.from({ length: 8 }, ask))
    expect(calls).toBe(9)
  })

  it('the first answer is not waited for without end, since it may wait for the others', async () => {
    const clock = playedClock()
    const coordinator = createCoordinator({ budget: { usd: 1 } }, clock)
    const admissions = asked(coordinator, {}, 4)
    clock.pass(9_999)
    expect(await standing(admissions)).toEqual(['ok', 'waiting', 'waiting', 'waiting'])
    clock.pass(1)
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  it('the first call of one system keeps a judge and other systems waiting no longer than it takes', async () => {
    const clock = playedClock()
    const coordinator = createCoordinator({ budget: { usd: 1 } }, clock)
    const holder = {}
    const admissions = [
      ...asked(coordinator, holder, 1),
      ...asked(coordinator, {}, 1, { name: 'system Leases of B' }),
      coordinator.admit({}, JUDGE, cost({ usd: 0.1 })),
    ]
    expect(await standing(admissions)).toEqual(['ok', 'waiting', 'ok'])
    coordinator.settle(holder, SYSTEM, UNKNOWN)
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'ok'])
    expect(clock.planned()).toBe(1)
  })
})

describe('limits a minute', () => {
  const paced = (requests: number, name = 'anthropic m'): Party => ({ name, limits: { requests } })

  it('wait over all holders, and what a dead holder waited for vanishes', async () => {
    const clock = playedClock()
    const coordinator = createCoordinator({ budget: {} }, clock)
    const [dead, alive] = [{}, {}]
    const party = paced(2)
    const admissions = [
      coordinator.admit(dead, party, cost()),
      coordinator.admit(alive, party, cost()),
      coordinator.admit(dead, party, cost()),
      coordinator.admit(dead, party, cost()),
      coordinator.admit(alive, party, cost()),
    ]
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'waiting', 'waiting', 'waiting'])
    coordinator.drop(dead)
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'waiting', 'waiting', 'waiting'])
    clock.pass(60_000)
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'waiting', 'waiting', 'ok'])
    expect(clock.planned()).toBe(0)
  })

  it('of several that are named for one party the narrower holds, for all', async () => {
    const clock = playedClock()
    const coordinator = createCoordinator({ budget: {} }, clock)
    const admissions = [paced(3), paced(2), paced(5), { name: 'anthropic m' }, paced(1, 'another')].map((party) =>
      coordinator.admit({}, party, cost()),
    )
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'waiting', 'waiting', 'ok'])
    clock.pass(60_000)
    expect(await standing(admissions)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
  })

  it('fault 33: a wait that is aborted gives its place back, one that was admitted and not begun too', async () => {
    const clock = playedClock()
    const coordinator = createCoordinator({ budget: {} }, clock)
    const [holder, controller] = [{}, new AbortController()]
    await coordinator.admit(holder, paced(1), cost())
    const aborted = coordinator.admit(holder, paced(1), cost(), controller.signal)
    const next = coordinator.admit(holder, paced(1), cost())
    controller.abort(new Error('cancelled'))
    await expect(aborted).rejects.toThrow('cancelled')
    expect(await standing([next])).toEqual(['waiting'])
    coordinator.withdraw(holder, paced(1))
    expect(await standing([next])).toEqual(['ok'])
  })

  it('a further attempt at a call takes a place in the minute, and nothing of the budget', async () => {
    const clock = playedClock()
    const coordinator = createCoordinator({ budget: { calls: 1 } }, clock)
    const holder = {}
    await coordinator.admit(holder, paced(1), cost())
    const attempts = [coordinator.again(holder, paced(1), cost()), coordinator.again(holder, paced(1), cost())].map(
      (attempt): Promise<Admission> => attempt.then(() => ({ ok: true })),
    )
    expect(await standing(attempts)).toEqual(['waiting', 'waiting'])
    clock.pass(60_000)
    expect(await standing(attempts)).toEqual(['ok', 'waiting'])
    coordinator.drop(holder)
    expect(clock.planned()).toBe(0)
  })

  it('a reset forgets the limits, not what was called in the last minute', async () => {
    const clock = playedClock()
    const coordinator = createCoordinator({ budget: {} }, clock)
    await coordinator.admit({}, paced(1), cost())
    coordinator.reset()
    const admissions = [coordinator.admit({}, paced(2), cost()), coordinator.admit({}, paced(2), cost())]
    expect(await standing(admissions)).toEqual(['ok', 'waiting'])
  })
})

describe('the circuit', () => {
  const fail = async (coordinator: Coordinator, times: number, party = JUDGE) => {
    for (let i = 0; i < times; i += 1) {
      expect((await coordinator.admit({}, party, cost())).ok).toBe(true)
      coordinator.settle({}, party, cost(), `${FAILED} (${i + 1})`)
    }
  }
  const STOPPED = {
    ok: false,
    kind: 'circuit',
    reason: `stopped asking after 20 failures in a row of anthropic m: ${FAILED} (20)`,
  }

  it(`fault 7: opens after ${CIRCUIT_FAILURES} failures in a row and says the last, so that an outage is not paid for to its end`, async () => {
    const coordinator = createCoordinator({ budget: {} })
    await fail(coordinator, CIRCUIT_FAILURES)
    expect(await coordinator.admit({}, JUDGE, cost())).toEqual(STOPPED)
  })

  it('is of one party', async () => {
    const coordinator = createCoordinator({ budget: {} })
    await fail(coordinator, CIRCUIT_FAILURES)
    expect(await coordinator.admit({}, { name: 'system Tenancy of A' }, cost())).toEqual({ ok: true })
  })

  it('counts failures in a row only, and closes on a reset', async () => {
    const coordinator = createCoordinator({ budget: {} })
    await fail(coordinator, CIRCUIT_FAILURES - 1)
    coordinator.settle({}, JUDGE, cost())
    await fail(coordinator, CIRCUIT_FAILURES)
    coordinator.reset()
    expect(await coordinator.admit({}, JUDGE, cost())).toEqual({ ok: true })
  })

  it('stays open whatever comes of the calls that were under way', async () => {
    const coordinator = createCoordinator({ budget: {} })
    await coordinator.admit({}, JUDGE, cost())
    await fail(coordinator, CIRCUIT_FAILURES)
    coordinator.settle({}, JUDGE, cost())
    expect(await coordinator.admit({}, JUDGE, cost())).toEqual(STOPPED)
  })

  it('refuses those that wait for the budget or the minute at once', async () => {
    const clock = playedClock()
    const coordinator = createCoordinator({ budget: { calls: 1000 } }, clock)
    const party: Party = { ...JUDGE, limits: { requests: CIRCUIT_FAILURES } }
    await fail(coordinator, CIRCUIT_FAILURES - 1, party)
    await coordinator.admit({}, party, cost())
    const admissions = [coordinator.admit({}, party, cost()), coordinator.admit({}, party, cost({ calls: 5000 }))]
    expect(await standing(admissions)).toEqual(['waiting', 'budget'])
    coordinator.settle({}, party, cost(), `${FAILED} (20)`)
    expect(await admissions[0]).toEqual(STOPPED)
    expect(clock.planned()).toBe(0)
  })
})

describe('a run that is planned to take more than its budget', () => {
  const judge = { calls: 10, recorded: 0, inputTokens: 0, outputTokens: 0, usd: 3, unpriced: 0 }
  const plan: SuitePlan = {
    project: 'docket',
    file: 'a.suite.ts',
    suite: 'A',
    notes: [],
    cases: [{ id: 'A-1', judge, system: { ...judge, calls: 0, usd: 0 } }],
  }

  it('makes no call, for the reason that it does not start', async () => {
    const coordinator = createCoordinator()
    coordinator.declare(plan)
    const reason = coordinator.mayStart()
    expect(reason).toMatch(/^the run does not start: it is estimated at 3.00 USD/)
    expect(await coordinator.admit({}, JUDGE, cost())).toEqual({ ok: false, kind: 'budget', reason })
    // The system of a suite that costs nothing runs nevertheless.
    expect(await coordinator.admit({}, { name: 'system Tenancy of B' }, cost({ calls: 0 }))).toEqual({ ok: true })
    coordinator.reset()
    expect(coordinator.mayStart()).toBeNull()
    expect(await coordinator.admit({}, JUDGE, cost())).toEqual({ ok: true })
  })
})

describe('the ledger of a process without workers', () => {
  it('has the same budget', async () => {
    const ledger = createLedger({ calls: 1 })
    const signal = new AbortController().signal
    expect(await ledger.admit(JUDGE, cost(), signal)).toEqual({ ok: true })
    await ledger.settle(JUDGE, cost())
    expect(await ledger.admit(JUDGE, cost(), signal)).toMatchObject({ ok: false, kind: 'budget' })
  })
})
