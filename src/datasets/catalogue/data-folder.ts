import { join } from 'node:path'
import { fromDataRoot } from '../root.js'
import type { Benchmark } from './benchmark.js'
import { type BenchmarkName, benchmarkNamed } from './catalogue.js'

/** Where all data lies: `DOCKET_DATA`, else `.docket/data`; a relative one is taken from the project's root. */
function dataHome(): string {
  return fromDataRoot(process.env['DOCKET_DATA'] || '.docket/data')
}

/**
 * The folder of a benchmark, where `vitest-docket fetch` puts it and a suite finds it: `DOCKET_DATA`, else `.docket/data` below the
 * project's root, and in it the benchmark's name. It may not be there yet. Throws an `OptionError` for a name that is not known.
 */
export function dataFolder(name: BenchmarkName): string {
  return folderOf(benchmarkNamed(name))
}

export function folderOf({ name, folder = name }: Benchmark): string {
  return join(dataHome(), folder)
}
