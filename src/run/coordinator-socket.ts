import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DocketError } from '../errors.js'
import type { Admission, Ledger, Party } from '../judges/budget.js'
import type { Cost } from '../schema/record.js'
import type { Coordinator } from './coordinator.js'
import type { SuitePlan } from './plan.js'
import type { Slot } from './turns.js'

type Request =
  | { id: number; op: 'acquire' }
  | { id: number; op: 'release' }
  | { id: number; op: 'admit' | 'again'; party: Party; estimate: Cost }
  /** Of a request that waits. */
  | { id: number; op: 'abandon' }
  | { op: 'withdraw'; party: Party }
  | { id: number; op: 'settle'; party: Party; cost: Cost; failure?: string }
  | { id: number; op: 'watch'; files: string[]; suite: string }
  | { id: number; op: 'declare'; plan: SuitePlan }
  | { id: number; op: 'skip'; project: string; file: string; suite: string; ids: string[] }
  | { id: number; op: 'mayStart' }

/** A worker's end of the coordinator. */
export interface CoordinatorClient extends Required<Ledger> {
  /** Waits for a turn; the case's own clock starts after it. Rejects when aborted while waiting. */
  acquire(signal: AbortSignal): Promise<Slot>
  release(): void
  /** Says which data files a suite was read from, for watch mode. */
  watch(files: string[], suite: string): void
  /** Says what a suite is likely to take; resolves when it is known to all. */
  declare(plan: SuitePlan): Promise<void>
  /** Leaves cases of a suite out of what is planned. */
  skip(project: string, file: string, suite: string, ids: readonly string[]): Promise<void>
  /** null, or why the run does not start. */
  mayStart(): Promise<string | null>
  /** Aborted once the coordinator no longer answers, such as where the main process was killed: what goes on then is no finding. */
  closed: AbortSignal
}

export interface CoordinatorServer {
  address: string
  close(): void
}

/** Serves a coordinator on a local socket (a named pipe on Windows). The server never keeps the process alive. */
export async function serveCoordinator(
  coordinator: Coordinator,
  onWatch: (files: string[], suite: string) => void = () => {},
): Promise<CoordinatorServer> {
  const address = freshAddress()
  const server: Server = createServer((socket) => attend(socket, coordinator, onWatch))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
  server.unref()
  const close = () => {
    process.off('exit', close)
    server.close()
    if (process.platform !== 'win32') rmSync(address, { force: true })
  }
  process.once('exit', close)
  return { address, close }
}

/** A socket's path holds about 100 bytes; what is longer is cut off silently, to a path that others may have. */
const LONGEST_PATH = 100

