import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHeader } from '../../reporters/fixtures.test-util.js'
import { judgeSaying } from '../../test/unit/judge.js'
import { makeRecord } from '../../test/unit/records.js'
import { DatasetError, OptionError } from '../errors.js'
import { readingFor } from '../metrics/compat.js'
import { comparedSuite } from '../run/baseline/compared-suite.js'
import { baselineText } from '../run/baseline/file.js'
import { dataHash } from '../run/data-hash.js'
import { itemHash } from '../run/item-hash.js'
import { caseId } from '../run/record.js'
import { openRunFile } from '../run/run-files.js'
import { Item, type ItemInput } from '../schema/item.js'
import type { CaseRecord, SuiteHeader } from '../schema/record.js'
import { recordedRun } from '../systems/recorded.js'
import { type BenchmarkOptions, checkBenchmark } from './benchmark-options.js'
import { collectSuite } from './collect-suite.js'
import { type DocketOptions, resolveOptions } from './options.js'
import type { Session } from './session.js'

const ITEMS: ItemInput[] = [
  { id: 'A', language: 'en', question: 'How long?' },
  { id: 'A-fr', language: 'fr', question: 'Combien de temps ?', twinOf: 'A' },
  { id: 'B', language: 'en', question: 'How much?' },
]

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docket-collect-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function collect(over: Partial<BenchmarkOptions> = {}, options: DocketOptions = {}, judge = judgeSaying({})) {
  const watched: string[] = []
  const session = {
    provided: { options: resolveOptions(options), root, project: 'unit', shard: null, suitesOnly: true },
    coordinator: { watch: (files: string[]) => watched.push(...files) },
  } as unknown as Session
  const checked = checkBenchmark('Tenancy', { items: ITEMS, system: () => 'An answer.', ...over })
  return { ...(await collectSuite('Tenancy', join(root, 'a.suite.ts'), checked, judge, session)), watched }
}

const ids = (frames: { item: { id: string }; trial: number }[]) => frames.map(({ item, trial }) => caseId(item.id, trial))

describe('trials', () => {
  it('make a case of every trial of every item, all in one seeded shuffle', async () => {
    const { header, frames } = await collect({ trials: 3 })
    expect(ids(frames).toSorted()).toEqual(['A', 'A#2', 'A#3', 'A-fr', 'A-fr#2', 'A-fr#3', 'B', 'B#2', 'B#3'])
    expect(ids(frames)).not.toEqual(ids(frames).toSorted())
    expect(frames.map(({ trial }) => trial)).not.toEqual(frames.map(({ trial }) => trial).toSorted())
    expect(ids((await collect({ trials: 3 })).frames)).toEqual(ids(frames))
    expect(ids((await collect({ trials: 3 }, { seed: 2 })).frames)).not.toEqual(ids(frames))
    expect(header).toMatchObject({ trials: 3, total: 3, selected: 3, partial: [] })
  })

  it('share the group of their item, which its twin shares', async () => {
    const { frames } = await collect({ trials: 2 })
    const groups = new Set(frames.map(({ item, group }) => `${item.id} in ${group}`))
    expect([...groups].toSorted()).toEqual(['A in A', 'A-fr in A', 'B in B'])
  })

  it('are those of the plugin where the benchmark has none of its own', async () => {
    expect((await collect({}, { trials: 2 })).frames).toHaveLength(6)
    expect((await collect({ trials: 1 }, { trials: 2 })).frames).toHaveLength(3)
    expect((await collect()).header).toMatchObject({ trials: 1, confirm: 0, baseline: null })
  })

  it.each<[string, Partial<BenchmarkOptions>, DocketOptions]>([
    ['the benchmark', { trials: 2 }, {}],
    ['the plugin', {}, { trials: 2 }],
  ])('a recorded run has one: more, of %s, are an error that says what to do', async (_, over, options) => {
    writeFileSync(join(root, 'run.jsonl'), '{"id":"A","response":"An answer."}\n')
    const system = recordedRun(join(root, 'run.jsonl'), { map: (row) => row['response'] })
    const collected = collect({ ...over, system }, options)
    await expect(collected).rejects.toThrow(OptionError)
    await expect(collected).rejects.toThrow(/`trials`: 2 of a recorded run, .*set `trials: 1`/)
    expect((await collect({ system, trials: 1 }, options)).frames).toHaveLength(3)
  })

  it('an item may not have the name of a later trial, also where a sample leaves it out', async () => {
    const items = [...ITEMS, { id: 'B#2', language: 'en', question: 'Again?' }]
    await expect(collect({ items, trials: 2 })).rejects.toThrow(
      /`trials`: "B#2" is an item, and the name of a later trial of "B"/,
    )
    await expect(collect({ items, trials: 2, limit: 3 })).rejects.toThrow(OptionError)
    expect((await collect({ items })).frames).toHaveLength(4)
  })

  it.each([0, 1.5, -1])('%s is no number of trials', (trials) => {
    expect(() => checkBenchmark('Tenancy', { items: ITEMS, system: () => '', trials })).toThrow(/`trials`/)
    expect(() => resolveOptions({ trials })).toThrow(/`trials`/)
  })
})

