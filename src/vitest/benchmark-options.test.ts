import { describe, expect, it } from 'vitest'
import { MAX_MILLISECONDS } from '../abort.js'
import { citationCorpus } from '../citations/citation-corpus.js'
import { indexManifest } from '../citations/manifest.js'
import { OptionError } from '../errors.js'
import { createJudge } from '../judges/create.js'
import { legalRagBenchVerdicts } from '../judges/legal-rag-bench.js'
import { ragcheckerVerdicts } from '../judges/ragchecker.js'
import { swissLegalRagBenchVerdicts } from '../judges/swiss-legal-rag-bench.js'
import { docket, docketProject } from '../plugin.js'
import type { GateInput } from '../schema/gate.js'
import { type BenchmarkOptions, checkBenchmark } from './benchmark-options.js'
import type { DocketOptions } from './options.js'

const options = { items: [{ id: 'T-1', question: 'What is a lease?' }], system: () => 'A contract.' }
const checking = (over: Partial<BenchmarkOptions>) => () => checkBenchmark('Tenancy', { ...options, ...over })

/** Throws an `OptionError` that names the benchmark. */
function expectRefusal(check: () => unknown, message: RegExp): void {
  expect(check).toThrow(OptionError)
  expect(check).toThrow(message)
}

describe('gates are checked as the suite loads', () => {
  const gate = (over: object): GateInput => ({ metric: 'hallucinationRate', max: 0.1, ...over })

  it.each<[string, GateInput, RegExp]>([
    ['a typo', gate({ metric: 'halucinationRate' }), /no metric "halucinationRate", did you mean "hallucination\w*"\?; known: /],
    ['another typo', gate({ metric: 'overRefusall' }), /did you mean "overRefusal\w*"\?/],
    ['the name of an object property', gate({ metric: 'constructor' }), /no metric "constructor"/],
    ['no metric like it', gate({ metric: 'bleu' }), /no metric "bleu"; known: .*hallucination.*twinParity/],
    ['a slice of nothing', gate({ slice: { type: undefined } }), /`slice\.type` is undefined; leave it out to gate all items/],
    [
      'a slice of which one field is nothing',
      gate({ slice: { language: 'de', persona: undefined } }),
      /`slice\.persona` is undefined/,
    ],
    [
      'a limit under a mode without',
      gate({ mode: 'regression' }),
      /`gates\.0`: expected no `max` or `min` under mode `regression`/,
    ],
    ['no margin', { metric: 'correct', mode: 'noninferior' }, /`gates\.0\.margin`: expected `margin`: how much worse it may be/],
    [
      'an option of another mode',
      gate({ minEffect: 0.02 }),
      /`gates\.0\.minEffect`: expected only under mode `regression`; this gate is `confident`/,
    ],
    ['an alpha of no test', gate({ alpha: 0 }), /`gates\.0\.alpha`/],
    ['a mode that is none', gate({ mode: 'paired' }), /`gates\.0\.mode`: .*confident/],
    [
      'no better side',
      { metric: 'answered', mode: 'regression' },
      /"answered" has no better side, so mode `regression` means nothing of it/,
    ],
    ['a slice by no field of an item', gate({ slice: { kind: 'notice' } }), /`gates\.0\.slice`: .*kind/],
    ['no limit', { metric: 'hallucinationRate' }, /exactly one of `max` and `min`/],
    ['two limits', gate({ min: 0 }), /exactly one of `max` and `min`/],
  ])('%s', (_, wrong, message) => {
    expectRefusal(checking({ gates: [wrong] }), /describeBenchmark\("Tenancy"\)/)
    expectRefusal(checking({ gates: [gate({}), wrong] }), new RegExp(message.source.replace('gates\\.0', 'gates\\.1')))
  })

  it.each([['hallucinationRate'], ['hallucination'], ['overRefusal'], ['twinParity']])('%s is one', (metric) => {
    const given = { metric, max: 0.1, slice: { language: 'de' } }
    expect(checking({ gates: [given] })().gates).toMatchObject([given])
  })
})

