/** What takes time in a run, measured with tinybench: `npm run bench`. Figures are for comparison on one machine, never for a test. */
import { readFileSync } from 'node:fs'
import { Bench } from 'tinybench'
import { buildReport } from '../reporters/report.js'
import { citesGold } from '../src/citations/cites-gold.js'
import { offlineJudge } from '../src/judges/offline.js'
import { withText } from '../src/metrics/evidence.js'
import { positionalCheck } from '../src/metrics/positional.js'
import type { CaseRecord } from '../src/schema/record.js'
import { Response } from '../src/schema/response.js'
import { benchIndex } from './index-bench.js'

const FIXTURE = 'fixtures/abstractive/run.jsonl'
const responses = readFileSync(FIXTURE, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => Response.parse((JSON.parse(line) as { response: unknown }).response))

const NO_COST = { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 }
const records = Array.from({ length: 10_000 }, (_, position): CaseRecord => {
  const answerable = position % 5 !== 0
  const outcome = answerable ? (position % 11 === 0 ? 'refused' : 'answered') : 'refused'
  return {
    suite: 'Bench',
    file: 'bench.suite.ts',
    id: `B-${position}`,
    item: `B-${position}`,
    hash: `B-${position}`,
    trial: 0,
    title: 'A question',
    position,
    sequence: position,
    startedAt: position,
    durationMs: 1,
    type: `type ${position % 6}`,
    language: 'en',
    answerable,
    premise: 'true',
    group: `B-${position}`,
    outcome,
    signals: { c: true, g: true, r: true },
    errorClass: outcome === 'answered' ? 'correct' : answerable ? 'over-refusal' : 'correct refusal',
    unscored: {},
    claims: null,
    answer: null,
    judging: null,
    retrieval: { passages: 3, withText: 3, byConstruction: 0 },
    scores: {},
    authorities: null,
    rewrite: null,
    citation: { document: true, section: null, golds: 1, sections: 0 },
    evidence: {},
    latencyMs: 1,
    cost: { judge: NO_COST, system: NO_COST },
    replayed: { judge: false, system: false },
    warnings: [],
  }
})
const header = {
  suite: 'Bench',
  file: 'bench.suite.ts',
  policy: 'gate' as const,
  gates: [],
  compat: null,
  task: 'answer' as const,
  k: [1, 5, 10],
  total: records.length,
  data: null,
  selected: records.length,
  sample: null,
  partial: [],
  leftOut: [],
  trials: 1,
  confirm: 0,
  baseline: null,
  shard: null,
  calibration: null,
  system: { name: 'bench', kind: 'function', live: true },
  judge: { name: 'bench', offline: false, members: [] },
  warnings: [],
}
const end = { partial: [], interrupted: false, shard: null, problems: [], red: [], noResult: [] }
const facts = {
  run: 'bench',
  startedAt: '',
  suites: [{ project: '', header }],
  cases: records.map((record) => ({ project: '', record })),
  end,
}
const gold = { kind: 'statute' as const, title: 'Residential Tenancies Act 2031', section: '5', optional: false }
const judge = offlineJudge()
const { signal } = new AbortController()

const bench = new Bench({ time: 500 })
bench
  .add('offline judge, 60 answers', async () => {
    for (const { answer, passages, citations = null } of responses) {
      const asked = {
        suite: '',
        id: '',
        question: '',
        language: 'en',
        reference: null,
        answerPoints: [],
        falsePremise: false,
        trial: 0,
      }
      await judge.assess({ ...asked, answer, passages: withText(passages), citations }, { signal })
    }
  })
  .add('citations against a gold, 60 answers', () => {
    for (const { citations } of responses) citesGold([gold], citations)
  })
  .add('positional check, 10,000 cases', () => void positionalCheck(records))
  .add('report, 10,000 cases', () => void buildReport(facts))
await bench.run()
console.table(bench.table())
benchIndex()