/** A run's folder whose cases are these, of items that the benchmark has, where it has them. */
function baselineRun(
  records: (Partial<CaseRecord> & { id: string })[],
  { project = 'unit', over = {} }: { project?: string; over?: Partial<SuiteHeader> } = {},
): string {
  mkdirSync(join(root, 'run'), { recursive: true })
  const run = openRunFile({ dir: join(root, 'run'), id: 'run', startedAt: '2026-01-01T00:00:00.000Z' }, project)
  for (const given of records) {
    const record = makeRecord({ suite: 'Tenancy', file: 'a.suite.ts', hash: hashOf(given.id), ...given })
    const { suite, file } = record
    const header = makeHeader({ suite, file, judge: { name: 'test', offline: false, members: [] }, ...over })
    run.append({ kind: 'suite', project, header })
    const item = Item.parse({ id: record.item, question: 'q', language: 'en' })
    run.append({ kind: 'case', project, record, item, response: null, verdict: null, recordings: [] })
  }
  return 'run'
}

const hashOf = (id: string) => {
  const item = ITEMS.find((one) => one.id === id)
  return item === undefined ? `hash of ${id}` : itemHash(Item.parse(item))
}

const judged = (g: boolean | null, c: boolean | null = true) => ({ signals: { g, c, r: null } })
const confirming = async (over: Partial<BenchmarkOptions>, options?: DocketOptions) => (await collect(over, options)).confirmation

describe('the data of a suite', () => {
  it('are known by all items, whichever of them run', async () => {
    const { data } = (await collect()).header
    expect(data).toBe(dataHash(ITEMS.map((item) => Item.parse(item))))
    expect((await collect({ limit: 1 })).header.data).toBe(data)
    expect((await collect({ items: ITEMS.slice(1) })).header.data).not.toBe(data)
  })
})