function freshAddress(): string {
  const name = `docket-${process.pid}-${randomUUID().slice(0, 8)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const paths = [tmpdir(), '/tmp', homedir()].filter((folder) => existsSync(folder)).map((folder) => join(folder, `${name}.sock`))
  const path = paths.find((candidate) => Buffer.byteLength(candidate) <= LONGEST_PATH)
  if (path !== undefined) return path
  throw new DocketError(
    `no folder for a local socket: TMPDIR (${tmpdir()}) is missing or its path is too long; set TMPDIR to a shorter one`,
  )
}

function attend(socket: Socket, coordinator: Coordinator, onWatch: (files: string[], suite: string) => void): void {
  const answer = (id: number, result: unknown) => {
    if (!socket.destroyed) socket.write(`${JSON.stringify({ id, result })}\n`)
  }
  /** Requests that wait, each with what ends its waiting. */
  const waiting = new Map<number, AbortController>()
  const whenGranted = async (id: number, wait: (signal: AbortSignal) => Promise<unknown>) => {
    const controller = new AbortController()
    waiting.set(id, controller)
    try {
      answer(id, await wait(controller.signal))
    } catch {
      answer(id, null)
    } finally {
      waiting.delete(id)
    }
  }
  socket.unref()
  socket.on('error', () => socket.destroy())
  socket.on('close', () => coordinator.drop(socket))
  // The interface passes the socket's errors on, and one without a listener ends the process: the socket's own has dealt with it.
  const lines = createInterface({ input: socket }).on('error', () => {})
  lines.on('line', (line) => {
    const request = JSON.parse(line) as Request
    switch (request.op) {
      case 'acquire':
        void coordinator.acquire(socket).then((slot) => answer(request.id, slot))
        break
      case 'release':
        coordinator.release(socket)
        break
      case 'admit':
      case 'again':
        void whenGranted(request.id, (signal) => coordinator[request.op](socket, request.party, request.estimate, signal))
        break
      case 'abandon':
        waiting.get(request.id)?.abort()
        break
      case 'withdraw':
        coordinator.withdraw(socket, request.party)
        break
      case 'settle':
        coordinator.settle(socket, request.party, request.cost, request.failure)
        answer(request.id, null)
        break
      case 'watch':
        onWatch(request.files, request.suite)
        break
      case 'declare':
        coordinator.declare(request.plan)
        answer(request.id, null)
        break
      case 'skip':
        coordinator.skip(request.project, request.file, request.suite, request.ids)
        answer(request.id, null)
        break
      case 'mayStart':
        answer(request.id, coordinator.mayStart())
        break
    }
  })
}

const CLOSED = 'the run has ended: its coordinator in the main process no longer answers'

/** Connects a worker; one connection serves all suites of the worker. */
export async function connectCoordinator(address: string): Promise<CoordinatorClient> {
  const socket = connect(address)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', (cause) => reject(new DocketError(`${CLOSED}; run the command again`, { cause })))
  })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let next = 0
  const closing = new AbortController()
  // Every case that is under way listens.
  setMaxListeners(0, closing.signal)
  const fail = () => {
    closing.abort(new DocketError(CLOSED))
    for (const { reject } of waiting.values()) reject(new DocketError(CLOSED))
    waiting.clear()
  }
  socket.on('error', fail)
  socket.on('close', fail)
  socket.unref()
  const lines = createInterface({ input: socket }).on('error', () => {})
  lines.on('line', (line) => {
    const { id, result } = JSON.parse(line) as { id: number; result: never }
    waiting.get(id)?.resolve(result)
    waiting.delete(id)
    if (waiting.size === 0) socket.unref()
  })
  const send = (request: Record<string, unknown>) => void socket.write(`${JSON.stringify(request)}\n`)
  const ask = <T>(request: Record<string, unknown>, id = next++): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (socket.destroyed) return reject(new DocketError(CLOSED))
      socket.ref()
      waiting.set(id, { resolve, reject })
      send({ ...request, id })
    })
  /** Asks for something that one waits for. What still comes after the signal has aborted is given back. */
  const askUntil = <T>(request: Record<string, unknown>, signal: AbortSignal, giveBack: (granted: T) => void): Promise<T> => {
    signal.throwIfAborted()
    const id = next++
    const granted = ask<T>(request, id)
    return new Promise<T>((resolve, reject) => {
      const abandon = () => {
        reject(signal.reason)
        if (!socket.destroyed) send({ op: 'abandon', id })
        granted.then(giveBack, () => {})
      }
      signal.addEventListener('abort', abandon, { once: true })
      granted.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon))
    })
  }
  const noReturn = () => {}

  return {
    acquire: async (signal) => askUntil<Slot>({ op: 'acquire' }, signal, () => send({ op: 'release' })),
    release: () => send({ op: 'release' }),
    admit: async (party, estimate, signal) =>
      askUntil<Admission | null>({ op: 'admit', party, estimate }, signal, (admission) => {
        if (admission?.ok) send({ op: 'withdraw', party })
      }) as Promise<Admission>,
    again: async (party, estimate, signal) => askUntil<void>({ op: 'again', party, estimate }, signal, noReturn),
    settle: (party, cost, failure) => ask<void>({ op: 'settle', party, cost, failure }),
    watch: (files, suite) => send({ op: 'watch', files, suite }),
    declare: (plan) => ask<void>({ op: 'declare', plan }),
    skip: (project, file, suite, ids) => ask<void>({ op: 'skip', project, file, suite, ids }),
    mayStart: () => ask<string | null>({ op: 'mayStart' }),
    closed: closing.signal,
  }
}
