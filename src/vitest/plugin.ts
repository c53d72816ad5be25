import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configDefaults } from 'vitest/config'
import type { Vitest } from 'vitest/node'
import { docketReporter, isDocketReporter } from '../../reporters/docket-reporter.js'
import { RESUME, type Resumption, refusal, resumptionOf } from '../run/resume.js'
import { endRun, joinRun, startRun } from '../run/shared-run.js'
import { checkReports } from './merged-reports.js'
import { type DocketOptions, resolveOptions } from './options.js'
import type { Provided } from './provided.js'
import { shardByItem, shardOf } from './shards.js'
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
  return { plugins: [plugin(options)], test: { name: 'docket', include: [SUITES] } }
}

export interface DocketProject {
  plugins: DocketPlugin[]
  test: { name: string; include: string[] }
}

function plugin(given: DocketOptions, include?: string[]): DocketPlugin {
  const options = resolveOptions(given)
  const hooks = {
    name: 'vitest-docket',
    // For commands that read the config and run nothing.
    api: { options },
    config(config: { test?: { include?: string[]; strictTags?: boolean } }) {
      // What this returns wins over the user's own, so only what is not set is given.
      const test = config.test ?? {}
      return {
        test: {
          ...(test.include === undefined && include !== undefined ? { include } : {}),
          // Types and languages of a data set become tags that no config can list beforehand.
          ...(test.strictTags === undefined ? { strictTags: false } : {}),
        },
      }
    },
    async configureVitest({ vitest, project }: { vitest: Vitest; project: Vitest['projects'][number] }) {
      const { root } = project.config
      const { concurrency, budget } = given
      const shard = shardOf(vitest)
      const run = await joinRun(vitest, { concurrency, budget }, async () => {
        if (vitest.config.mergeReports !== undefined) checkReports(vitest.config.mergeReports)
        vitest.onClose(() => endRun(vitest))
        const started = await startRun(resolve(root, options.outputDir), watchDataFiles(vitest), resumed(vitest), shard)
        started.shardCheck = shardByItem(vitest, started)
        return started
      })
      const { id, dir, startedAt, resumes, resume } = run
      const provided: Provided = {
        options,
        project: project.name,
        root,
        run: { id, dir, startedAt, resumes },
        resume,
        coordinator: run.server.address,
        shard,
        suitesOnly: include === undefined,
        retry: retries(project.config.retry),
      }
      run.projects.add(project.name)
      for (const output of options.outputs) run.outputs.add(output)
      run.roots.set(project.name, root)
      if (include === undefined) run.suitesOnly.add(project.name)
      project.provide('docket', provided)
      project.config.setupFiles.push(sibling('./setup'))
      declareTags(vitest, project)
      const reporters = vitest.config.reporters as unknown[]
      if (!reporters.some(isDocketReporter)) reporters.push(docketReporter())
    },
  }
  return hooks
}

/** A merge runs nothing, and a change that watch mode runs for is what a resumed run must not have. */
function resumed({ config }: Vitest): Resumption | null {
  const resume = config.mergeReports === undefined ? resumptionOf(process.env) : null
  if (resume === null || !config.watch) return resume
  throw refusal(`${RESUME}: not in watch mode; use \`vitest run\``)
}

/** Vitest refuses a filter on a tag that no config declares, and the tags of a data set are known only once it is read. */
function declareTags(vitest: Vitest, { config }: Vitest['projects'][number]): void {
  const wanted = (vitest.config.tagsFilter ?? []).flatMap((filter) => filter.match(/[^\s!&|()]+/g) ?? [])
  config.tags ??= []
  const declared = new Set(config.tags.map(({ name }) => name))
  for (const name of new Set(wanted)) if (/^(type|language):/.test(name) && !declared.has(name)) config.tags.push({ name })
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
