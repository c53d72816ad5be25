import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { publishedData } from '../../test/unit/data.js'
import { paklegalqaItems } from '../datasets/paklegalqa.js'
import { DatasetError, OptionError, SystemError } from '../errors.js'
import { Item } from '../schema/item.js'
import { publishedRefusal } from './paklegalqa-refusal.js'
import { type PaklegalqaRunOptions, paklegalqaRun } from './paklegalqa-run.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-paklegalqa-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const row = {
  question_id: 'a',
  system: 'prod',
  company_id: 3,
  question: 'Q?',
  answer: 'A.',
  refused: false,
  confidence: 0.9,
  mode: 'live',
  sources: [
    { title: '2025 LHC 846 — A Vs B (Mr. Justice C)', pages: [1, 2], scope: 'library', source_url: 'https://example.org/846' },
    { title: 'Lease Act, 1999', pages: [], scope: 'library', source_url: 'https://example.org/lease' },
  ],
  took_ms: 1500,
}

function ask(rows: readonly object[], options?: PaklegalqaRunOptions, path = join(folder, 'run.jsonl')) {
  writeFileSync(path, rows.map((one) => JSON.stringify(one)).join('\n'))
  const system = paklegalqaRun(path, options)
  return system.respond({
    question: 'Q?',
    item: Item.parse({ id: 'a', question: 'Q?' }),
    trial: 0,
    signal: new AbortController().signal,
  })
}

test('sources are passages without text and citations; a judgment gives its neutral citation', async () => {
  expect(await ask([row])).toEqual({
    answer: 'A.',
    refused: false,
    passages: [
      {
        title: row.sources[0]?.title,
        citation: '2025 LHC 846',
        url: 'https://example.org/846',
        meta: { pages: [1, 2], scope: 'library' },
      },
      { title: 'Lease Act, 1999', url: 'https://example.org/lease', meta: { pages: [], scope: 'library' } },
    ],
    citations: [
      { title: row.sources[0]?.title, citation: '2025 LHC 846', url: 'https://example.org/846', pages: [1, 2] },
      { title: 'Lease Act, 1999', url: 'https://example.org/lease', pages: [] },
    ],
    timings: { total: 1500 },
    meta: { mode: 'live', confidence: 0.9, system: 'prod', company_id: 3 },
  })
})

test.each([
  ['2025 LHC 846 — A Vs B', '2025 LHC 846'],
  ['[2031] EWHC 14: A v B', '2031 EWHC 14'],
  ['Ali v The State, 2025 LHC 846', undefined],
  ['Lease Act, 1999', undefined],
])('the citation of %j is %s', async (title, citation) => {
  const { passages } = await ask([{ ...row, sources: [{ title }] }])
  expect(passages?.map((passage) => passage.citation)).toEqual([citation])
})

describe('closed-book rows', () => {
  const closed = { ...row, mode: 'cb', refused: null, confidence: null, sources: [], answer: 'I cannot verify that.' }

  test('report neither passages nor citations, and no flag', async () => {
    expect(await ask([closed])).toEqual({
      answer: 'I cannot verify that.',
      timings: { total: 1500 },
      meta: { mode: 'cb', confidence: null, system: 'prod', company_id: 3 },
    })
  })

  test('take the published expression under compat', async () => {
    expect(await ask([closed], { compat: 'paklegalqa' })).toMatchObject({ refused: true })
    expect(await ask([{ ...closed, answer: '' }], { compat: 'paklegalqa' })).toMatchObject({ answer: '', refused: false })
  })
})

test('an error row is an infrastructure error, and a refusal under compat', async () => {
  const failed = { ...row, mode: 'error', refused: true, answer: "I'm sorry." }
  const error = await ask([failed]).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SystemError)
  expect(error).toMatchObject({ kind: 'recorded', message: expect.stringContaining('run.jsonl:1: the recorded row is an error') })
  expect(await ask([failed], { compat: 'paklegalqa' })).toMatchObject({
    answer: "I'm sorry.",
    refused: true,
    meta: { mode: 'error' },
  })
})

