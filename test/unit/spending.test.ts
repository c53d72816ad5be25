import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listEntries } from '../../src/cassettes/store.js'
import type { DocketOptions } from '../../src/plugin.js'
import { sumCosts } from '../../src/run/cost.js'
import type { BudgetLimits } from '../../src/run/spending.js'
import { anthropicServer } from '../providers/anthropic.js'
import { literalVerdict, serverError, verdict } from '../providers/behaviour.js'
import type { Handler } from '../providers/server.js'
import { USED } from './nested/paid-used.js'
import { folderOfTest, headline, type Reported, runReported } from './nested/reported.js'

const LONG = { timeout: 60_000 }
const MODEL = 'claude-sonnet-4-6'

async function runWith(handler: Handler, names: string[], docket: DocketOptions, judge = {}) {
  const server = await anthropicServer(handler)
  onTestFinished(() => server.close())
  const run = await runReported({
    names,
    docket: { judge: { provider: 'anthropic', model: MODEL, baseURL: server.baseURL, ...judge }, ...docket },
    cli: { maxWorkers: 2 },
  })
  return { run, server }
}

const casesOf = ({ lines }: Reported) => lines.flatMap((line) => (line.kind === 'case' ? [line] : []))

describe('one budget for four suite files in two workers, of a judge and systems that cost', () => {
  const judging: Handler = ({ prompt }) => verdict(literalVerdict(prompt))
  /** One answer and its verdict: the price of the model, and the tokens that the local provider counts. */
  const one = { calls: USED.calls + 1, tokens: USED.inputTokens + USED.outputTokens + 6_000, usd: USED.usd + 0.03 }

  it.each<[keyof BudgetLimits, number, number]>([
    ['calls', 60, 0],
    ['tokens', 150_000, one.tokens],
    ['usd', 0.8, one.usd],
  ])('%s: no more than the budget of %d is used, or than one call of %d over', LONG, async (unit, limit, over) => {
    const { run, server } = await runWith(judging, ['paid-a', 'paid-b', 'paid-c', 'paid-d'], { budget: { [unit]: limit } })
    const cases = casesOf(run)
    expect(cases).toHaveLength(24)
    const { calls, inputTokens, outputTokens, usd } = sumCosts(cases.flatMap(({ record: { cost } }) => [cost.judge, cost.system]))
    const used = { calls, tokens: inputTokens + outputTokens, usd: usd ?? Number.NaN }
    expect(used[unit]).toBeLessThanOrEqual(limit + over)
    // It is used up: what is left would not pay for another answer.
    expect(used[unit]).toBeGreaterThan(limit - one[unit])
    const asked = cases.filter(({ response }) => response !== null)
    expect(server.unexpected).toEqual([])
    expect(calls).toBe(server.requests.length + asked.length * USED.calls)

    const left = cases.filter(({ record }) => record.unscored.g === 'budget')
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBe(24 - server.requests.length)
    const unasked = left.filter(({ response }) => response === null)
    expect(unasked.length).toBeGreaterThan(0)
    for (const { record } of unasked) {
      expect(record).toMatchObject({
        outcome: null,
        errorClass: 'unscored',
        unscored: { c: 'budget', g: 'budget', outcome: 'budget' },
        cost: { system: { calls: 0, usd: 0 } },
      })
      expect(record).not.toHaveProperty('failure')
    }
    for (const { record } of left) expect(record.budget).toMatch(/`budget` of .* spent/)

    const suites = run.report?.suites ?? []
    expect(suites).toHaveLength(4)
    for (const { decomposition, metrics, gates, status } of suites) {
      const unscored = decomposition.find(({ errorClass }) => errorClass === 'unscored')
      if (unscored === undefined) continue
      expect(unscored.causes).toEqual({ budget: unscored.count })
      expect(decomposition.map(({ errorClass }) => errorClass)).not.toContain('over-refusal')
      expect([metrics['hallucinationRate']?.lost, metrics['answered']?.lost]).toEqual([unscored.count, expect.any(Number)])
      expect([status, gates[0]?.status]).toEqual(['FAIL', 'closed'])
      expect(gates[0]?.message).toMatch(
        /the budget left \d cases? unjudged: .*`budget` of .*; a second run does not pay again for what is recorded: /,
      )
    }
    expect(
      suites.reduce(
        (sum, { decomposition }) => sum + (decomposition.find((row) => row.errorClass === 'unscored')?.count ?? 0),
        0,
      ),
    ).toBe(left.length)
    expect(run.code).toBe(1)
  })
})

