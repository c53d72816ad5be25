import { readFileSync } from 'node:fs'

const SUITE_NAME = /\.suite\.[cm]?[jt]sx?$/

/**
 * Whether a file declares benchmarks, as far as its name or its text says so. In a project that holds suites and nothing else every file does; main process and
 * workers must come to the same, since one deals out files and the other items.
 */
export function isSuiteFile(path: string, suitesOnly: boolean): boolean {
  if (suitesOnly || SUITE_NAME.test(path)) return true
  try {
    return readFileSync(path, 'utf8').includes('describeBenchmark')
  } catch {
    return false
  }
}
