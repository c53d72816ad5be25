import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHeader } from '../../reporters/fixtures.test-util.js'
import { makeRecord } from '../../test/unit/records.js'
import { DatasetError } from '../errors.js'
import { Item } from '../schema/item.js'
import type { CaseRecord, RunEnd, SuiteHeader } from '../schema/record.js'
import { recordingsUsed } from './recordings-used.js'
import { openRunFile } from './run-files.js'

let runs: string
beforeEach(() => {
  runs = mkdtempSync(join(tmpdir(), 'docket-used-'))
})
afterEach(() => rmSync(runs, { recursive: true, force: true }))

interface Run {
  day: number
  header?: Partial<Omit<SuiteHeader, 'gates'>>
  /** null: the run has no end. */
  end?: Partial<RunEnd> | null
  cases?: (Partial<CaseRecord> & { id: string; keys?: string[] })[]
}

/** A run of a suite of two items, A and B, that used the keys a and b. */
function write({ day, header: over = {}, end = {}, cases = TWO }: Run): void {
  const startedAt = `2026-11-${day}T10:00:00.000Z`
  const writer = openRunFile({ dir: join(runs, `run-${day}`), id: `run-${day}`, startedAt }, '1')
  const header = makeHeader({ total: 2, selected: 2, ...over })
  writer.append({ kind: 'suite', project: 'p', header })
  for (const { keys = [], ...given } of cases) {
    const record = { ...makeRecord(given), suite: header.suite, file: header.file }
    const item = Item.parse({ id: given.id, question: 'Q?' })
    writer.append({ kind: 'case', project: 'p', record, item, response: null, verdict: null, recordings: keys })
  }
  if (end === null) return
  const whole = { partial: [], interrupted: false, shard: null, problems: [], red: [], noResult: [] }
  writer.append({ kind: 'end', end: { ...whole, ...end } })
}
const TWO = [
  { id: 'A', keys: ['a'] },
  { id: 'B', keys: ['b'] },
]
const tenancy = () => recordingsUsed(runs).suites.get('Tenancy')
const whole = () => tenancy()?.runs.map(({ startedAt }) => startedAt.slice(8, 10))

describe('what the kept runs used', () => {
  it('is nothing without runs', () => {
    expect(recordingsUsed(join(runs, 'none'))).toEqual({ used: new Set(), suites: new Map() })
  })

  it('is every key of every run, whole or not, and the whole runs come newest first', () => {
    write({ day: 20 })
    write({ day: 21 })
    write({ day: 22, end: { interrupted: true }, cases: [{ id: 'A', keys: ['c'] }] })
    expect([...recordingsUsed(runs).used].sort()).toEqual(['a', 'b', 'c'])
    expect(whole()).toEqual(['21', '20'])
  })

  it.each<[string, Omit<Run, 'day'>, RegExp]>([
    ['a run without an end', { end: null }, /has no end/],
    ['an interrupted run', { end: { interrupted: true } }, /was interrupted/],
    ['a shard', { end: { shard: '1/4' } }, /is shard 1\/4/],
    ['a filter of the command line', { end: { partial: ['-t deposit'] } }, /is partial \(-t deposit\)/],
    ['a limit of the suite', { header: { partial: ['`limit` 1'] } }, /is partial \(`limit` 1\)/],
    ['a sample', { header: { selected: 1 } }, /is a sample of 1 of 2 items/],
    ['a case without a record', { cases: [{ id: 'A' }] }, /has 1 of 2 cases/],
    ['a trial without a record', { header: { trials: 2 } }, /has 2 of 4 cases/],
  ])('%s is not whole, and says why', (_, run, why) => {
    write({ day: 20, ...run })
    expect(tenancy()).toEqual({ runs: [], why: expect.stringMatching(why) })
  })

  it('a run with all trials is whole', () => {
    write({ day: 20, header: { trials: 2 }, cases: ['A', 'A#2', 'B', 'B#2'].map((id) => ({ id, item: id[0] ?? '' })) })
    expect(whole()).toEqual(['20'])
  })

  it('names the items whose recordings were not seen: those that failed, or that no money was left for', () => {
    const failure = { stage: 'system' as const, kind: 'http', message: '503' }
    const unscored = { g: 'budget' as const, c: 'budget' as const }
    write({ day: 20, header: { total: 3, selected: 3 }, cases: [{ id: 'A', failure }, { id: 'B', unscored }, { id: 'C' }] })
    expect([...(tenancy()?.runs[0]?.unseen ?? [])]).toEqual(['A', 'B'])
  })

  it('a case that was tried again is as its last attempt was, and used what all of them did', () => {
    const failure = { stage: 'system' as const, kind: 'http', message: '503' }
    write({ day: 20, cases: [{ id: 'A', failure, keys: ['first'] }, ...TWO] })
    expect([...(tenancy()?.runs[0]?.unseen ?? [])]).toEqual([])
    expect([...(tenancy()?.runs[0]?.keys ?? [])].sort()).toEqual(['a', 'b', 'first'])
  })

  it('of two files with suites of one name both must have been run whole', () => {
    write({ day: 20 })
    write({ day: 21, header: { file: 'suites/other.suite.ts' }, end: { interrupted: true } })
    expect(tenancy()).toEqual({ runs: [], why: expect.stringMatching(/no kept run has all of it: .*was interrupted/) })
    write({ day: 22, header: { file: 'suites/other.suite.ts' } })
    // Only what was recorded before the older of the two is known to be unused by both.
    expect(whole()).toEqual(['20'])
  })

  it('is an error where a run cannot be read: nobody knows what it used', () => {
    write({ day: 20 })
    writeFileSync(join(runs, 'run-20', '2.jsonl'), '{"schemaVersion":1,"kind":"run"}\n')
    expect(() => recordingsUsed(runs)).toThrow(DatasetError)
  })
})
