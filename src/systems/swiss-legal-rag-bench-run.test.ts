import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DatasetError, OptionError } from '../errors.js'
import { Item } from '../schema/item.js'
import { swissCrossLingualRun } from './swiss-cross-lingual-run.js'
import { type SwissLegalRagBenchRunOptions, swissLegalRagBenchRun } from './swiss-legal-rag-bench-run.js'
import type { System } from './system.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-swiss-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const decision = (citation: string) => ({ kind: 'decision' as const, citation })
const statute = (title: string, section: string) => ({ kind: 'statute' as const, title, section })
const itemOf = (golds: Item['golds'][number][] | object[], meta: object = {}) =>
  Item.parse({ id: 'q', question: 'Q?', golds, meta })

const row = {
  question_id: 'q',
  retrieved_decision_ids: ['bge_BGE_1_I_1', 'bge_BGE_2_I_2'],
  retrieved_statute_ids: ['41_OR'],
  answer: 'A.',
  correctness: true,
  groundedness: true,
  retrieval_accuracy: true,
  error_class: 'correct',
  latency_ms: { retrieve: 10, generate: 20.5 },
  judge_notes: { correctness: 'fits', groundedness: 'stands there', language: 'de' },
}

function write(document: unknown): string {
  const path = join(folder, 'run.json')
  writeFileSync(path, JSON.stringify(document, null, 1))
  return path
}

const run = (rows: readonly object[], options: SwissLegalRagBenchRunOptions = {}, head: object = {}) =>
  swissLegalRagBenchRun(write({ ...head, per_question: rows }), options)

const ask = (system: System, item: Item) =>
  system.respond({ question: item.question, item, trial: 0, signal: new AbortController().signal })

const passagesOf = async (system: System, item: Item) => (await ask(system, item)).passages

describe('a row', () => {
  test('has its answer, passages, timings and verdicts', async () => {
    const response = await ask(run([row]), itemOf([decision('bge_BGE_2_I_2'), statute('OR', '41')]))
    expect(response).toMatchObject({
      answer: 'A.',
      passages: [
        { id: 'bge_BGE_1_I_1', document: 'bge_BGE_1_I_1' },
        { id: 'bge_BGE_2_I_2', document: 'bge_BGE_2_I_2' },
        { id: '41_OR', title: 'OR', section: '41', injected: true },
      ],
      timings: { retrieve: 10, generate: 20.5, total: 30.5 },
      meta: { correctness: true, groundedness: true, error_class: 'correct' },
    })
  })

  test('may stand in an array or in JSONL', async () => {
    for (const content of [JSON.stringify([row]), `${JSON.stringify(row)}\n`]) {
      const path = join(folder, 'rows.jsonl')
      writeFileSync(path, content)
      expect((await ask(swissLegalRagBenchRun(path), itemOf([]))).answer).toBe('A.')
    }
  })

  test('that did not report retrieval has no passages; one that found nothing has none in it', async () => {
    const { retrieved_decision_ids: _1, retrieved_statute_ids: _2, ...bare } = row
    expect(await passagesOf(run([bare]), itemOf([]))).toBeUndefined()
    const empty = { ...row, retrieved_decision_ids: [], retrieved_statute_ids: [] }
    expect(await passagesOf(run([empty]), itemOf([]))).toEqual([])
  })

  test.each([
    [
      'that crashed',
      { ...row, answer: undefined, error: 'HTTP 500' },
      /run\.json:3 per_question\.0: the recorded row is an error: HTTP 500/,
    ],
    ['that crashed, with a text', { ...row, error: { status: 500 } }, /the recorded row is an error: \{"status":500\}/],
    ['without an answer', { ...row, answer: null }, /the recorded row has no answer/],
    [
      'whose generator had no key',
      { ...row, answer: '[generator unavailable: ANTHROPIC_API_KEY not set]' },
      /generator unavailable/,
    ],
  ])('%s is no answer, right or wrong', async (_, broken, message) => {
    await expect(ask(run([broken]), itemOf([]))).rejects.toMatchObject({
      kind: 'recorded',
      message: expect.stringMatching(message),
    })
  })

  test('that is not there is missing', async () => {
    await expect(ask(run([{ ...row, question_id: 'other' }]), itemOf([]))).rejects.toMatchObject({ kind: 'missing' })
  })

  test('with fields that do not fit is a fault, with line and place', async () => {
    const broken = run([row, { ...row, question_id: 'p', retrieved_decision_ids: 'x' }])
    await expect(ask(broken, itemOf([]))).rejects.toThrow(DatasetError)
    await expect(ask(broken, itemOf([]))).rejects.toThrow(
      /per_question\.1\.retrieved_decision_ids: expected an array, received "x"/,
    )
  })
})

test('fault 43: another document on one line is no row of JSONL, but a document without `per_question`', async () => {
  const path = join(folder, 'other.json')
  writeFileSync(path, JSON.stringify({ summary: {}, per_query: [row] }))
  await expect(async () => ask(swissLegalRagBenchRun(path), itemOf([]))).rejects.toThrow(
    /1 fault\n.*expected an array of rows at `per_question`, or one JSON object per line \(JSONL\), received an object with summary, per_query/,
  )
})

