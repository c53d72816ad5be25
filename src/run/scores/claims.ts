import { contradictionShare, hallucinationShare, misgroundedShare } from '../../metrics/claim-scores.js'
import { passageState } from '../../metrics/groundedness.js'
import { isAnswerGiven } from '../../metrics/outcome.js'
import { ragchecker, ragcheckerInput } from '../../metrics/ragchecker.js'
import { type MetricScore, unknown } from '../../metrics/score.js'
import type { Compat } from '../../schema/compat.js'
import type { UnscoredReason } from '../../schema/record.js'
import type { Response } from '../../schema/response.js'
import type { Outcome, Verdict } from '../../schema/verdict.js'

/** What came of judging an answer. */
export interface Judgement {
  verdict: Verdict | null
  outcome: Outcome | null
  notJudged: UnscoredReason | undefined
}

type Scores = Record<string, MetricScore>

/** RAGChecker's overall metrics by what they are of, so that they are not taken for those of retrieval. */
const NAMES = {
  precision: 'answerPrecision',
  recall: 'answerRecall',
  f1: 'answerF1',
  hallucination: 'claimHallucination',
} as const

/**
 * Scores of an answer's claims and of its reference's; empty for what is known to be no answer, so that no refusal enters an average. Of an answer that never
 * came, or of what nobody knows to be one, they are unknown.
 */
export function claimScoresOf(
  response: Response | null,
  { verdict, outcome, notJudged }: Judgement,
  compat: Compat | undefined,
): Scores {
  const isKnown = outcome !== null && outcome !== 'undetermined'
  if (isKnown && !isAnswerGiven(outcome)) return {}
  const published = compat === 'ragchecker' ? { compat } : {}
  const judged = verdict ?? { claims: [], referenceClaims: [] }
  const state = passageState(response?.passages)
  const scores: Scores = {
    ...renamed(ragchecker(ragcheckerInput(judged, state), published)),
    unsupportedClaims: hallucinationShare(judged, state),
    contradictedClaims: contradictionShare(judged, state),
    misgroundedClaims: misgroundedShare(judged, state),
  }
  // What was put into the context because it is a gold is no finding of a retriever.
  if (response?.passages?.some(({ injected }) => injected)) {
    delete scores['claimRecall']
    delete scores['contextPrecision']
  }
  if (isKnown && verdict !== null) return scores
  const why = response === null ? 'no response' : (notJudged ?? 'undetermined')
  return Object.fromEntries(Object.keys(scores).map((name) => [name, unknown(why)]))
}

function renamed(scores: Scores): Scores {
  return Object.fromEntries(
    Object.entries(scores).map(([name, score]) => [name in NAMES ? NAMES[name as keyof typeof NAMES] : name, score]),
  )
}
