import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formFault } from './form.js'

const LOGIN = '<html>login</html>'
const PARQUET = 'PAR1\0\0\0\0PAR1'
const LINES = '{"a":1}\n{"a":2}\n'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-form-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function fault(
  name: string,
  content: string,
  { type = null, jsonLines = false }: { type?: string | null; jsonLines?: boolean } = {},
) {
  const place = join(folder, 'came.part')
  writeFileSync(place, content)
  return formFault(place, { name, type, jsonLines })
}

describe('a file without a known hash', () => {
  it.each([
    ['queries.json', '{}\n'],
    ['queries.json', ' \uFEFF[1, 2]'],
    ['queries.json', '{\n "rows": []\n}'],
    ['results.json', '{"p": NaN, "q": [-Infinity, Infinity ]}'],
    ['runs.jsonl', LINES],
    ['runs.JSONL', `\uFEFF\r\n  \r\n${LINES}`],
    ['documents.parquet', PARQUET],
    ['README.md', LOGIN],
    ['a.txt', ''],
  ])('%s of %j can be it', async (name, content) => {
    expect(await fault(name, content, { type: 'application/octet-stream' })).toBeNull()
  })

  it.each([
    ['queries.json', LOGIN, `expected JSON, received "${LOGIN}"`],
    ['queries.JSON', LINES, 'expected JSON, received "{"a":1} {"a":2}"'],
    ['queries.json', '{"a": 1', 'expected JSON, received "{"a": 1"'],
    ['queries.json', ' \n', 'expected JSON, received nothing'],
    ['runs.jsonl', `\n${LOGIN}`, `expected a JSON object a line, received "${LOGIN}"`],
    ['runs.jsonl', '[{}]\n{}\n', 'expected a JSON object a line, received "[{}] {}"'],
    ['runs.jsonl', 'null\n', 'expected a JSON object a line, received "null"'],
    ['runs.jsonl', '', 'expected a JSON object a line, received nothing'],
    ['documents.parquet', LOGIN, `expected Parquet (PAR1 at both ends), received "${LOGIN}"`],
    ['documents.parquet', 'PAR1', 'expected Parquet (PAR1 at both ends), received "PAR1"'],
    ['documents.parquet', `${PARQUET}\n`, 'expected Parquet (PAR1 at both ends), received "PAR1␀␀␀␀PAR1"'],
    ['documents.parquet', `x${PARQUET}`, 'expected Parquet (PAR1 at both ends), received "xPAR1␀␀␀␀PAR1"'],
  ])('%s of %j cannot', async (name, content, message) => {
    expect(await fault(name, content)).toBe(message)
  })

  it('may be JSON lines where the catalogue says so, and no page even then', async () => {
    expect(await fault('queries.json', LINES, { jsonLines: true })).toBeNull()
    expect(await fault('queries.json', '[]', { jsonLines: true })).toBeNull()
    expect(await fault('queries.json', LOGIN, { jsonLines: true })).toBe(
      `expected JSON or a JSON object a line, received "${LOGIN}"`,
    )
  })

  it.each([
    ['a.txt', 'text/html', 'a .txt file'],
    ['LICENSE', 'Text/HTML; charset=utf-8', 'a file'],
    ['a.json', 'application/xhtml+xml', 'JSON'],
  ])('%s is not what comes as %s, whatever is in it', async (name, type, expected) => {
    expect(await fault(name, '{}', { type })).toBe(`expected ${expected}, received a web page, "{}"`)
  })

  it.each([
    ['page.html', 'text/html'],
    ['page.htm', 'text/html; charset=utf-8'],
    ['a.txt', 'text/html-ish'],
    ['a.txt', null],
  ])('%s may come as %s', async (name, type) => {
    expect(await fault(name, LOGIN, { type })).toBeNull()
  })

  it('shows eighty characters of what came, plain', async () => {
    const shown = await fault('a.json', `\n<b>\u001B[31m::error::\u202Eé${'x'.repeat(200)}`)
    expect(shown).toBe(`expected JSON, received "<b>: :error: :é${'x'.repeat(61)}"`)
  })
})
