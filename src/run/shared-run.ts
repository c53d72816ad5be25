import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { type Coordinator, type CoordinatorOptions, createCoordinator } from './coordinator.js'
import { type CoordinatorServer, serveCoordinator } from './coordinator-socket.js'

/** What the projects of one Vitest share: the run's id and folders, and its coordinator. */
export interface SharedRun {
  id: string
  /** ISO 8601 date and time. */
  startedAt: string
  outputDir: string
  /** Folder of the run's files. */
  dir: string
  /** Names of the projects that hold suites. */
  projects: Set<string>
  coordinator: Coordinator
  server: Promise<CoordinatorServer>
}

// With several projects Vitest 4 loads this module once per project, so the runs are kept where all of them look.
const KEY = Symbol.for('vitest-docket.runs')
const held = globalThis as { [KEY]?: WeakMap<object, SharedRun> }

/** The run of a Vitest instance; undefined before any project of it has the plugin. */
export function sharedRunOf(vitest: object): SharedRun | undefined {
  return held[KEY]?.get(vitest)
}

/** Joins a project to the run of its Vitest, which the first one starts. Of two limits the narrower holds for all. */
export function joinRun(
  vitest: object,
  options: CoordinatorOptions & { outputDir: string },
  onWatch: Parameters<typeof serveCoordinator>[1],
): SharedRun {
  const known = sharedRunOf(vitest)
  if (known !== undefined) {
    known.coordinator.narrow(options)
    return known
  }
  const startedAt = new Date().toISOString()
  const id = `${startedAt.replace(/[:.]/g, '-')}-${randomBytes(2).toString('hex')}`
  const { outputDir } = options
  const coordinator = createCoordinator(options)
  const server = serveCoordinator(coordinator, onWatch)
  const run = { id, startedAt, outputDir, dir: resolve(outputDir, 'runs', id), projects: new Set<string>(), coordinator, server }
  held[KEY] ??= new WeakMap()
  held[KEY].set(vitest, run)
  return run
}
