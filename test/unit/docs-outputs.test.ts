import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CASE_COLUMNS } from '../../reporters/csv.js'
import { CaseRecord, RECORD_VERSION, RunLine } from '../../src/schema/record.js'
import { ROOT, tableBelow } from './docs.js'

const names = (cell = '') => cell.split(/,\s*/).filter(Boolean)

describe('tables say what is written', () => {
  test('docs/outputs.md: every column of the CSV, in its order', () => {
    const [, ...rows] = tableBelow('docs/outputs.md', 'Columns')
    expect(rows.flatMap(([columns]) => names(columns))).toEqual(CASE_COLUMNS)
  })

  test('docs/entries.md: every schema that is published', () => {
    const [, ...rows] = tableBelow('docs/entries.md', 'Entries')
    const row = rows.find(([entry]) => entry === 'vitest-docket/schemas/*.json')?.at(-1) ?? ''
    const [, listed = ''] = /^JSON Schemas: (.*) \(/u.exec(row) ?? []
    const published = readdirSync(join(ROOT, 'schemas')).map((file) => file.replace('.schema.json', ''))
    expect(names(listed).toSorted()).toEqual(published.toSorted())
  })

  test('docs/run-record.md: every field of a record', () => {
    const [, ...rows] = tableBelow('docs/run-record.md', 'Record')
    expect(rows.flatMap(([fields]) => names(fields)).toSorted()).toEqual(Object.keys(CaseRecord.shape).toSorted())
  })

  test('docs/run-record.md: every kind of line, with its fields', () => {
    const [, ...rows] = tableBelow('docs/run-record.md', 'Lines')
    const shapes = RunLine.options.map(({ shape }) => {
      const { schemaVersion: _, kind, ...rest } = shape
      return [kind.value, Object.keys(rest)]
    })
    expect(rows.map(([kind, , fields]) => [kind, names(fields)])).toEqual(shapes)
  })

  test('docs/run-record.md: the present version stands first', () => {
    const [, [version] = []] = tableBelow('docs/run-record.md', 'Versions')
    expect(version).toBe(String(RECORD_VERSION))
  })
})
