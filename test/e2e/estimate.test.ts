import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, inject, it } from 'vitest'
import { Item } from '../../src/schema/item.js'
import { Verdict } from '../../src/schema/verdict.js'
import type { RunEstimate } from '../../src/vitest/estimate-run.js'
import { replyOfVerdict } from '../providers/hand-verdict.js'
import { openaiServer } from '../providers/openai.js'
import { headlineOf, readReport } from './consumer.js'
import { plainEnvironment, start } from './process.js'
import { scenario } from './scenario.js'

const FIXTURES = resolve('fixtures')
const runtimes = inject('runtimes')

const lines = (set: string, name: string) =>
  readFileSync(join(FIXTURES, set, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: string; answer: string; verdict: unknown })

/** What a model would have to reply to give the verdicts that were set by hand, by the answer. */
const replies = new Map(
  ['abstractive', 'verdania'].flatMap((set) => {
    const items = new Map(lines(set, 'items.jsonl').map((line) => [line.id, Item.parse(line)]))
    return lines(set, 'verdicts.jsonl').map(({ id, answer, verdict }) => [
      answer,
      replyOfVerdict(Verdict.parse(verdict), items.get(id)?.answerPoints ?? []),
    ])
  }),
)

/** Four suite files: three that a model judges, and one that costs nothing. */
const recorded = (name: string, set: string) => `
import { recordedRun } from 'vitest-docket'
describeBenchmark('${name}', {
  items: jsonl('${FIXTURES}/${set}/items.jsonl'),
  system: recordedRun('${FIXTURES}/${set}/run.jsonl', { name: 'run', map: (row) => row.status === 'error' ? { failure: row.error } : row.response }),
  policy: 'report',
})
`
const SUITES = {
  'a.suite.mjs': recorded('Abstractive', 'abstractive'),
  'b.suite.mjs': recorded('Verdania', 'verdania'),
  'c.suite.mjs': `
import { readFileSync } from 'node:fs'
import { recordedRun } from 'vitest-docket'
// Asked in other words, so that no call is the same as one of the first file.
const items = readFileSync('${FIXTURES}/abstractive/items.jsonl', 'utf8').trim().split('\\n').slice(0, 20).map((line) => JSON.parse(line))
describeBenchmark('A part', {
  items: items.map((item) => ({ ...item, twinOf: undefined, question: 'In short: ' + item.question })),
  system: recordedRun('${FIXTURES}/abstractive/run.jsonl', { name: 'run', map: (row) => row.status === 'error' ? { failure: row.error } : row.response }),
  policy: 'report',
})
`,
  'd.suite.mjs': `describeBenchmark('Stamps', { items: rules(20), system: right, judge, policy: 'report' })\n`,
}

describe.each(runtimes)('$title', (runtime) => {
  it('estimates within 15% what a run over four files then uses, says what is recorded, and starts nothing above the budget', async () => {
    const server = await openaiServer(
      ({ prompt }) => ({ kind: 'text', text: JSON.stringify(replies.get(prompt.answer)) }),
      (text) => encode(text).length,
    )
    try {
      const judge = `judge: { provider: 'openai', model: 'a-model', baseURL: '${server.baseURL}', prices: { 'a-model': { input: 3, output: 15 } } }`
      const into = runtime.sdks
      const options = (usd: number) => ({ docket: `{ ${judge}, budget: { usd: ${usd} } }`, test: '{ maxWorkers: 2 }', into })
      const poor = scenario(runtime, 'estimate-poor', SUITES, options(1))
      const refused = await poor.run()
      expect(headlineOf(refused.stdout)).toMatch(/^FAIL: the run does not start: it is estimated at 1\.\d\d USD \(/)
      expect(headlineOf(refused.stdout)).toContain('`budget` is 1 USD; set `budget: { usd: 2 }`')
      expect(refused.code).toBe(1)
      expect(server.requests).toHaveLength(0)
      // What costs nothing ran nevertheless.
      expect(readReport(poor.folder).suites.map(({ suite, n }) => [suite, n])).toEqual([
        ['Abstractive', 0],
        ['Verdania', 0],
        ['A part', 0],
        ['Stamps', 20],
      ])

      const rich = scenario(runtime, 'estimate-rich', SUITES, options(5))
      const estimated = async () => {
        const script = join(into, 'node_modules/vitest-docket/dist/src/cli/main.js')
        const env = { ...plainEnvironment(), TMPDIR: runtime.temporary }
        const { code, stdout, stderr } = await start(runtime.node, [script, 'estimate', '--json'], rich.folder, env).done
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
        return JSON.parse(stdout) as RunEstimate
      }
      const before = await estimated()
      expect(server.requests).toHaveLength(0)
      expect((await rich.run()).code).toBe(0)
      const { suites } = readReport(rich.folder)
      expect(before.plans.map(({ suite }) => suite).sort()).toEqual(['A part', 'Abstractive', 'Verdania'])
      for (const { suite, cost } of suites.filter(({ suite }) => suite !== 'Stamps')) {
        const cases = before.plans.find((plan) => plan.suite === suite)?.cases ?? []
        const sum = (of: 'calls' | 'inputTokens' | 'outputTokens' | 'usd') =>
          cases.reduce((all, { judge }) => all + (judge[of] ?? 0), 0)
        expect(sum('calls')).toBe(cost.judge.calls)
        for (const [planned, spent] of [
          [sum('inputTokens'), cost.judge.inputTokens],
          [sum('outputTokens'), cost.judge.outputTokens],
          [sum('usd'), cost.judge.usd ?? Number.NaN],
        ] as const) {
          expect(Math.abs(planned / spent - 1)).toBeLessThan(0.15)
        }
      }
      const after = (await estimated()).plans.flatMap(({ cases }) => cases.map(({ judge }) => judge))
      expect(after.reduce((all, { calls }) => all + calls, 0)).toBe(0)
      expect(after.filter(({ recorded }) => recorded > 0).length).toBe(
        before.plans.flatMap(({ cases }) => cases.filter(({ judge }) => judge.calls > 0)).length,
      )
    } finally {
      await server.close()
    }
  })
})
