import { appendFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { makeHeader } from '../../reporters/fixtures.test-util.js'
import { folderOfTest } from '../../test/unit/nested/reported.js'
import { makeRecord } from '../../test/unit/records.js'
import { DatasetError, OptionError } from '../errors.js'
import { Item } from '../schema/item.js'
import type { CaseRecord, RunEnd, SuiteHeader } from '../schema/record.js'
import { earlierKey, earlierRuns, isFinished, openResumption, resumptionOf } from './resume.js'
import { openRunFile, pruneRuns, resumedRuns } from './run-files.js'

const startedAt = '2026-11-30T10:00:00.000Z'
const FAILURE = { stage: 'system', kind: 'http', message: '503' } as const
const header = makeHeader()

/** A run of cases in one worker's file, below `folder`. */
function run(
  folder: string,
  id: string,
  cases: (Partial<CaseRecord> & { id: string })[],
  resumes?: string,
  suite: SuiteHeader = header,
): string {
  const dir = join(folder, id)
  const writer = openRunFile({ dir, id, startedAt, resumes }, '1')
  writer.append({ kind: 'suite', project: 'p', header: suite })
  for (const one of cases) writer.append(caseLine(one))
  return dir
}

/** The last line of a run, as its main process writes it. */
function end(dir: string, over: Partial<RunEnd> = {}): void {
  const whole: RunEnd = { partial: [], interrupted: false, shard: null, problems: [], red: [], noResult: [] }
  openRunFile({ dir, id: 'a', startedAt }, 'main').append({ kind: 'end', end: { ...whole, ...over } })
}

function caseLine(one: Partial<CaseRecord> & { id: string }) {
  const record = makeRecord({ ...one, suite: header.suite, file: header.file })
  const item = Item.parse({ id: record.item, question: 'How long?' })
  return { kind: 'case' as const, project: 'p', record, item, response: { answer: 'a' }, verdict: null, recordings: [] }
}

const key = (id: string) => earlierKey('p', header, id)

describe('openResumption', () => {
  it('knows the runs that a run went on with, the newest first, and what is finished in them', () => {
    const folder = folderOfTest()
    run(folder, 'a', [
      { id: 'A', sequence: 0 },
      { id: 'B', sequence: 7, failure: FAILURE },
    ])
    run(folder, 'b', [{ id: 'C', sequence: 8 }], 'a')
    const c = run(folder, 'c', [{ id: 'A', sequence: 0, takenFrom: 'a' }], 'b')
    expect(openResumption(c)).toEqual({
      runs: ['c', 'b', 'a'].map((id) => ({ id, dir: join(folder, id) })),
      rerun: null,
      sequence: 9,
      ...{ cases: 3, finished: 3, over: false, unversioned: [header.system.name] },
      warnings: [],
    })
    expect(openResumption(c, 'infrastructure')).toMatchObject({ rerun: 'infrastructure', finished: 2 })
  })

  it('says where the chain breaks off', () => {
    const folder = folderOfTest()
    const b = run(folder, 'b', [{ id: 'A' }], 'a')
    const { warnings, runs } = openResumption(b)
    expect(runs).toHaveLength(1)
    expect(warnings).toEqual([expect.stringMatching(/^resumed: b went on with a, which is not at .*a: .* is asked again$/)])
  })

  it('fault 34: goes on with a run that was cut off in the middle of a line', () => {
    const dir = run(folderOfTest(), 'a', [{ id: 'A' }, { id: 'B' }])
    const whole = readFileSync(join(dir, '1.jsonl'), 'utf8')
    writeFileSync(join(dir, '1.jsonl'), whole.slice(0, -40))
    appendFileSync(join(dir, '1.jsonl'), '\0'.repeat(16))
    expect(openResumption(dir).finished).toBe(1)
  })

  const noResult = [{ project: 'p', file: header.file, suite: header.suite, id: 'Z' }]
  it.each<[string, Partial<CaseRecord>, Partial<RunEnd>, boolean, boolean]>([
    ['all of it is done', {}, {}, true, true],
    ['it was interrupted', {}, { interrupted: true }, false, false],
    ['a case ended without a result', {}, { noResult }, false, false],
    ['the budget left a case', { unscored: { g: 'budget' }, budget: 'spent' }, {}, false, false],
    ['a case failed, which only --rerun asks again', { failure: FAILURE }, {}, true, false],
  ])(
    'is over, and says so, where the run came to its end and nothing is left to ask: %s',
    (_, record, last, over, overInRerun) => {
      const dir = run(folderOfTest(), 'a', [{ id: 'A' }, { id: 'B', ...record }])
      expect(openResumption(dir)).toMatchObject({ over: false, warnings: [] })
      end(dir, last)
      const said = 'resumed: a came to its end and nothing of it is left to ask: what it has is taken over as it is'
      expect(openResumption(dir)).toMatchObject({ over, warnings: over ? [said] : [] })
      expect(openResumption(dir, 'infrastructure')).toMatchObject({ over: overInRerun, warnings: overInRerun ? [said] : [] })
    },
  )

  it.each<[string, SuiteHeader['system'], string[]]>([
    ['a live system without a version', { name: 'law', kind: 'http', live: true }, ['law']],
    ['one with a version', { name: 'law', kind: 'http', live: true, version: '1' }, []],
    ['a recorded run', { name: 'law', kind: 'recorded', live: false }, []],
  ])('knows whether nobody can tell that the system is the same: %s', (_, system, unversioned) => {
    const dir = run(folderOfTest(), 'a', [{ id: 'A' }], undefined, { ...header, system })
    expect(openResumption(dir).unversioned).toEqual(unversioned)
  })

  it.each([0, 1, 40])('a run of whose first line %i bytes are there is a run that holds nothing', (bytes) => {
    const dir = run(folderOfTest(), 'a', [{ id: 'A' }])
    const file = join(dir, '1.jsonl')
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, bytes))
    const open = () => openResumption(dir)
    expect(open).toThrow(OptionError)
    expect(open).toThrow(/^the run at \S+a holds nothing that can be gone on with: the first line of its files was cut off/)
  })

  it.each<[string, (folder: string) => string, RegExp]>([
    ['no folder', (folder) => join(folder, 'none'), /^no run at \S+none: give the folder of one, such as/],
    ['a file', (folder) => join(run(folder, 'a', []), '1.jsonl'), /^no run at \S+1\.jsonl: give the folder/],
    ['a folder of something else', (folder) => folder, /^no run at \S+: the folder of one holds a \.jsonl file for each worker$/],
  ])('refuses %s', (_, place, message) => {
    const open = () => openResumption(place(folderOfTest()))
    expect(open).toThrow(OptionError)
    expect(open).toThrow(message)
  })

  it('refuses another record version by name, and lines that are none', () => {
    const dir = run(folderOfTest(), 'a', [{ id: 'A' }])
    const text = readFileSync(join(dir, '1.jsonl'), 'utf8')
    writeFileSync(join(dir, '1.jsonl'), text.replaceAll(/"schemaVersion":\d+/g, '"schemaVersion":99'))
    expect(() => openResumption(dir)).toThrow(DatasetError)
    expect(() => openResumption(dir)).toThrow(/received 99: update vitest-docket/)
  })

  it('refuses to ask again what it does not know', () => {
    expect(() => openResumption(folderOfTest(), 'everything')).toThrow(/expected infrastructure, received "everything"/)
  })
})

