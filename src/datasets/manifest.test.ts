import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DatasetError } from '../errors.js'
import { loadManifest } from './manifest.js'

const folder = mkdtempSync(join(tmpdir(), 'manifest-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(text: string): string {
  const path = join(folder, 'corpus.jsonl')
  writeFileSync(path, text)
  return path
}

function faultsOf(text: string): DatasetError {
  try {
    loadManifest(written(text))
  } catch (error) {
    if (error instanceof DatasetError) return error
    throw error
  }
  throw new Error('expected a DatasetError')
}

describe('loadManifest', () => {
  it('reads BOM, CRLF, blank lines and a missing last newline', () => {
    const text =
      '\ufeff{"id":2,"title":"Arms Act, 1878","doc_type":"statute","chunks":4}\r\n\r\n{"id":"b","title":"2031 VSC 14 — A v. B"}'
    expect(loadManifest(written(text)).entries).toEqual([
      { id: '2', title: 'Arms Act, 1878', kind: 'statute' },
      { id: 'b', title: '2031 VSC 14 — A v. B', kind: 'decision' },
    ])
  })

  it('fault 43: names every fault with file, line, field and what was expected', () => {
    const { faults, message } = faultsOf(
      '{"id":"a","title":"A Act"}\nnot json\n[1]\n{"title":""}\n{"id":"e","title":"B","doc_type":7}\n',
    )
    expect(faults.map(({ line, field }) => `${line} ${field}`).sort()).toEqual(['2 ', '3 ', '4 id', '4 title', '5 doc_type'])
    expect(message).toContain('corpus.jsonl:2: expected')
  })

  it('fault 44: 1 and "1" are one id; a repeated id names both lines', () => {
    expect(faultsOf('{"id":1,"title":"A"}\n\n{"id":"1","title":"B"}').message).toMatch(
      /corpus\.jsonl:3 id: duplicate id "1"; \S*corpus\.jsonl:1 has it too/,
    )
  })

  it('an empty manifest is a fault, and so is a file that is not there', () => {
    expect(faultsOf('\n').message).toContain('expected at least one document')
    expect(() => loadManifest(join(folder, 'none.jsonl'))).toThrow(/none\.jsonl: no such file/)
  })
})