describe('a baseline', () => {
  it('is a run folder: of several lines of a case the last counts, other suites are left out', async () => {
    const baseline = baselineRun([
      { id: 'A', startedAt: 2, ...judged(false) },
      { id: 'A', startedAt: 1, ...judged(true) },
      { id: 'B#2', hash: hashOf('B'), trial: 1, outcome: 'refused', errorClass: 'over-refusal', ...judged(null, null) },
      { id: 'B', suite: 'Another', ...judged(true) },
    ])
    const collected = await collect({ confirm: 2, baseline, trials: 2 })
    expect(collected.confirmation?.times).toBe(2)
    expect(Object.fromEntries(collected.confirmation?.baseline ?? [])).toEqual({
      A: { g: false, c: true, outcome: 'answered', errorClass: 'correct' },
      'B#2': { g: null, c: null, outcome: 'refused', errorClass: 'over-refusal' },
    })
    expect(collected.header).toMatchObject({ confirm: 2, baseline: 'run' })
    expect(collected.watched).toContain(join(root, 'run'))
  })

  it('is a file of lines too', async () => {
    baselineRun([{ id: 'A', ...judged(true) }])
    const found = await confirming({ confirm: 1, baseline: 'run/unit.jsonl' })
    expect([...(found?.baseline.keys() ?? [])]).toEqual(['A'])
  })

  it('has no case that was not judged', async () => {
    const failure = { stage: 'judge' as const, kind: 'provider', message: '503' }
    const items = ['failed', 'spent', 'outage', 'unsure'].map((id) => ({ id, language: 'en', question: `How ${id}?` }))
    const hash = (id: string) => itemHash(Item.parse(items.find((item) => item.id === id)))
    const unknown = { signals: { g: null, c: null, r: null }, errorClass: 'unscored' as const }
    const baseline = baselineRun([
      { id: 'failed', hash: hash('failed'), ...unknown, unscored: { g: 'judge failed' }, failure },
      { id: 'spent', hash: hash('spent'), ...unknown, unscored: { g: 'budget', c: 'budget' } },
      {
        ...{ id: 'outage', hash: hash('outage'), outcome: null, errorClass: 'infrastructure' },
        failure: { ...failure, stage: 'system' },
      },
      { id: 'unsure', hash: hash('unsure'), ...unknown, unscored: { g: 'undetermined' } },
    ])
    expect([...((await confirming({ items, confirm: 1, baseline }))?.baseline.keys() ?? [])]).toEqual(['unsure'])
  })

  it('of several suites of the name is the one of the file', async () => {
    const baseline = baselineRun([
      { id: 'A', ...judged(true) },
      { id: 'A', file: 'b.suite.ts', ...judged(false) },
    ])
    expect((await confirming({ confirm: 1, baseline }))?.baseline.get('A')?.g).toBe(true)
  })

  it('is paired by content: what an item is called is no matter, what it asks is', async () => {
    const baseline = baselineRun([
      { id: 'old name of A', hash: hashOf('A'), ...judged(false) },
      { id: 'B', hash: 'of another question', ...judged(false) },
    ])
    expect([...((await confirming({ confirm: 1, baseline }))?.baseline.keys() ?? [])]).toEqual(['A'])
  })

  it('of another judge confirms nothing, and says so', async () => {
    const baseline = baselineRun([{ id: 'A' }], { over: { judge: { name: 'other', offline: false, members: [] } } })
    const { confirmation, header } = await collect({ confirm: 1, baseline })
    expect(confirmation).toBeUndefined()
    expect(header.warnings).toEqual(['`confirm` has no effect: run is of another judge: other then, test now'])
  })

  it('of a suite whose file has moved is found by the name', async () => {
    const baseline = baselineRun([{ id: 'A', file: 'old.suite.ts', ...judged(true) }])
    expect((await confirming({ confirm: 1, baseline }))?.baseline.size).toBe(1)
  })

  it('is compared with as often as the plugin says, where the benchmark does not', async () => {
    const baseline = baselineRun([{ id: 'A', ...judged(true) }])
    expect((await confirming({ baseline }, { confirm: 3 }))?.times).toBe(3)
    expect(await confirming({ baseline, confirm: 0 }, { confirm: 3 })).toBeUndefined()
    expect(await confirming({}, { confirm: 3 })).toBeUndefined()
  })

  it.each<[string, Partial<BenchmarkOptions>, RegExp]>([
    ['one that does not exist', { confirm: 1, baseline: 'gone' }, /`baseline`: .*gone: no such file or folder/],
    ['one without the suite', { confirm: 1, baseline: 'run' }, /run has no suite "Tenancy"; it has "Another"/],
    ['a number of times that is none', { confirm: -1, baseline: 'run' }, /`confirm`/],
  ])('%s is an error', async (_, over, message) => {
    baselineRun([{ id: 'A', suite: 'Another' }])
    const collected = async () => collect(over)
    await expect(collected()).rejects.toThrow(OptionError)
    await expect(collected()).rejects.toThrow(message)
  })

  it('with suites of the name in other files only is an error', async () => {
    const baseline = baselineRun([
      { id: 'A', file: 'b.suite.ts' },
      { id: 'A', file: 'c.suite.ts' },
    ])
    await expect(collect({ confirm: 1, baseline })).rejects.toThrow(
      /has 2 suites of the name "Tenancy", none of them in a\.suite\.ts/,
    )
  })

  it('of another record version is refused by name', async () => {
    writeFileSync(join(root, 'old.jsonl'), '{"schemaVersion":1,"kind":"case"}\n')
    const collected = collect({ confirm: 1, baseline: 'old.jsonl' })
    await expect(collected).rejects.toThrow(DatasetError)
    await expect(collected).rejects.toThrow(/old\.jsonl:1: expected record version 4 or 3, received 1/)
  })

  it.each<[string, Partial<BenchmarkOptions>, DocketOptions, boolean]>([
    ['of the plugin', {}, { confirm: 2 }, true],
    ['of its own', { confirm: 2 }, {}, true],
    ['that the suite has switched off', { confirm: 0 }, { confirm: 2 }, false],
    ['that nobody asked for', {}, {}, false],
  ])('missing for a `confirm` %s', async (_, over, options, warned) => {
    const said =
      '`confirm` has no effect: there is no baseline yet; make one with `npx vitest-docket baseline accept`, or name an earlier run as `baseline`'
    expect((await collect(over, options)).header.warnings).toEqual(warned ? [said] : [])
  })

  it('with a judge that says the same every time is told to have no effect', async () => {
    const baseline = baselineRun([{ id: 'A' }])
    const { header } = await collect({ confirm: 1, baseline }, {}, { ...judgeSaying({}), recorded: true })
    expect(header.warnings).toContain('`confirm` has no effect: the judge "test" says the same every time')
    expect((await collect({ confirm: 1, baseline })).header.warnings).toEqual([])
  })
})

