import { describe, expect, it } from 'vitest'
import { startClock } from '../abort.js'
import { redactor } from '../cassettes/redact.js'
import { CassetteCorruptError, JudgeError, SystemError } from '../errors.js'
import type { Judge, JudgeRequest } from '../judges/judge.js'
import { RATES } from '../metrics/rates.js'
import { Item, type ItemInput } from '../schema/item.js'
import type { VerdictInput } from '../schema/verdict.js'
import { functionSystem } from '../systems/function.js'
import type { System } from '../systems/system.js'
import type { Confirmation } from './confirm.js'
import { type Bench, evaluateCase } from './evaluate.js'
import { goldFinder } from './golds.js'
import type { CaseFrame } from './record.js'
import { caseScorer } from './scores/score-case.js'

const PASSAGE = { id: 'p1', title: 'Rent Act 2031', section: '5', text: 'The notice period is three months.' }

function verdict(over: Partial<VerdictInput> = {}): VerdictInput {
  return {
    claims: [{ text: 'The notice period is three months.', support: 'entailment', passages: ['entailment'], nearest: 0 }],
    correct: true,
    outcome: 'answered',
    judge: { name: 'test' },
    ...over,
  }
}

/** A judge that counts its calls. */
function judging(assess: Judge['assess'] = async () => verdict()) {
  const requests: JudgeRequest[] = []
  const judge: Judge = {
    name: 'test',
    async assess(request, context) {
      requests.push(request)
      return assess(request, context)
    },
  }
  return { judge, requests }
}

const answering = (response: unknown): System => functionSystem(() => response)
const ANSWER = { answer: 'Three months.', passages: [PASSAGE], citations: [{ title: 'Rent Act 2031', section: '5' }] }

function frameOf(item: Partial<ItemInput>, spentBefore?: CaseFrame['spentBefore']): CaseFrame {
  return {
    suite: 's',
    file: 's.suite.ts',
    title: 'How long is the notice period?',
    item: Item.parse({
      id: 'A',
      question: 'How long is the notice period?',
      language: 'en',
      golds: [{ kind: 'statute', title: 'Rent Act 2031', section: '5' }],
      reference: 'Three months.',
      ...item,
    }),
    position: 0,
    trial: 0,
    task: 'answer',
    group: 'A',
    spentBefore,
  }
}

function evaluate(
  {
    item = {},
    system = answering(ANSWER),
    judge = judging().judge,
    spentBefore,
  }: { item?: Partial<ItemInput>; spentBefore?: CaseFrame['spentBefore'] } & Partial<Bench>,
  signal = new AbortController().signal,
) {
  const frame = frameOf(item, spentBefore)
  return evaluateCase(
    frame,
    { sequence: 3, startedAt: 1 },
    { system, judge, findGolds: goldFinder({}), score: caseScorer({ task: 'answer', k: [1, 5, 10] }) },
    { signal },
  )
}

const deadline = () => startClock(5, new AbortController().signal, 'no result within the deadline').signal

describe('a case that is cancelled', () => {
  it('throws what cancelled it and leaves no record, since it would read as an outage', async () => {
    const cancelled = new AbortController()
    const system = functionSystem(() => new Promise(() => {}))
    const evaluation = evaluate({ system }, cancelled.signal)
    cancelled.abort(new Error('the run was cancelled'))
    await expect(evaluation).rejects.toThrow('the run was cancelled')
  })
})

