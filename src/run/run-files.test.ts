import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeRecord } from '../../test/unit/records.js'
import { DatasetError } from '../errors.js'
import { Item } from '../schema/item.js'
import { RECORD_VERSION } from '../schema/record.js'
import { openRunFile, readRunFiles } from './run-files.js'

let runDir: string
beforeEach(() => {
  runDir = join(mkdtempSync(join(tmpdir(), 'docket-runs-')), 'run 1')
})
afterEach(() => rmSync(join(runDir, '..'), { recursive: true, force: true }))

const open = (worker: string) => openRunFile({ dir: runDir, id: 'r1', startedAt: '2026-11-29T10:00:00.000Z' }, worker)

function caseLine(id: string) {
  const item = Item.parse({ id, question: 'Wie lange gilt die Frist?\u2028“¶” نہیں' })
  return {
    kind: 'case' as const,
    project: 'p',
    record: makeRecord({ id }),
    item,
    response: { answer: 'a' },
    verdict: null,
    recordings: [],
  }
}

const ids = () => readRunFiles(runDir).flatMap((line) => (line.kind === 'case' ? [line.record.id] : []))

describe('files of a run', () => {
  it('fault 34: every line is there as soon as it is appended, and is read back as it was', () => {
    const writer = open('1')
    writer.append(caseLine('A'))
    writer.append(caseLine('B'))
    expect(ids()).toEqual(['A', 'B'])
    const [header, first] = readRunFiles(runDir)
    expect(header).toEqual({
      schemaVersion: RECORD_VERSION,
      kind: 'run',
      run: 'r1',
      startedAt: '2026-11-29T10:00:00.000Z',
      worker: '1',
    })
    expect(first).toEqual({ schemaVersion: RECORD_VERSION, ...caseLine('A') })
  })

  it('fault 24: workers have a file each, and one that opens its file again adds to it', () => {
    open('1').append(caseLine('A'))
    open('2').append(caseLine('B'))
    open('1').append(caseLine('C'))
    expect(ids()).toEqual(['A', 'C', 'B'])
    expect(readRunFiles(runDir).filter(({ kind }) => kind === 'run')).toHaveLength(2)
  })

  it('fault 34: a last line that a crash cut off is left out, and nothing else', () => {
    open('1').append(caseLine('A'))
    const whole = JSON.stringify({ schemaVersion: RECORD_VERSION, ...caseLine('B') })
    appendFileSync(join(runDir, '1.jsonl'), whole.slice(0, -20))
    expect(ids()).toEqual(['A'])
  })

  it('a last line that is whole but for its newline counts', () => {
    open('1').append(caseLine('A'))
    appendFileSync(join(runDir, '1.jsonl'), JSON.stringify({ schemaVersion: RECORD_VERSION, ...caseLine('B') }))
    expect(ids()).toEqual(['A', 'B'])
  })

  it('refuses another version by name, with file and line, and every fault at once', () => {
    open('1').append(caseLine('A'))
    const line = (readFileSync(join(runDir, '1.jsonl'), 'utf8').split('\n')[1] ?? '').replace(
      `"schemaVersion":${RECORD_VERSION}`,
      '"schemaVersion":99',
    )
    writeFileSync(join(runDir, '2.jsonl'), `${line}\nnot json\n{"schemaVersion":1,"kind":"case"}\n`)
    const read = () => readRunFiles(runDir)
    expect(read).toThrow(DatasetError)
    expect(read).toThrow(/2\.jsonl:1: expected record version 4 or 3, received 99: update vitest-docket/)
    expect(read).toThrow(/2\.jsonl:2: expected one JSON object/)
    expect(read).toThrow(/2\.jsonl:3: .* received 1: run again, or read it with the release that wrote it/)
  })

  it('reads nothing but run files', () => {
    open('1').append(caseLine('A'))
    writeFileSync(join(runDir, 'notes.txt'), 'not a run')
    expect(ids()).toEqual(['A'])
  })
})
