import { readFileSync } from 'node:fs'
import { OptionError } from '../../errors.js'
import { nearest } from '../nearest.js'
import { Benchmark } from './benchmark.js'

/** Every benchmark that can be fetched, in the order in which they are listed. */
export const BENCHMARK_NAMES = [
  'paklegalqa',
  'swiss-legal-rag-bench',
  'legalbench-rag',
  'canlegalragbench',
  'claimrag-law',
  'legal-rag-bench',
  'ragchecker',
  'refchecker',
  'legalcitebench',
] as const
export type BenchmarkName = (typeof BENCHMARK_NAMES)[number]

/** What is known of a benchmark. Throws an `OptionError` with the nearest name for one that is not known. */
export function benchmarkNamed(name: string): Benchmark {
  const known = BENCHMARK_NAMES.find((one) => one === name)
  if (known === undefined) {
    const meant = nearest(name, BENCHMARK_NAMES)
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
    throw new OptionError(`no benchmark "${name}"; expected one of ${BENCHMARK_NAMES.join(', ')}.${hint}`)
  }
  return Benchmark.parse(JSON.parse(readFileSync(new URL(`./benchmarks/${known}.json`, import.meta.url), 'utf8')))
}