describe('a case that runs', () => {
  it('has its signals, class, place in the run and citations in the record', async () => {
    const { record } = await evaluate({})
    expect(record).toMatchObject({
      id: 'A',
      sequence: 3,
      startedAt: 1,
      outcome: 'answered',
      signals: { c: true, g: true, r: true },
      errorClass: 'correct',
      unscored: {},
      citation: { document: true, section: true, golds: 1, sections: 1 },
      retrieval: { passages: 1, withText: 1, byConstruction: 0 },
      claims: { total: 1, supported: 1, unsupported: 0 },
    })
    expect(record.failure).toBeUndefined()
  })

  it('the judge is told neither the golds nor whether the corpus answers', async () => {
    const { judge, requests } = judging()
    await evaluate({ judge, item: { answerable: false, answerPoints: ['three months'] } })
    expect(requests).toHaveLength(1)
    expect(Object.keys(requests[0] ?? {}).sort()).toEqual(
      [
        'suite',
        'id',
        'question',
        'language',
        'answer',
        'passages',
        'citations',
        'reference',
        'answerPoints',
        'falsePremise',
        'trial',
      ].sort(),
    )
  })

  it('passages without text are left out before the judge, so that its indices are of what it saw', async () => {
    const { judge, requests } = judging(async () =>
      verdict({ claims: [{ text: 'x', support: 'neutral', passages: ['neutral'], nearest: 0, reason: 'no' }] }),
    )
    const { record } = await evaluate({
      judge,
      system: answering({ ...ANSWER, passages: [{ title: 'Another Act' }, { title: 'Empty', text: ' ' }, PASSAGE] }),
    })
    expect(requests[0]?.passages.map(({ id }) => id)).toEqual(['p1'])
    expect(record.retrieval).toEqual({ passages: 3, withText: 1, byConstruction: 0 })
    expect(record.evidence.nearest).toBe('Rent Act 2031, 5: The notice period is three months.')
  })
})

describe('the system fails', () => {
  it.each<[string, System, string]>([
    [
      'throws',
      functionSystem(() => {
        throw new Error('boom')
      }),
      'threw',
    ],
    ['rejects', functionSystem(async () => Promise.reject(new Error('boom'))), 'threw'],
    ['returns nothing', functionSystem(() => undefined), 'shape'],
    ['returns an unknown shape', functionSystem(() => ({ text: 'Three months.' })), 'shape'],
    [
      'fails in its own words',
      functionSystem(() => {
        throw new SystemError('http', '503')
      }),
      'http',
    ],
  ])('fault 3: %s: infrastructure, no outcome, not a verdict about the answer', async (_how, system, kind) => {
    const { judge, requests } = judging()
    const { record, response } = await evaluate({ system, judge })
    expect(response).toBeNull()
    expect(requests).toEqual([])
    expect(record).toMatchObject({
      outcome: null,
      errorClass: 'infrastructure',
      signals: { c: null, g: null, r: null },
      failure: { stage: 'system', kind },
      citation: { document: null, section: null },
    })
  })

  it('fault 37: a system that failed has refused nothing, on an unanswerable item either', async () => {
    const { record } = await evaluate({
      system: functionSystem(() => Promise.reject(new Error('x'))),
      item: { answerable: false },
    })
    expect(record.errorClass).toBe('infrastructure')
  })

  it.each<[string, System]>([
    ['a function', functionSystem(() => new Promise(() => {}))],
    ['a system of the user’s own', { name: 'own', kind: 'function', live: true, respond: () => new Promise(() => {}) }],
  ])('fault 33: %s that hangs ends at the deadline', async (_what, system) => {
    const { record } = await evaluate({ system }, deadline())
    expect(record).toMatchObject({ errorClass: 'infrastructure', failure: { stage: 'system', kind: 'deadline' } })
  })

  it('the signal reaches the system', async () => {
    let aborted = false
    const system = functionSystem(
      ({ signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            aborted = true
          })
        }),
    )
    await evaluate({ system }, deadline())
    expect(aborted).toBe(true)
  })

  it.each<[string, unknown]>([
    ['no answer', {}],
    ['NaN for a time', { answer: 'Three months.', timings: { total: Number.NaN } }],
    ['a BigInt', { answer: 'Three months.', meta: { n: 10n } }],
    ['a function', { answer: 'Three months.', meta: { f: () => 1 } }],
  ])('fault 41: a system of the user’s own that returns %s is a failure of that case in words', async (_what, returned) => {
    const own = { name: 'own', kind: 'function', live: true, respond: async () => returned } as unknown as System
    const { record } = await evaluate({ system: own })
    expect(record).toMatchObject({ errorClass: 'infrastructure', failure: { stage: 'system', kind: 'shape' } })
    expect(() => structuredClone(record)).not.toThrow()
  })
})