describe('the file of a baseline', () => {
  const write = (name: string, text: string) => {
    mkdirSync(join(root, 'baselines'), { recursive: true })
    writeFileSync(join(root, 'baselines', name), text)
  }
  const accepted = (cases: (Partial<CaseRecord> & { id: string })[], over: Partial<SuiteHeader> = {}) => {
    const judge = { name: 'test', offline: false, members: [] }
    const header = makeHeader({ suite: 'Tenancy', file: 'a.suite.ts', judge, ...over })
    const records = cases.map((one) => makeRecord({ suite: header.suite, file: header.file, hash: hashOf(one.id), ...one }))
    const reading = readingFor(null, 'answer')
    return baselineText(
      comparedSuite({ project: 'unit', header, records, reading, run: 'run', startedAt: '2026-01-01T00:00:00.000Z' }),
    )
  }
  const all = [{ id: 'A' }, { id: 'A-fr' }, { id: 'B' }]

  it('is found by the name of the suite, and watched', async () => {
    write('tenancy.jsonl', accepted(all))
    const { header, confirmation, watched } = await collect({ confirm: 1 })
    expect(header.baseline).toBe('baselines/tenancy.jsonl')
    expect([...(confirmation?.baseline.keys() ?? [])].toSorted()).toEqual(['A', 'A-fr', 'B'])
    expect(watched).toContain(join(root, 'baselines/tenancy.jsonl'))
  })

  it('of another suite whose name has the same file is none of this one', async () => {
    write('tenancy.jsonl', accepted(all, { suite: 'TENANCY' }))
    expect((await collect()).header.baseline).toBeNull()
    await expect(collect({ confirm: 1, baseline: 'baselines/tenancy.jsonl' })).rejects.toThrow(
      /is of the suite "TENANCY", not of "Tenancy"/,
    )
  })

  it('holds the cases of a ratchet, unless the two cannot be compared', async () => {
    write('tenancy.jsonl', accepted(all))
    const { ratchet, confirmation } = await collect({ policy: 'ratchet' })
    expect([...(ratchet?.had.keys() ?? [])].toSorted()).toEqual(['A', 'A-fr', 'B'])
    expect(confirmation).toBeUndefined()
    expect((await collect({ policy: 'gate' })).ratchet).toBeUndefined()
    write('tenancy.jsonl', accepted(all.slice(1)))
    expect((await collect({ policy: 'ratchet' })).ratchet?.had.size).toBe(0)
  })

  it('that cannot be read keeps no suite from running, since a new one is made of a run', async () => {
    write('tenancy.jsonl', '<<<<<<< ours\n')
    const { header, ratchet } = await collect({ policy: 'ratchet' })
    expect(header.baseline).toBe('baselines/tenancy.jsonl')
    expect(ratchet).toBeUndefined()
    await expect(collect({ confirm: 1 })).rejects.toThrow(/baselines\/tenancy\.jsonl:1/)
  })
})

describe('`documents`', () => {
  const documents = [{ id: 'act', text: 'The notice is one month.', file: 'law/act.txt' }]
  const gold = (start: number) => ({ kind: 'span' as const, document: 'act', start, end: start + 10, text: 'The notice' })

  it('are what gold spans are held against: a text that stands elsewhere is a fault of the data', async () => {
    const collected = collect({ items: [{ ...ITEMS[0], golds: [gold(3)] } as ItemInput], documents })
    await expect(collected).rejects.toThrow(DatasetError)
    await expect(collected).rejects.toThrow(
      /^items, held against `documents`: 1 fault\n {2}items\[0\] golds\.0\.text: .*stands at \[0, 10\)/,
    )
  })

  it('re-run the suite where they were read from files', async () => {
    const { watched } = await collect({ items: [{ ...ITEMS[0], golds: [gold(0)] } as ItemInput], documents })
    expect(watched).toEqual([expect.stringMatching(/law.act\.txt$/)])
  })
})
