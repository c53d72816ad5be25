import type { TestSpecification, Vitest } from 'vitest/node'
import type { SharedRun } from '../src/run/shared-run.js'
import { isSuiteFile } from '../src/run/suite-file.js'
import { SuiteHeader } from '../src/schema/record.js'

/**
 * Collects the suites of a run before any of its cases starts, so that the run's estimate is whole when the first case asks whether it may
 * start. Of a single file that is known anyway. What a filter leaves out is taken from the estimate.
 */
export async function planRun(vitest: Vitest, specifications: readonly TestSpecification[], run: SharedRun): Promise<void> {
  const { testNamePattern, tagsFilter = [], mergeReports } = vitest.config
  if (mergeReports !== undefined) return
  const suites = specifications.filter(
    ({ project, moduleId }) => run.projects.has(project.name) && isSuiteFile(moduleId, run.suitesOnly.has(project.name)),
  )
  const filtered = testNamePattern !== undefined || tagsFilter.length > 0
  if (suites.length > 1 || (suites.length === 1 && filtered)) await collectPlans(vitest, suites, run)
}

/** Collects files, upon which their suites declare what they are likely to take; their cases do not run. */
export async function collectPlans(vitest: Vitest, suites: readonly TestSpecification[], run: SharedRun): Promise<string[]> {
  const { testModules } = await vitest.collectTests([...suites])
  for (const module of testModules) {
    for (const suite of module.children.allSuites()) {
      const header = SuiteHeader.safeParse((suite.meta() as { docketSuite?: unknown }).docketSuite)
      if (!header.success) continue
      const skipped = [...suite.children.allTests()].filter(({ options }) => options.mode !== 'run').map(idOf)
      run.coordinator.skip(module.project.name, header.data.file, header.data.suite, skipped)
    }
  }
  return testModules.flatMap((module) =>
    [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())].map(
      ({ message }) => `${module.relativeModuleId}: ${message}`,
    ),
  )
}

function idOf(testCase: { meta(): unknown }): string {
  return String((testCase.meta() as { docketCase?: unknown }).docketCase)
}
