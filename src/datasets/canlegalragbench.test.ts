import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, describe, expect, test } from 'vitest'
import { DatasetError, OptionError } from '../errors.js'
import type { Item } from '../schema/item.js'
import { canLegalRagBenchItems, provinceQuestion } from './canlegalragbench.js'
import { canLegalRagBenchCitation } from './canlegalragbench-citation.js'
import { canLegalRagBenchDocuments } from './canlegalragbench-documents.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-canlegal-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(content: string | ArrayBuffer, name = 'queries.json'): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : new Uint8Array(content))
  return path
}

async function items(rows: readonly object[], options?: Parameters<typeof canLegalRagBenchItems>[1]): Promise<Item[]> {
  const { items: found } = await canLegalRagBenchItems(write(JSON.stringify(rows)), options)()
  return found.map(({ item }) => item)
}

const query = {
  query_id: 7,
  query_text: 'May my landlord keep the deposit?',
  answer: 'Only with your consent.',
  batch_id: 2,
  ground_truth_citations: ['2014 SCC 13', 'SC 1996, c 23'],
  province: 'Ontario',
}

test('a query becomes an item', async () => {
  expect(await items([query])).toEqual([
    {
      id: '7',
      question: query.query_text,
      language: 'en',
      answerable: true,
      premise: 'true',
      golds: [
        { kind: 'document', id: '2014 SCC 13', optional: false },
        { kind: 'document', id: 'SC 1996, c 23', optional: false },
      ],
      reference: 'Only with your consent.',
      answerPoints: [],
      jurisdiction: 'Ontario',
      meta: { batch_id: 2 },
    },
  ])
})

describe('the same queries', () => {
  const rows = [query, { ...query, query_id: 'b', province: null, answer: '', user_answer: 'Yes.' }]
  const columns = [
    { name: 'query_id', data: ['7', 'b'] },
    { name: 'query_text', data: rows.map((row) => row.query_text) },
    { name: 'answer', data: ['Only with your consent.', 'Yes.'] },
    { name: 'batch_id', data: [2n, 2n], type: 'INT64' as const },
    { name: 'ground_truth_citations', data: rows.map((row) => JSON.stringify(row.ground_truth_citations)) },
    { name: 'province', data: ['Ontario', null] },
  ]

  test.each([
    ['a JSON array', JSON.stringify(rows, null, 2)],
    ['JSON lines in a file named .json', rows.map((row) => JSON.stringify(row)).join('\n')],
    ['Parquet with the lists as text', parquetWriteBuffer({ columnData: columns })],
  ])('from %s are the same items', async (_, content) => {
    const { items: found } = await canLegalRagBenchItems(write(content))()
    expect(found.map(({ item }) => item)).toEqual(await items(rows))
    expect(found.map(({ item }) => item.reference)).toEqual(['Only with your consent.', 'Yes.'])
  })
})

test.each([
  ['Bernard v. Canada, 2014 SCC 13 (CanLII), [2014] 1 SCR 227, <https://canlii.ca/t/g>', '2014 SCC 13'],
  ['2014  SCC 13', '2014 SCC 13'],
  ['2014\u00a0SCC\u00a013', '2014 SCC 13'],
  ['2014 scc 13', '2014 SCC 13'],
  ['Smith v Jones, 2000 CanLII 15292 (FC)', '2000 CanLII 15292 (FC)'],
  ['1999 CanLII 8630 (NL PC)', '1999 CanLII 8630 (NL PC)'],
  ['2011 CanLII 75710', '2011 CanLII 75710'],
  ['Bernard v. Canada, 2014 S.C.C. 13', '2014 SCC 13'],
  ['S.C. 1996, c. 23', 'SC 1996, c 23'],
  [' S.C. 1996, c. 23. ', 'SC 1996, c 23.'],
  ['R.S.C., 1985, c. C-46, s 27.1', 'RSC, 1985, c C-46, s 27.1'],
  ['[1974] SCR 429', '[1974] SCR 429'],
])('the citation %s is the id %s', (written, id) => {
  expect(canLegalRagBenchCitation(written)).toBe(id)
})

