import type { AnswerClaim, EntailmentLabel, ReferenceClaim, UnsupportedKind, VerdictInput } from '../schema/verdict.js'
import { clip } from '../text/clip.js'
import type { JudgeRequest } from './judge.js'
import { isAgainst, kindOf, referenceKindOf, withoutKind } from './kinds.js'
import { hasText } from './prompt.js'
import type { ClaimReply, FurtherReply, ReferenceReply, Reply } from './reply.js'
import { firstOf, problemsText } from './reply-limits.js'

/** Most characters of a statement that is quoted as a reason. */
const QUOTED = 200

/** What one call said of a claim against the passages that it showed. */
interface Support {
  support: EntailmentLabel
  kind: UnsupportedKind | 'none'
  cited: EntailmentLabel | 'none'
  passages: Map<number, EntailmentLabel>
  nearest: number | null
  reason: string
}

interface Against {
  entailedBy: number[]
  contradictedBy: number[]
  undeterminedBy: number[]
}

/** The verdict that the replies of one answer amount to, but for who judged and what it cost. Missing signals are null, with a note. */
export function assemble(
  request: JudgeRequest,
  reply: Reply,
  further: readonly FurtherReply[],
): Omit<VerdictInput, 'judge' | 'usage' | 'recordedAt' | 'raw'> {
  const notes: string[] = []
  if (further.length > 0)
    notes.push(`the passages did not fit into one call: they were judged in ${further.length + 1} parts and merged`)
  if (reply.problems.length > 0) notes.push(`some of the judge's reply could not be used: ${problemsText(reply.problems)}`)
  const gaps = further.flatMap((part) => part.problems)
  if (gaps.length > 0) notes.push(`some of a further part's reply could not be used: ${problemsText(gaps)}`)

  const ofClaims: string[] = []
  const claims = (reply.claims ?? []).map((claim) => answerClaim(request, claim, further, ofClaims))
  notes.push(...firstOf(ofClaims), ...withoutKind(claims))
  // Without this claim the answer would count as grounded on what happened to be readable.
  if (!reply.claimsWhole)
    claims.push({ text: 'The rest of the answer', support: 'undetermined', reason: 'the judge said nothing readable of it' })
  const { correct, correctReason } = correctness(request, reply, claims, notes)
  if (reply.outcome === undefined) notes.push('the outcome could not be read')
  return {
    claims,
    referenceClaims: reply.referenceClaims.map((claim, index) => referenceClaim(request, claim, index + 1, further)),
    correct,
    ...(correctReason === undefined ? {} : { correctReason }),
    outcome: reply.outcome ?? 'undetermined',
    ...(reply.outcomeReason === undefined ? {} : { outcomeReason: reply.outcomeReason }),
    notes,
    ...(further.length === 0 ? {} : { parts: further.length + 1 }),
  }
}

/**
 * One label for a claim that was judged in parts: entailed if any part entails it; contradicted if any contradicts it and none entails it;
 * else undetermined if any is; else neutral. Neutral for no labels.
 */
export function mergeLabels(labels: readonly EntailmentLabel[]): EntailmentLabel {
  for (const label of ['entailment', 'contradiction', 'undetermined'] as const) if (labels.includes(label)) return label
  return 'neutral'
}

function answerClaim(request: JudgeRequest, claim: ClaimReply, further: readonly FurtherReply[], notes: string[]): AnswerClaim {
  const parts = [supportOf(claim), ...further.map((part) => furtherSupport(part, claim))]
  const support = consistent(mergeLabels(parts.map((part) => part.support)), parts, request, claim, notes)
  const deciding = parts.find((part) => part.support === support) ?? parts[0]
  const cited = parts.map((part) => part.cited).filter((label) => label !== 'none')
  const asksReference = hasText(request.reference) || request.answerPoints.length > 0
  // Where citations are not reported the judge goes by the answer's own words; where none were made there is nothing to label.
  const cites = request.citations?.length !== 0
  const nearest = deciding?.nearest ?? null
  const reference = asksReference && claim.reference !== 'none' ? claim.reference : undefined
  // What the passages contradict is not harmless, whatever it merely repeats or concludes.
  const harmless = (support === 'neutral' || support === 'undetermined') && claim.harmless !== 'none' ? claim.harmless : undefined
  const kind = isAgainst(support) && harmless === undefined ? kindOf(parts, support) : undefined
  const referenceKind = isAgainst(reference) ? referenceKindOf(claim, notes) : undefined
  return {
    text: claim.text,
    support,
    passages: request.passages.map((_, index) => mergeLabels(parts.flatMap((part) => part.passages.get(index + 1) ?? []))),
    ...(cites && cited.length > 0 ? { cited: mergeLabels(cited) } : {}),
    ...(reference === undefined ? {} : { reference }),
    ...(harmless === undefined ? {} : { harmless }),
    ...(kind === undefined ? {} : { kind }),
    ...(referenceKind === undefined ? {} : { referenceKind }),
    ...(nearest === null ? {} : { nearest: nearest - 1 }),
    reason: deciding?.reason ?? claim.reason,
  }
}

