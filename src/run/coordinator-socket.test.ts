import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DocketError } from '../errors.js'
import { createCoordinator, type Limits } from './coordinator.js'
import { type CoordinatorServer, connectCoordinator, serveCoordinator } from './coordinator-socket.js'
import type { PaceClock } from './pace.js'
import { playedClock } from './played-clock.test-util.js'

const servers: CoordinatorServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(options: Limits, onWatch?: (files: string[], suite: string) => void, clock?: PaceClock) {
  const coordinator = createCoordinator(options, clock)
  const server = await serveCoordinator(coordinator, onWatch)
  servers.push(server)
  return { coordinator, address: server.address, connect: () => connectCoordinator(server.address) }
}

const NEVER = new AbortController().signal
const COST = { calls: 1, inputTokens: 10, outputTokens: 5, usd: 0.4 }
const PARTY = { name: 'anthropic m' }
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn()
}

/** A client that can be killed, as a worker is. */
async function rawClient(address: string) {
  const socket = createConnection(address)
  await new Promise((resolve) => socket.once('connect', resolve))
  const answers: string[] = []
  socket.on('data', (data) => answers.push(...String(data).split('\n').filter(Boolean)))
  return { socket, answers, send: (request: object) => socket.write(`${JSON.stringify(request)}\n`) }
}