describe('fault 58: statutes that were put into the context', () => {
  const golds = [statute('OR', '41'), statute('OR', '97')]
  const injected = async (ids: string[], options: SwissLegalRagBenchRunOptions = {}, item = itemOf(golds)) =>
    (await passagesOf(run([{ ...row, retrieved_decision_ids: [], retrieved_statute_ids: ids }], options), item))?.map(
      (one) => one.injected,
    )

  test.each([
    ['code first', ['OR_41', 'OR_97'], [true, true]],
    ['article first', ['41_OR'], [true]],
    ['as a person writes it', ['Art. 41 OR'], [true]],
    ['with a paragraph', ['Art. 41 Abs. 2 OR'], [true]],
    ['in another language', ['CO_41', '97_CO'], [true, true]],
    ['one that is no gold: all of them were found', ['OR_41', 'OR_58'], [undefined, undefined]],
    ['an article of another act', ['ZGB_41'], [undefined]],
    ['letters count', ['OR_41a'], [undefined]],
    ['an id that is no statute', ['x'], [undefined]],
  ])('%s', async (_, ids, expected) => {
    expect(await injected(ids)).toEqual(expected)
  })

  test('of an act that nobody knows, by its own abbreviation', async () => {
    const item = itemOf([statute('FäG', '7')])
    expect(await injected(['fäg_7'], {}, item)).toEqual([true])
    expect(await injected(['LBac_7'], {}, item)).toEqual([undefined])
  })

  test.each(['ArGV 1_4', '4_ArGV 1', 'Art. 4 ArGV 1'])('an act whose abbreviation is more than a word: %s', async (id) => {
    const item = itemOf([statute('ArGV 1', '4')])
    expect(await injected([id], {}, item)).toEqual([true])
    expect(await injected(['4_ArGV 2'], {}, item)).toEqual([undefined])
    const [passage] = (await passagesOf(run([{ ...row, retrieved_decision_ids: [], retrieved_statute_ids: [id] }]), item)) ?? []
    expect(passage).toMatchObject({ title: 'ArGV 1', section: '4' })
  })

  test('can be told by an option', async () => {
    expect(await injected(['OR_58'], { statutes: 'injected' })).toEqual([true])
    expect(await injected(['OR_41'], { statutes: 'retrieved' })).toEqual([undefined])
  })

  test("have the name of the question's gold", async () => {
    const item = itemOf([statute('Cst.', '29')])
    const passages = await passagesOf(
      run([{ ...row, retrieved_decision_ids: [], retrieved_statute_ids: ['29_BV', 'BV_8', 'OR_1'] }]),
      item,
    )
    expect(passages?.map(({ title, section }) => [title, section])).toEqual([
      ['Cst.', '29'],
      ['Cst.', '8'],
      ['OR', '1'],
    ])
  })
})

describe('a run without retrieval', () => {
  const prior = { ...row, retrieved_decision_ids: [], retrieved_statute_ids: [], groundedness: false, retrieval_accuracy: false }

  test.each<[string, object[], object, boolean]>([
    ['shows by its rows', [prior, { ...prior, question_id: 'p' }], {}, true],
    ['says so', [{ ...prior, groundedness: null }], { evaluator: { prior_only: true } }, true],
    ['is none where it says that it is not', [prior], { evaluator: { prior_only: false } }, false],
    ['is none where one row found something', [prior, { ...row, question_id: 'p' }], {}, false],
    ['is none where one answer is grounded', [prior, { ...prior, question_id: 'p', groundedness: true }], {}, false],
  ])('%s', async (_, rows, head, priorOnly) => {
    expect(await passagesOf(run(rows, {}, head), itemOf([]))).toEqual(priorOnly ? undefined : [])
  })

  test('found nothing, as published', async () => {
    expect(await passagesOf(run([prior], { compat: 'swiss-legal-rag-bench' }), itemOf([]))).toEqual([])
  })

  test('is not warned of: its retrieval does not apply', () => {
    expect(run([prior]).inspect?.([itemOf([statute('OR', '41')])])).toEqual([])
  })
})

