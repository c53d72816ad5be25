import { LIMITS } from './limits.js'
import type { Steps } from './pace.js'
import type { SourceIndex } from './source-index.js'
import { checkSteps, comparisonsOf, readClaim, type Support } from './support.js'

/**
 * Holds claims against a source until `LIMITS.comparisons` are made. What is returned is as long as the claims that were checked, from the
 * first; it is shorter than the claims where the limit came before their end.
 */
export function* checkAllSteps(claims: readonly string[], source: SourceIndex): Steps<Support[]> {
  const checked: Support[] = []
  let left: number = LIMITS.comparisons
  for (const text of claims) {
    yield
    const claim = readClaim(text, source)
    left -= comparisonsOf(claim, source)
    if (left < 0) break
    checked.push(yield* checkSteps(claim, source))
  }
  return checked
}
