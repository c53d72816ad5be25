import type { Vitest } from 'vitest/node'

/** In watch mode a changed data file re-runs the suites that were read from it. Paths are absolute. */
export function watchDataFiles(vitest: Vitest): (files: string[], suite: string) => void {
  const suites = new Map<string, Set<string>>()
  if (vitest.config.watch) {
    vitest.config.watchTriggerPatterns ??= []
    // Nothing for any other file: an empty list would keep Vitest from finding the tests that depend on it.
    const testsToRun = (file: string) => {
      const known = suites.get(file)
      return known === undefined ? undefined : [...known]
    }
    vitest.config.watchTriggerPatterns.push({ pattern: /./, testsToRun })
  }
  return (files, suite) => {
    if (!vitest.config.watch) return
    for (const file of files) {
      const known = suites.get(file) ?? new Set<string>()
      suites.set(file, known.add(suite))
      vitest.vite.watcher.add(file)
    }
  }
}