describe('over a local socket', () => {
  it('fault 36: concurrency reaches its figure over several clients and is never exceeded', async () => {
    const { connect } = await serve({ concurrency: 5, budget: {} })
    const clients = await Promise.all([connect(), connect(), connect()])
    let inFlight = 0
    const seen: number[] = []
    const run = async (client: (typeof clients)[number]) => {
      await client.acquire(NEVER)
      inFlight += 1
      seen.push(inFlight)
      // Long enough for every other client to hear of its turn.
      await new Promise((resolve) => setTimeout(resolve, 5))
      inFlight -= 1
      client.release()
    }
    await Promise.all(clients.flatMap((client) => Array.from({ length: 10 }, () => run(client))))
    expect(seen).toHaveLength(30)
    expect(Math.max(...seen)).toBe(5)
  })

  it('numbers the dispatch over all clients, each number once', async () => {
    const { connect } = await serve({ concurrency: 100, budget: {} })
    const clients = await Promise.all([connect(), connect()])
    const slots = await Promise.all(clients.flatMap((client) => Array.from({ length: 10 }, () => client.acquire(NEVER))))
    expect(slots.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i))
  })

  it('gives back what a client held that went away without a word', async () => {
    const { address, connect } = await serve({ concurrency: 2, budget: { calls: 1 } })
    const dead = await rawClient(address)
    for (const id of [1, 2, 3]) dead.send({ id, op: 'acquire' })
    dead.send({ id: 4, op: 'admit', party: PARTY, estimate: COST })
    await until(() => dead.answers.length === 3)
    const alive = await connect()
    let admitted = false
    const admission = alive.admit(PARTY, COST, NEVER).finally(() => {
      admitted = true
    })
    let granted = 0
    const turns = [alive.acquire(NEVER), alive.acquire(NEVER)].map((slot) => slot.then(() => (granted += 1)))
    await alive.mayStart()
    expect([granted, admitted]).toEqual([0, false])
    dead.socket.destroy()
    await Promise.all(turns)
    expect(granted).toBe(2)
    // Its call was under way and may be billed: that is spent.
    expect(await admission).toMatchObject({ ok: false, kind: 'budget' })
  })

  it('fault 33: a wait that is aborted ends with the reason, and its turn goes to the next', async () => {
    const { connect } = await serve({ concurrency: 1, budget: {} })
    const [holder, waiting] = await Promise.all([connect(), connect()])
    await holder.acquire(NEVER)
    const controller = new AbortController()
    const aborted = waiting.acquire(controller.signal)
    const next = waiting.acquire(NEVER)
    controller.abort(new Error('deadline'))
    await expect(aborted).rejects.toThrow('deadline')
    holder.release()
    await expect(next).resolves.toMatchObject({ sequence: expect.any(Number) })
    waiting.release()
    await expect(holder.acquire(NEVER)).resolves.toMatchObject({ sequence: expect.any(Number) })
  })

  it('does not ask for a turn with a signal that is aborted already', async () => {
    const { connect } = await serve({ concurrency: 1, budget: {} })
    const client = await connect()
    await expect(client.acquire(AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled')
    await expect(client.acquire(NEVER)).resolves.toMatchObject({ sequence: 0 })
  })

  it('one budget for all clients', async () => {
    const { connect } = await serve({ concurrency: 8, budget: { usd: 1 } })
    const clients = await Promise.all([connect(), connect(), connect()])
    const calls = clients.map(async (client) => {
      const admission = await client.admit(PARTY, COST, NEVER)
      if (admission.ok) await client.settle(PARTY, COST)
      return admission
    })
    const admissions = await Promise.all(calls)
    expect(admissions.filter(({ ok }) => ok)).toHaveLength(2)
    expect(admissions.find(({ ok }) => !ok)).toMatchObject({
      kind: 'budget',
      reason: expect.stringContaining('`budget` of 1.00 USD'),
    })
  })

  it('fault 33: a wait for admission that is aborted ends with the reason and gives its place back', async () => {
    const { connect } = await serve({ budget: { calls: 1 } })
    const [holder, waiting] = await Promise.all([connect(), connect()])
    expect(await holder.admit(PARTY, COST, NEVER)).toEqual({ ok: true })
    const controller = new AbortController()
    const aborted = waiting.admit(PARTY, COST, controller.signal)
    const next = waiting.admit(PARTY, COST, NEVER)
    controller.abort(new Error('cancelled'))
    await expect(aborted).rejects.toThrow('cancelled')
    await holder.settle(PARTY, { ...COST, calls: 0 })
    expect(await next).toEqual({ ok: true })
    await expect(waiting.admit(PARTY, COST, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })

  it('an admission that comes when nobody waits for it any more is given back', async () => {
    const { connect } = await serve({ budget: { calls: 1 } })
    const client = await connect()
    const controller = new AbortController()
    const admission = client.admit(PARTY, COST, controller.signal)
    // It was asked for and is granted before the word that it was abandoned arrives.
    controller.abort(new Error('cancelled'))
    await expect(admission).rejects.toThrow('cancelled')
    expect(await client.admit(PARTY, COST, NEVER)).toEqual({ ok: true })
  })

  it('limits a minute hold over all clients, for further attempts too', async () => {
    const clock = playedClock()
    const { connect } = await serve({ budget: {} }, undefined, clock)
    const clients = await Promise.all([connect(), connect()])
    const party = { name: 'anthropic m', limits: { requests: 2 } }
    const begun: string[] = []
    const calls = clients.flatMap((client, at) => [
      client.admit(party, COST, NEVER).then(() => begun.push(`call of ${at}`)),
      client.again(party, COST, NEVER).then(() => begun.push(`again of ${at}`)),
    ])
    await until(() => begun.length === 2 && clock.planned() === 1)
    clock.pass(60_000)
    await Promise.all(calls)
    expect(begun.sort()).toEqual(['again of 0', 'again of 1', 'call of 0', 'call of 1'])
  })

  it('what is planned is known to all', async () => {
    const { connect } = await serve({ budget: { calls: 1 } })
    const [a, b] = await Promise.all([connect(), connect()])
    const judge = { calls: 2, recorded: 0, inputTokens: 0, outputTokens: 0, usd: 0, unpriced: 0 }
    const cases = [{ id: 'A-1', judge, system: { ...judge, calls: 0 } }]
    expect(await a.mayStart()).toBeNull()
    await a.declare({ project: 'p', file: 'a.suite.ts', suite: 'A', notes: [], cases })
    expect(await b.mayStart()).toMatch(/the run does not start: it is estimated at 2 calls .* `budget` is 1 call;/)
    await b.skip('p', 'a.suite.ts', 'A', ['A-1'])
    expect(await a.mayStart()).toBeNull()
  })

  it('settles calls, so that failures in a row are counted over all clients', async () => {
    const { connect, coordinator } = await serve({ concurrency: 8, budget: {} })
    const clients = await Promise.all([connect(), connect()])
    for (let i = 0; i < 20; i += 1) await clients[i % 2]?.settle(PARTY, COST, '503')
    expect(await coordinator.admit({}, PARTY, COST)).toMatchObject({ ok: false, kind: 'circuit' })
    expect(await clients[0]?.admit(PARTY, COST, NEVER)).toMatchObject({ ok: false, kind: 'circuit' })
  })

  it('says which data files a suite was read from', async () => {
    const heard: unknown[] = []
    const { connect } = await serve({ concurrency: 1, budget: {} }, (...args) => heard.push(args))
    const client = await connect()
    client.watch(['data/größe “x”.jsonl'], 'a.suite.ts')
    await until(() => heard.length > 0)
    expect(heard).toEqual([[['data/größe “x”.jsonl'], 'a.suite.ts']])
  })

  it('a run that has ended is an error in words, not a hang', async () => {
    const server = await serveCoordinator(createCoordinator({ concurrency: 1, budget: {} }))
    server.close()
    await expect(connectCoordinator(server.address)).rejects.toThrow(DocketError)
    await expect(connectCoordinator(server.address)).rejects.toThrow(/run has ended/i)
  })
})

describe('an end that dies', () => {
  /** Errors that nothing listens to, which end a process. */
  function uncaught(): unknown[] {
    const errors: unknown[] = []
    const hear = (error: unknown) => errors.push(error)
    process.on('uncaughtException', hear)
    onTestFinished(() => void process.off('uncaughtException', hear))
    return errors
  }

  /** A coordinator that reads nothing of what it is asked; to kill it is a reset for all that asked. */
  async function deafCoordinator(): Promise<{ address: string; kill(): void }> {
    const address = join(mkdtempSync(join(tmpdir(), 'docket-')), 's.sock')
    const sockets: Socket[] = []
    const server = createServer({ pauseOnConnect: true }, (socket) => sockets.push(socket))
    await new Promise<void>((ready) => server.listen(address, ready))
    const kill = () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
    onTestFinished(() => {
      kill()
      rmSync(dirname(address), { recursive: true, force: true })
    })
    return { address, kill }
  }

  /** Long enough for what was written to lie in the other end's socket. */
  const written = () => new Promise((resolve) => setTimeout(resolve, 20))

  it('a worker whose connection is reset takes nothing with it but what it held', async () => {
    const errors = uncaught()
    const { address, connect, coordinator } = await serve({ concurrency: 1, budget: {} })
    const dead = createConnection(address).pause()
    await new Promise((resolve) => dead.once('connect', resolve))
    dead.write(
      `${JSON.stringify({ id: 0, op: 'acquire' })}\n${JSON.stringify({ id: 1, op: 'admit', party: PARTY, estimate: COST })}\n`,
    )
    await until(() => dead.bytesWritten > 0)
    // Answers wait unread, so that closing the socket is a reset.
    await written()
    let granted = false
    const next = coordinator.acquire({}).then(() => {
      granted = true
    })
    await turn()
    expect(granted).toBe(false)
    dead.destroy()
    await next
    const alive = await connect()
    expect(await alive.admit(PARTY, COST, NEVER)).toEqual({ ok: true })
    expect(errors).toEqual([])
  })

  it('fault 34: a worker knows that its main process is gone before any of its requests fails, so that no case reads that as an outage', async () => {
    const { address, kill } = await deafCoordinator()
    const client = await connectCoordinator(address)
    const waiting = client.acquire(NEVER).catch(() => client.closed.aborted)
    await written()
    expect(client.closed.aborted).toBe(false)
    kill()
    expect(await waiting).toBe(true)
    expect(client.closed.reason).toBeInstanceOf(DocketError)
  })

  it('what was asked of a coordinator that is gone is an error in words, not a hang, and so is what is asked after', async () => {
    const errors = uncaught()
    const { address, kill } = await deafCoordinator()
    const client = await connectCoordinator(address)
    const asked = [client.acquire(NEVER), client.admit(PARTY, COST, NEVER), client.settle(PARTY, COST)]
    await written()
    kill()
    for (const answer of asked) await expect(answer).rejects.toThrow(/run has ended/)
    for (const ask of [() => client.acquire(NEVER), () => client.admit(PARTY, COST, NEVER)]) {
      await expect(ask()).rejects.toThrow(DocketError)
      await expect(ask()).rejects.toThrow(/run has ended/)
    }
    client.release()
    client.watch(['a.jsonl'], 'a.suite.ts')
    await turn()
    expect(errors).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('where the socket is', () => {
  function folder(name: string): string {
    const base = mkdtempSync(join(tmpdir(), 'docket-'))
    onTestFinished(() => rmSync(base, { recursive: true, force: true }))
    onTestFinished(() => void vi.unstubAllEnvs())
    const path = join(base, name)
    mkdirSync(path, { recursive: true })
    return path
  }

  async function servedIn(temporary: string) {
    vi.stubEnv('TMPDIR', temporary)
    const { address, connect } = await serve({ concurrency: 1, budget: {} })
    expect(await (await connect()).acquire(NEVER)).toMatchObject({ sequence: 0 })
    return address
  }

  it('in the temporary folder, and gone when the run ends', async () => {
    const temporary = folder('a')
    const address = await servedIn(temporary)
    expect(dirname(address)).toBe(temporary)
    expect(existsSync(address)).toBe(true)
    for (const server of servers.splice(0)) server.close()
    expect(existsSync(address)).toBe(false)
  })

  it('elsewhere where the path of the temporary folder is too long for a socket', async () => {
    const temporary = folder('x'.repeat(120))
    const address = await servedIn(temporary)
    expect(Buffer.byteLength(address)).toBeLessThanOrEqual(100)
    expect(dirname(address)).not.toBe(temporary)
    expect(existsSync(address)).toBe(true)
  })

  it('counts bytes, not characters', async () => {
    const address = await servedIn(folder('ж'.repeat(45)))
    expect(Buffer.byteLength(address)).toBeLessThanOrEqual(100)
    expect(existsSync(address)).toBe(true)
  })

  it('elsewhere where there is no temporary folder', async () => {
    const address = await servedIn(join(folder('a'), 'missing'))
    expect(existsSync(address)).toBe(true)
  })
})
