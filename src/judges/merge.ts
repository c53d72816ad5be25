import { JudgeError, messageOf } from '../errors.js'
import { usageField } from '../providers/sum-usage.js'
import type { AnswerClaim, Ballot, JudgeName, Verdict, Vote } from '../schema/verdict.js'
import { oneLine } from '../text/clip.js'
import { groundOfVerdict, standing } from './standing.js'
import { type Poll, whoSaidWhat } from './vote-text.js'
import { carried, type Decided, decideVotes, disagreement, type Voted, voteOf } from './votes.js'

/** One of several verdicts on one answer, or why it was not given. */
export type Cast = { judge: JudgeName; recorded?: boolean | undefined } & ({ verdict: Verdict } | { failure: unknown })
type Given = Extract<Cast, { verdict: Verdict }>

/** The verdict that several amount to, without the name of who gives it. */
export type Merged = Omit<Verdict, 'judge' | 'panel' | 'confirmation'>

const FAILURE = 200

/**
 * Makes one verdict of several. g, c and outcome are as voted; the claims are those of the first verdict that says of g what was voted, so
 * that they say the same. Where no value of g carries, they are those of a verdict that finds the answer ungrounded, with what it holds
 * against it undetermined. `merged` is null where so many failed that nothing could carry.
 */
export function mergeVerdicts(
  rule: Ballot['rule'],
  casts: readonly Cast[],
  poll: Poll,
): { ballot: Ballot; merged: Merged | null } {
  const ballot: Ballot = { rule, votes: casts.map(asVote) }
  const given = casts.filter((cast): cast is Given => 'verdict' in cast)
  const decided = decideVotes(ballot)
  const taken = decided === null ? undefined : takenFrom(ballot, given)
  if (decided === null || taken === undefined) return { ballot, merged: null }
  const disputed = disagreement(ballot)
  const said = (signal: Voted) => whoSaidWhat(ballot, signal, poll)
  const { verdict } = taken
  const merged: Merged = {
    claims: carried(ballot, 'g') === undefined ? unsettled(verdict.claims, said('g')) : verdict.claims,
    referenceClaims: verdict.referenceClaims,
    ...(verdict.grounded === undefined ? {} : { grounded: decided.g }),
    ...(verdict.groundedReason === undefined ? {} : { groundedReason: verdict.groundedReason }),
    correct: decided.c,
    outcome: decided.outcome,
    ...reasons(given, decided, disputed, said),
    notes: [...verdict.notes, ...disputed.map((signal) => `${poll}: ${said(signal)}`), ...failures(casts, poll)],
    ...accounts(given),
  }
  const raw = casts.flatMap(rawOf)
  return { ballot, merged: raw.length === 0 ? merged : { ...merged, raw: raw.join('\n---\n') } }
}

/** The first failure, for a vote that fails: of its own kind, with its own reply. */
export function firstFailure(casts: readonly Cast[], poll: Poll): Error {
  const failed = casts.flatMap((cast) => ('failure' in cast ? [cast] : []))
  const [first] = failed
  const cause = first?.failure
  const message = `${failed.length} of the ${poll}'s ${casts.length} verdicts failed, so that no vote could carry: ${messageOf(cause)}`
  if (!(cause instanceof JudgeError)) return new Error(message, { cause })
  return new JudgeError(cause.kind, message, { cause, ...(cause.raw === undefined ? {} : { raw: cause.raw }) })
}

function asVote(cast: Cast): Vote {
  if ('verdict' in cast) return voteOf(cast.judge, cast.verdict)
  return { judge: cast.judge, g: null, c: null, outcome: 'undetermined', failure: oneLine(messageOf(cast.failure), FAILURE) }
}

/** Whose claims stand for all. */
function takenFrom(ballot: Ballot, given: readonly Given[]): Given | undefined {
  const saying = (g: boolean | null) => given.filter(({ verdict }) => groundOfVerdict(verdict, 'all with text') === g)
  const value = carried(ballot, 'g')
  if (value !== undefined && value !== null) return saying(value)[0]
  // Of verdicts that do not know, one that was unsure of a claim says more than one that found none.
  const unsure = saying(null).toSorted((a, b) => Number(b.verdict.claims.length > 0) - Number(a.verdict.claims.length > 0))[0]
  return value === null ? unsure : (saying(false)[0] ?? unsure)
}

function unsettled(claims: readonly AnswerClaim[], said: string): AnswerClaim[] {
  return claims.map((claim) => {
    if (standing(claim, 'all with text') !== 'unsupported') return claim
    const { kind: _, reason, ...rest } = claim
    return { ...rest, support: 'undetermined', reason: [said, reason].filter(Boolean).join('. ') }
  })
}

/** The votes where they differ, and the reason of the first verdict that says what was decided. */
function reasons(
  given: readonly Given[],
  { c, outcome }: Decided,
  disputed: readonly Voted[],
  said: (signal: Voted) => string,
): Pick<Merged, 'correctReason' | 'outcomeReason'> {
  const why = (signal: Voted, own: string | undefined) =>
    [...(disputed.includes(signal) ? [said(signal)] : []), own].filter(Boolean).join('. ')
  const correctReason = why('c', given.find(({ verdict }) => verdict.correct === c)?.verdict.correctReason)
  const outcomeReason = why('outcome', given.find(({ verdict }) => verdict.outcome === outcome)?.verdict.outcomeReason)
  return { ...(correctReason === '' ? {} : { correctReason }), ...(outcomeReason === '' ? {} : { outcomeReason }) }
}

function failures(casts: readonly Cast[], poll: Poll): string[] {
  return casts.flatMap((cast) =>
    'failure' in cast ? [`${poll}: no verdict of ${nameText(cast.judge)}: ${oneLine(messageOf(cast.failure), FAILURE)}`] : [],
  )
}

function rawOf(cast: Cast): string[] {
  const raw = 'verdict' in cast ? cast.verdict.raw : cast.failure instanceof JudgeError ? cast.failure.raw : undefined
  return raw === undefined ? [] : [`${nameText(cast.judge)}:\n${raw}`]
}

const nameText = ({ name, model }: JudgeName) => [name, model].filter(Boolean).join(' ')

/**
 * What the verdicts took together: the sum of their usage; and the date of the oldest recording where nothing was live. A member that makes
 * no calls, such as the offline judge, is neither.
 */
function accounts(given: readonly Given[]): Pick<Merged, 'usage' | 'recordedAt' | 'parts'> {
  const usages = given.flatMap(({ verdict }) => verdict.usage ?? [])
  const dates = given.flatMap(({ verdict }) => verdict.recordedAt ?? []).sort()
  const live = given.some(({ verdict, recorded }) => recorded !== true && verdict.usage !== undefined)
  const parts = Math.max(1, ...given.map(({ verdict }) => verdict.parts ?? 1))
  return {
    ...usageField(usages),
    ...(!live && dates[0] !== undefined ? { recordedAt: dates[0] } : {}),
    ...(parts === 1 ? {} : { parts }),
  }
}
