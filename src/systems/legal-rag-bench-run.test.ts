import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { retrievesGold } from '../citations/cites-gold.js'
import { legalRagBenchItems } from '../datasets/legal-rag-bench.js'
import { DatasetError, OptionError, SystemError } from '../errors.js'
import { legalRagBenchVerdicts } from '../judges/legal-rag-bench.js'
import { Item } from '../schema/item.js'
import { type LegalRagBenchRunOptions, legalRagBenchRun } from './legal-rag-bench-run.js'

const FIXTURE = resolve(import.meta.dirname, '../../fixtures/formats/legal-rag-bench')
const RESULTS = join(FIXTURE, 'birch_alder_results.jsonl')
const folder = mkdtempSync(join(tmpdir(), 'docket-legal-rag-bench-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const item = Item.parse({ id: '7', question: 'Q?', reference: 'A.', golds: [{ kind: 'passage', id: '1.1-c1-s1' }] })
const row = {
  id: 'e_g_5-7',
  model_name: 'e_g',
  embedding_model: 'e',
  generative_model: 'g',
  result_id: '5-7',
  question_id: 7,
  question: 'Q?',
  answer: 'A.',
  rag_answer: 'So it is.',
  judge_verdict: { correct: true, grounded: false, reasoning: 'Correctness: yes. Groundedness: no.' },
  context: [{ page_content: 'Text.', metadata: { id: '11.1-c1-s1', title: 'T', footnotes: 'F' } }],
  relevant_passage_id: '1.1-c1-s1',
  relevant_passage_in_context: true,
}

function write(rows: readonly object[]): string {
  const path = join(folder, 'results.jsonl')
  writeFileSync(path, rows.map((one) => JSON.stringify(one)).join('\n'))
  return path
}

const ask = (rows: readonly object[], options?: LegalRagBenchRunOptions) =>
  legalRagBenchRun(write(rows), options).respond({ question: 'Q?', item, trial: 0, signal: new AbortController().signal })

const signal = new AbortController().signal
function assess(
  rows: readonly object[],
  asked: { answer?: string; text?: string } = {},
  options?: Parameters<typeof legalRagBenchVerdicts>[1],
) {
  return legalRagBenchVerdicts(write(rows), options).assess(
    {
      suite: 's',
      id: '7',
      question: 'Q?',
      language: 'en',
      answer: asked.answer ?? 'So it is.',
      passages: [{ text: asked.text ?? 'Text.' }],
      citations: null,
      reference: 'A.',
      answerPoints: [],
      falsePremise: false,
      trial: 0,
    },
    { signal },
  )
}

test('the context becomes passages; the verdict is no part of the response', async () => {
  expect(await ask([row])).toEqual({
    answer: 'So it is.',
    passages: [{ id: '11.1-c1-s1', title: 'T', text: 'Text.', meta: { footnotes: 'F' } }],
    meta: { id: 'e_g_5-7', model_name: 'e_g', embedding_model: 'e', generative_model: 'g', result_id: '5-7' },
  })
})

test.each([
  ['in parts is put together', { rag_answer: [{ type: 'text', text: 'So ' }, { type: 'thinking' }, 'it is.'] }, 'So it is.'],
  ['that is empty is empty', { rag_answer: '' }, ''],
])('an answer %s', async (_, fields, answer) => {
  expect((await ask([{ ...row, ...fields }])).answer).toBe(answer)
})

test('a row without an answer is infrastructure, one without a context reports no retrieval', async () => {
  const asked = ask([{ ...row, rag_answer: null }])
  await expect(asked).rejects.toThrow(SystemError)
  await expect(asked).rejects.toThrow(/no `rag_answer`/)
  expect((await ask([{ ...row, context: null }])).passages).toBeUndefined()
})

describe('a file with several runs', () => {
  const rows = [
    row,
    { ...row, result_id: '10-7', id: 'e_g_10-7', rag_answer: 'At ten.' },
    { ...row, model_name: 'e_h', id: 'e_h_5-7', rag_answer: 'By h.' },
  ]

  test.each([
    [{ k: 10 }, 'At ten.'],
    [{ model: 'e_h' }, 'By h.'],
    [{ model: 'e_g', k: 5 }, 'So it is.'],
  ])('gives the one that %j says', async (options, answer) => {
    expect((await ask(rows, options)).answer).toBe(answer)
  })

  test.each([
    [
      undefined,
      /holds 3 runs; say which by `model` and `k`:\n {2}model "e_g", k 5: 1 row\n {2}model "e_g", k 10: 1 row\n {2}model "e_h", k 5: 1 row/,
    ],
    [{ model: 'e_g' }, /holds 2 runs; say which by `k`:\n {2}model "e_g", k 5/],
    [{ k: 3 }, /has no row of `k` 3; it holds:\n {2}model "e_g", k 5/],
  ])('and for %j lists what is in it', async (options, message) => {
    const asked = ask(rows, options)
    await expect(asked).rejects.toThrow(DatasetError)
    await expect(asked).rejects.toThrow(message)
  })

  test('k stands before the question, also where its id has dashes, and in the id of the row where nothing else tells it', async () => {
    const dashed = { ...row, question_id: 'a-7', result_id: '5-a-7' }
    const other = { ...row, question_id: 'a-7', result_id: undefined, id: 'e_g_20-a-7' }
    await expect(ask([dashed, other])).rejects.toThrow(/k 5: 1 row\n {2}model "e_g", k 20: 1 row/)
  })

  test.each(['e_gpt-4-7', 'e_g4-7'])('the digit of a model at the end of %s is no k', async (id) => {
    const bare = { ...row, result_id: undefined, id }
    await expect(ask([row, bare])).rejects.toThrow(/k 5: 1 row\n {2}model "e_g", k not said: 1 row/)
  })
})

test('fault 49: ids are compared for equality; the published check takes a longer id that holds the gold', async () => {
  const { passages } = await ask([row])
  expect(retrievesGold(item.golds, passages).document).toBe(false)
  expect(retrievesGold(item.golds, passages, { compat: 'legal-rag-bench' }).document).toBe(true)
  expect(legalRagBenchRun(write([row])).inspect?.([item])).toEqual([
    expect.stringMatching(/^7: published as retrieved, but only "11\.1-c1-s1", which holds its id, is there/),
  ])
})

test.each([
  ['a question', { question: 'R?' }, /another question/],
  ['a reference', { answer: 'B.' }, /another reference answer/],
  ['a relevant passage', { relevant_passage_id: '1.2' }, /another relevant passage/],
  ['a flag without ground', { context: [{ page_content: 'T', metadata: { id: '9' } }] }, /but nothing in the context is it/],
  [
    'a flag that misses it',
    { relevant_passage_in_context: false, context: [{ page_content: 'T', metadata: { id: '1.1-c1-s1' } }] },
    /published as not retrieved/,
  ],
])('inspect names %s that differs', (_, fields, message) => {
  expect(legalRagBenchRun(write([{ ...row, ...fields }])).inspect?.([item])?.[0]).toMatch(message)
})

describe('verdicts', () => {
  test('are of the answer as a whole', async () => {
    expect(await assess([row])).toEqual({
      claims: [],
      correct: true,
      grounded: false,
      correctReason: 'Correctness: yes. Groundedness: no.',
      notes: [],
      judge: { name: 'legal-rag-bench' },
      outcome: 'answered',
    })
  })

  test.each([
    [
      'a reply that could not be parsed',
      { grounded: null, correct: null, reasoning: null, raw: '{"corr' },
      ["the judge's reply could not be read"],
    ],
    [
      'text instead of a boolean',
      { correct: 'true', grounded: null },
      ['`correct` is no boolean: "true"', '`grounded` is no boolean: null'],
    ],
    ['nothing', {}, ['`correct` is no boolean: not given', '`grounded` is no boolean: not given']],
  ])('of %s stay null', async (_, judge_verdict, notes) => {
    expect(await assess([{ ...row, judge_verdict }])).toMatchObject({ correct: null, grounded: null, notes })
  })

  test('keep the raw reply', async () => {
    expect(await assess([{ ...row, judge_verdict: { correct: null, grounded: null, raw: ['a'] } }])).toMatchObject({
      raw: '["a"]',
    })
  })

  test('know a refusal by its text, and none under compat', async () => {
    const refusing = [{ ...row, rag_answer: 'I cannot answer this question.' }]
    const asked = { answer: 'I cannot answer this question.' }
    expect(await assess(refusing, asked)).toMatchObject({ outcome: 'refused' })
    expect(await assess(refusing, asked, { compat: 'legal-rag-bench' })).toMatchObject({ outcome: 'answered' })
  })

  test.each([
    ['another answer', [row], { answer: 'So it is not.' }, /has a verdict on another answer of "7"/],
    ['another context', [row], { text: 'Other.' }, /has a verdict on another context of "7"/],
    ['another question', [{ ...row, question_id: 8, result_id: '5-8' }], {}, /has no row for "7"/],
    ['none', [{ ...row, judge_verdict: null }], {}, /has no `judge_verdict` of "7"/],
  ])('on %s are a miss', async (_, rows, asked, message) => {
    await expect(assess(rows, asked)).rejects.toMatchObject({ kind: 'replay', message: expect.stringMatching(message) })
  })

  test('of a broken file are one error with every fault', async () => {
    await expect(
      assess([
        { ...row, context: 'x' },
        { ...row, question: 3 },
      ]),
    ).rejects.toThrow(/2 faults[\s\S]*context: expected an array[\s\S]*question: expected a string/)
  })
})

test('the fixture: retrieval by equality, with declared texts, and as published', async () => {
  const system = legalRagBenchRun(RESULTS, { k: 2 })
  const found = async (equal?: 'text', compat?: 'legal-rag-bench') => {
    const items = await legalRagBenchItems(join(FIXTURE, 'qa.jsonl'), {
      corpus: join(FIXTURE, 'corpus.jsonl'),
      ...(equal ? { equal } : {}),
    })()
    return Promise.all(
      items.items.map(async ({ item: one }) => {
        const { passages } = await system.respond({ question: one.question, item: one, trial: 0, signal })
        return retrievesGold(one.golds, passages, compat ? { compat } : {}).document
      }),
    )
  }
  expect(await found()).toEqual([false, false, true, true, true, true])
  expect(await found('text')).toEqual([false, true, true, true, true, true])
  expect(await found(undefined, 'legal-rag-bench')).toEqual([true, false, true, true, true, true])
})

test.each([
  ['an unknown option', { ks: 5 }, /no option `ks`/],
  ['another compat', { compat: 'paklegalqa' }, /expected `compat` to be "legal-rag-bench"/],
  ['no rank', { k: 0 }, /expected `k` to be a whole number from 1/],
])('%s is refused', (_, options, message) => {
  for (const open of [legalRagBenchRun, legalRagBenchVerdicts]) {
    expect(() => open('x.jsonl', options as object)).toThrow(OptionError)
    expect(() => open('x.jsonl', options as object)).toThrow(message)
  }
})
