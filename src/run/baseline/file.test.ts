import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHeader } from '../../../reporters/fixtures.test-util.js'
import { makeRecord } from '../../../test/unit/records.js'
import { jsonSchemas } from '../../datasets/json-schemas.js'
import { DatasetError } from '../../errors.js'
import { readingFor } from '../../metrics/compat.js'
import type { ComparedSuite } from '../../schema/baseline.js'
import type { CaseRecord } from '../../schema/record.js'
import { comparedSuite } from './compared-suite.js'
import { baselineText, readBaselineFile } from './file.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-baseline-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function suiteOf(cases: (Partial<CaseRecord> & { id: string })[]): ComparedSuite {
  const records = cases.map((one) => makeRecord(one))
  const header = makeHeader({ sample: { size: 3, seed: 1, by: ['type'] } })
  const reading = readingFor(null, 'answer')
  return comparedSuite({ project: 'unit', header, records, reading, run: 'run', startedAt: '2026-11-29T10:00:00.000Z' })
}

const THREE = suiteOf([
  { id: 'B', scores: { mrr: { value: 1 / 3 }, 'recall@5': { value: null, reason: 'undetermined' } } },
  { id: 'A#2', trial: 1 },
  {
    ...{ id: 'A', outcome: null, errorClass: 'infrastructure', signals: { c: null, g: null, r: null } },
    failure: { stage: 'system', kind: 'connection', message: 'nothing answered' },
  },
])

const written = (text: string) => {
  const path = join(folder, 'tenancy.jsonl')
  writeFileSync(path, text)
  return path
}
const faultsOf = (text: string) => {
  try {
    readBaselineFile(written(text), 'baselines/tenancy.jsonl')
    return 'none'
  } catch (error) {
    expect(error).toBeInstanceOf(DatasetError)
    return error instanceof Error ? error.message : ''
  }
}

describe('a baseline file', () => {
  it('is a header, then a line a case, sorted by id, with fields in one order', () => {
    const lines = baselineText(THREE).trimEnd().split('\n')
    expect(lines[0]).toMatch(
      /^\{"schemaVersion":1,"kind":"baseline","suite":"Tenancy","project":"unit","file":"suites\/tenancy\.suite\.ts","cases":3,/,
    )
    expect(lines.slice(1).map((line) => JSON.parse(line).id)).toEqual(['A', 'A#2', 'B'])
    const metrics = lines.slice(1).map((line) => Object.keys(JSON.parse(line).metrics))
    for (const names of metrics) expect(names).toEqual(names.toSorted())
    expect(lines[3]).toMatch(
      /^\{"kind":"case","id":"B","hash":"hash of B","group":"B","outcome":"answered","errorClass":"correct","c":true,"g":true,"r":true,"metrics":\{/,
    )
  })

  it('has the same bytes for the same cases, in whatever order they ended', () => {
    expect(baselineText({ ...THREE, cases: THREE.cases.toReversed() })).toBe(baselineText(THREE))
  })

  it('says nothing of a run in the lines of its cases', () => {
    const later = { ...THREE, run: { ...THREE.run, run: 'later', startedAt: '2026-12-01T00:00:00.000Z' } }
    expect(baselineText(later).split('\n').slice(1)).toEqual(baselineText(THREE).split('\n').slice(1))
  })

  it('is read as it was written, unknown and lost values included', () => {
    const read = readBaselineFile(written(baselineText(THREE)), 'x')
    expect(read.run).toEqual(THREE.run)
    expect(read.cases).toEqual(THREE.cases.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    expect(read.cases.map(({ metrics }) => metrics['answered'])).toEqual(['lost', 1, 1])
    expect(read.cases[2]?.metrics).toMatchObject({ mrr: 1 / 3, 'recall@5': null })
  })

  it('has lines that fit the published schema', () => {
    const schema = jsonSchemas().find(({ file }) => file === 'baseline.schema.json')
    const validate = new Ajv2020({ validateFormats: false }).compile(JSON.parse(schema?.text ?? '{}'))
    const lines = baselineText(THREE).trimEnd().split('\n')
    expect(lines.map((line) => validate(JSON.parse(line)))).toEqual(lines.map(() => true))
    expect(validate({ kind: 'case', id: 'A' })).toBe(false)
  })

  it('may have Windows line ends, a BOM and no last line end', () => {
    const text = `\uFEFF${baselineText(THREE).replaceAll('\n', '\r\n').trimEnd()}`
    expect(readBaselineFile(written(text), 'x').cases).toHaveLength(3)
  })
})

describe('a baseline file that cannot be used', () => {
  const [header = '', a = '', a2 = '', b = ''] = baselineText(THREE).split('\n')
  it.each<[string, string[], RegExp]>([
    [
      'of another version',
      [header.replace('"schemaVersion":1', '"schemaVersion":7'), a],
      /tenancy\.jsonl:1 schemaVersion: expected baseline version 1, received 7/,
    ],
    ['without a version', [header.replace('"schemaVersion":1,', ''), a], /expected baseline version 1, received none/],
    ['without its header', [a, a2], /tenancy\.jsonl:1 kind: expected the header first/],
    ['with two headers', [header, a, header, b], /tenancy\.jsonl:3 kind: a second header/],
    ['that lost a line', [header, a, b], /the header says 3 cases, and there are 2 lines of cases: lines were lost/],
    ['with a case given twice', [header, a, a2, b, b], /tenancy\.jsonl:5 id: "B" is in line 4 already/],
    [
      'in the middle of a merge',
      [header, '<<<<<<< HEAD', a, '=======', a, '>>>>>>> theirs', a2, b],
      /tenancy\.jsonl:2: expected one JSON object/,
    ],
    [
      'with a class that is none',
      [header, a, a2, b.replace('"errorClass":"correct"', '"errorClass":"fine"')],
      /tenancy\.jsonl:4 errorClass: /,
    ],
    ['with a field that is none', [header, a, a2, b.replace('"kind"', '"extra":1,"kind"')], /tenancy\.jsonl:4: .*extra/],
    ['with another kind of line', [header, a, a2, b, '{"kind":"note"}'], /tenancy\.jsonl:5 kind: /],
    ['that is empty', [], /empty; expected the header first/],
    ['that is a Git LFS pointer', ['version https://git-lfs.github.com/spec/v1'], /Git LFS pointer/],
  ])('%s says where, what was expected, and the way out', (_, lines, message) => {
    const faults = faultsOf(lines.map((line) => `${line}\n`).join(''))
    expect(faults).toMatch(message)
    expect(faults).toContain('restore it, or delete it and make it anew with `npx vitest-docket baseline accept`')
  })

  it('names every fault at once, a lost line beside lines that cannot be read', () => {
    const faults = faultsOf([header, a.replace('"A"', '7'), '', 'no JSON'].join('\n'))
    expect(faults).toContain('3 faults')
    expect(faults).toContain('the header says 3 cases, and there are 2 lines of cases')
    expect(faults).toMatch(/tenancy\.jsonl:2 id: [\s\S]*tenancy\.jsonl:4: /)
  })
})