describe('the judge fails', () => {
  it.each<[string, Judge['assess'], string]>([
    ['throws', () => Promise.reject(new Error('boom')), 'threw'],
    ['has no reply', () => Promise.reject(new JudgeError('reply', 'cut off')), 'reply'],
    ['is not there', () => Promise.reject(new JudgeError('provider', '503')), 'provider'],
    ['returns junk', async () => ({ score: 0 }) as never, 'reply'],
    ['returns NaN', async () => verdict({ correct: Number.NaN as never }), 'reply'],
    ['returns nothing', async () => undefined as never, 'reply'],
  ])('fault 2, fault 7: %s: unscored with the reason, neither 0 nor 1', async (_how, assess, kind) => {
    const { record, verdict } = await evaluate({ judge: judging(assess).judge })
    expect(verdict).toBeNull()
    expect(record).toMatchObject({
      errorClass: 'unscored',
      signals: { c: null, g: null, r: true },
      unscored: { c: 'judge failed', g: 'judge failed' },
      failure: { stage: 'judge', kind },
    })
  })

  it('fault 33: one that hangs ends at the deadline', async () => {
    const { record } = await evaluate({ judge: judging(() => new Promise(() => {})).judge }, deadline())
    expect(record).toMatchObject({ errorClass: 'unscored', failure: { stage: 'judge', kind: 'deadline' } })
  })

  it('a spent budget is a reason of its own, and no failure', async () => {
    const { record } = await evaluate({ judge: judging(() => Promise.reject(new JudgeError('budget', 'spent'))).judge })
    expect(record).toMatchObject({ errorClass: 'unscored', unscored: { c: 'budget', g: 'budget' }, budget: 'spent' })
    expect(record.failure).toBeUndefined()
  })

  it('fault 23: a corrupt recording is no verdict and no live call: it throws', async () => {
    const judge = judging(() => Promise.reject(new CassetteCorruptError('a.json cannot be read'))).judge
    await expect(evaluate({ judge })).rejects.toThrow(CassetteCorruptError)
  })

  it('what its calls cost is known all the same', async () => {
    const cost = { calls: 2, inputTokens: 100, outputTokens: 20, usd: 0.02 }
    const judge = judging(async (_request, { onCost }) => {
      onCost?.(cost)
      throw new JudgeError('reply', 'cut off')
    }).judge
    expect((await evaluate({ judge })).record.cost.judge).toEqual(cost)
  })
})

describe('a judge that cannot judge what follows', () => {
  const JUDGE_DOWN = 'stopped asking after 20 failures in a row of anthropic m: 503'

  /** Two cases of one suite, whose judge throws at the first; how often the system was asked is counted. */
  async function twoCases(thrown: Error, live = true) {
    let asked = 0
    const system: System = {
      ...functionSystem(() => ANSWER),
      live,
      respond: async () => {
        asked += 1
        return { answer: 'Three months.', passages: [PASSAGE] }
      },
    }
    const { judge } = judging(() => Promise.reject(thrown))
    const bench: Bench = { system, judge, findGolds: goldFinder({}), score: caseScorer({ task: 'answer', k: [1, 5, 10] }) }
    const signal = new AbortController().signal
    const records = []
    for (const id of ['A', 'B']) records.push((await evaluateCase(frameOf({ id }), null, bench, { signal })).record)
    return { first: records[0], second: records[1], asked }
  }

  it.each(['circuit', 'setup'] as const)(
    'fault 7: %s: the system is not asked for the rest, which is infrastructure',
    async (kind) => {
      const { first, second, asked } = await twoCases(new JudgeError(kind, JUDGE_DOWN))
      expect(first).toMatchObject({ errorClass: 'unscored', unscored: { g: 'judge failed' }, failure: { stage: 'judge', kind } })
      expect(second).toMatchObject({
        outcome: null,
        errorClass: 'infrastructure',
        failure: { stage: 'judge', kind, message: JUDGE_DOWN },
      })
      expect(asked).toBe(1)
    },
  )

  it('a spent budget: the first answer is kept, the rest is not asked for', async () => {
    const { first, second, asked } = await twoCases(new JudgeError('budget', 'spent'))
    expect(first).toMatchObject({ outcome: 'answered', errorClass: 'unscored', unscored: { g: 'budget', c: 'budget' } })
    expect(second).toMatchObject({
      outcome: null,
      errorClass: 'unscored',
      unscored: { g: 'budget', c: 'budget', outcome: 'budget' },
      budget: 'spent',
    })
    expect(second?.failure).toBeUndefined()
    expect(asked).toBe(1)
  })

  it('one failed call stops nothing, and a recorded run is read to its end', async () => {
    expect((await twoCases(new JudgeError('provider', '503'))).asked).toBe(2)
    const { second, asked } = await twoCases(new JudgeError('circuit', JUDGE_DOWN), false)
    expect(second).toMatchObject({ outcome: 'answered', errorClass: 'unscored' })
    expect(asked).toBe(2)
  })

  it('what was not asked is lost in every rate', async () => {
    const { second } = await twoCases(new JudgeError('budget', 'spent'))
    const standings = Object.entries(RATES).map(([name, rate]) => [name, second === undefined ? null : rate.standing(second)])
    // Whether an answer that never came would have cited, quoted or been asked in other words, nobody knows.
    const never = [
      'foundByConstruction',
      'fabricatedCitation',
      'citedNotRetrieved',
      'misquoted',
      'pinpointOutside',
      'rewriteAdds',
    ]
    const out = ['falseConfidence', 'correctRefusal', 'premiseCorrected', 'premiseAccepted', 'goldCitedSection', ...never]
    expect(Object.fromEntries(standings)).toEqual(
      Object.fromEntries(Object.keys(RATES).map((name) => [name, out.includes(name) ? 'out' : 'lost'])),
    )
  })
})

