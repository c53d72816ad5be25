import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeRequest } from '../../test/providers/request.js'
import { DatasetError, JudgeError } from '../errors.js'
import type { Cost } from '../schema/record.js'
import { type AnswerClaim, Verdict, type VerdictInput } from '../schema/verdict.js'
import type { Judge, JudgeRequest } from './judge.js'
import { type Cast, mergeVerdicts } from './merge.js'
import { panelJudge } from './panel.js'
import { decideVotes, voteOf } from './votes.js'

const SUPPORTED: AnswerClaim = { text: 'three months', support: 'entailment' }
const UNSUPPORTED: AnswerClaim = { text: 'in writing', support: 'neutral', kind: 'beyond-sources', reason: 'No passage says so' }
const UNSURE: AnswerClaim = { text: 'in writing', support: 'undetermined' }

function judge(name: string, given: Partial<VerdictInput> | Error = {}, more: Partial<Judge> = {}): Judge {
  return {
    name,
    ...more,
    assess: async () => {
      if (given instanceof Error) throw given
      return { claims: [SUPPORTED], correct: true, outcome: 'answered', judge: { name }, ...given }
    },
  }
}

const failing = (name: string, kind: JudgeError['kind'] = 'provider', raw?: string) =>
  judge(name, new JudgeError(kind, `${name} is down`, raw === undefined ? {} : { raw }))

async function asked(judges: Judge[], rule: 'majority' | 'unanimity' = 'majority', request: JudgeRequest = judgeRequest()) {
  const costs: Cost[] = []
  const context = { signal: new AbortController().signal, onCost: (cost: Cost) => costs.push(cost) }
  return { verdict: Verdict.parse(await panelJudge(judges, rule).assess(request, context)), costs }
}

describe('whose claims stand', () => {
  it('those of the first member that says of g what was voted', async () => {
    const { verdict } = await asked([
      judge('a', { claims: [UNSUPPORTED] }),
      judge('b'),
      judge('c', { claims: [{ ...SUPPORTED, text: 'c' }] }),
    ])
    expect(verdict.claims).toEqual([SUPPORTED])
    expect(verdict.notes).toEqual(['panel: groundedness: not grounded by a; grounded by b, c'])
    expect(verdict.judge).toEqual({ name: 'panel' })
  })

  it('without a majority what one of them holds against the answer is undetermined, and says who says what', async () => {
    const { verdict } = await asked([judge('a'), judge('b', { claims: [SUPPORTED, UNSUPPORTED] })])
    expect(verdict.claims).toEqual([
      SUPPORTED,
      {
        text: 'in writing',
        support: 'undetermined',
        reason: 'groundedness: grounded by a; not grounded by b. No passage says so',
      },
    ])
  })

  it('a member that is unsure of a claim stands where nobody says that the answer is ungrounded', async () => {
    const { verdict } = await asked([judge('a'), judge('b', { claims: [] }), judge('c', { claims: [UNSURE] }), judge('d')])
    expect(verdict.claims).toEqual([UNSURE])
  })

  it('harmless claims stay as they are', async () => {
    const harmless: AnswerClaim = { ...UNSUPPORTED, harmless: 'connects-or-concludes' }
    const { verdict } = await asked([judge('a'), judge('b', { claims: [harmless, UNSUPPORTED] })])
    expect(verdict.claims[0]).toEqual(harmless)
    expect(verdict.claims[1]?.support).toBe('undetermined')
  })
})

