import { describe, expect, it } from 'vitest'
import type { SuiteHeader } from '../src/schema/record.js'
import { makeCase, makeHeader } from './fixtures.test-util.js'
import { type BlobFile, type BlobTask, fuseBlobs } from './merge-blobs.js'

type Result = BlobTask['result']

const pass: Result = { state: 'pass', startTime: 10, duration: 5 }
const fail = (message: string): Result => ({ state: 'fail', errors: [{ message }], startTime: 20, duration: 7 })

function test(name: string, result: Result = pass, meta: BlobTask['meta'] = {}): BlobTask {
  return { type: 'test', id: '', name, mode: 'run', meta, result, logs: [{ taskId: 'old' }] }
}

/** A case with its record; `sequence` counts the dispatch of its own shard. */
function generated(id: string, sequence: number, result: Result = pass): BlobTask {
  return test(`${id} · question`, result, { docketCase: id, docket: { ...makeCase(sequence), id, sequence } })
}

function suite(header: Partial<SuiteHeader>, tasks: BlobTask[], result: Result = pass): BlobTask {
  const docketSuite = makeHeader({ suite: 'Leases', total: 4, selected: 4, ...header })
  return {
    type: 'suite',
    id: '',
    name: 'Leases',
    mode: 'run',
    meta: { docketSuite, docketRun: `run ${header.shard?.index}` },
    result,
    tasks,
  }
}

function file(tasks: BlobTask[], change: Partial<BlobFile> = {}): BlobFile {
  return {
    type: 'suite',
    id: 'f1',
    name: 'a.suite.ts',
    filepath: '/a.suite.ts',
    projectName: 'p',
    mode: 'run',
    meta: {},
    result: pass,
    tasks,
    ...change,
  }
}

const of = (index: number, cases: number, count = 2) => ({ shard: { index, count, cases } })
const first = () => file([suite(of(1, 2), [generated('T-1', 0), generated('T-2', 1)])])
const shardOf = (index: number, tasks: BlobTask[]) => file([suite(of(index, tasks.length), tasks)])
const second = () => file([suite(of(2, 2), [generated('T-3', 1), generated('T-4', 0)])])

function all(task: BlobTask): BlobTask[] {
  return [task, ...(task.tasks ?? []).flatMap(all)]
}

const PROJECTS = new Set(['p'])

function fused(...files: BlobFile[]): { file: BlobFile; tests: BlobTask[]; runs: string[] } {
  const runs = fuseBlobs(files, PROJECTS)
  const [one, ...more] = files
  if (one === undefined || more.length > 0) throw new Error(`${files.length} files are left`)
  return { file: one, tests: all(one).filter(({ type }) => type === 'test'), runs }
}

const errors = ({ result }: BlobTask) => (result?.errors ?? []).map(({ message }) => message)

