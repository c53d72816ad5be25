import { type Poll, whoSaidWhat } from '../judges/vote-text.js'
import { decideVotes, disagreement, givenVotes, VOTED, type Voted } from '../judges/votes.js'
import type { Polled } from '../schema/record.js'
import type { Ballot } from '../schema/verdict.js'
import { oneLine } from '../text/clip.js'

const EXCERPT = 280

/**
 * What a record keeps of several verdicts on one answer: how far they agree, who said what where they do not, and whether the first one
 * stood. Where failures leave no decision nothing is overturned.
 */
export function polled(ballot: Ballot, poll: Poll): Polled {
  const given = givenVotes(ballot)
  const [first, ...others] = given
  const decided = decideVotes(ballot)
  const differing = (signal: Voted) => (first === undefined ? 0 : others.filter((vote) => vote[signal] !== first[signal]).length)
  const said = disagreement(ballot).map((signal) => oneLine(whoSaidWhat(ballot, signal, poll), EXCERPT))
  return {
    votes: given.length,
    failed: ballot.votes.length - given.length,
    differing: { g: differing('g'), c: differing('c'), outcome: differing('outcome') },
    overturned: first === undefined || decided === null ? [] : VOTED.filter((signal) => decided[signal] !== first[signal]),
    ...(said.length === 0 ? {} : { said }),
  }
}