describe('milliseconds that no timer holds would end at once', () => {
  const judge = { provider: 'openai', model: 'm' } as const
  const where: [string, (deadlineMs: number) => () => unknown][] = [
    ['docket', (deadlineMs) => () => docket({ deadlineMs })],
    ['docketProject', (deadlineMs) => () => docketProject({ deadlineMs })],
    ['describeBenchmark', (deadlineMs) => checking({ deadlineMs })],
    ['a judge of the config', (deadlineMs) => () => docket({ judge: { ...judge, deadlineMs } })],
  ]

  it.each(where)('%s', (_, withDeadline) => {
    expectRefusal(withDeadline(MAX_MILLISECONDS + 1), /deadlineMs.*2147483647/)
    expectRefusal(withDeadline(Number.POSITIVE_INFINITY), /deadlineMs/)
    expect(withDeadline(MAX_MILLISECONDS)).not.toThrow()
  })

  it('a judge of a benchmark', async () => {
    const make = async (deadlineMs: number) => createJudge({ ...judge, deadlineMs }, { root: '.' })
    await expect(make(MAX_MILLISECONDS + 1)).rejects.toThrow(/`judge\.deadlineMs`: .*2147483647/)
    await expect(make(MAX_MILLISECONDS)).resolves.toMatchObject({ name: 'openai' })
  })
})

describe('a judge of the config is plain data, since it crosses to the workers', () => {
  const verdict = { claims: [], correct: null, outcome: 'answered', judge: { name: 'mine' } } as const
  const judge = { name: 'mine', assess: async () => ({ ...verdict, claims: [] }) }
  const given = (options: unknown) => () => docket({ judge: options as NonNullable<DocketOptions['judge']> })

  it.each<[string, unknown]>([
    ['a judge', judge],
    ['a function', () => verdict],
    ['a panel with a judge', { provider: 'panel', judges: ['offline', judge] }],
    ['a panel with a function', { provider: 'panel', judges: ['offline', () => verdict] }],
  ])('%s is refused', (_, options) => {
    expectRefusal(given(options), /`judge`: the config holds plain data only; give the path of a module/)
  })

  it('a panel of plain judges is taken, a wrong one is told', () => {
    expect(given({ provider: 'panel', judges: ['offline', './judge.mjs'], minSensitivity: 0.8 })).not.toThrow()
    expectRefusal(given({ provider: 'panel', judges: ['offline'] }), /`judge\.judges`: expected two judges or more/)
  })
})

describe('fault 15: wrong options of a benchmark', () => {
  it.each<[string, object, RegExp]>([
    [
      'one of the plugin',
      { budget: { usd: 1 } },
      /no option `budget` here: it is an option of the plugin; its options are items, /,
    ],
    ['one of the judge', { model: 'x' }, /no option `model` here: it is an option of `judge`; /],
    ['a misspelt one', { gate: [] }, /no option `gate`, did you mean `gates`\?/],
    ['a number below its least', { limit: 0 }, /`limit`: expected at least 1, received 0/],
    ['a field that a gate has not', { gates: [{ metric: 'overRefusal', maximum: 1 }] }, /`gates\.0`: no option `maximum`/],
  ])('%s', (_, over, message) => {
    expectRefusal(checking(over), message)
  })
})

describe('what a suite looks at', () => {
  it('answers by default, cut at 1, 5 and 10', () => {
    expect(checking({})()).toMatchObject({ task: 'answer', k: [1, 5, 10] })
  })

  it('ranks are in order and each once', () => {
    expect(checking({ k: [10, 1, 10] })().k).toEqual([1, 10])
  })

  it.each<[string, object, RegExp]>([
    ['no rank', { k: [] }, /`k`/],
    ['rank 0', { k: [0] }, /`k\.0`/],
    ['half a rank', { k: [1.5] }, /`k\.0`/],
    ['a rank that is no list', { k: 5 }, /`k`/],
    ['no such task', { task: 'search' }, /`task`/],
  ])('fault 15: %s', (_, over, message) => {
    expectRefusal(checking(over), message)
  })

  it.each<[string, Partial<BenchmarkOptions>, string, RegExp | null]>([
    ['a score at one of its ranks', {}, 'recall@5', null],
    ['a score at another rank', {}, 'recall@3', /no metric "recall@3".*recall@k.*with k of 1, 5, 10/],
    ['a rank that is asked for', { k: [3] }, 'recall@3', null],
    ['a ranked score without its rank', {}, 'ndcg', /no metric "ndcg".*; known: /],
    ['a score of a whole ranking', { task: 'retrieval' }, 'mrr', null],
    [
      'a rate of answers, of retrieval alone',
      { task: 'retrieval' },
      'hallucinationRate',
      /no metric "hallucinationRate".*known: goldRetrieved/,
    ],
    ['a score of claims, of retrieval alone', { task: 'retrieval' }, 'faithfulness', /no metric "faithfulness"/],
    ['a misspelt score', { task: 'retrieval' }, 'recal@5', /did you mean "recall@5"\?/],
  ])('a gate on %s', (_, over, metric, message) => {
    const check = checking({ ...over, gates: [{ metric, min: 0.5 }] })
    if (message === null) expect(check().gates).toMatchObject([{ metric }])
    else expectRefusal(check, message)
  })
})

