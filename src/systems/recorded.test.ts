import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readJsonRows } from '../datasets/json-document.js'
import { DatasetError, SystemError } from '../errors.js'
import { Item } from '../schema/item.js'
import { type RecordedRunOptions, recordedRun } from './recorded.js'
import type { System } from './system.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-recorded-'))
afterAll(() => rmSync(folder, { recursive: true }))

const itemOf = (id: string) => Item.parse({ id, question: 'Q?' })

function run(
  rows: readonly (object | string)[],
  options?: RecordedRunOptions,
): { system: System; path: string; ask: (id: string) => Promise<unknown> } {
  const path = join(folder, 'a run.jsonl')
  writeFileSync(path, rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'))
  const system = recordedRun(path, options)
  return {
    system,
    path,
    ask: (id) => system.respond({ question: 'Q?', item: itemOf(id), trial: 0, signal: new AbortController().signal }),
  }
}

describe('rows and items', () => {
  test('without a mapping a row is a response beside its id', async () => {
    const { ask, system, path } = run([
      { id: 'a', answer: 'A.' },
      { question_id: 'b', answer: 'B.', passages: ['p'] },
      { item: 3, answer: 'C.' },
    ])
    expect(system).toMatchObject({ name: path, kind: 'recorded', live: false })
    expect(await ask('b')).toEqual({ answer: 'B.', passages: [{ text: 'p' }] })
    expect(await ask('a')).toEqual({ answer: 'A.' })
    expect(await ask('3')).toEqual({ answer: 'C.' })
  })

  test('id and map read any other format', async () => {
    const { ask, system } = run([{ key: { no: 'a' }, out: 'A.' }], {
      id: (row) => row['key'].no,
      map: (row) => row['out'],
      name: 'old run',
    })
    expect(system.name).toBe('old run')
    expect(await ask('a')).toEqual({ answer: 'A.' })
  })

  test('an item without a row is missing, not an empty answer', async () => {
    const { ask, path } = run([{ id: 'a', answer: 'A.' }])
    const error = await ask('b').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SystemError)
    expect(error).toMatchObject({ kind: 'missing', message: `${path} has no row for item "b"` })
  })

  test('a recorded failure is an infrastructure error', async () => {
    const { ask, path } = run([{ id: 'a', error: 'out of credit' }], { map: (row) => ({ failure: row['error'] }) })
    await expect(ask('a')).rejects.toMatchObject({ kind: 'recorded', message: `${path}:1: out of credit` })
  })

  test.each<[string, RecordedRunOptions['map'], string, RegExp]>([
    ['a row that is no response', undefined, 'shape', /a run\.jsonl:2: expected a string or an object with `answer`/],
    ['a map that throws', (row) => row['none'].text, 'threw', /a run\.jsonl:2: `map` threw/],
  ])('%s names its line', async (_, map, kind, message) => {
    const { ask } = run(['', { id: 'a', text: 'A.' }], map ? { map } : {})
    await expect(ask('a')).rejects.toMatchObject({ kind, message: expect.stringMatching(message) })
  })

  test('inspect lists rows for no item, before or after the first call', () => {
    const rows = Array.from({ length: 8 }, (_, index) => ({ id: `x${index}`, answer: 'A.' }))
    const { system, path } = run([{ id: 'a', answer: 'A.' }, ...rows])
    expect(system.inspect?.([itemOf('a')])).toEqual([
      `${path}: 8 rows are for no item of the data set: "x0" (line 2), "x1" (line 3), "x2" (line 4), "x3" (line 5), "x4" (line 6), … 3 more`,
    ])
    expect(system.inspect?.(['a', ...rows.map(({ id }) => id)].map(itemOf))).toEqual([])
  })

  test('fault 44: __proto__ and numbers as ids', async () => {
    const { ask } = run(['{"id":"__proto__","answer":"A."}', { id: 7, answer: 'B.' }])
    expect(await ask('__proto__')).toEqual({ answer: 'A.' })
    expect(await ask('7')).toEqual({ answer: 'B.' })
    await expect(ask('constructor')).rejects.toMatchObject({ kind: 'missing' })
  })
})

