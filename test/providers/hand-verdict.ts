import type { EntailmentLabel, ReferenceClaim, Verdict } from '../../src/schema/verdict.js'
import type { ReplyBody } from './behaviour.js'

/** A verdict that people set, in the form in which a model replies: what a judge would have to say to give just this verdict. */
export function replyOfVerdict(verdict: Verdict, answerPoints: readonly string[]): ReplyBody {
  return {
    claims: verdict.claims.map((claim, index) => ({
      id: index + 1,
      text: claim.text,
      support: claim.support,
      ...lists(claim.passages),
      cited: claim.cited ?? 'none',
      reference: claim.reference ?? 'none',
      harmless: claim.harmless ?? 'none',
      kind: claim.kind ?? 'none',
      referenceKind: claim.referenceKind ?? 'none',
      nearest: claim.nearest === undefined ? null : claim.nearest + 1,
      reason: claim.reason ?? '',
    })),
    referenceClaims: statements(verdict, answerPoints).map((claim) => ({
      point: answerPoints.indexOf(claim.text) + 1,
      text: claim.text,
      answer: claim.answer,
      ...lists(claim.passages),
      reason: claim.reason ?? '',
    })),
    correct: verdict.correct,
    correctReason: verdict.correctReason ?? '',
    outcome: verdict.outcome,
    outcomeReason: verdict.outcomeReason ?? '',
  }
}

/** A person need not label what a refusal says of each answer point; a model is asked to. */
function statements({ referenceClaims }: Verdict, answerPoints: readonly string[]): ReferenceClaim[] {
  const missing = answerPoints.filter((point) => !referenceClaims.some(({ text }) => text === point))
  return [...referenceClaims, ...missing.map((text) => ({ text, answer: 'neutral' as const }))]
}

function lists(labels: readonly EntailmentLabel[] = []) {
  const numbers = (wanted: EntailmentLabel) => labels.flatMap((label, index) => (label === wanted ? [index + 1] : []))
  return {
    entailedBy: numbers('entailment'),
    contradictedBy: numbers('contradiction'),
    undeterminedBy: numbers('undetermined'),
  }
}
