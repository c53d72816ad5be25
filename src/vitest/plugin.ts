import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configDefaults } from 'vitest/config'
import type { Vitest } from 'vitest/node'
import { docketReporter, isDocketReporter } from '../../reporters/docket-reporter.js'
import { type Coordinator, createCoordinator } from '../run/coordinator.js'
import { serveCoordinator } from '../run/coordinator-socket.js'
import { type DocketOptions, type ResolvedOptions, resolveOptions } from './options.js'
import type { Provided } from './provided.js'
import { watchDataFiles } from './watch.js'

const SUITES = '**/*.suite.{ts,mts,tsx,js,mjs,jsx}'

/** A Vite plugin, as far as its users see it. */
export interface DocketPlugin {
  name: string
}

/**
 * The plugin for a repository, or a package, that holds its suites beside its other tests: adds `*.suite.ts` to what Vitest
 * includes. Where suites should not run with every `vitest run` of a workspace, use `docketProject` instead.
 */
export function docket(options: DocketOptions = {}): DocketPlugin {
  return plugin(options, [...configDefaults.include, SUITES])
}

/**
 * An inline project for `test.projects` that holds the suites and nothing else: all `*.suite.ts` files below the root. Spread it to
 * change its name or root: `{ ...docketProject(), test: { ...docketProject().test, name: 'legal' } }`.
 */
export function docketProject(options: DocketOptions = {}): DocketProject {
  return { plugins: [plugin(options, [SUITES])], test: { name: 'docket', include: [SUITES] } }
}

export interface DocketProject {
  plugins: DocketPlugin[]
  test: { name: string; include: string[] }
}

function plugin(given: DocketOptions, include: string[]): DocketPlugin {
  const options = resolveOptions(given)
  const hooks = {
    name: 'vitest-docket',
    config(config: { test?: { include?: string[]; strictTags?: boolean } }) {
      // What this returns wins over the user's own, so only what is not set is given.
      const test = config.test ?? {}
      return {
        test: {
          ...(test.include === undefined ? { include } : {}),
          // Types and languages of a data set become tags that no config can list beforehand.
          ...(test.strictTags === undefined ? { strictTags: false } : {}),
        },
      }
    },
    async configureVitest({ vitest, project }: { vitest: Vitest; project: Vitest['projects'][number] }) {
      const run = runOf(vitest, options, project.config.root)
      const provided: Provided = {
        options,
        project: project.name,
        root: project.config.root,
        run: run.id,
        runDir: run.dir,
        startedAt: run.startedAt,
        coordinator: (await run.server).address,
        retry: retries(project.config.retry),
      }
      run.projects.add(project.name)
      project.provide('docket', provided)
      project.config.setupFiles.push(sibling('./setup'))
      const reporters = vitest.config.reporters as unknown[]
      if (!reporters.some(isDocketReporter)) reporters.push(docketReporter(run))
    },
  }
  return hooks
}

/** What the projects of one Vitest share: the run's id and folder, and its coordinator. */
export interface SharedRun {
  id: string
  dir: string
  outputDir: string
  startedAt: string
  /** Names of the projects that hold suites. */
  projects: Set<string>
  coordinator: Coordinator
  server: ReturnType<typeof serveCoordinator>
}

const KEY = Symbol.for('vitest-docket.runs')

function runOf(vitest: Vitest, options: ResolvedOptions, root: string): SharedRun {
  // With several projects Vitest 4 loads this module once per project, so the runs are kept where all of them look.
  const held = globalThis as { [KEY]?: WeakMap<Vitest, SharedRun> }
  held[KEY] ??= new WeakMap()
  const known = held[KEY].get(vitest)
  if (known !== undefined) {
    known.coordinator.narrow(options)
    return known
  }
  const startedAt = new Date().toISOString()
  const id = `${startedAt.replace(/[:.]/g, '-')}-${randomBytes(2).toString('hex')}`
  const outputDir = resolve(root, options.outputDir)
  const coordinator = createCoordinator(options)
  const run: SharedRun = {
    id,
    dir: resolve(outputDir, 'runs', id),
    outputDir,
    startedAt,
    projects: new Set(),
    coordinator,
    server: serveCoordinator(coordinator, watchDataFiles(vitest)),
  }
  held[KEY].set(vitest, run)
  return run
}

function retries(retry: unknown): number {
  if (typeof retry === 'number') return retry
  const count = (retry as { count?: unknown } | undefined)?.count
  return typeof count === 'number' ? count : 0
}

/** A module beside this one, whether it runs from source or built. */
function sibling(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  return fileURLToPath(new URL(`${name}${extension}`, import.meta.url))
}
