import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { canLegalRagBenchItems } from '../datasets/canlegalragbench.js'
import { canLegalRagBenchDocuments } from '../datasets/canlegalragbench-documents.js'
import { DatasetError, OptionError, SystemError } from '../errors.js'
import { documentRanking, ndcg, recall, reciprocalRank } from '../metrics/retrieval.js'
import { Item } from '../schema/item.js'
import type { Response } from '../schema/response.js'
import { type CanLegalRagBenchRunOptions, canLegalRagBenchRun } from './canlegalragbench-run.js'

const FIXTURE = resolve(import.meta.dirname, '../../fixtures/formats/canlegalragbench')
const folder = mkdtempSync(join(tmpdir(), 'docket-canlegal-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const item = Item.parse({
  id: '1',
  question: 'Q?',
  jurisdiction: 'Yukon',
  reference: 'A.',
  golds: [
    { kind: 'document', id: '2014 SCC 13' },
    { kind: 'document', id: 'SC 1996, c 23' },
  ],
})

const row = {
  query_id: 1,
  query_text: 'I am in Yukon. Q?',
  gold_citations: ['SC 1996, c 23', '2014 SCC 13'],
  retrieved_ids: ['2014 SCC 13', 'S.C. 1996, c. 23', '2014 SCC 13'],
  retrieved_chunk_details: [
    { doc_id: '2014 SCC 13', chunk_idx: 4, score: 0.9 },
    { doc_id: 'S.C. 1996, c. 23', chunk_idx: 0, score: 0.8 },
    { doc_id: '2014 SCC 13', chunk_idx: 1, score: 0.7 },
  ],
  num_unique_docs_retrieved: 2,
  answer: 'So it is.',
}

function run(rows: readonly object[], options?: CanLegalRagBenchRunOptions) {
  const path = join(folder, 'run.jsonl')
  writeFileSync(path, rows.map((one) => JSON.stringify(one)).join('\n'))
  return canLegalRagBenchRun(path, options)
}

function ask(system: ReturnType<typeof canLegalRagBenchRun>, of: Item = item): Promise<Response> {
  return system.respond({ question: of.question, item: of, trial: 0, signal: new AbortController().signal })
}

test('every chunk is a passage of its document, repeats and all', async () => {
  expect(await ask(run([row]))).toEqual({
    answer: 'So it is.',
    passages: [
      { id: '2014 SCC 13#4', document: '2014 SCC 13', citation: '2014 SCC 13', score: 0.9 },
      { id: 'SC 1996, c 23#0', document: 'SC 1996, c 23', score: 0.8 },
      { id: '2014 SCC 13#1', document: '2014 SCC 13', citation: '2014 SCC 13', score: 0.7 },
    ],
    meta: { num_unique_docs_retrieved: 2 },
  })
})

test('under compat document ids stay as they are written', async () => {
  const system = run([row], { compat: 'canlegalragbench' })
  expect((await ask(system)).passages?.map(({ document }) => document)).toEqual(row.retrieved_ids)
  expect(system.compat).toBe('canlegalragbench')
})

test.each([
  [
    'a row of BM25 has documents only',
    { ...row, retrieved_chunk_details: undefined },
    ['2014 SCC 13', 'SC 1996, c 23', '2014 SCC 13'],
  ],
  [
    'saved documents stand in for retrieved ones',
    { query_id: 1, saved_docs: ['2014 SCC 13', { doc_id: 'X' }, { citation: 'Y' }] },
    ['2014 SCC 13', 'X', 'Y'],
  ],
  ['and where retrieved ones are an empty list', { query_id: 1, retrieved_ids: [], saved_docs: ['X'] }, ['X']],
  ['an answer over nothing found', { query_id: 1, retrieved_ids: [], answer: 'I do not know.' }, []],
  ['an answer without a list reports no retrieval', { query_id: 1, answer: 'I do not know.' }, undefined],
])('%s', async (_, one, documents) => {
  expect((await ask(run([one]))).passages?.map(({ document }) => document)).toEqual(documents)
})

