import { rmSync } from 'node:fs'
import { createVitest, type Reporter } from 'vitest/node'
import { collectPlans } from '../../reporters/plan-run.js'
import { OptionError } from '../errors.js'
import type { SuitePlan } from '../run/plan.js'
import { sharedRunOf } from '../run/shared-run.js'

export interface RunEstimate {
  plans: SuitePlan[]
  /** Why the run would not start; null where it would. */
  refusal: string | null
  /** What is broken: files that do not load, suites whose data cannot be read. */
  problems: string[]
}

/** Bears the mark of the package's own reporter, which the plugin then leaves out. */
const SILENT: Reporter = Object.assign({}, { [Symbol.for('vitest-docket.reporter')]: true })

/**
 * What `vitest run` with these filters is likely to take. Suites are collected as for a run, and nothing of them is run. Throws an
 * `OptionError` where no project has the plugin, or no suite matches.
 */
export async function estimateRun(
  filters: string[],
  options: { root?: string; config?: string; project?: string[]; testNamePattern?: string },
): Promise<RunEstimate> {
  const vitest = await createVitest('test', { ...options, watch: false, reporters: [SILENT] })
  try {
    const run = await sharedRunOf(vitest)
    if (run === undefined) throw new OptionError('no project of the Vitest config has the vitest-docket plugin')
    const suites = (await vitest.globTestSpecifications(filters)).filter(({ project }) => run.projects.has(project.name))
    if (suites.length === 0) throw new OptionError(`no suite matches ${filters.join(' ') || 'the config'}`)
    const problems = await collectPlans(vitest, suites, run)
    // It was no run: nothing of it may be taken for one.
    rmSync(run.dir, { recursive: true, force: true })
    return { plans: run.coordinator.planned(), refusal: run.coordinator.mayStart(), problems }
  } finally {
    await vitest.close()
  }
}