/** Support that the labels of single passages speak against is not taken at its word, nor turned into the opposite. */
function consistent(
  support: EntailmentLabel,
  parts: readonly Support[],
  { passages }: JudgeRequest,
  claim: ClaimReply,
  notes: string[],
): EntailmentLabel {
  const single = parts.flatMap((part) => [...part.passages.values()])
  const entailed = single.includes('entailment')
  const odd =
    support === 'entailment'
      ? passages.length === 0 || (!entailed && single.includes('contradiction'))
      : support !== 'undetermined' && entailed
  if (!odd) return support
  notes.push(
    `claim ${claim.id}: the judge's labels do not agree (${support} by all, ${passages.length === 0 ? 'no passages' : mergeLabels(single)})`,
  )
  return 'undetermined'
}

function furtherSupport(part: FurtherReply, { id, cited }: ClaimReply): Support {
  const claim = part.claims.find((each) => each.id === id)
  if (claim !== undefined) return supportOf(claim)
  return {
    support: 'undetermined',
    kind: 'none',
    // The source that it cites may be in this part.
    cited: cited === 'none' ? 'none' : 'undetermined',
    passages: unjudged(part),
    nearest: null,
    reason: 'a part of the passages was not judged',
  }
}

function supportOf(claim: Against & Omit<Support, 'passages'>): Support {
  const { support, kind, cited, nearest, reason } = claim
  return { support, kind, cited, passages: labelsOf(claim), nearest, reason }
}

/** Labels by passage number; a passage that is in none of the lists is neutral and absent, one in two of them is undetermined. */
function labelsOf({ entailedBy, contradictedBy, undeterminedBy }: Against): Map<number, EntailmentLabel> {
  const labels = new Map<number, EntailmentLabel>()
  const put = (numbers: number[], label: EntailmentLabel) => {
    for (const number of new Set(numbers)) labels.set(number, labels.has(number) ? 'undetermined' : label)
  }
  put(entailedBy, 'entailment')
  put(contradictedBy, 'contradiction')
  put(undeterminedBy, 'undetermined')
  return labels
}

function referenceClaim(
  request: JudgeRequest,
  claim: ReferenceReply,
  id: number,
  further: readonly FurtherReply[],
): ReferenceClaim {
  const parts = [labelsOf(claim), ...further.map((part) => furtherLabels(part, id))]
  return {
    // The text of an answer point is ours, not the judge's copy of it.
    text: request.answerPoints[claim.point - 1] ?? claim.text,
    answer: claim.answer,
    passages: request.passages.map((_, index) => mergeLabels(parts.flatMap((part) => part.get(index + 1) ?? []))),
    reason: claim.reason,
  }
}

function furtherLabels(part: FurtherReply, id: number): Map<number, EntailmentLabel> {
  const claim = part.referenceClaims.find((each) => each.id === id)
  return claim === undefined ? unjudged(part) : labelsOf(claim)
}

/** A passage that nobody judged is not neutral. */
function unjudged({ passages }: FurtherReply): Map<number, EntailmentLabel> {
  return new Map([...passages].map((number) => [number, 'undetermined']))
}

function correctness(
  request: JudgeRequest,
  reply: Reply,
  claims: readonly AnswerClaim[],
  notes: string[],
): { correct: boolean | null; correctReason: string | undefined } {
  if (!hasText(request.reference) && request.answerPoints.length === 0) return { correct: null, correctReason: 'no reference' }
  if (reply.correct === undefined) {
    notes.push('whether the answer is correct could not be read')
    return { correct: null, correctReason: undefined }
  }
  const against = disagreement(request, reply, claims)
  if (against === null) return { correct: reply.correct, correctReason: reply.correctReason }
  notes.push(`the judge's labels do not agree (correct: ${reply.correct}, but ${against})`)
  return { correct: null, correctReason: `judged ${reply.correct}, but ${against}` }
}

/** What of the judge's own labels speaks against its word on correctness; null where nothing does. */
function disagreement(
  { answerPoints }: JudgeRequest,
  { correct, referenceClaims }: Reply,
  claims: readonly AnswerClaim[],
): string | null {
  const contradicted = referenceClaims.find(({ answer }) => answer === 'contradiction')
  const contradicting = claims.find(({ reference }) => reference === 'contradiction')
  const unjudged = answerPoints.findIndex((_, index) => !referenceClaims.some(({ point }) => point === index + 1))
  if (correct === true) {
    if (contradicted !== undefined) return `the answer contradicts ${quoted(contradicted.text)}`
    if (contradicting !== undefined) return `${quoted(contradicting.text)} contradicts the reference`
    if (unjudged >= 0) return `there is no verdict on answer point ${unjudged + 1}`
  }
  if (correct === false && referenceClaims.length > 0 && unjudged < 0 && contradicting === undefined) {
    if (referenceClaims.every(({ answer }) => answer === 'entailment')) return 'the answer says all of the reference'
  }
  return null
}

function quoted(text: string): string {
  return JSON.stringify(clip(text, QUOTED))
}