test('an id is its own id', () => {
  const part = fc.constantFrom(
    '2014',
    'SCC',
    'S.C.C.',
    'scc',
    'CanLII',
    '13',
    'c.',
    'v.',
    ',',
    '(FC)',
    '27.1',
    '. ',
    ' ',
    '\n',
    'é',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part, { maxLength: 8 }).map((parts) => parts.join(' ')),
      ),
      (text) => {
        const id = canLegalRagBenchCitation(text)
        expect(canLegalRagBenchCitation(id)).toBe(id)
      },
    ),
  )
})

test('golds are written as ids once each, and as they are under compat', async () => {
  const row = { ...query, ground_truth_citations: ['S.C. 1996, c. 23', 'SC 1996, c 23', 'A v B, 2014 SCC 13'] }
  const [sound] = await items([row])
  expect(sound?.golds.map((gold) => 'id' in gold && gold.id)).toEqual(['SC 1996, c 23', '2014 SCC 13'])
  expect(sound?.meta['ground_truth_citations']).toEqual(row.ground_truth_citations)
  const [published] = await items([row], { compat: 'canlegalragbench' })
  expect(published?.golds.map((gold) => 'id' in gold && gold.id)).toEqual(row.ground_truth_citations)
})

test('compat leaves out queries without a citation or an answer; by default they stay and have no gold or reference', async () => {
  const rows = [query, { ...query, query_id: 8, ground_truth_citations: [] }, { ...query, query_id: 9, answer: ' ' }]
  expect((await items(rows)).map(({ id, golds, reference }) => [id, golds.length, reference === undefined])).toEqual([
    ['7', 2, false],
    ['8', 0, false],
    ['9', 2, true],
  ])
  expect((await items(rows, { compat: 'canlegalragbench' })).map(({ id }) => id)).toEqual(['7'])
})

describe('variations', () => {
  const seed = 'My dog bit a man. What now?'
  const mended = 'My dog bit a man. Who pays?'
  const other = 'My dog bit a child. Who pays?'
  const row = (index: number, query: string, facts: string, type = 'None', tone = 'None') => ({
    index,
    query,
    original_query: seed,
    fact_variation: facts,
    situation_variation: query,
    situation_variation_type: type,
    query_variation_tone_style: tone,
    cleaned_law_area: 'tort',
    province: 'Yukon',
  })
  const block = [
    row(0, mended, mended),
    row(1, 'What is the rule?', mended, 'Rule Focus', 'legal expert'),
    row(2, other, other),
    row(3, 'And what must I prove?', other, 'Burden of Proof', 'layperson'),
  ]

  test('are variants of the query with the same facts, and of the first facts', async () => {
    const found = await items(block)
    expect(found.map(({ id, variantOf, axis, group, persona, type }) => [id, variantOf, axis, group, persona, type])).toEqual([
      ['0', undefined, undefined, '0', 'layperson', undefined],
      ['1', '0', 'situation', '0', 'legal expert', 'Rule Focus'],
      ['2', '0', 'facts', '0', 'layperson', undefined],
      ['3', '2', 'situation', '0', 'layperson', 'Burden of Proof'],
    ])
    expect(found[1]?.meta).toMatchObject({ original_query: seed, fact_variation: mended, cleaned_law_area: 'tort' })
  })

  test('of which the base was not taken have the first of their facts as base', async () => {
    const found = await items([block[1], block[3]].map((one) => ({ ...one })))
    expect(found.map(({ id, variantOf, axis, group }) => [id, variantOf, axis, group])).toEqual([
      ['1', undefined, undefined, '1'],
      ['3', '1', 'facts', '1'],
    ])
  })

  test('of the seed as it was have the seed as base, wherever it stands', async () => {
    const found = await items([row(5, other, other), row(6, seed, seed)])
    expect(found.map(({ id, variantOf, axis }) => [id, variantOf, axis])).toEqual([
      ['5', '6', 'facts'],
      ['6', undefined, undefined],
    ])
  })
})

