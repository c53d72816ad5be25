import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, expect, test } from 'vitest'
import { DatasetError } from '../errors.js'
import { readParquet } from './parquet.js'
import { readTable } from './table.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-parquet-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(content: ArrayBuffer | Uint8Array, name = 'table.parquet'): string {
  const path = join(folder, name)
  writeFileSync(path, content instanceof ArrayBuffer ? new Uint8Array(content) : content)
  return path
}

const table = parquetWriteBuffer({
  columnData: [
    { name: 'id', data: [1n, 9_007_199_254_740_993n], type: 'INT64' },
    { name: 'text', data: ['größe ضلع', null], type: 'STRING' },
    { name: 'score', data: [0.5, Number.NaN], type: 'DOUBLE' },
    { name: 'at', data: [new Date('2026-08-06T00:00:00Z'), null], type: 'TIMESTAMP' },
    { name: 'list', data: [['a', 'b'], []], type: 'JSON' },
  ],
})

test('rows come back as plain JSON with their numbers as places', async () => {
  const { rows, faults } = await readParquet(write(table))
  expect(faults).toEqual([])
  expect(rows.map(({ value }) => value)).toEqual([
    { id: 1, text: 'größe ضلع', score: 0.5, at: '2026-08-06T00:00:00.000Z', list: ['a', 'b'] },
    { id: '9007199254740993', text: null, score: null, at: null, list: [] },
  ])
  expect(rows.map(({ place }) => place.line)).toEqual([1, 2])
})

test('a Parquet file is known by its first bytes, whatever its name says', async () => {
  expect((await readTable(write(table, 'table.json'))).rows).toHaveLength(2)
  expect((await readTable(write(new TextEncoder().encode('{"id":1}\n{"id":2}'), 'lines.parquet'))).rows).toHaveLength(2)
})

test.each([
  ['cut off', new Uint8Array(table).slice(0, 40), /cannot be read as Parquet/],
  ['no Parquet', new TextEncoder().encode('PAR1 and then something else'), /cannot be read as Parquet/],
  [
    'compressed by a codec that is not there',
    parquetWriteBuffer({ columnData: [{ name: 'id', data: [1] }], codec: 'GZIP', compressors: { GZIP: (bytes) => bytes } }),
    /GZIP, which hyparquet does not read by itself: run `npm install --save-dev hyparquet-compressors`/,
  ],
  [
    'with a column of bytes',
    parquetWriteBuffer({
      columnData: [{ name: 'hash', data: [new Uint8Array([1, 2])] }],
      schema: [
        { name: 'root', num_children: 1 },
        { name: 'hash', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 2, repetition_type: 'REQUIRED' },
      ],
    }),
    /expected text, a number or a list of such, received bytes/,
  ],
])('a file that is %s is a fault', async (_, bytes, message) => {
  const { faults } = await readParquet(write(bytes))
  expect(faults).toHaveLength(1)
  expect(faults[0]?.message).toMatch(message)
})

test('a file that is not there is a fault of the file', async () => {
  const { faults } = await readTable(join(folder, 'absent.parquet'))
  expect(faults).toEqual([expect.objectContaining({ message: expect.stringMatching(/no such file/) })])
})

test('without hyparquet the error says what to install', async () => {
  const reading = readParquet(write(table), () => Promise.reject(new Error("Cannot find package 'hyparquet'")))
  await expect(reading).rejects.toThrow(DatasetError)
  await expect(reading).rejects.toThrow(/table\.parquet is Parquet, .*`npm install --save-dev hyparquet`/)
})

test('other codecs are read where their package is there', async () => {
  const gzip = parquetWriteBuffer({
    columnData: [{ name: 'id', data: [1, 2] }],
    codec: 'GZIP',
    compressors: { GZIP: (bytes) => bytes },
  })
  const load = async (name: string) =>
    name === 'hyparquet' ? import('hyparquet') : { compressors: { GZIP: (bytes: Uint8Array) => bytes } }
  expect((await readParquet(write(gzip), load)).rows.map(({ value }) => value)).toEqual([{ id: 1 }, { id: 2 }])
})