describe('resumptionOf', () => {
  it('reads the environment', () => {
    const dir = run(folderOfTest(), 'a', [{ id: 'A' }])
    expect(resumptionOf({})).toBeNull()
    expect(resumptionOf({ DOCKET_RESUME: '', DOCKET_RERUN: '' })).toBeNull()
    expect(resumptionOf({ DOCKET_RESUME: dir })).toMatchObject({ rerun: null, finished: 1 })
    expect(resumptionOf({ DOCKET_RESUME: dir, DOCKET_RERUN: 'infrastructure' })).toMatchObject({ rerun: 'infrastructure' })
  })

  it('says which variable is wrong, before anything runs', () => {
    expect(() => resumptionOf({ DOCKET_RERUN: 'infrastructure' })).toThrow(/^DOCKET_RERUN: set DOCKET_RESUME/)
    expect(() => resumptionOf({ DOCKET_RESUME: 'none' })).toThrow(/^the run does not start: DOCKET_RESUME: no run at none/)
    const rerun = () => resumptionOf({ DOCKET_RESUME: folderOfTest(), DOCKET_RERUN: 'infra' })
    expect(rerun).toThrow(/^the run does not start: DOCKET_RESUME, DOCKET_RERUN: .* expected infrastructure, received "infra"$/)
  })
})

