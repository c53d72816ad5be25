import type { RunPlace } from '../run/run-files.js'
import type { ResolvedOptions } from './options.js'

/** What the plugin hands to every worker of its project. */
export interface Provided {
  options: ResolvedOptions
  project: string
  /** Absolute root of the project: relative paths of suites are resolved against it. */
  root: string
  run: RunPlace
  /** Address of the coordinator. */
  coordinator: string
  /** The user's `retry`, which is applied to infrastructure errors only. */
  retry: number
}

declare module 'vitest' {
  export interface ProvidedContext {
    docket: Provided
  }
}