describe('a file with faults', () => {
  const errorOf = async (rows: readonly (object | string)[], options?: RecordedRunOptions) => {
    const { ask, path } = run(rows, options)
    const error = await ask('a').catch((thrown: unknown) => thrown)
    if (!(error instanceof DatasetError)) throw new Error(`expected a DatasetError, received ${String(error)}`)
    return { error, path }
  }

  test('fault 32: two rows for one item name both lines, with every other fault', async () => {
    const { error, path } = await errorOf([{ id: 'a', answer: '1' }, { answer: '2' }, '{"id":', { id: 'a', answer: '3' }])
    expect(error.message.split('\n')).toEqual([
      `${path}: 3 faults`,
      `  ${path}:2: expected the item's id in id, question_id, item or by \`id\`, received nothing`,
      expect.stringContaining(`  ${path}:3: expected one JSON object`),
      `  ${path}:4: duplicate id "a"; ${path}:1 has it too`,
    ])
  })

  test('fault 28: a run without rows', async () => {
    expect((await errorOf([])).error.message).toMatch(/no rows/)
  })

  test('a file that is not there is said at the first use, not when it is named', async () => {
    const system = recordedRun(join(folder, 'none.jsonl'))
    expect(() => system.inspect?.([])).toThrow(/no such file/)
  })
})

describe('rows of a JSON document', () => {
  const read = (document: unknown, options: RecordedRunOptions = {}) => {
    const path = join(folder, 'a run.json')
    writeFileSync(path, JSON.stringify(document, null, 1))
    return recordedRun(path, { rows: (file) => readJsonRows(file, { at: 'rows' }), ...options })
  }

  test('are read with `rows`, and mapped with the item that is asked', async () => {
    const system = read({ rows: [{ id: 'a', answer: 'A' }] }, { map: (row, item) => `${row['answer']} to ${item.question}` })
    const request = { question: 'Q?', item: itemOf('a'), trial: 0, signal: new AbortController().signal }
    expect(await system.respond(request)).toEqual({ answer: 'A to Q?' })
  })

  test('name their line and their place in the document where something is wrong', () => {
    const system = read(
      { rows: [{ id: 'a', answer: 'A' }, { answer: 'B' }, { id: 'a', answer: 3 }] },
      {
        check: ({ answer }) => (typeof answer === 'string' ? [] : [{ field: 'answer', message: 'expected a string' }]),
      },
    )
    expect(() => system.inspect?.([])).toThrow(
      /a run\.json: 3 faults\n.*a run\.json:7 rows\.1: expected the item's id.*\n.*:10 rows\.2: duplicate id "a"; .*:3 rows\.0 has it too\n.*:10 rows\.2\.answer: expected a string/,
    )
  })

  test('on one line: a row for no item, an oddity and a broken answer name their place in it', async () => {
    const path = join(folder, 'one line.json')
    writeFileSync(
      path,
      JSON.stringify([
        { id: 'a', answer: 3 },
        { id: 'nope-1', answer: 'B' },
      ]),
    )
    const system = recordedRun(path, { rows: readJsonRows, warn: () => 'odd' })
    expect(system.inspect?.([itemOf('a')])).toEqual([
      expect.stringMatching(/one line\.json: 1 row is for no item of the data set: "nope-1" \(line 1, \[1\]\)$/),
      expect.stringMatching(/^a: odd \(.*one line\.json:1 \[0\]\)$/),
    ])
    const request = { question: 'Q?', item: itemOf('a'), trial: 0, signal: new AbortController().signal }
    await expect(system.respond(request)).rejects.toThrow(/one line\.json:1 \[0\]: /)
  })
})
