import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { readJsonl } from './lines.js'
import { setDataRoot } from './root.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => setDataRoot(undefined))

function write(content: string | Uint8Array, name = 'data.jsonl'): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('fault 43: what is accepted is read completely', () => {
  test.each([
    ['a BOM', '\uFEFF{"id":"a"}\n{"id":"b"}\n', [1, 2]],
    ['CRLF', '{"id":"a"}\r\n{"id":"b"}\r\n', [1, 2]],
    ['blank lines, which count as lines', '\n{"id":"a"}\n  \n\t\r\n{"id":"b"}\n\n', [2, 5]],
    ['no newline at the end', '{"id":"a"}\n{"id":"b"}', [1, 2]],
    ['line separators of Unicode inside a string', '{"id":"a","q":"x\u2028y"}\n{"id":"b"}', [1, 2]],
  ])('%s', (_, content, lines) => {
    const { rows, faults } = readJsonl(write(content))
    expect(faults).toEqual([])
    expect(rows.map(({ value }) => value['id'])).toEqual(['a', 'b'])
    expect(rows.map(({ place }) => place.line)).toEqual(lines)
  })
})

describe('fault 43: what is not is a fault with its line', () => {
  test.each([
    ['trailing comma after the line', '{"id":"b"},', /trailing comma after the object; expected one JSON object/],
    ['trailing comma inside', '{"id":"b",}', /trailing comma before a closing bracket/],
    ['NaN', '{"id":"b","score":NaN}', /NaN is not JSON/],
    ['Infinity', '{"id":"b","score":-Infinity}', /Infinity is not JSON/],
    ['Python', '{"id":"b","ok":True}', /True is not JSON/],
    ['cut off', '{"id":"b","q":"text', /expected one JSON object, received "\{\\"id\\":\\"b\\"/],
    ['two objects', '{"id":"b"}{"id":"c"}', /expected one JSON object/],
    ['an array', '[{"id":"b"}]', /expected one JSON object, received an array of 1/],
    ['a text', '"b"', /expected one JSON object, received "b"/],
    ['null', 'null', /expected one JSON object, received null/],
    ['a field twice', '{"id":"b","q":"x","q":"y"}', /q: given twice/],
    ['a field twice, written in two ways', '{"id":"b","q":"x","\\u0071":"y"}', /q: given twice/],
    ['__proto__ as a field', '{"id":"b","meta":{"__proto__":{"x":1}}}', /meta\.__proto__: a field may not be named/],
    ['half a surrogate pair', '{"id":"b","q":["\\ud83d"]}', /q\.0: holds half of a surrogate pair/],
    ['1e999', '{"id":"b","n":1e999}', /n: a number too large/],
    ['deep nesting', `{"id":"b","n":${'['.repeat(200)}${']'.repeat(200)}}`, /nested deeper than 100 levels/],
  ])('%s', (_, line, message) => {
    const { rows, faults } = readJsonl(write(`{"id":"a"}\n${line}\n{"id":"z"}\n`))
    expect(rows.map(({ value }) => value['id'])).toEqual(['a', 'z'])
    expect(faults).toHaveLength(1)
    const [fault] = faults
    expect(fault).toMatchObject({ line: 2 })
    expect(`${fault?.field}: ${fault?.message}`).toMatch(message)
  })

  test('one bad line among thousands', () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `{"id":"${index}"}`)
    lines[3141] = '{"id":3141'
    const { rows, faults } = readJsonl(write(lines.join('\n')))
    expect(rows).toHaveLength(4999)
    expect(faults.map(({ line }) => line)).toEqual([3142])
  })

  test('bytes that are not UTF-8 name the line and what stands before', () => {
    const bad = Buffer.concat([Buffer.from('{"id":"a"}\n{"id":"'), Buffer.from([0xe9]), Buffer.from('"}\n{"id":"c"}')])
    const { rows, faults } = readJsonl(write(bad))
    expect(rows).toHaveLength(2)
    expect(faults).toEqual([expect.objectContaining({ line: 2, message: expect.stringContaining('after "{\\"id\\":\\""') })])
  })

  test.each([
    ['UTF-16', Buffer.from('\uFEFF{"id":"a"}', 'utf16le'), /expected UTF-8, received UTF-16/],
    ['a JSON document', '[\n  {\n    "id": "a"\n  }\n]\n', /received one document over many lines/],
    ['Git LFS', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n', /Git LFS pointer/],
  ])('%s', (_, content, message) => {
    const { faults } = readJsonl(write(content))
    expect(faults[0]?.message).toMatch(message)
  })

  test('a missing file says where it was looked for; a folder is not a file', () => {
    expect(readJsonl('none/of these.jsonl').faults[0]?.message).toContain(join('none', 'of these.jsonl'))
    expect(readJsonl(folder).faults[0]?.message).toContain('received a folder')
  })
})