describe("recorded verdicts have the benchmark's reading", () => {
  const compat = 'swiss-legal-rag-bench'
  const sound = swissLegalRagBenchVerdicts('run.json')
  const published = swissLegalRagBenchVerdicts('run.json', { compat })
  const own = { name: 'mine', assess: async () => ({ claims: [], correct: null, outcome: 'answered', judge: { name: 'mine' } }) }
  const panel = (...judges: object[]) => ({ provider: 'panel', judges })

  it.each<[string, object, RegExp]>([
    ['published ones, in a sound benchmark', { judge: published }, /has none and its judge's recorded verdicts swiss-/],
    [
      'sound ones, in a published benchmark',
      { judge: sound, compat },
      /has swiss-\S+ and its judge's recorded verdicts none; give/,
    ],
    [
      'those of another benchmark',
      { judge: legalRagBenchVerdicts('r', { compat: 'legal-rag-bench' }), compat },
      /legal-rag-bench; /,
    ],
    ['a member of a panel', { judge: panel(own, published) }, /its judge's recorded verdicts swiss-legal-rag-bench; give both/],
  ])('fault 15: %s are refused', (_, over, message) => {
    expectRefusal(checking(over), message)
  })

  it.each<[string, object]>([
    ['sound ones', { judge: sound }],
    ['published ones', { judge: published, compat }],
    ['a judge of no format', { judge: own, compat }],
    ['a panel of both kinds', { judge: panel(own, published), compat }],
    ['labels that every reading reads alike', { judge: ragcheckerVerdicts('r.json'), compat: 'ragchecker' }],
    ['a judge by its options', { judge: { provider: 'recorded', path: 'verdicts.jsonl' }, compat }],
  ])('%s are taken', (_, over) => {
    expect(checking(over)()).toMatchObject(over)
  })
})

describe('a corpus is a manifest', () => {
  it.each<[string, unknown, string]>([
    ['a list of ids', ['1', '2'], 'a list'],
    ['an index', citationCorpus(['1']), 'what citationCorpus(…) returns'],
    ['nothing', null, 'null'],
    ['a corpus with its documents', { documents: [], manifest: {} }, 'an object'],
  ])('%s is refused, with what takes it', (_, corpus, given) => {
    const check = checking({ corpus: corpus as string })
    expectRefusal(check, /describeBenchmark\("Tenancy"\): `corpus`: expected a manifest file.* loadManifest\(path\)/)
    expect(check).toThrow(
      `received ${given}; a list of ids or documents goes to toCiteOnlyExisting({ corpus }); of a corpus read by loadCorpus give its \`manifest\``,
    )
  })

  it('one that is loaded is one', () => {
    const corpus = indexManifest([{ id: '1', title: 'Tenancy Act 2031', kind: 'statute' }], 'manifest.jsonl')
    expect(checking({ corpus })().corpus).toBe(corpus)
  })
})

describe('documents are what they must be', () => {
  it.each<[string, unknown, string]>([
    ['a path', 'x.jsonl', '`documents`: expected an array of documents such as { id, text, pages }, received "x.jsonl"'],
    ['null', null, '`documents`: expected an array of documents such as { id, text, pages }, received null'],
    ['no id', [{}], '`documents.0.id`: expected a string, received nothing'],
    ['an empty id', [{ id: ' ' }], '`documents.0.id`: expected text, received an empty string'],
    ['a document that is null', [{ id: 'a' }, null], '`documents.1`: expected a document such as { id, text }, received null'],
    ['a text that is none', [{ id: 'a', text: 5 }], '`documents.0.text`: expected a string, received 5'],
    ['pages in the wrong order', [{ id: 'a', pages: [600, 500] }], '`documents.0.pages`: expected the first page and then the'],
    ['one page', [{ id: 'a', pages: [500] }], '`documents.0.pages`: expected [first, last], two pages, received an array'],
    ['a page that is none', [{ id: 'a', pages: [1, 2.5] }], '`documents.0.pages.1`: expected a whole number, received 2.5'],
    ['places that are numbers', [{ id: 'a', pinpoints: [2] }], '`documents.0.pinpoints.0`: expected a string, received 2'],
    ['seven of them', Array(7).fill({}), '`documents.4.id`: expected a string, received nothing; and 2 more'],
  ])('fault 15: %s', (_, documents, message) => {
    const check = checking({ documents: documents as [] })
    expectRefusal(check, /^describeBenchmark\("Tenancy"\): `documents/)
    expect(check).toThrow(message)
  })

  it('what else a row of the corpus holds is no fault', () => {
    const documents = [{ id: 'a', text: 't', pages: [5, 5], pinpoints: [], court: null }] as const
    expect(checking({ documents })().documents).toBe(documents)
  })
})
