import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readJsonRows } from './json-document.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-document-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(content: string | Uint8Array, at?: string) {
  const path = join(folder, 'run.json')
  writeFileSync(path, content)
  return readJsonRows(path, at === undefined ? {} : { at })
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2)
const rowsOf = {
  x: 1,
  'a "b': [{ rows: [] }],
  rows: [
    { id: 'a', t: '},]"[\\' },
    { id: 'b', deep: { rows: [1, [2]] } },
  ],
}

describe('rows', () => {
  test.each([
    ['of a document, each with the line it begins on', pretty(rowsOf), 'rows', [9, 13], ['rows.0', 'rows.1']],
    ['of a document on one line', JSON.stringify(rowsOf), 'rows', [1, 1], ['rows.0', 'rows.1']],
    ['behind a BOM, with CRLF', `\uFEFF${pretty(rowsOf).replaceAll('\n', '\r\n')}`, 'rows', [9, 13], ['rows.0', 'rows.1']],
    ['at a path', pretty({ run: { rows: rowsOf.rows } }), 'run.rows', [4, 8], ['run.rows.0', 'run.rows.1']],
    ['of an array, whatever path is asked for', pretty(rowsOf.rows), 'rows', [2, 6], ['[0]', '[1]']],
    ['of an array', pretty(rowsOf.rows), undefined, [2, 6], ['[0]', '[1]']],
    ['of an array on one line', JSON.stringify(rowsOf.rows), undefined, [1, 1], ['[0]', '[1]']],
    ['of JSONL', `${rowsOf.rows.map((row) => JSON.stringify(row)).join('\n\n')}\n`, 'rows', [1, 3], [undefined, undefined]],
  ])('%s', (_, content, at, lines, places) => {
    const { rows, faults } = read(content, at)
    expect(faults).toEqual([])
    expect(rows.map(({ value }) => value)).toEqual(rowsOf.rows)
    expect(rows.map(({ place }) => place.line)).toEqual(lines)
    expect(rows.map((row) => row.at)).toEqual(places)
  })

  test('one row of JSONL is no document', () => {
    expect(read('{"id":"a"}\n', 'rows')).toMatchObject({ rows: [{ value: { id: 'a' }, place: { line: 1 } }], document: null })
  })

  test('an empty array has no rows, and is no fault', () => {
    expect(read('{"rows": [ ]}', 'rows')).toMatchObject({ rows: [], faults: [], document: { rows: [] } })
  })

  test('the document around the rows is handed back', () => {
    expect(read(pretty(rowsOf), 'rows').document).toEqual(rowsOf)
  })
})

describe('faults', () => {
  test.each([
    ['no JSON', 'answers: none', /expected a JSON document or JSONL, received "answers: none"/, undefined],
    ['an empty file', ' \n', /received nothing/, undefined],
    [
      'no comma',
      '{\n "rows": [\n  {"id": "a"}\n  {"id": "b"}\n ]\n}',
      /expected a JSON document or JSONL, received "\{ \\"rows\\"/,
      4,
    ],
    [
      'nothing at the path',
      '{\n "results": []\n}',
      /expected an array of rows at `rows`, .*received an object with results/,
      undefined,
    ],
    [
      'an object at the path',
      '{"rows": {"a": 1}, "x": {\n}}',
      /expected an array of rows at `rows`, .*received an object with a/,
      undefined,
    ],
    ['a number', '7', /received 7/, undefined],
    [
      'bytes that are not UTF-8',
      new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d]),
      /expected UTF-8, received bytes that are not/,
      undefined,
    ],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x5b, 0x00]), /expected UTF-8, received UTF-16/, undefined],
  ])('fault 43: %s', (_, content, message, line) => {
    const { rows, faults } = read(content, 'rows')
    expect(rows).toEqual([])
    expect(faults).toEqual([
      { file: expect.any(String), ...(line ? { line } : {}), field: '', message: expect.stringMatching(message) },
    ])
  })

  test('a row that is no object, and a field that is given twice, are named with their place; the rest is read', () => {
    const { rows, faults } = read('{"rows": [\n{"id": "a"},\n"b",\n{"id": "c", "id": "d"}\n]}', 'rows')
    expect(rows.map(({ value }) => value['id'])).toEqual(['a'])
    expect(faults).toMatchObject([
      { line: 3, field: 'rows.1', message: expect.stringMatching(/expected one JSON object/) },
      { line: 4, field: 'rows.2.id', message: expect.stringMatching(/given twice/) },
    ])
  })

  test('fault 43: a document on one line without its rows is no row', () => {
    const [other, row] = ['{"results": [{"id": "a"}], "summary": {}}', '{"id": "a", "rows2": [1]}']
    const lacking = (content: string, key?: string) => {
      const path = join(folder, 'one-line.json')
      writeFileSync(path, content)
      return readJsonRows(path, { at: 'rows', ...(key === undefined ? {} : { key }) })
    }
    expect(lacking(other, 'id')).toMatchObject({
      rows: [],
      faults: [
        { field: '', message: expect.stringMatching(/expected an array of rows at `rows`, .*received an object with results/) },
      ],
    })
    expect(lacking(row, 'id')).toMatchObject({ rows: [{ value: { id: 'a' } }], faults: [] })
    expect(lacking(other).rows).toHaveLength(1)
    expect(lacking(`${row}\n{"other": 1}\n`, 'id').rows).toHaveLength(2)
  })

  test('a broken line of JSONL stays a fault of its line', () => {
    expect(read('{"id":"a"}\n{"id":\n', 'rows')).toMatchObject({ rows: [{ value: { id: 'a' } }], faults: [{ line: 2 }] })
  })

  test('a file that is not there', () => {
    expect(readJsonRows(join(folder, 'none.json')).faults).toMatchObject([{ message: expect.stringMatching(/no such file/) }])
  })
})