test('without an answer the answer is empty', async () => {
  expect((await ask(run([{ ...row, answer: null }]))).answer).toBe('')
})

describe('where whole documents were the context', () => {
  const whole = { ...row, answer_context_meta: { context_mode: 'full_documents', num_docs: 2 } }
  const corpus = () => {
    const path = join(folder, 'two.jsonl')
    const rows = [
      { citation: 'SC 1996, c 23', name: 'Deposit Act', original_source: 'STATUTE', text: 'Section 1.' },
      { citation: '2014 SCC 13', name: 'Bernard v. Canada', original_source: 'SCC', text: 'Ordered.' },
    ]
    writeFileSync(path, rows.map((one) => JSON.stringify(one)).join('\n'))
    return path
  }

  test('and the corpus is given, the passages are these, in the order of their first chunks', async () => {
    const documents = await canLegalRagBenchDocuments(corpus())
    const { passages } = await ask(run([whole], { documents }))
    expect(passages?.map(({ id, document, text, score }) => [id, document, text, score])).toEqual([
      [undefined, '2014 SCC 13', 'Ordered.', 0.9],
      [undefined, 'SC 1996, c 23', 'Section 1.', 0.8],
    ])
  })

  test.each([
    ['without the corpus', false, whole, {}],
    ['where chunks were the context', true, { ...row, answer_context_meta: { context_mode: 'chunks_only' } }, {}],
    ['under compat', true, whole, { compat: 'canlegalragbench' as const }],
  ])('%s they are the chunks, without text', async (_, given, one, options) => {
    const documents = given ? { documents: await canLegalRagBenchDocuments(corpus()) } : {}
    const { passages } = await ask(run([one], { ...documents, ...options }))
    expect(passages?.map(({ text }) => text)).toEqual([undefined, undefined, undefined])
  })
})

describe('rows that failed', () => {
  const failed = { query_id: 1, query_text: 'I am in Yukon. Q?', gold_citations: [], error: 'TimeoutError: too slow' }
  const nothing = { query_id: 1, retrieved_ids: [], answer: null }

  test.each([
    ['with an error', [failed], /run\.jsonl:1: TimeoutError: too slow/],
    ['with nothing', [nothing], /run\.jsonl:1: the row has neither documents nor an answer/],
    ['twice: the last says why', [nothing, failed], /run\.jsonl:2: TimeoutError/],
  ])('%s are infrastructure', async (_, rows, message) => {
    const asked = ask(run(rows))
    await expect(asked).rejects.toThrow(SystemError)
    await expect(asked).rejects.toThrow(message)
  })

  test.each([
    ['before', [failed, row]],
    ['after', [row, nothing]],
  ])('%s one that came through do not count', async (_, rows) => {
    expect((await ask(run(rows))).answer).toBe('So it is.')
  })

  test('two that came through are a fault', async () => {
    await expect(ask(run([row, row]))).rejects.toThrow(/duplicate id "1"/)
  })
})

test('chunks that are not of the documents listed are a fault', async () => {
  const asked = ask(run([{ ...row, retrieved_ids: ['2014 SCC 13'] }]))
  await expect(asked).rejects.toThrow(DatasetError)
  await expect(asked).rejects.toThrow(/run\.jsonl:1 retrieved_chunk_details: expected the documents of `retrieved_ids`/)
})

test.each([
  ['the published prefix is the same question', row, []],
  ['as is the question alone', { ...row, query_text: 'Q?' }, []],
  [
    'another province is not',
    { ...row, query_text: 'I am in Ontario. Q?' },
    [expect.stringMatching(/1: the run was asked another question/)],
  ],
  [
    'the order of golds says nothing, their spelling neither',
    { ...row, gold_citations: ['2014 SCC 13', 'S.C. 1996, c. 23'] },
    [],
  ],
  ['other golds do', { ...row, gold_citations: ['2014 SCC 13'] }, [expect.stringMatching(/other golds/)]],
  ['as does another reference', { ...row, ground_truth_answer: 'B.' }, [expect.stringMatching(/another reference answer/)]],
])('inspect: %s', (_, one, warnings) => {
  expect(run([one]).inspect?.([item])).toEqual(warnings)
})

