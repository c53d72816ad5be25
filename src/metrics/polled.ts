import { decideVotes } from '../judges/votes.js'
import type { Polled } from '../schema/record.js'
import type { Ballot, Vote } from '../schema/verdict.js'

const SIGNALS = ['g', 'c', 'outcome'] as const

/** What a record keeps of several verdicts on one answer: how far they agree, and whether the first one stood. */
export function polled(ballot: Ballot): Polled {
  const given = ballot.votes.filter(({ failure }) => failure === undefined)
  const [first, ...others] = given
  const decided = decideVotes(ballot)
  const differing = (signal: (typeof SIGNALS)[number]) =>
    first === undefined ? 0 : others.filter((vote: Vote) => vote[signal] !== first[signal]).length
  return {
    votes: given.length,
    failed: ballot.votes.length - given.length,
    differing: { g: differing('g'), c: differing('c'), outcome: differing('outcome') },
    overturned: first === undefined || decided === null ? [] : SIGNALS.filter((signal) => decided[signal] !== first[signal]),
  }
}
