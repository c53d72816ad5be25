import { describeBenchmark, type ItemInput } from '../../../src/index.js'
import type { Judge } from '../../../src/judges/judge.js'
import { judgeSaying } from '../judge.js'

// Run by in-benchmark.test.ts: golds, corpus, documents and verdict are those of the case and its suite.
const question = 'What is a lease?'
const items: ItemInput[] = [
  {
    id: 'T-1',
    language: 'de',
    question,
    premise: 'false',
    golds: [
      { kind: 'span', document: 'a.txt', start: 0, end: 5 },
      { kind: 'passage', id: 'p1' },
    ],
  },
]
const passages = [{ id: 'p1', document: 'a.txt', start: 0, end: 9, text: 'Ein Vertrag.' }]
const documents = [{ id: 'bge_BGE_136_III_513', pinpoints: ['2.3', '2.4'] }]
const answer = 'Nach BGE 136 III 513 E. 9 trifft das nicht zu.'

let asked = 0
const once: Judge = {
  ...judgeSaying({}),
  assess: async (request, context) => {
    asked += 1
    return await judgeSaying({ outcome: asked === 1 ? 'premise-corrected' : 'undetermined' }).assess(request, context)
  },
}

describeBenchmark(
  'hold',
  { items, system: () => ({ answer, passages, citations: [{ id: 'p1' }] }), judge: once, documents, policy: 'report' },
  async ({ response, expect }) => {
    await expect(response).toCoverSpans()
    await expect(response).toCoverSpans(undefined, { of: 'citations', precision: 0.5 })
    await expect(response).toRetrieveGold(undefined, { k: 1, all: true })
    await expect(response).toCorrectPremise()
    await expect(response).not.toCiteOnlyExisting({ corpus: ['bge_BGE_136_III_513'], pinpoints: true })
  },
)

const accepted = judgeSaying({ outcome: 'answered' })
const bare = { items, system: () => ({ answer }), judge: accepted, policy: 'report' } as const
describeBenchmark('spans', bare, ({ response, expect }) => expect(response).not.toCoverSpans())
describeBenchmark('citations', bare, ({ response, expect }) => expect(response).not.toCoverSpans(undefined, { of: 'citations' }))
describeBenchmark('golds', bare, ({ response, expect }) => expect(response).not.toRetrieveGold())
describeBenchmark('quotes', bare, ({ response, expect }) => expect(response).not.toCiteOnlyExisting({ quotes: true }))
describeBenchmark('pinpoints', bare, ({ response, expect }) => expect(response).not.toCiteOnlyExisting({ pinpoints: true }))
describeBenchmark('accepted', bare, ({ response, expect }) => expect(response).toCorrectPremise())
describeBenchmark('refused', { ...bare, system: () => ({ answer, refused: true }) }, ({ response, expect }) =>
  expect(response).toCorrectPremise(),
)
describeBenchmark('retrieval', { ...bare, task: 'retrieval', system: () => ({ answer, passages }) }, ({ response, expect }) =>
  expect(response).not.toCorrectPremise(),
)
describeBenchmark('true premise', { ...bare, items: [{ id: 'T-1', question }] }, ({ response, expect }) =>
  expect(response).not.toCorrectPremise(),
)
describeBenchmark('judge down', { ...bare, judge: { ...accepted, assess: () => Promise.reject(new Error('down')) } }, (bench) =>
  bench.expect(bench.response).not.toCorrectPremise(),
)
