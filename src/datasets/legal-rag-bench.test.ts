import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, describe, expect, test } from 'vitest'
import { DatasetError, OptionError } from '../errors.js'
import { type LegalRagBenchOptions, legalRagBenchItems } from './legal-rag-bench.js'
import { legalRagBenchCorpus } from './legal-rag-bench-corpus.js'

const FIXTURE = resolve(import.meta.dirname, '../../fixtures/formats/legal-rag-bench')
const folder = mkdtempSync(join(tmpdir(), 'docket-legal-rag-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(rows: readonly object[], name = 'qa.jsonl'): string {
  const path = join(folder, name)
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'))
  return path
}

const question = { id: 1, question: 'Q?', answer: 'A.', relevant_passage_id: '2.5.1-c1-s1', split: 'test' }

async function golds(options: LegalRagBenchOptions, rows: readonly object[] = [question]) {
  const { items } = await legalRagBenchItems(write(rows), options)()
  return items.flatMap(({ item }) => item.golds)
}

test('a question becomes an item; fault 44: ids that are numbers are text', async () => {
  const { items, warnings } = await legalRagBenchItems(write([question]))()
  expect(warnings).toEqual([])
  expect(items.map(({ item }) => item)).toEqual([
    {
      id: '1',
      question: 'Q?',
      language: 'en',
      answerable: true,
      premise: 'true',
      reference: 'A.',
      golds: [{ kind: 'passage', id: '2.5.1-c1-s1', optional: false }],
      answerPoints: [],
      meta: { split: 'test' },
    },
  ])
})

test('from Parquet they are the same', async () => {
  const path = join(folder, 'qa.parquet')
  const columnData = [
    { name: 'id', data: [1n], type: 'INT64' as const },
    ...(['question', 'answer', 'relevant_passage_id', 'split'] as const).map((name) => ({ name, data: [question[name]] })),
  ]
  writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData })))
  const [parquet, jsonl] = await Promise.all([legalRagBenchItems(path)(), legalRagBenchItems(write([question]))()])
  expect(parquet.items.map(({ item }) => item)).toEqual(jsonl.items.map(({ item }) => item))
})

describe('fault 50: the same text under other ids', () => {
  const corpus = join(FIXTURE, 'corpus.jsonl')
  const same = { kind: 'passage', id: '2.5.1-c1-s1', optional: false }

  test('is another passage, unless it is declared equal', async () => {
    expect(await golds({ corpus })).toEqual([same])
    expect(await golds({ corpus, equal: 'text' })).toEqual([{ ...same, equals: ['3.2-c1-s4'] }])
    expect(await golds({ corpus: await legalRagBenchCorpus(corpus), equal: 'text' })).toEqual([
      { ...same, equals: ['3.2-c1-s4'] },
    ])
  })

  test('may be declared by ids', async () => {
    const equal = [
      ['9-c1', '2.5.1-c1-s1'],
      ['2.5.1-c1-s1', '7-c1', '9-c1'],
      ['8-c1', '8-c2'],
    ]
    expect(await golds({ equal })).toEqual([{ ...same, equals: ['9-c1', '7-c1'] }])
  })

  test('footnotes are no part of a text, and passages without text are not equal', async () => {
    const path = write(
      [
        { id: '1', title: 'T', text: 'Same.', footnotes: 'one' },
        { id: '2', title: 'T', text: 'Same.', footnotes: 'two' },
        { id: '3', title: 'T', text: '', footnotes: null },
        { id: '4', title: 'T', text: '', footnotes: null },
      ],
      'corpus.jsonl',
    )
    const rows = [
      { ...question, relevant_passage_id: '1' },
      { ...question, id: 2, relevant_passage_id: 3 },
    ]
    const found = await golds({ corpus: path, equal: 'text' }, rows)
    expect(found.map((gold) => 'equals' in gold && gold.equals)).toEqual([['2'], false])
  })
})

test('a relevant passage that the corpus does not have is named', async () => {
  const rows = [question, { ...question, id: 2, relevant_passage_id: '2.5.1-c1-s' }]
  const { warnings } = await legalRagBenchItems(write(rows), { corpus: join(FIXTURE, 'corpus.jsonl') })()
  expect(warnings).toEqual(['2: the relevant passage "2.5.1-c1-s" is not in the corpus'])
})

test('every fault of the file comes in one error', async () => {
  const reading = legalRagBenchItems(write([{ ...question, id: '' }, { ...question, answer: null }, question, question]))()
  await expect(reading).rejects.toThrow(DatasetError)
  await expect(reading).rejects.toThrow(
    /3 faults[\s\S]*:1 id: expected text[\s\S]*:2 answer: expected a string[\s\S]*:4 id: duplicate id "1"/,
  )
})

test('of an array on one line every fault names its row', async () => {
  const path = join(folder, 'qa.json')
  writeFileSync(path, JSON.stringify([question, { ...question, id: 2, answer: null }, question]))
  await expect(async () => legalRagBenchItems(path)()).rejects.toThrow(
    /2 faults[\s\S]*:1 \[1\]\.answer: expected a string[\s\S]*:1 \[2\]\.id: duplicate id "1"; .*:1 \[0\] has it too/,
  )
})

test('a passage that is there twice is a fault', async () => {
  const passage = { id: '1.1', title: null, text: 'T', footnotes: null }
  await expect(legalRagBenchCorpus(write([passage, passage], 'twice.jsonl'))).rejects.toThrow(
    /twice\.jsonl:2 id: duplicate id "1\.1"/,
  )
})

test.each([
  ['equal texts without texts', { equal: 'text' }, /give them as `corpus`/],
  ['equal as something else', { equal: 'id' }, /expected `equal` to be "text" or lists of ids/],
])('%s is refused', (_, options, message) => {
  const open = () => legalRagBenchItems('qa.jsonl', options as LegalRagBenchOptions)
  expect(open).toThrow(OptionError)
  expect(open).toThrow(message)
})
