import type { Ballot, Outcome } from '../schema/verdict.js'

/** What several verdicts amount to, signal by signal; null, or `undetermined`, where no value carries the vote. */
export interface Decided {
  g: boolean | null
  c: boolean | null
  outcome: Outcome
}

/**
 * Decides a ballot: by `majority` a value needs more than half of all members, those that failed included; by `unanimity` all of
 * them. "Unknown" is a value like the others. null where the failures alone leave no value that could carry: then there is no verdict.
 */
export function decideVotes({ rule, votes }: Ballot): Decided | null {
  const given = votes.filter(({ failure }) => failure === undefined)
  const needed = rule === 'unanimity' ? votes.length : Math.floor(votes.length / 2) + 1
  if (votes.length === 0 || given.length < needed) return null
  const carried = <Value>(values: readonly Value[]): Value | undefined =>
    values.find((value) => values.filter((other) => other === value).length >= needed)
  return {
    g: carried(given.map(({ g }) => g)) ?? null,
    c: carried(given.map(({ c }) => c)) ?? null,
    outcome: carried(given.map(({ outcome }) => outcome)) ?? 'undetermined',
  }
}
