import { beforeAll, describe, expect, it } from 'vitest'
import { type Reported, runReported } from './nested/reported.js'
import { type NestedRun, runNestedSuite } from './nested.js'

describe('retrieval alone, in a run of its own', () => {
  let run: Reported
  const suite = (name: string) => run.report?.suites.find((one) => one.suite === name)
  beforeAll(async () => {
    run = await runReported({ names: ['retrieval'], env: { OPENAI_API_KEY: '', COLUMNS: '80' } })
  }, 60_000)

  it('asks no judge, so that none needs a key, and nothing is spent', () => {
    const cases = run.lines.flatMap((line) => (line.kind === 'case' ? [line] : []))
    expect(cases).toHaveLength(49)
    expect(cases.every(({ verdict, record }) => verdict === null && record.failure === undefined)).toBe(true)
    expect(cases.reduce((calls, { record: { cost } }) => calls + cost.judge.calls + cost.system.calls, 0)).toBe(0)
    expect(suite('Gated')?.judge).toBe('none, since only retrieval is looked at')
  })

  it('gates on scores pass, fail and take slices, by values worked out by hand', () => {
    // 20 of 40 find the one gold at rank 2: recall@5 is 20/40, MRR 20 × 1/2 / 40.
    expect(suite('Gated')?.means['recall@5']).toMatchObject({ value: 0.5, micro: { numerator: 20, denominator: 40, value: 0.5 } })
    expect(suite('Gated')?.means['mrr']).toMatchObject({ value: 0.25, scored: 40, total: 40, micro: null })
    expect(suite('Gated')?.means['precision@5']?.value).toBeCloseTo(0.1, 12)
    expect(suite('Gated')?.means['ndcg@5']?.value).toBeCloseTo(0.5 / Math.log2(3), 12)
    expect(suite('Gated')?.gates.map(({ status, metric }) => [status, metric?.value])).toEqual([
      ['pass', 0.5],
      ['fail', 0.25],
      ['pass', 1],
    ])
    expect(suite('Gated')?.status).toBe('FAIL')
    expect(run.code).toBe(1)
  })

  it('fault 44: a source may be called __proto__; each source counts the same', () => {
    const parts = [
      { source: 'acts', value: 1 },
      { source: '__proto__', value: 0 },
    ]
    expect(suite('Gated')?.means['recall@5']?.weighted).toEqual({ value: 0.5, parts: expect.arrayContaining(parts) })
  })

  it('the report shows means and rates of retrieval, and none of answers', () => {
    expect(run.stdout).toContain('recall@5')
    expect(run.stdout).toContain('MRR')
    expect(run.stdout).not.toMatch(/hallucination|over-refusal/)
    expect(Object.keys(suite('Strict')?.metrics ?? {})).toEqual(['goldRetrieved', 'foundByConstruction', 'rewriteAdds'])
    const lines = run.stdout.split('\n')
    expect(lines.filter((line) => [...line].length > 80)).toEqual([])
  })

  it('fault 58: a gold that was put there is in no rate and no mean of retrieval', () => {
    // found, equal id and __proto__ of five that are known; two are not known; of two there is nothing to retrieve.
    expect(suite('Strict')?.metrics['goldRetrieved']).toMatchObject({ count: 3, scored: 5, total: 7, unknown: 2 })
    expect(suite('Strict')?.metrics['foundByConstruction']).toMatchObject({ count: 1, scored: 4, total: 4 })
    expect(suite('Strict')?.means['recall@10']).toMatchObject({ scored: 5, total: 7, unknown: 2 })
  })
})

describe('what a strict suite of retrieval expects', () => {
  let run: NestedRun
  beforeAll(async () => {
    run = await runNestedSuite('retrieval')
  }, 60_000)

  it.each<[string, string, RegExp | null]>([
    ['found', 'passed', null],
    ['missed', 'failed', /expected the retrieval to find a gold source/],
    ['found under an equal id', 'passed', null],
    ['empty', 'failed', /expected the retrieval to find a gold source/],
    ['not reported', 'skipped', null],
    ['without a name', 'skipped', null],
    ['no gold', 'skipped', null],
    ['put there', 'skipped', null],
    ['__proto__', 'passed', null],
  ])('%s: %s', (id, state, message) => {
    const found = run.cases[`Strict > ${id} · Q?`]
    expect(found?.state).toBe(state)
    expect(found?.errors ?? []).toEqual(message === null ? [] : [expect.stringMatching(message)])
  })
})