test('rows that do not fit are faults of the file', async () => {
  const error = await ask([
    { ...row, mode: 'cached' },
    { ...row, question_id: 'b', answer: undefined },
    { ...row, question_id: 'c', sources: [{}] },
  ]).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DatasetError)
  expect((error as DatasetError).faults.map(({ line, field, message }) => `${line} ${field}: ${message}`)).toEqual([
    '1 mode: expected one of "live", "refusal", "error", "cb", received "cached"',
    '2 answer: expected a string, received nothing',
    '3 sources.0.title: expected a string, received nothing',
  ])
})

test('an unknown compat is refused; a run that was asked other questions is listed', async () => {
  expect(() => paklegalqaRun('x.jsonl', { compat: 'other' as never })).toThrow(OptionError)
  await ask([{ ...row, question: 'Another?' }])
  const items = [Item.parse({ id: 'a', question: 'Q?' })]
  expect(paklegalqaRun(join(folder, 'run.jsonl')).inspect?.(items)).toEqual([
    expect.stringMatching(/^a: the run was asked another question \(.*run\.jsonl:1\)$/),
  ])
})

test.each<[string, boolean]>([
  ['I DO NOT KNOW the answer.', true],
  ["Sorry, I don't know.", true],
  ['I do not have verified information on it.', true],
  ['I do not have any information on it.', false],
  ['I cannot reliably state it.', false],
  ['مجھے نہیں معلوم', true],
  [`${'x'.repeat(300)} I do not know`, false],
  [`${'😀'.repeat(280)} i do not know`, true],
  ['', false],
])('publishedRefusal(%j)', (answer, refused) => {
  expect(publishedRefusal(answer)).toBe(refused)
})

const { folder: data, absent, whetherSkipped } = publishedData('paklegalqa')

describe.skipIf(absent)(`published runs${whetherSkipped}`, () => {
  const items = absent ? [] : paklegalqaItems(join(data, 'benchmark/all-360.jsonl'))().items.map(({ item }) => item)
  const signal = new AbortController().signal

  test.each([
    ['prod-sol', 305, 36, 19],
    ['prod-4o', 323, 35, 2],
    ['cb-sol', 294, 7, 59],
    ['prod-sol-contaminated', 188, 57, 115],
  ])('%s under compat: %i answered, %i correct refusals of 84, %i over-refusals', async (name, answered, correct, over) => {
    const system = paklegalqaRun(join(data, `runs/${name}.jsonl`), { compat: 'paklegalqa' })
    expect(system.inspect?.(items)).toEqual([])
    const responses = await Promise.all(items.map((item) => system.respond({ question: item.question, item, trial: 0, signal })))
    const refused = items.filter((_, index) => responses[index]?.refused === true)
    expect(responses.filter((response) => response.refused === false)).toHaveLength(answered)
    expect(refused.filter(({ answerable }) => !answerable)).toHaveLength(correct)
    expect(refused.filter(({ answerable }) => answerable)).toHaveLength(over)
    const silent = responses.filter((response) => response.passages === undefined && response.citations === undefined)
    expect(silent).toHaveLength(name === 'cb-sol' ? 360 : 0)
  })

  test.each([
    ['prod-sol', 2],
    ['prod-4o', 0],
    ['cb-sol', 0],
    ['prod-sol-contaminated', 48],
  ])('%s without compat: %i rows are infrastructure errors', async (name, errors) => {
    const system = paklegalqaRun(join(data, `runs/${name}.jsonl`))
    const settled = await Promise.allSettled(
      items.map((item) => system.respond({ question: item.question, item, trial: 0, signal })),
    )
    const failed = settled.filter((one) => one.status === 'rejected')
    expect(failed).toHaveLength(errors)
    expect(failed.every(({ reason }) => reason instanceof SystemError && reason.kind === 'recorded')).toBe(true)
  })
})
