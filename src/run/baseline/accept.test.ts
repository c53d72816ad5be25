import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hallucinated, lost, makeCase, makeFacts, makeHeader, times } from '../../../reporters/fixtures.test-util.js'
import { OptionError } from '../../errors.js'
import { readingFor } from '../../metrics/compat.js'
import type { CaseRecord, RunEnd, SuiteHeader } from '../../schema/record.js'
import { type AcceptedSuite, acceptBaselines } from './accept.js'
import { comparedSuite } from './compared-suite.js'
import { whyIncomplete } from './complete.js'
import { readBaselineFile } from './file.js'
import { baselineNames, findBaseline } from './find.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docket-accept-'))
  for (const file of ['suites/tenancy.suite.ts', 'suites/other.suite.ts']) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), '')
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const TEN = times(10, (i) => makeCase(i))

function suiteOf(
  records: readonly CaseRecord[],
  over: Partial<Pick<SuiteHeader, 'suite' | 'file' | 'judge' | 'k'>> & { project?: string } = {},
  run = 'first',
): AcceptedSuite {
  const { project = 'docket', ...rest } = over
  const header = makeHeader(rest)
  const reading = readingFor(null, 'answer')
  return { root, suite: comparedSuite({ project, header, records, reading, run, startedAt: `${run} day` }) }
}

const accept = (suites: AcceptedSuite[], all = suites, dir?: string) => acceptBaselines(suites, all, dir)
const files = () => (existsSync(join(root, 'baselines')) ? readdirSync(join(root, 'baselines')).sort() : [])

describe('accepting', () => {
  it('writes a file a suite below the root of its project, which is then found', async () => {
    const [accepted] = await accept([suiteOf(TEN)])
    expect(accepted).toMatchObject({ path: join(root, 'baselines/tenancy.jsonl'), written: true, changes: null })
    expect(readBaselineFile(accepted?.path ?? '', 'x').cases).toHaveLength(10)
    expect(findBaseline(root, { project: 'docket', file: 'suites/tenancy.suite.ts', suite: 'Tenancy' })).toBe(
      'baselines/tenancy.jsonl',
    )
  })

  it('leaves a file as it is where nothing but run and day would be others', async () => {
    const [{ path } = { path: '' }] = await accept([suiteOf(TEN)])
    const before = [readFileSync(path, 'utf8'), statSync(path).mtimeMs]
    const [again] = await accept([suiteOf(TEN.toReversed(), {}, 'second')])
    expect(again).toMatchObject({ written: false, changes: { newlyWrong: [], figures: 0, run: [] } })
    expect([readFileSync(path, 'utf8'), statSync(path).mtimeMs]).toEqual(before)
  })

  it('says what is otherwise than before', async () => {
    const wrong = hallucinated(2)
    const figures = makeCase(3, { scores: { mrr: { value: 0.5 } } })
    const renamed = { ...makeCase(4), id: 'T-new' }
    const edited = { ...makeCase(5), hash: 'edited' }
    await accept([suiteOf([hallucinated(0), ...TEN.slice(1, 7)])])
    const now = [makeCase(0), makeCase(1), wrong, figures, renamed, edited, makeCase(12)]
    const [accepted] = await accept([suiteOf(now, { k: [3] }, 'second')])
    expect(accepted?.changes).toEqual({
      newlyWrong: [`${wrong.id} (correct → hallucination)`],
      newlyRight: [`${makeCase(0).id} (hallucination → correct)`],
      changed: [],
      added: [makeCase(12).id],
      removed: [makeCase(6).id],
      edited: [edited.id],
      renamed: [`${makeCase(4).id} → T-new`],
      figures: 1,
      run: ['k'],
    })
    expect(accepted?.written).toBe(true)
  })

  it('takes the place of a file that cannot be read, and says so', async () => {
    mkdirSync(join(root, 'baselines'))
    writeFileSync(join(root, 'baselines/tenancy.jsonl'), '<<<<<<< ours\n')
    const [accepted] = await accept([suiteOf(TEN)])
    expect(accepted).toMatchObject({
      written: true,
      changes: null,
      unread: expect.stringMatching(/^line 1: expected one JSON object/),
    })
    expect(readBaselineFile(accepted?.path ?? '', 'x').cases).toHaveLength(10)
  })

  it('writes to the folder that is named', async () => {
    const [accepted] = await accept([suiteOf(TEN, { file: 'elsewhere.suite.ts' })], undefined, join(root, 'kept'))
    expect(accepted?.path).toBe(join(root, 'kept/tenancy.jsonl'))
  })

  it('refuses a suite that is not below the root, before anything is written', async () => {
    const accepting = accept([suiteOf(TEN), suiteOf(TEN, { suite: 'Away', file: 'away/away.suite.ts' })])
    await expect(accepting).rejects.toThrow(OptionError)
    await expect(accepting).rejects.toThrow(/away\/away\.suite\.ts of the suite "Away" is not below .*`--dir`/)
    expect(files()).toEqual([])
  })
})

