import { groupBy } from '../group-by.js'
import type { Ballot, JudgeName, Vote } from '../schema/verdict.js'
import { givenVotes, type Voted } from './votes.js'

/** Whose verdicts a ballot holds: those of several judges, or of one that was asked again. */
export type Poll = 'panel' | 'confirmation'

const SIGNAL: Record<Voted, string> = { g: 'groundedness', c: 'correctness', outcome: 'outcome' }

/** Who said what on a signal: `groundedness: grounded by hand; not grounded by offline`, or, of one judge, `… first, then …`. */
export function whoSaidWhat(ballot: Ballot, signal: Voted, poll: Poll): string {
  const given = givenVotes(ballot)
  if (poll === 'confirmation') {
    const [first, ...again] = given.map((vote) => valueText(vote, signal))
    return `${SIGNAL[signal]}: ${first} at first, then ${again.join(', ') || 'no verdict'}`
  }
  const labels = judgeLabels(ballot.votes.map(({ judge }) => judge))
  const said = groupBy(given, (vote) => valueText(vote, signal))
  const parts = [...said].map(
    ([value, votes]) => `${value} by ${votes.map((vote) => labels[ballot.votes.indexOf(vote)]).join(', ')}`,
  )
  return `${SIGNAL[signal]}: ${parts.join('; ')}`
}

function valueText(vote: Vote, signal: Voted): string {
  if (signal === 'outcome') return vote.outcome
  const value = vote[signal]
  if (value === null) return 'unknown'
  if (signal === 'g') return value ? 'grounded' : 'not grounded'
  return value ? 'correct' : 'wrong'
}

/** What tells judges apart: name and model, the rubric where those are alike, the place in the panel where even that is. */
export function judgeLabels(judges: readonly JudgeName[]): string[] {
  const short = judges.map(({ name, model }) => [name, model].filter(Boolean).join(' '))
  const long = judges.map(({ rubric }, i) =>
    alike(short, i) && rubric !== undefined ? `${short[i]} (${rubric})` : (short[i] ?? ''),
  )
  return long.map((label, i) => (alike(long, i) ? `${label} #${i + 1}` : label))
}

function alike(labels: readonly string[], index: number): boolean {
  return labels.filter((label) => label === labels[index]).length > 1
}
