import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DatasetError } from '../errors.js'
import { type ItemsInput, loadDataset } from './dataset.js'
import { jsonl } from './jsonl.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-dataset-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(rows: readonly (object | string)[], name = 'items.jsonl'): string {
  const path = join(folder, name)
  writeFileSync(path, rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''))
  return path
}

async function errorOf(input: ItemsInput): Promise<DatasetError> {
  const error = await loadDataset(input).catch((thrown: unknown) => thrown)
  if (!(error instanceof DatasetError)) throw new Error(`expected a DatasetError, received ${String(error)}`)
  return error
}

const ids = async (input: ItemsInput) => (await loadDataset(input)).items.map(({ item }) => item.id)

describe('jsonl', () => {
  test('items come in file order with their places, defaults filled in', async () => {
    const path = write([{ id: 'a', question: 'Q?' }, '', { id: 'b', question: 'Q?', language: 'ur-latn' }], 'my items.jsonl')
    const dataset = await loadDataset(jsonl(path))
    expect(dataset).toMatchObject({ name: 'my items', files: [path], warnings: [] })
    expect(dataset.items.map(({ item, place }) => [item.id, item.language, item.answerable, place?.line])).toEqual([
      ['a', 'und', true, 1],
      ['b', 'ur-Latn', true, 3],
    ])
  })

  test('several files make one set, and an id is unique over all of them', async () => {
    const one = write([{ id: 'a', question: 'Q?' }], 'one.jsonl')
    const two = write([{ id: 'b', question: 'Q?' }], 'two.jsonl')
    const three = write([{ id: 'a', question: 'Q?' }], 'three.jsonl')
    expect(await ids(jsonl([one, two]))).toEqual(['a', 'b'])
    const { faults } = await errorOf(jsonl([one, two, three]))
    expect(faults).toEqual([{ file: three, line: 1, field: 'id', message: `duplicate id "a"; ${one}:1 has it too` }])
  })

  test('map reads another format; what it throws is a fault of the row', async () => {
    const path = write([{ q: { text: 'Q?' }, no: 7 }, { no: 8 }])
    const { faults } = await errorOf(jsonl(path, { map: (row) => ({ id: String(row['no']), question: row['q'].text }) }))
    expect(faults).toEqual([expect.objectContaining({ line: 2, message: expect.stringContaining('`map` threw') })])
    expect(await ids(jsonl(path, { map: (row) => ({ id: `${row['no']}`, question: row['q']?.text ?? 'none' }) }))).toEqual([
      '7',
      '8',
    ])
  })
})

describe('faults', () => {
  test('all faults of a file come in one error, the first twenty shown and the rest counted', async () => {
    const path = write(Array.from({ length: 25 }, (_, index) => ({ id: String(index) })))
    const error = await errorOf(jsonl(path))
    expect(error.faults).toHaveLength(25)
    expect(error.message).toContain('25 faults')
    expect(error.message).toContain(`${path}:20 question: expected a string, received nothing`)
    expect(error.message).not.toContain(`${path}:21 `)
    expect(error.message).toContain('and 5 more')
  })

  test.each<[string, object, string, string | RegExp]>([
    ['a wrong type', { question: 5 }, 'question', 'expected a string, received 5'],
    ['an empty text', { question: '  ' }, 'question', /expected text/],
    ['a boolean as text', { answerable: 'yes' }, 'answerable', 'expected a boolean, received "yes"'],
    ['premise as a boolean', { premise: false }, 'premise', 'expected one of "true", "false", received false'],
    ['null', { persona: null }, 'persona', /expected a string, received null; leave the field out/],
    ['an unknown field', { colour: 1 }, 'colour', 'unknown field; put extras under `meta`'],
    ['a misspelt field', { twin_of: 'b' }, 'twin_of', /did you mean `twinOf`\? Otherwise put extras under `meta`/],
    ['a language by name', { language: 'roman-ur' }, 'language', /expected a BCP 47 language tag/],
    [
      'a gold of an unknown kind',
      { golds: [{ kind: 'act', title: 'x' }] },
      'golds.0.kind',
      /expected one of "statute", .* received "act"/,
    ],
    ['a gold without its title', { golds: [{ kind: 'statute' }] }, 'golds.0.title', 'expected a string, received nothing'],
    [
      'a misspelt gold field',
      { golds: [{ kind: 'statute', title: 'x', sektion: '1' }] },
      'golds.0.sektion',
      /did you mean `section`/,
    ],
    [
      'an offset below 0',
      { golds: [{ kind: 'span', document: 'd', start: -1, end: 2 }] },
      'golds.0.start',
      'expected at least 0, received -1',
    ],
    [
      'an offset between',
      { golds: [{ kind: 'span', document: 'd', start: 0, end: 2.5 }] },
      'golds.0.end',
      'expected a whole number, received 2.5',
    ],
  ])('%s', async (_, fields, field, message) => {
    const path = write([
      { id: 'ok', question: 'Q?' },
      { id: 'a', question: 'Q?', ...fields },
    ])
    const { faults } = await errorOf(jsonl(path))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatchObject({ file: path, line: 2, field })
    expect(faults[0]?.message).toMatch(message)
  })

  test('items written in code are named by their index, and what JSON cannot hold is refused', async () => {
    const items = [
      { id: 'a', question: 'Q?', meta: { at: () => 1 } },
      { id: 'a', question: 'Q?' },
    ] as never
    const { faults } = await errorOf(items)
    expect(faults).toEqual([
      { file: 'items[0]', field: 'meta.at', message: 'expected a JSON value, received a function' },
      { file: 'items[1]', field: 'id', message: 'duplicate id "a"; items[0] has it too' },
    ])
  })

  test('a source that returns something else', async () => {
    expect((await errorOf((() => 'items.jsonl') as never)).message).toMatch(
      /expected `items` to be an array of items or a source/,
    )
  })
})