describe('any ballot', () => {
  const claim = fc.record({
    text: fc.constant('a claim'),
    support: fc.constantFrom('entailment', 'contradiction', 'neutral', 'undetermined'),
    harmless: fc.option(fc.constant('restates-question'), { nil: undefined }),
  })
  const verdict = fc.record({
    claims: fc.array(claim, { maxLength: 3 }),
    correct: fc.constantFrom(true, false, null),
    outcome: fc.constantFrom('answered', 'refused', 'undetermined'),
  })
  const member = fc.option(verdict, { nil: null })

  it('the verdict of a panel says of every signal what was voted, or there is none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(member, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('majority', 'unanimity'),
        async (members, rule) => {
          const casts = members.map((given): Cast => {
            if (given === null) return { judge: { name: 'test' }, failure: new Error('down') }
            return { judge: { name: 'test' }, verdict: Verdict.parse({ ...given, judge: { name: 'test' } }) }
          })
          const { ballot, merged } = mergeVerdicts(rule, casts, 'panel')
          const decided = decideVotes(ballot)
          expect(merged === null).toBe(decided === null)
          if (merged === null) return
          const { g, c, outcome } = voteOf({ name: 'test' }, Verdict.parse({ ...merged, judge: { name: 'test' } }))
          expect({ g, c, outcome }).toEqual(decided)
        },
      ),
    )
  })
})

describe('reasons', () => {
  it('are those of the first member that says what was decided, behind the votes where they differ', async () => {
    const { verdict } = await asked(
      [
        judge('a', { correct: false, correctReason: 'wrong number', outcomeReason: 'it answers' }),
        judge('b', { correctReason: 'as the reference says' }),
        judge('c', { correct: null, outcome: 'refused' }),
      ],
      'majority',
    )
    expect(verdict.correct).toBeNull()
    expect(verdict.correctReason).toBe('correctness: wrong by a; correct by b; unknown by c')
    expect(verdict.outcome).toBe('answered')
    expect(verdict.outcomeReason).toBe('outcome: answered by a, b; refused by c. it answers')
  })

  it('name judges of one name by model, rubric and place', async () => {
    const { verdict } = await asked([
      judge('openai', { correct: false }, { model: 'm', rubric: 'four-leaf' }),
      judge('openai', {}, { model: 'm', rubric: 'three-way' }),
      judge('openai', {}, { model: 'm', rubric: 'three-way' }),
    ])
    expect(verdict.notes).toEqual([
      'panel: correctness: wrong by openai m (four-leaf); correct by openai m (three-way) #2, openai m (three-way) #3',
    ])
  })
})

describe('members that fail', () => {
  it('have no vote, and are named', async () => {
    const { verdict } = await asked([judge('a'), failing('b', 'reply', '{"cla'), judge('c')])
    expect(verdict.correct).toBe(true)
    expect(verdict.panel?.votes.map(({ failure }) => failure)).toEqual([undefined, 'b is down', undefined])
    expect(verdict.notes).toEqual(['panel: no verdict of b: b is down'])
    expect(verdict.raw).toBe('b:\n{"cla')
  })

  it('a panel that fails does so with the first failure, its kind and its raw reply', async () => {
    const request = asked([judge('a'), failing('b', 'reply', 'raw'), failing('c', 'deadline')])
    await expect(request).rejects.toMatchObject({ name: 'JudgeError', kind: 'reply', raw: 'raw' })
    await expect(request).rejects.toThrow("2 of the panel's 3 verdicts failed, so that no vote could carry: b is down")
  })

  it('a member that says nothing of the form of a verdict, or of passages that were not asked about, has failed', async () => {
    const { verdict } = await asked([
      judge('a'),
      judge('b'),
      judge('c'),
      judge('d', { claims: [{ ...SUPPORTED, passages: ['neutral'] }] }),
      judge('e', { correct: 'yes' as unknown as boolean }),
    ])
    expect(verdict.panel?.votes.map(({ failure }) => failure?.replace(/:.*/, ''))).toEqual([
      undefined,
      undefined,
      undefined,
      'the verdict labels passages that were not asked about',
      'judge "e" returned no verdict',
    ])
  })

  it.each([
    ['a missing key', new JudgeError('setup', 'no key')],
    ['a broken file', new DatasetError('broken')],
  ])('%s fails the panel, whatever the others say', async (_, error) => {
    await expect(asked([judge('a'), judge('b'), judge('c', error)])).rejects.toBe(error)
  })

  it('what is thrown by mistake is a failure too', async () => {
    await expect(asked([judge('a'), judge('b', new TypeError('oops'))])).rejects.toThrow('no vote could carry: oops')
  })
})