describe('fault 34: a worker that dies near the end', () => {
  it('leaves what was paid for: a second run pays for what is missing and no more', LONG, async () => {
    const server = await anthropicServer(({ prompt }) => verdict(literalVerdict(prompt)))
    onTestFinished(() => server.close())
    const folder = folderOfTest()
    const judge = { provider: 'anthropic' as const, model: MODEL, baseURL: server.baseURL }
    const docket: DocketOptions = { judge, concurrency: 4, budget: {}, cassettes: { dir: join(folder, 'recordings') } }
    // Written as they came: what the dead worker did not finish is in neither count.
    const recorded = async (kind: string) =>
      (await listEntries(join(folder, 'recordings'))).filter((entry) => entry.kind === kind).length

    const first = await runReported({ names: ['crash'], docket, env: { DOCKET_NESTED: 'crash' }, cli: { pool: 'forks' } })
    expect(first.code).toBe(1)
    const paid = { system: await recorded('system'), judge: await recorded('judge'), requests: server.requests.length }
    expect(paid.judge).toBeGreaterThanOrEqual(80)
    expect(paid.judge).toBeLessThan(100)

    const second = await runReported({ names: ['crash'], docket, cli: { pool: 'forks' } })
    expect(server.requests.length - paid.requests).toBe(100 - paid.judge)
    expect(second.report?.suites).toMatchObject([
      {
        n: 100,
        replayed: { system: paid.system, judge: paid.judge },
        cost: { system: { calls: 100 - paid.system }, judge: { calls: 100 - paid.judge } },
        decomposition: [{ errorClass: 'correct', count: 100 }],
      },
    ])
    expect(server.unexpected).toEqual([])
  })
})

describe('fault 7: what is down is not asked to the end of a run', () => {
  let run: Reported
  let requests: number
  beforeAll(async () => {
    const server = await anthropicServer(() => serverError(503))
    try {
      const judge = { provider: 'anthropic' as const, model: MODEL, baseURL: server.baseURL, retries: 0 }
      run = await runReported({ names: ['down'], docket: { judge, concurrency: 1, budget: {} } })
      requests = server.requests.length
    } finally {
      await server.close()
    }
  }, 60_000)
  const kinds = (suite: string) =>
    casesOf(run)
      .filter(({ record }) => record.suite === suite)
      .map(({ record, response }) =>
        [record.failure?.stage, record.failure?.kind, record.errorClass, response !== null].join(' '),
      )
  const times = (n: number, what: string) => Array.from({ length: n }, () => what)

  it('a system: 20 failures, then none of the rest is asked', () => {
    expect(kinds('system down').sort()).toEqual(
      [...times(20, 'system connection infrastructure false'), ...times(10, 'system circuit infrastructure false')].sort(),
    )
  })

  it('a judge: 20 failures, then neither it nor the system is asked', () => {
    expect(requests).toBe(20)
    expect(kinds('judge down').sort()).toEqual(
      [
        ...times(20, 'judge provider unscored true'),
        // The case whose call found the circuit open had asked its system already.
        'judge circuit unscored true',
        ...times(9, 'judge circuit infrastructure false'),
      ].sort(),
    )
  })

  it('the report says so first, with the last failure', () => {
    const reasons = Object.fromEntries(
      (run.report?.suites ?? []).map(({ suite, status, reasons }) => [suite, [status, ...reasons]]),
    )
    expect(reasons['system down']?.slice(0, 3)).toEqual([
      'INFRASTRUCTURE',
      'stopped asking after 20 failures in a row of system function of system down: refused 20',
      expect.stringMatching(/^30 of 30 cases lost \(100\.0%\): system connection, refused \d+$/),
    ])
    expect(reasons['judge down']?.slice(0, 2)).toEqual([
      'INFRASTRUCTURE',
      expect.stringMatching(/^stopped asking after 20 failures in a row of anthropic claude-sonnet-4-6 at http.*: .*503/),
    ])
    expect(headline(run.stdout)).toMatch(/^INFRASTRUCTURE: .*stopped asking after 20 failures in a row of/)
  })
})