describe('answers that need no judge', () => {
  it.each([[''], ['  \n']])('an empty answer (%j) is undetermined, without a call', async (answer) => {
    const { judge, requests } = judging()
    const { record } = await evaluate({ judge, system: answering({ ...ANSWER, answer }) })
    expect(requests).toEqual([])
    expect(record).toMatchObject({
      outcome: 'undetermined',
      errorClass: 'unscored',
      unscored: { c: 'empty answer', g: 'empty answer', outcome: 'empty answer' },
      signals: { c: null, g: null, r: true },
    })
  })

  it('a refusal by the flag is one, whatever the text says, without a call', async () => {
    const { judge, requests } = judging()
    const { record } = await evaluate({ judge, system: answering({ ...ANSWER, refused: true }) })
    expect(requests).toEqual([])
    expect(record).toMatchObject({ outcome: 'refused', errorClass: 'over-refusal', cause: 'policy', unscored: {} })
  })

  it('fault 6: a refusal has its own outcome and no claims to average', async () => {
    const judge = judging(async () => verdict({ outcome: 'refused', claims: [], correct: null })).judge
    const { record } = await evaluate({ judge, item: { answerable: false, golds: [] } })
    expect(record).toMatchObject({ outcome: 'refused', errorClass: 'correct refusal', unscored: {} })
    expect(record.signals.g).toBeNull()
  })

  it('a flag of false excludes a refusal', async () => {
    const judge = judging(async () => verdict({ outcome: 'refused' })).judge
    const { record } = await evaluate({ judge, system: answering({ ...ANSWER, refused: false }) })
    expect(record.outcome).not.toBe('refused')
  })
})

describe('what is not known is unscored with its reason', () => {
  it.each<[string, Partial<ItemInput>, object, VerdictInput, object]>([
    ['fault 4: no claims', {}, {}, verdict({ claims: [] }), { g: 'no claims' }],
    [
      'fault 8: a nonsense answer without a checkable claim',
      {},
      { answer: 'Hm!' },
      verdict({ claims: [], correct: null }),
      { g: 'no claims', c: 'undetermined' },
    ],
    ['no reference', { reference: undefined }, {}, verdict({ correct: true }), { c: 'no reference' }],
    ['passages not reported', {}, { passages: undefined }, verdict(), { g: 'no passages' }],
    ['titles only', {}, { passages: [{ title: 'Rent Act 2031' }] }, verdict(), { g: 'no passages' }],
    ['an undetermined claim', {}, {}, verdict({ claims: [{ text: 'x', support: 'undetermined' }] }), { g: 'undetermined' }],
  ])('%s', async (_what, item, response, given, unscored) => {
    const { record } = await evaluate({
      item,
      system: answering({ ...ANSWER, ...response }),
      judge: judging(async () => given).judge,
    })
    expect(record.unscored).toEqual(unscored)
    expect(record.errorClass).toBe('unscored')
  })

  it('fault 5: retrieval that ran and found nothing supports nothing and holds no gold', async () => {
    const judge = judging(async () => verdict({ claims: [{ text: 'x', support: 'undetermined' }] })).judge
    const { record } = await evaluate({ judge, system: answering({ ...ANSWER, passages: [] }) })
    expect(record.signals).toEqual({ c: true, g: false, r: false })
    expect(record.retrieval).toEqual({ passages: 0, withText: 0, byConstruction: 0 })
  })

  it('fault 5: retrieval that was not reported says nothing of golds', async () => {
    const { record } = await evaluate({ system: answering({ answer: 'Three months.' }) })
    expect(record.signals).toMatchObject({ g: null, r: null })
    expect(record.citation.document).toBeNull()
    expect(record.retrieval).toEqual({ passages: null, withText: null, byConstruction: 0 })
  })

  it.each([
    [[], 'no gold'],
    [[{ kind: 'statute', title: 'Rent Act 2031', optional: true }], 'optional golds only'],
  ])('fault 48: %j (%s) leaves citation and retrieval unscored', async (golds) => {
    const { record } = await evaluate({ item: { golds: golds as ItemInput['golds'] } })
    expect(record.citation).toMatchObject({ document: null, section: null, golds: 0, sections: 0 })
    expect(record.signals.r).toBeNull()
  })
})