test.each<[string, () => ItemsInput]>([
  ['an empty array', () => []],
  ['an empty file', () => jsonl(write([], 'empty.jsonl'))],
  ['a file of blank lines', () => jsonl(write(['', ' '], 'blank.jsonl'))],
  ['a source that returns none', () => async () => []],
])('fault 28: a data set without items is an error: %s', async (_, input) => {
  expect((await errorOf(input())).message).toMatch(/no items/)
})

test('fault 32: the same id twice names both lines', async () => {
  const path = write([
    { id: 'x', question: 'Q?' },
    { id: 'y', question: 'Q?' },
    { id: 'x', question: 'R?' },
  ])
  const error = await errorOf(jsonl(path))
  expect(error.message).toContain(`${path}:3 id: duplicate id "x"; ${path}:1 has it too`)
})

describe('fault 44: ids', () => {
  test('1 and "1" are one id', async () => {
    const path = write([
      { id: 1, question: 'Q?' },
      { id: '1', question: 'Q?' },
    ])
    expect((await errorOf(jsonl(path))).message).toContain(`${path}:2 id: duplicate id "1"; ${path}:1 has it too`)
    expect(
      await ids(
        jsonl(
          write([
            { id: 1, question: 'Q?' },
            { id: 'b', twinOf: 1, question: 'Q?' },
          ]),
        ),
      ),
    ).toEqual(['1', 'b'])
  })

  test('an id beyond 2^53 is a fault, and two that would round to one do not become duplicates', async () => {
    const path = write(['{"id":9007199254740993,"question":"Q?"}', '{"id":9007199254740992,"question":"Q?"}'])
    const { faults } = await errorOf(jsonl(path))
    expect(faults.map(({ line, message }) => [line, message])).toEqual([
      [1, expect.stringContaining('write the id as a string')],
      [2, expect.stringContaining('write the id as a string')],
    ])
  })

  test('spaces, slashes, quotes and names of Object.prototype are ids like any other', async () => {
    const odd = ['a b', 'a/b', 'a\\b', '"', "'", '__proto__', 'constructor', 'toString', '.', '']
    const path = write(odd.map((id) => ({ id, question: 'Q?' })))
    const { faults } = await errorOf(jsonl(path))
    expect(faults).toEqual([
      expect.objectContaining({ line: odd.length, field: 'id', message: expect.stringContaining('expected text') }),
    ])
    expect(await ids(jsonl(write(odd.slice(0, -1).map((id) => ({ id, question: 'Q?' })))))).toEqual(odd.slice(0, -1))
  })
})

test('fault 47: a twin that is missing or is itself is listed, and nothing is dropped', async () => {
  const { items, warnings } = await loadDataset([
    { id: 'a', question: 'Q?' },
    { id: 'b', question: 'Q?', twinOf: 'a' },
    { id: 'c', question: 'Q?', twinOf: 'gone' },
    { id: 'd', question: 'Q?', twinOf: 'd' },
  ])
  expect(items).toHaveLength(4)
  expect(warnings).toEqual([
    'c: its twin "gone" is not in the data set; it counts as no pair',
    'd: is its own twin; it counts as no pair',
  ])
})

test('fault 48: golds that are optional only, repeated or absent are listed', async () => {
  const gold = { kind: 'statute', title: 'Lease Act 1999' } as const
  const { warnings } = await loadDataset([
    { id: 'good', question: 'Q?', golds: [gold, { ...gold, section: '4' }] },
    { id: 'optional', question: 'Q?', golds: [{ ...gold, optional: true }] },
    { id: 'repeated', question: 'Q?', golds: [gold, { ...gold }] },
    { id: 'none', question: 'Q?' },
    { id: 'unanswerable', question: 'Q?', answerable: false },
    { id: 'framework', question: 'Q?', answerable: false, golds: [{ ...gold, optional: true }] },
  ])
  expect(warnings).toEqual([
    expect.stringMatching(/^optional: every gold is optional/),
    expect.stringMatching(/^repeated: gold .* is given more than once/),
    expect.stringMatching(/^none: no gold, though other items have them/),
  ])
})

test('a data set that uses no golds is not warned about for having none', async () => {
  expect((await loadDataset([{ id: 'a', question: 'Q?' }])).warnings).toEqual([])
})
