import { JudgeError } from '../../../src/errors.js'
import { panelJudge } from '../../../src/judges/panel.js'
import { disagreement, voteOf } from '../../../src/judges/votes.js'
import { Ballot, type Outcome, Verdict, type VerdictInput } from '../../../src/schema/verdict.js'
import { judgeRequest } from '../../providers/request.js'
import { readTable, runTable } from './table.js'

interface Signals {
  g: boolean | null
  c: boolean | null
  outcome: Outcome
}

interface Row {
  id: string
  rule: Ballot['rule']
  members: (Signals | 'failed')[]
  expected: Partial<Signals> & { failed: boolean; firstFailure?: number; disagreement: string[] }
  derivation: string
}

interface Counts {
  id: string
  of: string[]
  expected: { cases: number; any: number; g: number; c: number; outcome: number }
  derivation: string
}

const { cases, counts } = readTable<{ cases: Row[]; counts: Counts[] }>('panel')

/** One claim that says of g what the table says. */
function saying({ g, c, outcome }: Signals): VerdictInput {
  const support = g === null ? 'undetermined' : g ? 'entailment' : 'neutral'
  return { claims: [{ text: 'a claim', support }], correct: c, outcome, judge: { name: 'test' } }
}

const judges = ({ members }: Row) =>
  members.map((member, index) => ({
    name: `judge ${index}`,
    assess: async () => {
      if (member === 'failed') throw new JudgeError('provider', `failure ${index}`)
      return saying(member)
    },
  }))

function ballotOf({ rule, members }: Row): Ballot {
  return Ballot.parse({
    rule,
    votes: members.map((member, index) => ({
      judge: { name: `judge ${index}` },
      ...(member === 'failed' ? { g: null, c: null, outcome: 'undetermined', failure: 'failed' } : member),
    })),
  })
}

/** What came of a real panel whose members say what the table says; g is read from the claims of its verdict, as a record reads it. */
async function decided(row: Row): Promise<object> {
  try {
    const verdict = Verdict.parse(
      await panelJudge(judges(row), row.rule).assess(judgeRequest(), { signal: new AbortController().signal }),
    )
    const { g, c, outcome } = voteOf(verdict.judge, verdict)
    return { failed: false, g, c, outcome }
  } catch (error) {
    const first = /failure (\d+)$/.exec((error as Error).message)?.[1]
    return { failed: true, firstFailure: Number(first) }
  }
}

runTable('expected votes of a panel', {
  rows: cases,
  nameOf: ({ id }) => id,
  compare: async (row) => ({
    received: { ...(await decided(row)), disagreement: disagreement(ballotOf(row)) },
    expected: row.expected,
  }),
})

runTable('expected counts of disagreement', {
  rows: counts,
  nameOf: ({ id }) => id,
  compare({ of, expected }) {
    const found = of.map((id) => disagreement(ballotOf(cases.find((row) => row.id === id) as Row)))
    const on = (signal: 'g' | 'c' | 'outcome') => found.filter((signals) => signals.includes(signal)).length
    const any = found.filter((signals) => signals.length > 0).length
    return { received: { cases: of.length, any, g: on('g'), c: on('c'), outcome: on('outcome') }, expected }
  },
})