describe('what a system or a judge does to what it is given', () => {
  it('changes nothing that the answer is scored by: the system has a copy of the item', async () => {
    const system = functionSystem(({ item }) => {
      item.answerable = false
      item.premise = 'false'
      item.language = 'de'
      item.answerPoints.push('six months')
      item.golds.splice(0, 1, { kind: 'document', id: 'another', optional: false })
      return ANSWER
    })
    const { judge, requests } = judging()
    const { record } = await evaluate({ system, judge })
    expect(record).toMatchObject({
      answerable: true,
      premise: 'true',
      language: 'en',
      errorClass: 'correct',
      citation: { document: true, golds: 1, sections: 1 },
    })
    expect(requests).toMatchObject([{ language: 'en', falsePremise: false, answerPoints: [] }])
  })

  it('nor does what it keeps of its response: it was copied when it came', async () => {
    const kept = structuredClone({ ...ANSWER, citations: [{ title: 'Another Act' }] })
    const { judge } = judging(async () => {
      kept.citations[0] = { title: 'Rent Act 2031' }
      kept.answer = ''
      return verdict()
    })
    const { record, response } = await evaluate({ system: answering(kept), judge })
    expect(record.citation.document).toBe(false)
    expect(response?.answer).toBe('Three months.')
  })

  it('the judge has copies of citations and passages', async () => {
    const { judge } = judging(async ({ citations, passages }) => {
      Object.assign(citations?.[0] ?? {}, { title: 'Rent Act 2031' })
      Object.assign(passages[0] ?? {}, { title: 'Rent Act 2031' })
      return verdict()
    })
    const response = { ...ANSWER, passages: [{ ...PASSAGE, title: 'Another Act' }], citations: [{ title: 'Another Act' }] }
    const { record } = await evaluate({ system: answering(response), judge })
    expect(record).toMatchObject({ citation: { document: false }, signals: { r: false } })
  })

  it('and of the answer points', async () => {
    const { judge } = judging(async ({ answerPoints }) => {
      ;(answerPoints as string[]).push('six months')
      return verdict()
    })
    const item = Item.parse({ id: 'A', question: 'How long?', answerPoints: ['three months'] })
    const frame = {
      suite: 's',
      file: 's.suite.ts',
      title: 'How long?',
      item,
      position: 0,
      trial: 0,
      task: 'answer' as const,
      group: 'A',
    }
    await evaluateCase(
      frame,
      null,
      { system: answering(ANSWER), judge, findGolds: goldFinder({}), score: caseScorer({ task: 'answer', k: [1, 5, 10] }) },
      { signal: new AbortController().signal },
    )
    expect(item.answerPoints).toEqual(['three months'])
  })
})

