import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readingFor } from '../src/metrics/compat.js'
import type { BaselineRead } from '../src/run/baseline/compare.js'
import { comparedSuite } from '../src/run/baseline/compared-suite.js'
import { openRunFile, readRunFiles } from '../src/run/run-files.js'
import { Item } from '../src/schema/item.js'
import type { CaseRecord } from '../src/schema/record.js'
import { factsOf, type RunFacts, suiteKey } from './facts.js'
import { makeCase, makeFacts, makeHeader, times } from './fixtures.test-util.js'
import { writeMergedRun } from './merged-run.js'
import { buildReport } from './report.js'

let runs: string
beforeEach(() => {
  runs = mkdtempSync(join(tmpdir(), 'docket-merged-'))
})
afterEach(() => rmSync(runs, { recursive: true, force: true }))

const place = (id: string) => ({ id, dir: join(runs, id), startedAt: '2026-11-30T10:00:00.000Z' })
const NO_ROOTS = new Map<string, string>()

/** Writes a shard's run with these cases. */
function shard(id: string, project: string, records: readonly CaseRecord[]): void {
  const file = openRunFile(place(id), 'worker')
  for (const record of records) {
    const item = Item.parse({ id: record.item, question: record.title })
    file.append({ kind: 'case', project, record, item, response: { answer: `of ${id}` }, verdict: null, recordings: [] })
  }
}

/** What the reporter knows of a merge: records that it counted anew. */
function merged(count: number): RunFacts {
  const records = times(count, (i) => makeCase(i, { sequence: 100 + i }))
  return { ...makeFacts([{ header: makeHeader({ total: count, selected: count }), cases: records }]), ...place('merge') }
}

describe('the run of a merge', () => {
  it('has the cases of all shards as they were written, with the records and the end of the merge', () => {
    const facts = merged(4)
    const project = facts.cases[0]?.project ?? ''
    const records = times(4, (i) => makeCase(i))
    // A case that was tried again has two lines.
    shard('one', project, [makeCase(0, { errorClass: 'infrastructure' }), ...records.slice(0, 2)])
    shard('two', project, records.slice(2))
    expect(writeMergedRun(place('merge'), ['one', 'two'], facts, NO_ROOTS)).toBe(true)
    const lines = readRunFiles(place('merge').dir)
    const cases = lines.filter((line) => line.kind === 'case')
    expect(cases.map(({ response }) => response?.answer)).toEqual(['of one', 'of one', 'of two', 'of two'])
    expect(cases.map(({ record }) => record)).toEqual(facts.cases.map(({ record }) => record))
    expect({ ...buildReport(factsOf(lines)), run: '', startedAt: '' }).toEqual({ ...buildReport(facts), run: '', startedAt: '' })
  })

  it('names the baseline that only the merge found, and none that cannot be read', () => {
    const headerOf = (id: string, read: BaselineRead) => {
      const facts = merged(1)
      const [suite] = facts.suites
      if (suite === undefined) throw new Error('the facts have no suite')
      shard('one', suite.project, [makeCase(0)])
      const baselines = new Map([[suiteKey(suite.project, suite.header), read]])
      expect(writeMergedRun(place(id), ['one'], { ...facts, baselines }, NO_ROOTS)).toBe(true)
      return factsOf(readRunFiles(place(id).dir)).suites[0]?.header
    }
    const path = 'baselines/tenancy.jsonl'
    const of = { project: '', header: makeHeader(), records: [], reading: readingFor(null) }
    const suite = comparedSuite({ ...of, run: 'first', startedAt: '' })
    expect(headerOf('found', { path, suite })).toMatchObject({ baseline: path })
    expect(headerOf('broken', { path, problem: 'a line is lost' })).toMatchObject({ baseline: null })
  })

  it.each([
    ['no shard left its files', 0],
    ['the files of one case are not there', 3],
  ])('is none where %s', (_, there) => {
    const facts = merged(4)
    if (there > 0)
      shard(
        'one',
        facts.cases[0]?.project ?? '',
        times(there, (i) => makeCase(i)),
      )
    expect(writeMergedRun(place('merge'), ['one', 'two'], facts, NO_ROOTS)).toBe(false)
    expect(existsSync(place('merge').dir)).toBe(false)
  })
})
