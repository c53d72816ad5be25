import type { Resumption } from '../run/resume.js'
import type { RunPlace } from '../run/run-files.js'
import type { Shard } from '../run/shard.js'
import type { ResolvedOptions } from './options.js'

/** What the plugin hands to every worker of its project. */
export interface Provided {
  options: ResolvedOptions
  project: string
  /** Absolute root of the project: relative paths of suites are resolved against it. */
  root: string
  run: RunPlace
  /** The run that this one goes on with. */
  resume: Resumption | null
  /** Address of the coordinator. */
  coordinator: string
  /** Which part of every suite is registered; null where all of it is. */
  shard: Shard | null
  /** Whether every file of the project is one of suites. */
  suitesOnly: boolean
  /** The user's `retry`, which is applied to infrastructure errors only. */
  retry: number
}

declare module 'vitest' {
  export interface ProvidedContext {
    docket: Provided
  }
}