describe('fault 44: numbers that JSON.parse would round', () => {
  test.each([
    ['9007199254740993', true],
    ['-9007199254740993', true],
    ['123456789012345678901234567890', true],
    ['9007199254740991', false],
    ['1e300', false],
    ['0.12345678901234567890', false],
    ['12345678901234567890.5e-3', false],
    ['"9007199254740993"', false],
  ])('%s', (number, isFault) => {
    const { rows, faults } = readJsonl(write(`{"id":${number},"text":"12345678901234567890"}`))
    expect(rows).toHaveLength(isFault ? 0 : 1)
    expect(faults.map(({ field, message }) => `${field} ${message}`)).toEqual(
      isFault ? [expect.stringMatching(/^id .*write the id as a string/)] : [],
    )
  })
})

describe('fault 42: file names are taken literally', () => {
  test.each(['a b.jsonl', 'a%20b.jsonl', 'a||b.jsonl', 'Größe سوال 法.jsonl', 'C:\\data\\x.jsonl', "it's #1?.jsonl"])(
    '%s',
    (name) => {
      const path = write('{"id":"a"}', name)
      expect(readJsonl(path)).toMatchObject({
        file: path,
        faults: [],
        rows: [{ value: { id: 'a' }, place: { file: path, line: 1 } }],
      })
      expect(readJsonl(pathToFileURL(path)).rows).toHaveLength(1)
      expect(readJsonl(pathToFileURL(path).href).rows).toHaveLength(1)
    },
  )

  test('a file URL below the working directory is shown relative to it', () => {
    expect(readJsonl(pathToFileURL(join(process.cwd(), 'a b', 'c.jsonl'))).file).toBe(join('a b', 'c.jsonl'))
  })

  test('relative paths are taken from the data root', () => {
    write('{"id":"a"}', 'rooted.jsonl')
    setDataRoot(folder)
    expect(readJsonl('rooted.jsonl')).toMatchObject({
      file: 'rooted.jsonl',
      faults: [],
      rows: [{ place: { file: 'rooted.jsonl' } }],
    })
    expect(readJsonl(pathToFileURL(join(folder, 'rooted.jsonl'))).file).toBe('rooted.jsonl')
    setDataRoot(undefined)
    expect(readJsonl('rooted.jsonl').faults).toHaveLength(1)
  })

  test('a URL of the network is refused', () => {
    expect(() => readJsonl(new URL('https://example.org/x.jsonl'))).toThrow(/a path or a file: URL/)
  })
})

test('a large file with long, escaped strings is read', () => {
  mkdirSync(join(folder, 'large'), { recursive: true })
  const long = JSON.stringify('say "x"\n'.repeat(500_000))
  const path = write(
    `{"id":"a","n":12345678901234567.5,"t":${long}}\n{"id":"b","n":9007199254740993,"t":${long}}\n`,
    'large/x.jsonl',
  )
  const { rows, faults } = readJsonl(path)
  expect(rows.map(({ value }) => value['id'])).toEqual(['a'])
  expect(faults).toEqual([expect.objectContaining({ line: 2, field: 'n' })])
})