it.each([{ DOCKET_RERUN: 'infrastructure' }, { DOCKET_RESUME: 'none' }, { DOCKET_RESUME: '.', DOCKET_RERUN: 'infra' }])(
  'what is wrong with %o comes without frames of this package',
  (environment) => {
    try {
      resumptionOf(environment)
      expect.unreachable()
    } catch (error) {
      expect(inspect(error)).toBe(`[${error}]`)
    }
  },
)

describe('isFinished', () => {
  const budget = { budget: 'spent', unscored: { g: 'budget', c: 'budget' } } as const
  it.each<[string, Partial<CaseRecord>, boolean, boolean]>([
    ['a verdict', {}, true, true],
    ['a failure of the system', { failure: FAILURE }, true, false],
    ['a failure of the judge', { failure: { ...FAILURE, stage: 'judge' }, unscored: { g: 'judge failed' } }, true, false],
    ['no verdict for want of passages', { unscored: { g: 'no passages' } }, true, true],
    ['no budget', budget, false, false],
  ])('%s', (_, record, kept, keptInRerun) => {
    expect(isFinished(makeRecord({ id: 'A', ...record }), null)).toBe(kept)
    expect(isFinished(makeRecord({ id: 'A', ...record }), 'infrastructure')).toBe(keptInRerun)
  })
})

describe('earlierRuns', () => {
  it('takes the last line of a case, over all workers', () => {
    const dir = run(folderOfTest(), 'a', [{ id: 'A', startedAt: 5, title: 'later' }])
    const other = openRunFile({ dir, id: 'a', startedAt }, '2')
    other.append({ kind: 'suite', project: 'p', header })
    other.append(caseLine({ id: 'A', startedAt: 4, title: 'earlier' }))
    const [only] = earlierRuns({ runs: [{ id: 'a', dir }] }, header.file)
    expect(only?.get(key('A'))).toMatchObject({ run: 'a', line: { record: { title: 'later' } } })
  })

  it('knows each case by the declaration before it: a run of watch mode has several', () => {
    const dir = run(folderOfTest(), 'a', [{ id: 'A' }])
    const writer = openRunFile({ dir, id: 'a', startedAt }, '1')
    writer.append({ kind: 'suite', project: 'p', header: { ...header, system: { ...header.system, version: '2' } } })
    writer.append(caseLine({ id: 'B' }))
    const [only] = earlierRuns({ runs: [{ id: 'a', dir }] }, header.file)
    expect(only?.get(key('A'))?.header.system.version).toBeUndefined()
    expect(only?.get(key('B'))?.header.system.version).toBe('2')
  })

  it('leaves out other suite files', () => {
    const dir = run(folderOfTest(), 'a', [{ id: 'A' }])
    expect(earlierRuns({ runs: [{ id: 'a', dir }] }, 'suites/other.suite.ts')[0]?.size).toBe(0)
  })
})

describe('runs that are kept', () => {
  /** Twelve runs that were written to long ago, the newest of which goes on with the two oldest. */
  function twelve(): string {
    const folder = folderOfTest()
    const ids = Array.from({ length: 12 }, (_, i) => `run-${String(i + 1).padStart(2, '0')}`)
    ids.forEach((id, i) => {
      run(folder, id, [{ id: 'A' }], i === 11 ? 'run-02' : i === 1 ? 'run-01' : undefined)
      utimesSync(join(folder, id), 0, 0)
    })
    return folder
  }

  it('hold those that are gone on with, and the ones that these went on with', () => {
    const folder = twelve()
    expect(resumedRuns(join(folder, 'run-12')).map((path) => path.slice(-6))).toEqual(['run-12', 'run-02', 'run-01'])
    pruneRuns(folder)
    expect(['run-01', 'run-02', 'run-03', 'run-12'].filter((id) => existsSync(join(folder, id)))).toHaveLength(4)
    run(folder, 'run-13', [{ id: 'A' }])
    pruneRuns(folder)
    expect(existsSync(join(folder, 'run-03'))).toBe(false)
    expect(existsSync(join(folder, 'run-01'))).toBe(true)
  })

  it('end a chain that bites its own tail', () => {
    const folder = folderOfTest()
    run(folder, 'a', [], 'b')
    run(folder, 'b', [], 'a')
    expect(resumedRuns(join(folder, 'a'))).toHaveLength(2)
    mkdirSync(join(folder, 'empty'))
    expect(resumedRuns(join(folder, 'empty'))).toHaveLength(1)
  })
})