describe("compat: 'swiss-legal-rag-bench'", () => {
  const compat = 'swiss-legal-rag-bench'

  test('decisions where the question has some, else statutes, none of them marked', async () => {
    const ids = async (golds: object[]) =>
      (await passagesOf(run([row], { compat }), itemOf(golds)))?.map(({ id, injected }) => [id, injected])
    expect(await ids([statute('OR', '41'), decision('x')])).toEqual([
      ['bge_BGE_1_I_1', undefined],
      ['bge_BGE_2_I_2', undefined],
    ])
    expect(await ids([statute('OR', '41')])).toEqual([['41_OR', undefined]])
  })

  test('is told by the system', () => {
    expect([run([row]).compat, run([row], { compat }).compat]).toEqual([null, compat])
  })

  test('a text in place of an answer is one, as it was judged', async () => {
    const unavailable = '[generator unavailable: ANTHROPIC_API_KEY not set]'
    expect((await ask(run([{ ...row, answer: unavailable }], { compat }), itemOf([]))).answer).toBe(unavailable)
    await expect(ask(run([{ ...row, answer: null }], { compat }), itemOf([]))).rejects.toMatchObject({ kind: 'recorded' })
  })

  test.each([
    ['another reading', { compat: 'paklegalqa' }, /`compat` to be "swiss-legal-rag-bench"/],
    ['another word', { statutes: 'found' }, /`statutes` to be "injected", "retrieved"/],
    ['an unknown option', { statute: 'injected' }, /statutes/],
  ])('%s is an option error', (_, options, message) => {
    expect(() => run([row], options as never)).toThrow(OptionError)
    expect(() => run([row], options as never)).toThrow(message)
  })
})

describe('inspect', () => {
  const golds = [statute('OR', '41'), decision('bge_BGE_2_I_2')]
  test.each([
    ['nothing odd', row, golds, []],
    [
      'a hit that is none',
      { ...row, retrieved_decision_ids: ['bge_BGE_3_I_3'] },
      golds,
      ['`retrieval_accuracy` is true, its ids give false'],
    ],
    [
      'a miss that is none',
      { ...row, retrieval_accuracy: false },
      [statute('CO', '41')],
      ['`retrieval_accuracy` is false, its ids give true'],
    ],
    ['another class', { ...row, correctness: false }, golds, ['`error_class` is "correct", its verdicts give "reasoning"']],
    [
      'a verdict that may be none',
      { ...row, groundedness: false, error_class: 'hallucination', judge_notes: { groundedness: '' } },
      golds,
      ['`groundedness` is false without a reason, as a judge that failed leaves it'],
    ],
    ['a verdict that is no boolean', { ...row, correctness: 'yes' }, golds, []],
    ['a row that crashed', { ...row, error: 'x', retrieval_accuracy: false }, golds, []],
  ])('%s', (_, odd, gold, warnings) => {
    const said = run([odd]).inspect?.([itemOf(gold)])
    expect(said?.map((line) => line.replace(/^q: | \(.*run\.json:3 per_question\.0\)$/gu, ''))).toEqual(warnings)
  })
})

describe('the cross-lingual run', () => {
  const found = { q_id: 'q', q_text: 'Q?', target_decision_id: 't', rank: 2, topk_ids: ['a', 't'], latency_ms: 5 }
  const open = (rows: readonly object[], k?: number) =>
    swissCrossLingualRun(write({ summary: k === undefined ? {} : { k }, per_query: rows }))
  const item = itemOf([decision('t')])

  test.each([
    ['listed', found, 4, ['a', 't', '(3)', '(4)']],
    ['beyond the list', { ...found, rank: 4, topk_ids: ['a', 'b'] }, 5, ['a', 'b', '(3)', 't', '(5)']],
    ['not found', { ...found, rank: null, topk_ids: ['a', 'b'] }, 4, ['a', 'b', '(3)', '(4)']],
    ['nothing found at all', { ...found, rank: null, topk_ids: [] }, 4, []],
    ['without k', { ...found, rank: 3, topk_ids: ['a', 'b'] }, undefined, ['a', 'b', 't']],
    ['a list that is shorter than others is complete', { ...found, rank: 1, topk_ids: ['t'] }, 4, ['t']],
  ])('%s', async (_, row, k, ids) => {
    const passages = await passagesOf(open([row, { ...found, q_id: 'longest' }], k), item)
    expect(passages?.map(({ id, document }) => document ?? id?.replace(/^rank (\d+), not listed$/u, '($1)'))).toEqual(ids)
  })

  test('has no answer, and the time that the search took', async () => {
    expect(await ask(open([found]), item)).toMatchObject({ answer: '', timings: { total: 5 }, meta: { rank: 2 } })
  })

  test.each([
    [
      'a rank that is not where the target is',
      { ...found, rank: 1 },
      /per_query\.0\.rank: expected 2, where `topk_ids` has the target; received 1/,
    ],
    ['no rank though the target is listed', { ...found, rank: null }, /expected 2.*received null/],
    ['a rank in a list that lacks the target', { ...found, topk_ids: ['a', 'b'] }, /expected null or a rank beyond `topk_ids`/],
    ['a rank that is none', { ...found, rank: 0 }, /per_query\.0\.rank: expected at least 1/],
  ])('%s is a fault', async (_, broken, message) => {
    await expect(ask(open([broken]), item)).rejects.toThrow(message)
  })

  test('warns of another query and of another target', () => {
    expect(open([{ ...found, q_text: 'other' }]).inspect?.([item])).toEqual([
      expect.stringMatching(/^q: the run was asked another question/),
    ])
    expect(open([found]).inspect?.([itemOf([decision('u')])])).toEqual([
      expect.stringMatching(/the run sought "t", which is no gold/),
    ])
  })
})
