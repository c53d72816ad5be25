import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replyOfVerdict } from '../../test/providers/hand-verdict.js'
import { openaiServer } from '../../test/providers/openai.js'
import { judgeRequest } from '../../test/providers/request.js'
import type { ProviderServer } from '../../test/providers/server.js'
import { openCassettes } from '../cassettes/cassettes.js'
import { Item } from '../schema/item.js'
import type { Cost } from '../schema/record.js'
import { Response } from '../schema/response.js'
import { Verdict } from '../schema/verdict.js'
import { createJudge } from './create.js'
import type { JudgeRequest } from './judge.js'
import { NOTHING_PLANNED, sumPlans } from './plan.js'

const FIXTURES = resolve(import.meta.dirname, '../../fixtures')
const PRICES = { 'a-model': { input: 3, output: 15 } }

/** Every answer of a fixture that a judge is asked about, with the verdict that was set by hand. */
function answersOf(set: string): { request: JudgeRequest; verdict: Verdict }[] {
  const read = (name: string) =>
    readFileSync(join(FIXTURES, set, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: string; response?: unknown; verdict?: unknown })
  const verdicts = new Map(read('verdicts.jsonl').map(({ id, verdict }) => [id, Verdict.parse(verdict)]))
  const items = new Map(read('items.jsonl').map((row) => [row.id, Item.parse(row)]))
  return read('run.jsonl').flatMap(({ id, response: given }) => {
    const item = items.get(id)
    const verdict = verdicts.get(id)
    const response = Response.safeParse(given).data
    if (item === undefined || verdict === undefined || response === undefined || response.refused === true) return []
    const { question, language, reference = null, answerPoints, premise } = item
    const passages = (response.passages ?? []).flatMap((passage) =>
      passage.text === undefined ? [] : [{ ...passage, text: passage.text }],
    )
    const { answer, citations = null } = response
    const told = { question, language, reference, answerPoints, falsePremise: premise === 'false', trial: 0 }
    return [{ request: { suite: set, id, answer, passages, citations, ...told }, verdict }]
  })
}

let dir: string
let server: ProviderServer | undefined
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-plan-'))
})
afterEach(async () => {
  await server?.close()
  server = undefined
  await rm(dir, { recursive: true, force: true })
})

const signal = new AbortController().signal

describe('a plan', () => {
  it.each(['abstractive', 'verdania'])(
    'is within 15% of what judging the fixture %s then uses, by the tokens that a model counts',
    { timeout: 60_000 },
    async (set) => {
      const answers = answersOf(set)
      const verdicts = new Map(
        answers.map(({ request, verdict }) => [request.answer, replyOfVerdict(verdict, request.answerPoints)]),
      )
      server = await openaiServer(
        ({ prompt }) => ({ kind: 'text', text: JSON.stringify(verdicts.get(prompt.answer)) }),
        (text) => encode(text).length,
      )
      const judge = createJudge(
        { provider: 'openai', model: 'a-model', baseURL: server.baseURL, prices: PRICES },
        { root: dir, cassettes: openCassettes({ dir }) },
      )
      const plan = async () =>
        sumPlans(await Promise.all(answers.map(async ({ request }) => (await judge.plan?.(request, 'used')) ?? NOTHING_PLANNED)))
      const before = await plan()
      const used: Cost[] = []
      for (const { request } of answers) await judge.assess(request, { signal, onCost: (cost) => used.push(cost) })
      const sum = (of: (cost: Cost) => number) => used.reduce((total, cost) => total + of(cost), 0)

      expect(answers.length).toBeGreaterThan(40)
      expect(before).toMatchObject({ calls: used.length, recorded: 0 })
      for (const [planned, spent] of [
        [before.inputTokens, sum(({ inputTokens }) => inputTokens)],
        [before.outputTokens, sum(({ outputTokens }) => outputTokens)],
        [before.usd, sum(({ usd }) => usd ?? Number.NaN)],
      ] as const) {
        expect(planned / spent).toBeGreaterThan(0.85)
        expect(planned / spent).toBeLessThan(1.15)
      }
      expect(await plan()).toEqual({ ...NOTHING_PLANNED, recorded: used.length })
    },
  )

  it('without its recordings is what a first run takes', async () => {
    const [first] = answersOf('abstractive')
    if (first === undefined) throw new Error('the fixture has no answer')
    server = await openaiServer(() => ({
      kind: 'text',
      text: JSON.stringify(replyOfVerdict(first.verdict, first.request.answerPoints)),
    }))
    const judge = createJudge(
      { provider: 'openai', model: 'a-model', baseURL: server.baseURL },
      { root: dir, cassettes: openCassettes({ dir }) },
    )
    const before = await judge.plan?.(first.request, 'used')
    await judge.assess(first.request, { signal })
    expect(before).toMatchObject({ calls: 1, recorded: 0, usd: 0, unpriced: 1 })
    expect(await judge.plan?.(first.request, 'ignored')).toEqual(before)
    expect(await judge.plan?.(first.request, 'used')).toEqual({ ...NOTHING_PLANNED, recorded: 1 })
  })

  it('in replay mode is nothing, whatever is recorded: nobody is asked', async () => {
    const judge = createJudge(
      { provider: 'openai', model: 'a-model' },
      { root: dir, cassettes: openCassettes({ dir, mode: 'replay' }) },
    )
    for (const recordings of ['used', 'ignored'] as const) {
      expect(await judge.plan?.(judgeRequest(), recordings)).toEqual(NOTHING_PLANNED)
    }
  })

  it('counts a call for every part of a context that does not fit', async () => {
    const judge = createJudge({ provider: 'openai', model: 'a-model', maxInputCharacters: 3000 }, { root: dir })
    const passages = Array.from({ length: 4 }, () => ({ text: 'The deposit must be returned. '.repeat(40) }))
    const plan = await judge.plan?.(judgeRequest({ passages }), 'used')
    expect(plan?.calls).toBeGreaterThan(1)
    const one = await judge.plan?.(judgeRequest(), 'used')
    expect(one).toMatchObject({ calls: 1 })
    expect(plan?.inputTokens).toBeGreaterThan((one?.inputTokens ?? 0) * ((plan?.calls ?? 0) - 1))
  })

  it('of an empty answer is nothing, and a refusal takes less than an answer', async () => {
    const judge = createJudge({ provider: 'openai', model: 'a-model' }, { root: dir })
    expect(await judge.plan?.(judgeRequest({ answer: ' ' }), 'used')).toEqual(NOTHING_PLANNED)
    const refusal = await judge.plan?.(judgeRequest({ answer: 'I cannot answer this question.' }), 'used')
    const answer = await judge.plan?.(judgeRequest(), 'used')
    expect(refusal?.outputTokens).toBeLessThan(answer?.outputTokens ?? 0)
  })
})
