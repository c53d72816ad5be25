import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { publishedData } from '../../test/unit/data.js'
import { DatasetError } from '../errors.js'
import { groupOf } from './groups.js'
import { paklegalqaItems } from './paklegalqa.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-paklegalqa-'))
afterAll(() => rmSync(folder, { recursive: true }))

const row = {
  id: 'S-REC-001',
  type: 'S-REC',
  language: 'en',
  question: 'What is a lease?',
  answerable: true,
  gold_sources: [
    { doc_type: 'statute', title: 'Lease Act 1999', section: '4', pages: [2] },
    { doc_type: 'judgment', citation: '2025 LHC 846', optional: true },
  ],
  gold_answer_points: ['a contract'],
  source_stream: 'statute-derived',
  annotator: 'someone',
  verified: false,
}

function write(rows: readonly object[]): string {
  const path = join(folder, 'benchmark.jsonl')
  writeFileSync(path, rows.map((one) => JSON.stringify(one)).join('\n'))
  return path
}

test('a row becomes an item, and what the schema has no field for goes to meta', () => {
  const ru = { ...row, id: 'RU-002', type: 'RU', language: 'roman-ur', twin_of: 'S-REC-001', gold_sources: [] }
  const falsePremise = { ...row, id: 'FALSE-003', type: 'FALSE', answerable: false, gold_sources: [], note: 'correct it' }
  const { items } = paklegalqaItems(write([row, ru, falsePremise]))()
  expect(items.map(({ item }) => item)).toEqual([
    {
      id: 'S-REC-001',
      type: 'S-REC',
      language: 'en',
      question: 'What is a lease?',
      answerable: true,
      premise: 'true',
      golds: [
        { kind: 'statute', title: 'Lease Act 1999', section: '4', optional: false },
        { kind: 'decision', citation: '2025 LHC 846', optional: true },
      ],
      answerPoints: ['a contract'],
      source: 'statute-derived',
      meta: { annotator: 'someone', verified: false, gold_sources: { '0': { pages: [2] } } },
    },
    expect.objectContaining({ id: 'RU-002', language: 'ur-Latn', twinOf: 'S-REC-001', golds: [] }),
    expect.objectContaining({
      premise: 'false',
      answerable: false,
      answerPoints: ['a contract'],
      meta: expect.objectContaining({ note: 'correct it' }),
    }),
  ])
})

test.each<[string, object, string, RegExp]>([
  ['an unknown type', { type: 'S-RECC' }, 'type', /expected one of "S-REC", .*received "S-RECC"/],
  ['a missing field', { answerable: undefined }, 'answerable', /expected a boolean, received nothing/],
  ['missing golds', { gold_sources: undefined }, 'gold_sources', /expected an array, received nothing/],
  [
    'an unknown doc_type',
    { gold_sources: [{ doc_type: 'regulation', title: 'x' }] },
    'gold_sources.0.doc_type',
    /expected one of "statute", "judgment"/,
  ],
  [
    'a judgment without its citation',
    { gold_sources: [{ doc_type: 'judgment' }] },
    'gold_sources.0.citation',
    /expected a string, received nothing/,
  ],
  ['an unknown language', { language: 'romanised' }, 'language', /expected a BCP 47 language tag/],
  ['an id that is not text', { id: 1.5 }, 'id', /expected a string, received 1.5/],
])('%s is a fault', (_, fields, field, message) => {
  const load = paklegalqaItems(write([row, { ...row, id: 'S-REC-002', ...fields }]))
  expect(load).toThrow(DatasetError)
  try {
    load()
  } catch (error) {
    const { faults } = error as DatasetError
    expect(faults).toEqual([expect.objectContaining({ line: 2, field, message: expect.stringMatching(message) })])
  }
})

const { folder: data, absent, whetherSkipped } = publishedData('paklegalqa')

describe.skipIf(absent)(`the published benchmark${whetherSkipped}`, () => {
  test('reads completely', () => {
    const { items, warnings } = paklegalqaItems(join(data, 'benchmark/all-360.jsonl'))()
    const all = items.map(({ item }) => item)
    const count = (fits: (item: (typeof all)[number]) => boolean) => all.filter(fits).length
    expect(all).toHaveLength(360)
    expect(count(({ answerable }) => answerable)).toBe(276)
    expect(count(({ language }) => language === 'ur-Latn')).toBe(60)
    expect(count(({ premise }) => premise === 'false')).toBe(20)
    expect(count(({ golds }) => golds.some(({ optional }) => !optional))).toBe(275)
    expect(all.flatMap(({ golds }) => golds.filter(({ optional }) => optional))).toHaveLength(13)
    expect(all.every(({ answerPoints }) => answerPoints.length > 0)).toBe(true)
    expect(new Set(groupOf(all).values()).size).toBe(300)
    expect(warnings).toEqual([expect.stringMatching(/^TIME-126: every gold is optional/)])
  })
})