describe('rows prepared for judging', () => {
  const prepared = {
    query_id: 1,
    query_text: 'I am in Yukon. Q?',
    generated_answer: 'So it is.',
    ground_truth_answer: 'A.',
    generator: 'g',
    retrieval_method: 'm',
  }
  const both = [
    { ...prepared, condition: 'oracle', retrieval_method: '' },
    { ...prepared, condition: 'pipeline', generated_answer: 'So it may be.' },
  ]

  test('fault 58: under oracle the golds are in the context by construction, with their texts where the corpus is given', async () => {
    const path = join(folder, 'documents.jsonl')
    writeFileSync(
      path,
      JSON.stringify({ citation: '2014 SCC 13', name: 'Bernard v. Canada', original_source: 'SCC', text: 'Ordered.' }),
    )
    const documents = await canLegalRagBenchDocuments(path)
    expect(await ask(run(both, { condition: 'oracle', documents }))).toEqual({
      answer: 'So it is.',
      passages: [
        {
          document: '2014 SCC 13',
          citation: '2014 SCC 13',
          title: '2014 SCC 13 — Bernard v. Canada',
          text: 'Ordered.',
          injected: true,
        },
        { document: 'SC 1996, c 23', injected: true },
      ],
      meta: { condition: 'oracle', generator: 'g', retrieval_method: '' },
    })
  })

  test('under pipeline retrieval is not reported', async () => {
    const response = await ask(run(both, { condition: 'pipeline' }))
    expect([response.answer, response.passages]).toEqual(['So it may be.', undefined])
  })

  test('several conditions in one file are told apart by their option', async () => {
    await expect(ask(run(both))).rejects.toThrow(
      /holds 2 runs; say which by `condition` and `retrievalMethod`:\n {2}condition "oracle", generator "g", retrievalMethod not said: 1 row\n/,
    )
    await expect(ask(run(both, { condition: 'closed' }))).rejects.toThrow(
      /has no row of `condition` "closed"; it holds:\n {2}condition "oracle"/,
    )
  })
})

test.each([
  ['an unknown option', { conditions: 'oracle' }, /no option `conditions`, did you mean `condition`/],
  ['another compat', { compat: 'paklegalqa' }, /expected `compat` to be "canlegalragbench"/],
])('%s is refused', (_, options, message) => {
  const open = () => canLegalRagBenchRun('x.jsonl', options as CanLegalRagBenchRunOptions)
  expect(open).toThrow(OptionError)
  expect(open).toThrow(message)
})

test('the fixture: published formulas over a run and its golds, as worked by hand', async () => {
  const { items } = await canLegalRagBenchItems(join(FIXTURE, 'queries.json'))()
  const [first, second] = items.map(({ item: one }) => one)
  if (first === undefined || second === undefined) throw new Error('the fixture has no items')
  const system = canLegalRagBenchRun(join(FIXTURE, 'query_results.jsonl'))
  const lists = await Promise.all(
    [first, second].map(async (one) => (await ask(system, one)).passages?.map(({ document }) => document ?? '') ?? []),
  )
  const golds = [first, second].map((one) => one.golds.flatMap((gold) => (gold.kind === 'document' ? [gold.id] : [])))
  // 1: A A A D C with golds A and D; 2: C A A with golds D and A.
  const [one = [], two = []] = lists
  const compat = 'canlegalragbench'
  expect(recall(one, golds[0] ?? [], { k: 3, compat }).value).toBe(3 / 2)
  expect(recall(one, golds[0] ?? [], { k: 3 }).value).toBe(1 / 2)
  expect(
    recall(
      documentRanking(one, (id) => id),
      golds[0] ?? [],
      { k: 3 },
    ).value,
  ).toBe(1)
  expect(ndcg(one, golds[0] ?? [], { k: 3, compat }).value).toBe(1)
  expect(reciprocalRank(two, golds[1] ?? [], { compat }).value).toBe(1 / 2)
  expect(ndcg(two, golds[1] ?? [], { k: 3, compat }).value).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 12)
})
