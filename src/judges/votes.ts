import type { Ballot, JudgeName, Outcome, Verdict, Vote } from '../schema/verdict.js'
import { groundOfVerdict } from './standing.js'

/** The signals that verdicts vote on. */
export const VOTED = ['g', 'c', 'outcome'] as const
export type Voted = (typeof VOTED)[number]

/** What several verdicts amount to, signal by signal; null, or `undetermined`, where no value carries the vote. */
export interface Decided {
  g: boolean | null
  c: boolean | null
  outcome: Outcome
}

/**
 * What a verdict votes for. A judge sees passages with text only, so g is read from its labels alone; what passages without text leave
 * unknown is left to the record, for a panel as for a single judge.
 */
export function voteOf(judge: JudgeName, verdict: Verdict): Vote {
  return { judge, g: groundOfVerdict(verdict, 'all with text'), c: verdict.correct, outcome: verdict.outcome }
}

/** The votes that were given, in order; a judge that failed has none. */
export function givenVotes({ votes }: Ballot): Vote[] {
  return votes.filter(({ failure }) => failure === undefined)
}

/** How many equal votes carry: by `majority` more than half of all members, those that failed included; by `unanimity` all of them. */
function votesNeeded({ rule, votes }: Ballot): number {
  return rule === 'unanimity' ? votes.length : Math.floor(votes.length / 2) + 1
}

/** The value that carries the vote on a signal, "unknown" being a value like the others; undefined where none does. */
export function carried<Signal extends Voted>(ballot: Ballot, signal: Signal): Vote[Signal] | undefined {
  const values = givenVotes(ballot).map((vote) => vote[signal])
  return values.find((value) => values.filter((other) => other === value).length >= votesNeeded(ballot))
}

/** Decides a ballot; null where the failures alone leave no value that could carry: then there is no verdict. */
export function decideVotes(ballot: Ballot): Decided | null {
  if (ballot.votes.length === 0 || givenVotes(ballot).length < votesNeeded(ballot)) return null
  return {
    g: carried(ballot, 'g') ?? null,
    c: carried(ballot, 'c') ?? null,
    outcome: carried(ballot, 'outcome') ?? 'undetermined',
  }
}

/** The signals on which at least two votes differ; a value against unknown is a difference too. */
export function disagreement(ballot: Ballot): Voted[] {
  const given = givenVotes(ballot)
  return VOTED.filter((signal) => new Set(given.map((vote) => vote[signal])).size > 1)
}
