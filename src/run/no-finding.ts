import { DeadlineError } from '../abort.js'
import { CassetteCorruptError, DatasetError, OptionError } from '../errors.js'

/**
 * A wrong option, a broken file or recording is to be mended in the repository, and so red whatever the policy. A case that was
 * cancelled has no outcome at all: as a record it would read as an outage.
 */
export function isNoFinding(error: unknown, signal: AbortSignal): boolean {
  const cancelled = signal.aborted && !(signal.reason instanceof DeadlineError)
  return cancelled || error instanceof OptionError || error instanceof DatasetError || error instanceof CassetteCorruptError
}
