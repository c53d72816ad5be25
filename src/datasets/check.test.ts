import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkFile, type FileKind } from './check.js'
import { jsonSchemas } from './json-schemas.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-check-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(content: string): string {
  const path = join(folder, 'file.jsonl')
  writeFileSync(path, content)
  return path
}

const claim = { text: 'A claim.', support: 'entailment' }
const verdict = { claims: [claim], correct: null, outcome: 'answered', judge: { name: 'mine' } }

test.each(jsonSchemas())('schemas/$file is that of the code', ({ file, text }) => {
  const committed = readFileSync(new URL(`../../schemas/${file}`, import.meta.url), 'utf8')
  expect(committed.replaceAll('\r\n', '\n')).toBe(text)
  expect(JSON.parse(text)).toMatchObject({
    $schema: expect.stringContaining('2020-12'),
    $id: expect.stringMatching(/^urn:vitest-docket:[a-z-]+:[1-4]$/),
  })
})

test.each<[FileKind, object]>([
  ['item', { id: 'a', question: 'Q?' }],
  [
    'item',
    {
      id: 'a',
      question: 'Q?',
      language: 'ur-latn',
      golds: [{ kind: 'span', document: 'd', start: 0, end: 4 }],
      meta: { any: [null, { x: 1 }] },
    },
  ],
  ['response', { answer: '' }],
  ['response', { answer: 'A.', passages: [{ text: 'T' }], citations: [{ title: 'T', pages: [1] }], timings: { total: 12.5 } }],
  ['verdict', verdict],
  ['verdict', { ...verdict, recordedAt: '2026-11-29T19:41:00.000Z' }],
  ['run', { schemaVersion: 4, kind: 'run', run: 'r', startedAt: '2026-11-29T19:41:00.000Z', worker: 'w' }],
])('a good %s has no fault', (kind, row) => {
  expect(checkFile(write(JSON.stringify(row)), kind)).toEqual([])
})

describe('faults say what was expected', () => {
  test.each<[FileKind, object, string, RegExp]>([
    ['item', { id: 'a' }, 'question', /expected this field, received nothing/],
    ['item', { id: 'a', question: ' ' }, 'question', /expected text, received " "/],
    ['item', { id: 'a', question: 'Q?', twin_of: 'b' }, 'twin_of', /did you mean `twinOf`\? Otherwise put extras under `meta`/],
    ['item', { id: 'a', question: 'Q?', premise: false }, 'premise', /expected one of "true", "false", received false/],
    ['item', { id: 'a', question: 'Q?', language: 'romanised' }, 'language', /BCP 47 language tag.*received "romanised"/],
    [
      'item',
      { id: 'a', question: 'Q?', golds: [{ kind: 'act' }] },
      'golds.0.kind',
      /expected one of "statute", .*received "act"/,
    ],
    ['item', { id: 'a', question: 'Q?', golds: [{ kind: 'statute' }] }, 'golds.0.title', /expected this field, received nothing/],
    ['item', { id: 'a', question: 'Q?', golds: ['Lease Act'] }, 'golds.0', /expected object, received "Lease Act"/],
    ['response', { answer: null }, 'answer', /expected string, received null/],
    ['response', { answer: 'A.', usage: { inputTokens: -1 } }, 'usage.inputTokens', /expected at least 0, received -1/],
    ['verdict', { ...verdict, outcome: 'refusal' }, 'outcome', /expected one of "answered", "refused".*received "refusal"/],
    ['verdict', { ...verdict, correct: 1 }, 'correct', /expected boolean or null, received 1/],
    ['verdict', { ...verdict, recordedAt: 'yesterday' }, 'recordedAt', /expected date-time, received "yesterday"/],
    [
      'verdict',
      { ...verdict, claims: [{ ...claim, support: 'yes' }] },
      'claims.0.support',
      /expected one of "entailment".*received "yes"/,
    ],
    ['run', { kind: 'header' }, 'kind', /expected one of "run", "suite", "case".*received "header"/],
    [
      'run',
      { schemaVersion: 1, kind: 'run', run: 'r', startedAt: '2026-11-29T19:41:00.000Z', worker: 'w' },
      'schemaVersion',
      /expected 4, received 1/,
    ],
  ])('%s %j', (kind, row, field, message) => {
    const faults = checkFile(write(`\n${JSON.stringify(row)}\n`), kind)
    expect(faults).toEqual([expect.objectContaining({ line: 2, field, message: expect.stringMatching(message) })])
  })

  test('inside a line of a run only its own kind speaks', () => {
    const item = { id: 'a', question: 'Q?', language: 'en', golds: [{ kind: 'statute', optional: false }] }
    const fields = checkFile(
      write(JSON.stringify({ schemaVersion: 4, kind: 'case', project: 'p', item, response: null, verdict: null })),
      'run',
    ).map(({ field }) => field)
    expect(fields).toContain('item.golds.0.title')
    expect(fields).toContain('record')
    expect(fields.filter((field) => !/^(item|record)/.test(field))).toEqual([])
  })

  test('lines that are not JSON come with the others, in line order', () => {
    const faults = checkFile(write('{"id":"a"}\n{"id":}\n{"id":"c","question":1}\n'), 'item')
    expect(faults.map(({ line, field }) => [line, field])).toEqual([
      [1, 'question'],
      [2, ''],
      [3, 'question'],
    ])
  })

  test('fault 28: a file without lines', () => {
    expect(checkFile(write('\n'), 'response')).toEqual([
      expect.objectContaining({ message: 'no lines; expected at least one response' }),
    ])
  })
})
