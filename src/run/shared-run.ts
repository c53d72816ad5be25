import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import type { Output } from '../schema/output.js'
import { type Coordinator, createCoordinator, type Limits } from './coordinator.js'
import { type CoordinatorServer, serveCoordinator } from './coordinator-socket.js'
import type { Resumption } from './resume.js'
import type { RunPlace } from './run-files.js'
import type { Shard } from './shard.js'

/** What the projects of one Vitest share: where the run's files are, and its coordinator. */
export interface SharedRun extends RunPlace {
  outputDir: string
  /** The run that this one goes on with. */
  resume: Resumption | null
  /** Names of the projects that hold suites. */
  projects: Set<string>
  /** Those of them in which every file is one of suites. */
  suitesOnly: Set<string>
  /** Forms of the run that some project asks for. */
  outputs: Set<Output>
  /** Absolute roots by the name of the project. */
  roots: Map<string, string>
  coordinator: Coordinator
  server: CoordinatorServer
  /** Under `--shard`: Vitest's check that there are no more shards than files, which is for files that are dealt out whole. */
  shardCheck?: { waive(): void; restore(): void } | undefined
}

// With several projects Vitest 4 loads this module once per project, so the runs are kept where all of them look.
const KEY = Symbol.for('vitest-docket.runs')
const held = globalThis as { [KEY]?: WeakMap<object, Promise<SharedRun>> }

/** The run of a Vitest instance; undefined before any project of it has the plugin, and after it was closed. */
export function sharedRunOf(vitest: object): Promise<SharedRun> | undefined {
  return held[KEY]?.get(vitest)
}

/** Joins a project to the run of its Vitest, which the first one starts with `start`. */
export async function joinRun(vitest: object, limits: Limits, start: () => Promise<SharedRun>): Promise<SharedRun> {
  held[KEY] ??= new WeakMap()
  const known = held[KEY].get(vitest)
  const run = known ?? start()
  held[KEY].set(vitest, run)
  ;(await run).coordinator.join(limits)
  return run
}

/** Starts a run: its name, its folder, and the coordinator that its workers call. */
export async function startRun(
  outputDir: string,
  onWatch: Parameters<typeof serveCoordinator>[1],
  resume: Resumption | null = null,
  shard: Shard | null = null,
): Promise<SharedRun> {
  const startedAt = new Date().toISOString()
  const id = `${startedAt.replace(/[:.]/g, '-')}-${randomBytes(2).toString('hex')}`
  const coordinator = createCoordinator(undefined, undefined, shard ?? undefined)
  const server = await serveCoordinator(coordinator, onWatch)
  return {
    id,
    startedAt,
    outputDir,
    resume,
    resumes: resume?.runs[0]?.id,
    dir: resolve(outputDir, 'runs', id),
    projects: new Set(),
    suitesOnly: new Set(),
    outputs: new Set(),
    roots: new Map(),
    coordinator,
    server,
  }
}

/** Ends the run of a Vitest that closes; a config restart starts another. */
export async function endRun(vitest: object): Promise<void> {
  const run = sharedRunOf(vitest)
  held[KEY]?.delete(vitest)
  ;(await run)?.server.close()
}
