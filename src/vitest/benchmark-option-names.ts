import type { BenchmarkOptions } from './benchmark-options.js'

export const BENCHMARK_OPTIONS = [
  'items',
  'system',
  'policy',
  'gates',
  'judge',
  'compat',
  'corpus',
  'documents',
  'task',
  'k',
  'trials',
  'confirm',
  'baseline',
  'sample',
  'limit',
  'filter',
  'deadlineMs',
  'arm',
] satisfies (keyof BenchmarkOptions)[]