describe('what a panel takes', () => {
  it('usage is the sum; what one lacks is not known of the sum, and then each is kept', async () => {
    const [a, b] = [
      { model: 'm', inputTokens: 10, outputTokens: 1, usd: 0.5 },
      { model: 'n', calls: 2, inputTokens: 20, outputTokens: 2 },
    ]
    const { verdict, costs } = await asked([judge('a', { usage: a }), judge('b', { usage: b })])
    expect(verdict.usage).toEqual({ calls: 3, inputTokens: 30, outputTokens: 3, parts: [a, b] })
    expect(costs).toEqual([
      { calls: 1, inputTokens: 10, outputTokens: 1, usd: 0.5 },
      { calls: 2, inputTokens: 20, outputTokens: 2, usd: null },
    ])
  })

  it('a cost that a member has told itself is not told again', async () => {
    const told: Cost = { calls: 1, inputTokens: 7, outputTokens: 1, usd: 1 }
    const telling: Judge = {
      name: 'b',
      async assess(_, context) {
        context.onCost?.(told)
        return { claims: [], correct: null, outcome: 'answered', judge: { name: 'b' }, usage: { usd: 1 } }
      },
    }
    const { costs } = await asked([judge('a'), telling])
    expect(costs).toEqual([told])
  })

  it('is replayed where one verdict is and none was live, since the oldest', async () => {
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']
    const all = await asked([
      judge('a', { recordedAt: late }),
      judge('b', { recordedAt: early }),
      judge('c', {}, { recorded: true }),
    ])
    expect(all.verdict.recordedAt).toBe(early)
    const free = await asked([judge('a', { recordedAt: late }), judge('offline')])
    expect(free.verdict.recordedAt).toBe(late)
    const some = await asked([judge('a', { recordedAt: late }), judge('b', { usage: { inputTokens: 3 } })])
    expect(some.verdict.recordedAt).toBeUndefined()
    expect((await asked([judge('a'), judge('offline')])).verdict.recordedAt).toBeUndefined()
  })

  it('its plan is the sum of those that have one; without any it has none', async () => {
    const plan = async () => ({ calls: 1, recorded: 2, inputTokens: 3, outputTokens: 4, usd: 5, unpriced: 0 })
    const unpriced = async () => ({ ...(await plan()), usd: 0, unpriced: 1 })
    const members = [judge('a', {}, { plan }), judge('b'), judge('c', {}, { plan: unpriced })]
    const panel = panelJudge(members, 'majority')
    expect(await panel.plan?.(judgeRequest(), 'used')).toEqual({
      calls: 2,
      recorded: 4,
      inputTokens: 6,
      outputTokens: 8,
      usd: 5,
      unpriced: 1,
    })
    expect(panelJudge([judge('a'), judge('b')], 'majority').plan).toBeUndefined()
  })

  it('members are asked at the same time, each with a request of its own', async () => {
    let open = 0
    let most = 0
    const waiting = (name: string): Judge => ({
      name,
      async assess(request) {
        most = Math.max(most, ++open)
        request.question = 'changed'
        await new Promise((resolve) => setImmediate(resolve))
        open -= 1
        return { claims: [], correct: null, outcome: 'answered', judge: { name } }
      },
    })
    const request = judgeRequest()
    await asked([waiting('a'), waiting('b'), waiting('c')], 'majority', request)
    expect(most).toBe(3)
    expect(request.question).toBe(judgeRequest().question)
  })

  it('names its members, its files, and whether all its verdicts are from before', () => {
    const panel = panelJudge(
      [judge('a', {}, { model: 'm', files: ['v'], recorded: true }), judge('b', {}, { files: ['v', 'w'] })],
      'majority',
    )
    expect(panel).toMatchObject({ members: [{ name: 'a', model: 'm' }, { name: 'b' }], files: ['v', 'w'] })
    expect(panel.recorded).toBeUndefined()
  })
})
