import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderTerminal } from '../../reporters/terminal.js'
import { jsonl } from '../../src/datasets/jsonl.js'
import { createJudge } from '../../src/judges/create.js'
import type { JudgeFunction } from '../../src/judges/judge.js'
import type { JudgeOptions } from '../../src/judges/options.js'
import type { AnswerClaim, Outcome, Verdict } from '../../src/schema/verdict.js'
import { recordedRun } from '../../src/systems/recorded.js'
import { ROOT, tableBelow } from './docs.js'
import { replay } from './replay.js'

const FOLDER = join(ROOT, 'fixtures/abstractive')
const HAND = { provider: 'recorded', path: join(FOLDER, 'verdicts.jsonl') } as const

/** A third judge with one idea: an answer is grounded where every number in it stands in a passage. Of correctness it knows nothing. */
const numbers: JudgeFunction = ({ answer, passages }) => {
  const known = new Set(passages.flatMap(({ text }) => text.match(/\d+/g) ?? []))
  const strange = (answer.match(/\d+/g) ?? []).filter((number) => !known.has(number))
  const support = strange.length === 0 ? 'entailment' : 'neutral'
  return { claims: [{ text: answer, support }], correct: null, outcome: 'answered', judge: { name: 'numbers' } }
}

const MEMBERS: Extract<JudgeOptions, { provider: 'panel' }>['judges'] = [HAND, 'offline', numbers]

interface Vote {
  g: boolean | null
  c: boolean | null
  outcome: Outcome
}

/** g by the rule as it is written: false if a claim that is not harmless is unsupported, null if one is undetermined or none counts. */
function groundOf(claims: readonly AnswerClaim[]): boolean | null {
  const counting = claims.filter(({ harmless, support }) => harmless === undefined || support === 'entailment')
  if (counting.some(({ support }) => support === 'neutral' || support === 'contradiction')) return false
  return counting.length === 0 || counting.some(({ support }) => support === 'undetermined') ? null : true
}

const voteOf = ({ claims, correct, outcome }: Verdict): Vote => ({ g: groundOf(claims), c: correct, outcome })

/** The value that at least `needed` of the votes have. */
function winner<Value>(values: readonly Value[], needed: number, unknown: Value): Value {
  return values.find((value) => values.filter((other) => other === value).length >= needed) ?? unknown
}

async function run(judge: JudgeOptions) {
  return replay({
    items: jsonl(join(FOLDER, 'items.jsonl')),
    system: recordedRun(join(FOLDER, 'run.jsonl'), { name: 'abstractive', map: (row) => row['response'] }),
    judge: createJudge(judge, { root: ROOT }),
    header: {
      judge: { name: 'panel', offline: false, members: [{ name: 'recorded' }, { name: 'offline' }, { name: 'numbers' }] },
    },
  })
}

type Ran = Awaited<ReturnType<typeof run>>

/** By id: what each member says when it is asked alone. */
const votes = new Map<string, Vote[]>()
let majority: Ran
let unanimity: Ran
const alone: Ran[] = []

beforeAll(async () => {
  for (const judge of MEMBERS) alone.push(await run(judge))
  for (const { evaluations } of alone)
    for (const { record, verdict } of evaluations)
      if (verdict !== null) votes.set(record.id, [...(votes.get(record.id) ?? []), voteOf(verdict)])
  majority = await run({ provider: 'panel', judges: MEMBERS })
  unanimity = await run({ provider: 'panel', judges: MEMBERS, rule: 'unanimity' })
}, 60_000)

describe('a panel on the 60 abstractive answers', () => {
  it('the hand votes are those of the file', () => {
    const lines = readFileSync(HAND.path, 'utf8').trim().split('\n')
    const byHand = new Map(
      lines.map((line) => JSON.parse(line) as { id: string; verdict: Verdict }).map(({ id, verdict }) => [id, voteOf(verdict)]),
    )
    expect(votes.size).toBeGreaterThan(50)
    for (const [id, [first]] of votes) expect([id, first]).toEqual([id, byHand.get(id)])
  })

  it.each([
    ['majority', 2, () => majority],
    ['unanimity', 3, () => unanimity],
  ] as const)('%s: every signal is as the votes say', (_, needed, ran) => {
    const judged = ran().evaluations.flatMap(({ verdict, record }) =>
      verdict === null ? [] : [{ id: record.id, ...voteOf(verdict) }],
    )
    const expected = [...votes].map(([id, of]) => ({
      id,
      g: winner(
        of.map(({ g }) => g),
        needed,
        null,
      ),
      c: winner(
        of.map(({ c }) => c),
        needed,
        null,
      ),
      outcome: winner(
        of.map(({ outcome }) => outcome),
        needed,
        'undetermined',
      ),
    }))
    expect(judged).toEqual(expected)
  })

  it('the report counts the disagreements and names the cases', () => {
    const differ = (signal: keyof Vote) =>
      [...votes].filter(([, of]) => new Set(of.map((vote) => vote[signal])).size > 1).map(([id]) => id)
    const { panel } = majority.suite
    expect(panel).toMatchObject({
      cases: votes.size,
      votes: 3 * votes.size,
      failed: 0,
      disagreeing: { g: differ('g').length, c: differ('c').length, outcome: differ('outcome').length },
    })
    expect(differ('g').length).toBeGreaterThan(0)
    expect(panel?.ids.toSorted()).toEqual([...new Set([...differ('g'), ...differ('c'), ...differ('outcome')])].toSorted())
    expect(majority.suite.judge).toBe('panel of recorded, offline, numbers')
  })

  it('who said what stands in the report, the first ten in what is printed', () => {
    const text = renderTerminal(majority.report, { columns: 80, color: false })
    const section = text.slice(text.indexOf('\nAgreement'), text.indexOf('\nLatency and cost'))
    expect(section).toContain(`and ${(majority.suite.panel?.ids.length ?? 0) - 10} more`)
    expect(Math.max(...section.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('docs/panels.md: what each of them makes of the answers', () => {
    const [, ...rows] = tableBelow('docs/panels.md', 'On sixty answers')
    const shown = [...alone, majority, unanimity].map(({ suite }) => {
      const { count, unknown, total } = suite.metrics['hallucinationRate'] ?? {}
      return [count, unknown, total].map(String)
    })
    expect(rows.map(([, ...figures]) => figures)).toEqual(shown)
  })
})