describe('two shards of one file', () => {
  it('become one, with the cases of both and the declaration of the whole', () => {
    const { file, tests, runs } = fused(second(), first())
    expect(tests.map(({ meta }) => meta['docketCase'])).toEqual(['T-1', 'T-2', 'T-3', 'T-4'])
    expect(file.tasks.map(({ meta }) => meta['docketSuite'])).toEqual([expect.objectContaining({ suite: 'Leases', shard: null })])
    expect(file.result).toEqual({ state: 'pass', startTime: 10, duration: 10 })
    expect(runs).toEqual(['run 1', 'run 2'])
  })

  it('are numbered anew: no two tasks have one id, and each names its own place', () => {
    const { file } = fused(first(), second())
    const tasks = all(file)
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length)
    for (const task of tasks.slice(1)) expect(task.file).toBe(file)
    for (const test of file.tasks[0]?.tasks ?? []) expect([test.suite, test.logs]).toEqual([file.tasks[0], [{ taskId: test.id }]])
  })

  it('keep the order of dispatch within each: the second one follows the first', () => {
    const { tests } = fused(second(), first())
    const sequences = tests.map(({ meta }) => [meta['docketCase'], (meta['docket'] as { sequence: number }).sequence])
    expect(Object.fromEntries(sequences)).toEqual({ 'T-1': 0, 'T-2': 1, 'T-4': 2, 'T-3': 3 })
  })

  it.each([
    [
      'first',
      () => [
        file([suite(of(1, 2), [generated('T-1', 0, fail('wrong')), generated('T-2', 1)], fail('in it'))], {
          result: fail('in it'),
        }),
        second(),
      ],
    ],
    [
      'last',
      () => [
        second(),
        file([suite(of(1, 2), [generated('T-1', 0, fail('wrong')), generated('T-2', 1)], fail('in it'))], {
          result: fail('in it'),
        }),
      ],
    ],
  ])('fail where one does, be it the %s that is read', (_, files) => {
    const { file, tests } = fused(...files())
    expect([file.result?.state, file.tasks[0]?.result?.state]).toEqual(['fail', 'fail'])
    expect(tests.flatMap(errors)).toEqual(['wrong'])
    expect(tests).toHaveLength(4)
  })

  it('that do not fit are an error of the file', () => {
    const { file } = fused(first())
    expect([file.result?.state, errors(file)]).toEqual(['fail', ['shard 2/2 of "Leases" is missing']])
  })

  it('of which one did not load fail with what it threw, and with what is missing of its suite', () => {
    const { file, tests } = fused(brokenFile(), first())
    expect(errors(file)).toEqual(['no such file', 'shard 2/2 of "Leases" is missing'])
    expect(tests).toHaveLength(2)
  })

  it('of which one ended without a result fail', () => {
    const died = file([suite(of(2, 2), [test('T-3 · question', undefined, { docketCase: 'T-3' })], undefined)], {
      result: undefined,
    })
    for (const task of died.tasks[0]?.tasks ?? []) task.result = undefined
    const { file: whole } = fused(first(), died)
    expect(errors(whole)).toEqual([
      'shard 2/2 of "Leases" is incomplete: 2 of its 2 cases have no result (T-3)',
      'a shard of this file ended without a result; its worker may have died',
    ])
  })

  it('have a result of a case that failed before it had a record: the failure itself says so', () => {
    const failed = test('T-3 · question', fail('the system threw'), { docketCase: 'T-3' })
    const { file } = fused(first(), shardOf(2, [failed, generated('T-4', 0)]))
    expect(errors(file)).toEqual([])
    const skipped = test('T-3 · question', { state: 'skip' }, { docketCase: 'T-3' })
    expect(errors(fused(first(), shardOf(2, [skipped, generated('T-4', 0)])).file)).toEqual([
      'shard 2/2 of "Leases" is incomplete: 1 of its 2 cases has no result (T-3)',
    ])
  })

  it('run its other tests once each: what failed in one shard failed', () => {
    const mine = first()
    const other = second()
    mine.tasks.push(test('plain'), test('twice'), test('twice'))
    other.tasks.push(test('plain', fail('flaky')), test('twice'), test('twice'))
    const { tests } = fused(mine, other)
    expect(tests.filter(({ meta }) => meta['docketCase'] === undefined).map(({ name, result }) => [name, result?.state])).toEqual(
      [
        ['plain', 'fail'],
        ['twice', 'pass'],
        ['twice', 'pass'],
      ],
    )
  })
})

function brokenFile(): BlobFile {
  return file([], { result: fail('no such file') })
}

describe('other files', () => {
  it.each<[string, Partial<BlobFile>]>([
    ['of another project', { projectName: 'other' }],
    ['of another path', { filepath: '/b.test.ts' }],
    ['that are type checks', { meta: { typecheck: true } }],
  ])('%s stay as they are, in their order', (_, change) => {
    const other = file([test('plain')], { ...change, id: 'f2' })
    const files = [other, first(), second()]
    fuseBlobs(files, PROJECTS)
    expect(files).toHaveLength(2)
    expect(files[0]).toBe(other)
    expect(other.tasks).toHaveLength(1)
  })

  it('under two labels are two runs of them', () => {
    const labelled = (label: string) => file([test('plain')], { filepath: '/b.test.ts', meta: { __vitest_label__: label } })
    const files = [labelled('linux'), labelled('windows')]
    fuseBlobs(files, PROJECTS)
    expect(files).toHaveLength(2)
  })
})
