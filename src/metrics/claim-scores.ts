import type { AnswerClaim } from '../schema/verdict.js'
import { type PassageState, standing } from './groundedness.js'
import type { JudgedClaims } from './ragchecker-input.js'
import { type MetricScore, quotient, unknown } from './score.js'
import { both, entails, type Known, not, share, shareOfAll } from './share.js'

/** What is read of a verdict; null where there is none, and then every score is null, "not judged". */
type Judged = JudgedClaims | null

const NONE = 'no claims'

/**
 * Claims of the answer that no passage supports / claims that count: all that are supported or not harmless. How a claim stands depends on what the
 * judge had to go by, `passages`, as for groundedness: where none was found every claim is unsupported, and where some have no text an unsupported
 * claim is undetermined. From 0 to 1, with parts; null "no claims" where none counts, "passages not reported", "undetermined".
 */
export function hallucinationShare(verdict: Judged, passages: PassageState = 'all with text'): MetricScore {
  return ofCounting(verdict, passages, (claim) => unsupported(claim, passages))
}

/** 1 - `hallucinationShare`: claims that a passage supports / claims that count; unknown where that is. */
export function faithfulness(verdict: Judged, passages: PassageState = 'all with text'): MetricScore {
  const { parts, ...rest } = hallucinationShare(verdict, passages)
  return parts === undefined ? rest : quotient(parts[1] - parts[0], parts[1])
}

/**
 * Claims of the answer that the passages contradict / claims that count; the others are supported, or merely not found. From 0 to 1, with parts. Passages
 * that were not found contradict nothing; one without text may contradict what the others leave open.
 */
export function contradictionShare(verdict: Judged, passages: PassageState = 'all with text'): MetricScore {
  return ofCounting(verdict, passages, ({ support }) => {
    if (passages === 'none found') return false
    if (support === 'neutral' && passages === 'some without text') return null
    return support === 'undetermined' ? null : support === 'contradiction'
  })
}

/**
 * Claims of the reference, or answer points, that the answer makes / all of them: RAGChecker's recall. From 0 to 1, with parts; null "no
 * claims" where the reference has none.
 */
export function claimRecall(verdict: Judged): MetricScore {
  if (verdict === null) return unknown('not judged')
  return shareOfAll(
    (verdict.referenceClaims ?? []).map(({ answer }) => entails(answer)),
    NONE,
  )
}

/**
 * Supported claims that the sources which they cite do not support / supported claims that were judged against those. From 0 to 1, with parts;
 * null "no cited claim" where there is none.
 */
export function misgroundedShare(verdict: Judged, passages: PassageState = 'all with text'): MetricScore {
  if (verdict === null) return unknown('not judged')
  if (passages === 'not reported') return unknown('passages not reported')
  return share(
    verdict.claims.map((claim) => ({
      counts: both(claim.cited !== undefined, supported(claim, passages)),
      is: not(entails(claim.cited ?? 'undetermined')),
    })),
    'no cited claim',
  )
}

function ofCounting(verdict: Judged, passages: PassageState, is: (claim: AnswerClaim) => Known): MetricScore {
  if (verdict === null) return unknown('not judged')
  if (passages === 'not reported') return unknown('passages not reported')
  return shareOfAll(verdict.claims.filter((claim) => standing(claim, passages) !== 'harmless').map(is), NONE)
}

function unsupported(claim: AnswerClaim, passages: PassageState): Known {
  const how = standing(claim, passages)
  return how === 'undetermined' ? null : how === 'unsupported'
}

function supported({ support }: AnswerClaim, passages: PassageState): Known {
  if (passages === 'none found') return false
  if (support === 'neutral' || support === 'contradiction') return passages === 'some without text' ? null : false
  return entails(support)
}
