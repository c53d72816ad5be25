import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../../reporters/facts.js'
import { buildReport } from '../../reporters/report.js'
import { Item } from '../schema/item.js'
import { RECORD_VERSION } from '../schema/record.js'
import { itemHash } from './item-hash.js'
import { readRunFiles } from './run-files.js'
import { upgradeLine } from './upgrade-record.js'

/** A run as the last release before version 4 wrote it. */
const VERSION_3 = 'fixtures/run-records/version-3.jsonl'

describe('a run of record version 3', () => {
  const lines = readRunFiles(VERSION_3)
  const written = readFileSync(VERSION_3, 'utf8').trim().split('\n')

  it('is read whole, as lines of the present version', () => {
    expect(lines.map(({ kind }) => kind)).toEqual(written.map((line) => (JSON.parse(line) as { kind: string }).kind))
    expect(new Set(lines.map(({ schemaVersion }) => schemaVersion))).toEqual(new Set([RECORD_VERSION]))
  })

  it('tells its cases apart by the content of their items, as a present run of the same items does', () => {
    const hashes = lines.flatMap((line) => (line.kind === 'case' ? [[line.record.id, line.record.hash]] : []))
    const roof = { id: 'other', language: 'en', question: 'Who repairs the roof?', answerable: false, type: 'repairs' }
    expect(Object.fromEntries(hashes)).toMatchObject({ 'T-2': itemHash(Item.parse(roof)) })
    expect(new Set(hashes.map(([, hash]) => hash)).size).toBe(2)
  })

  it('has the gates of its suite with the defaults of modes, its policy, no shard, and no hash of its data', () => {
    const [header] = lines.flatMap((line) => (line.kind === 'suite' ? [line.header] : []))
    expect(header).toMatchObject({
      policy: 'gate',
      shard: null,
      data: null,
      gates: [{ metric: 'hallucinationRate', max: 0.5, mode: 'confident', alpha: 0.05, minCoverage: 0.98 }],
    })
  })

  it('makes a report', () => {
    const { suites, schemaVersion } = buildReport(factsOf(lines))
    expect(schemaVersion).toBe(RECORD_VERSION)
    expect(suites).toMatchObject([{ suite: 'Tenancy', n: 2, metrics: { hallucinationRate: { scored: 2, count: 0 } } }])
  })
})

describe('upgradeLine', () => {
  const end = { kind: 'end', end: { partial: [] } }

  it('leaves a line of the present version as it is', () => {
    const line = { schemaVersion: RECORD_VERSION, ...end }
    expect(upgradeLine(line)).toEqual({ line })
  })

  it.each([
    [1, /received 1: run again, or read it with the release that wrote it$/],
    [2, /received 2: run again/],
    [5, /received 5: update vitest-docket$/],
    ['3', /expected record version 4 or 3, received "3"$/],
    [undefined, /received undefined$/],
  ])('refuses version %j by name', (schemaVersion, message) => {
    expect(upgradeLine({ schemaVersion, ...end })).toEqual({ refused: expect.stringMatching(message) })
  })

  it.each([[null], [[]], ['text'], [3]])('refuses what is no object: %j', (line) => {
    expect(upgradeLine(line)).toEqual({ refused: expect.stringMatching(/received undefined$/) })
  })

  it('leaves a faulty item of version 3 to the schema, which says what is wrong with it', () => {
    const line = { schemaVersion: 3, kind: 'case', record: {}, item: { id: '' } }
    expect(upgradeLine(line)).toEqual({ line: { ...line, schemaVersion: RECORD_VERSION } })
  })
})