test('the province stands before the question only for a system that asks for it', () => {
  expect(provinceQuestion({ question: 'Q?', jurisdiction: 'Quebec' })).toBe('I am in Quebec. Q?')
  expect(provinceQuestion({ question: 'Q?' })).toBe('Q?')
})

test('every fault of the file comes in one error', async () => {
  const broken = [
    { ...query, query_id: null },
    { ...query, query_text: '' },
    { ...query, ground_truth_citations: 'a, b' },
  ]
  const reading = items(broken)
  await expect(reading).rejects.toThrow(DatasetError)
  await expect(reading).rejects.toThrow(
    /3 faults[\s\S]*query_id[\s\S]*query_text[\s\S]*ground_truth_citations: expected an array/,
  )
})

test('an unknown compat is refused', () => {
  expect(() => canLegalRagBenchItems('x.json', { compat: 'paklegalqa' as 'canlegalragbench' })).toThrow(OptionError)
})

describe('documents', () => {
  const rows = [
    { citation: 'S.C. 1996, c. 23', name: 'Deposit Act', original_source: 'STATUTE', text: 'Section 1 …', year: 1996 },
    { citation: '2014 SCC 13', name: 'Bernard v. Canada', original_source: 'SCC', text: 'It is so ordered.', year: 2014 },
    { citation: '2015 ONSC 1', name: 'Bernard v. Canada', original_source: 'UNKNOWN', text: ' ', year: 2015 },
    { citation: 'SC 1996, c 23', name: 'Deposit Act (again)', original_source: 'STATUTE', text: 'Other.', year: 1996 },
  ]
  const lines = () => write(rows.map((row) => JSON.stringify(row)).join('\n'), 'documents.jsonl')

  test('are a manifest with titles that tell decisions of one name apart, and their texts', async () => {
    const { manifest, texts } = await canLegalRagBenchDocuments(lines())
    expect(manifest.entries).toEqual([
      { id: 'SC 1996, c 23', title: 'Deposit Act, SC 1996, c 23', kind: 'statute' },
      { id: '2014 SCC 13', title: '2014 SCC 13 — Bernard v. Canada', kind: 'decision' },
      { id: '2015 ONSC 1', title: '2015 ONSC 1 — Bernard v. Canada', kind: 'decision' },
    ])
    expect([...texts]).toEqual([
      ['SC 1996, c 23', 'Section 1 …'],
      ['2014 SCC 13', 'It is so ordered.'],
    ])
  })

  test('under compat keep their citation as id; `first` reads some', async () => {
    const { manifest } = await canLegalRagBenchDocuments(lines(), { compat: 'canlegalragbench', first: 1 })
    expect(manifest.entries.map(({ id }) => id)).toEqual(['S.C. 1996, c. 23'])
  })

  test('are the same from Parquet', async () => {
    const columnData = (['citation', 'name', 'original_source', 'text'] as const).map((name) => ({
      name,
      data: rows.map((row) => row[name]),
    }))
    const parquet = await canLegalRagBenchDocuments(write(parquetWriteBuffer({ columnData }), 'documents.parquet'))
    const jsonl = await canLegalRagBenchDocuments(lines())
    expect(parquet.manifest.entries).toEqual(jsonl.manifest.entries)
    expect([...parquet.texts]).toEqual([...jsonl.texts])
  })

  test('one citation twice is a fault', async () => {
    const path = write([rows[1], rows[1]].map((row) => JSON.stringify(row)).join('\n'), 'twice.jsonl')
    await expect(canLegalRagBenchDocuments(path)).rejects.toThrow(/twice\.jsonl:2 citation: duplicate id "2014 SCC 13"/)
  })
})
