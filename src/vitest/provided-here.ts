import { inject } from 'vitest'
import type { Provided } from './provided.js'

/** What the plugin provided, or null in a project without it. */
export function provided(): Provided | null {
  try {
    return (inject('docket') as Provided | undefined) ?? null
  } catch {
    return null
  }
}