describe('what calls cost', () => {
  const spending = (usd: number) => ({ calls: 1, inputTokens: 10, outputTokens: 1, usd })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', '0.5 USD'],
    ['an amount below zero', spending(-1)],
    ['no number', spending(Number.NaN)],
    ['more than all numbers', spending(Number.POSITIVE_INFINITY)],
    ['fields left out', { usd: 1 }],
  ])('%s told as a cost is one call of unknown price, and the verdict stands', async (_, cost) => {
    const { judge } = judging(async (_request, { onCost }) => {
      onCost?.(spending(0.25))
      onCost?.(cost as never)
      return verdict()
    })
    const { record } = await evaluate({ judge })
    expect(record).toMatchObject({
      errorClass: 'correct',
      cost: { judge: { calls: 2, inputTokens: 10, outputTokens: 1, usd: null } },
    })
  })

  it('of an attempt before counts too', async () => {
    const { judge } = judging(async (_request, { onCost }) => {
      onCost?.(spending(0.25))
      return verdict()
    })
    const system = answering({ ...ANSWER, usage: { usd: 1 } })
    const first = await evaluate({ system, judge })
    const second = await evaluate({ system, judge, spentBefore: first.record.cost })
    expect(second.record.cost).toEqual({
      judge: { calls: 2, inputTokens: 20, outputTokens: 2, usd: 0.5 },
      system: { calls: 2, inputTokens: 0, outputTokens: 0, usd: 2 },
    })
  })
})

describe('a verdict that is asked for again', () => {
  const before = { g: false, c: true, outcome: 'answered', errorClass: 'hallucination' } as const
  const confirmation: Confirmation = { times: 2, baseline: new Map([['A', before]]) }
  const confirming = (assess: Judge['assess']): Bench => ({
    system: answering(ANSWER),
    judge: judging(assess).judge,
    findGolds: goldFinder({}),
    score: caseScorer({ task: 'answer', k: [1, 5, 10] }),
    confirmation,
  })
  const { signal } = new AbortController()

  it('counts every reply that could not be recorded', async () => {
    const bench = confirming(async (_, context) => {
      context.onUnrecorded?.({ dir: 'recordings', reason: 'ENOSPC: no space left on device' })
      return verdict()
    })
    const { record } = await evaluateCase(frameOf({}), null, bench, { signal })
    expect(record.judging?.confirmation?.votes).toBe(3)
    expect(record.unrecorded).toEqual([{ dir: 'recordings', reason: 'ENOSPC: no space left on device', replies: 3 }])
  })

  it('fault 26: tells no secret of a repetition that failed', async () => {
    const bench = confirming(({ trial }) => {
      if (trial === 1) throw new Error('Incorrect API key provided: sk-ant-REDACTED-NOT-0000')
      return Promise.resolve(verdict())
    })
    const { verdict: confirmed } = await evaluateCase(frameOf({}), null, bench, { signal })
    expect(JSON.stringify(confirmed)).toContain('Incorrect API key provided: [redacted]')
  })
})

describe('fault 26: a failure in the words of a provider tells no secret', () => {
  const words =
    'Incorrect API key provided: sk-ant-REDACTED-NOT-0000, of https://me:hunter2@host/?api-key=qu3ry in case a-configured-one'
  const shown = 'Incorrect API key provided: [redacted], of https://[redacted]@host/?api-key=[redacted] in case [redacted]'
  const redact = redactor({ patterns: ['a-configured-one'] })
  const bench = (over: Partial<Bench>): Bench => ({
    system: answering(ANSWER),
    judge: judging().judge,
    findGolds: goldFinder({}),
    score: caseScorer({ task: 'answer', k: [1, 5, 10] }),
    redact,
    ...over,
  })
  const failing = () => {
    throw new Error(words)
  }
  it.each<[string, Partial<Bench>, string]>([
    ['a function', { system: functionSystem(failing, { name: 'rag' }) }, `rag threw: ${shown}`],
    ['a judge of one’s own', { judge: judging(failing).judge }, shown],
    [
      'a judge with its reply',
      {
        judge: judging(() => {
          throw new JudgeError('reply', words, { raw: words })
        }).judge,
      },
      shown,
    ],
  ])('%s', async (_, over, message) => {
    const { record, failure, raw } = await evaluateCase(frameOf({}), null, bench(over), { signal: new AbortController().signal })
    expect([record.failure?.message, failure?.message]).toEqual([message, message])
    expect(raw ?? '').not.toMatch(/sk-ant|a-configured-one/)
  })
})