describe('before anything is written', () => {
  it('a case that could not be read again is refused by its name, and the old file stays', async () => {
    const [{ path } = { path: '' }] = await accept([suiteOf(TEN)])
    const before = readFileSync(path, 'utf8')
    const half = makeCase(1, { id: 'T-\ud800' })
    const broken = accept([suiteOf(TEN.slice(0, 5), { suite: 'Other' }), suiteOf([makeCase(0), half], {}, 'second')])
    await expect(broken).rejects.toThrow(OptionError)
    await expect(broken).rejects.toThrow(/suite "Tenancy", since it could not be read again: case "T-\\ud800" id: .*surrogate/)
    expect(files()).toEqual(['tenancy.jsonl'])
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  it('two files that both say they are of the suite are named', async () => {
    const [{ path } = { path: '' }] = await accept([suiteOf(TEN)])
    const { own } = baselineNames(suiteOf(TEN).suite.run)
    writeFileSync(join(root, 'baselines', own), readFileSync(path))
    await expect(accept([suiteOf(TEN)])).rejects.toThrow(
      `${own} and tenancy.jsonl are both of the suite "Tenancy": delete the one that does not count`,
    )
  })
})

it('an item that is only called otherwise is renamed, and its group with it', async () => {
  const item = makeCase(0, { group: 'T-001' })
  const variant = makeCase(1, { group: 'T-001' })
  await accept([suiteOf([item, variant])])
  const [accepted] = await accept([
    suiteOf(
      [
        { ...item, id: 'T-new', group: 'T-new' },
        { ...variant, group: 'T-new' },
      ],
      {},
      'second',
    ),
  ])
  expect(accepted?.changes).toMatchObject({ renamed: ['T-001 → T-new'], figures: 0 })
})

describe('fault 32: two suites whose names come to one file', () => {
  const other = () => suiteOf(TEN.slice(0, 5), { file: 'suites/other.suite.ts' })
  const spelt = () => suiteOf(TEN.slice(0, 5), { suite: 'TENANCY' })

  it.each([
    ['of one name in two files', other],
    ['spelt otherwise', spelt],
    ['of one file in two projects', () => suiteOf(TEN.slice(0, 5), { project: 'legal' })],
  ])('%s: both have a file of their own', async (_, second) => {
    const both = [suiteOf(TEN), second()]
    await accept(both)
    expect(files()).toHaveLength(2)
    for (const { suite } of both) {
      const found = findBaseline(root, suite.run)
      expect(found).toBe(`baselines/${baselineNames(suite.run).own}`)
      expect(readBaselineFile(join(root, found ?? ''), 'x').cases).toHaveLength(suite.cases.length)
    }
  })

  it('the file of the first goes where the second comes to it, and what it said is compared with', async () => {
    await accept([suiteOf([hallucinated(0), ...TEN.slice(1)])])
    expect(files()).toEqual(['tenancy.jsonl'])
    const both = [suiteOf(TEN), other()]
    const [first, second] = await accept(both)
    expect(files()).toEqual(both.map(({ suite }) => baselineNames(suite.run).own).sort())
    expect(first?.changes?.newlyRight).toHaveLength(1)
    expect(second?.changes).toBeNull()
  })

  it('a suite that is run alone does not write over the other one', async () => {
    await accept([suiteOf(TEN)])
    await accept([other()])
    await accept([spelt()])
    expect(files()).toEqual([baselineNames(other().suite.run).own, baselineNames(spelt().suite.run).own, 'tenancy.jsonl'].sort())
    expect(readBaselineFile(join(root, 'baselines/tenancy.jsonl'), 'x').cases).toHaveLength(10)
  })

  it('a suite whose file has moved keeps its baseline', async () => {
    await accept([suiteOf(TEN)])
    rmSync(join(root, 'suites/tenancy.suite.ts'))
    const [moved] = await accept([other()])
    expect(files()).toEqual(['tenancy.jsonl'])
    expect(moved?.changes).toMatchObject({ removed: TEN.slice(5).map(({ id }) => id), run: ['file'] })
  })
})

describe('a run that may be a baseline', () => {
  const runOf = (over: Partial<SuiteHeader> = {}, end: Partial<RunEnd> = {}, records: readonly CaseRecord[] = TEN) =>
    makeFacts([{ header: makeHeader({ total: 10, selected: 10, ...over }), cases: records }], end)
  const open = { project: 'docket', file: 'suites/tenancy.suite.ts', suite: 'Tenancy', id: 'T-001' }

  it.each<[string, ReturnType<typeof runOf>]>([
    ['whole', runOf()],
    ['of a declared sample', runOf({ total: 50, sample: { size: 10, seed: 1, by: [] } })],
    [
      'with red cases and gates that fail',
      runOf({ gates: [{ metric: 'correct', min: 1 }] as never }, { red: [{ ...open, message: 'no' }] }),
    ],
    ['that lost few', runOf({ total: 50, selected: 50 }, {}, [lost(0), ...times(49, (i) => makeCase(i + 1))])],
    [
      'that lost what a gate bears',
      runOf({ gates: [{ metric: 'correct', min: 0.5, minCoverage: 0.9 }] as never }, {}, [lost(0), ...TEN.slice(1)]),
    ],
    ['whose lost case was asked again', runOf({}, {}, [lost(0), ...TEN])],
  ])('is %s', (_, run) => {
    expect(whyIncomplete(run)).toEqual([])
  })

  it.each<[string, ReturnType<typeof runOf>, string]>([
    ['interrupted', runOf({}, { interrupted: true }), 'it did not come to its end'],
    ['filtered by name', runOf({}, { partial: ['-t T-001'] }), '-t T-001'],
    [
      'with `.only`',
      runOf({}, { partial: ['cases were skipped, by `.only`, `.skip` or `--bail`'] }),
      'cases were skipped, by `.only`, `.skip` or `--bail`',
    ],
    ['limited', runOf({ partial: ['`limit` 3'] }, {}, TEN.slice(0, 3)), 'Tenancy: `limit` 3'],
    ['a shard', runOf({ shard: { index: 1, count: 4, cases: 3 } }, { shard: '1/4' }, TEN.slice(0, 3)), 'it is one shard, 1/4'],
    ['a shard by its suite', runOf({ shard: { index: 1, count: 4, cases: 10 } }), 'Tenancy: one shard, 1/4'],
    ['with a case that has no result', runOf({}, { noResult: [open] }, TEN.slice(1)), 'Tenancy: 1 case ended without a result'],
    ['short of cases', runOf({}, {}, TEN.slice(1)), 'Tenancy: 9 of 10 cases ran'],
    [
      'of an outage',
      runOf({}, {}, [lost(0), ...TEN.slice(1)]),
      'Tenancy: 1 of 10 cases lost (10.0%); `npx vitest-docket resume --rerun infrastructure` asks them again',
    ],
    [
      'of an outage under a ratchet, whatever its gates bear',
      runOf({ policy: 'ratchet', gates: [{ metric: 'correct', min: 0.5, minCoverage: 0.5 }] as never }, {}, [
        lost(0),
        ...TEN.slice(1),
      ]),
      'Tenancy: 1 of 10 cases lost (10.0%); `npx vitest-docket resume --rerun infrastructure` asks them again',
    ],
    ['short of trials', runOf({ trials: 2 }), 'Tenancy: 10 of 20 cases ran'],
    [
      'with a file that did not load',
      runOf({}, { problems: ['suites/b.suite.ts: no such file\nat line 1'] }),
      'suites/b.suite.ts: no such file',
    ],
    ['without a suite', makeFacts([]), 'it has no suite'],
  ])('is not one that is %s', (_, run, reason) => {
    expect(whyIncomplete(run)).toContain(reason)
  })
})
