import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readingFor } from '../src/metrics/compat.js'
import { comparedSuite } from '../src/run/baseline/compared-suite.js'
import { baselineText } from '../src/run/baseline/file.js'
import type { GateInput } from '../src/schema/gate.js'
import type { RunLine, SuiteHeader } from '../src/schema/record.js'
import { rootsIn, withBaselines } from './baselines.js'
import { suiteKey } from './facts.js'
import { makeCase, makeFacts, makeHeader, times } from './fixtures.test-util.js'
import { buildReport } from './report.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docket-baselines-'))
  vi.stubEnv('DOCKET_BASELINES', '')
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const TEN = times(10, (i) => makeCase(i))

function put(folder: string, ids = TEN): void {
  const [{ project, header } = { project: '', header: makeHeader() }] = makeFacts([{ header: makeHeader(), cases: ids }]).suites
  const reading = readingFor(null, 'answer')
  mkdirSync(join(folder, 'baselines'), { recursive: true })
  writeFileSync(
    join(folder, 'baselines/tenancy.jsonl'),
    baselineText(comparedSuite({ project, header, records: ids, reading, run: 'first', startedAt: '2026-11-01T10:00:00.000Z' })),
  )
}

const factsWith = (baseline: string | null, policy: SuiteHeader['policy'] = 'ratchet') =>
  makeFacts([{ header: makeHeader({ baseline, total: 10, selected: 10, policy }), cases: TEN }])
const comparisonOf = (baseline: string | null, policy?: SuiteHeader['policy'], merged?: boolean) => {
  const [suite] = buildReport(withBaselines(factsWith(baseline, policy), () => root, merged)).suites
  return suite
}

describe('what a report is compared with', () => {
  it('is the file that the suite found when it ran, below the root of its project', () => {
    put(root)
    expect(comparisonOf('baselines/tenancy.jsonl')).toMatchObject({
      status: 'PASS',
      comparison: { baseline: 'baselines/tenancy.jsonl', run: 'first', refused: null, shared: 10, of: 10 },
    })
  })

  it('is nothing where the suite found none: a baseline that was accepted since is not that of the run', () => {
    put(root)
    expect(comparisonOf(null)).toMatchObject({ status: 'FAIL', comparison: null })
  })

  it('a file that is gone, or cannot be read, is said and passes nothing', () => {
    expect(comparisonOf('baselines/tenancy.jsonl')).toMatchObject({
      status: 'FAIL',
      comparison: { refused: 'there is no baselines/tenancy.jsonl' },
    })
    put(root)
    writeFileSync(join(root, 'baselines/tenancy.jsonl'), '=======\n')
    expect(comparisonOf('baselines/tenancy.jsonl')).toMatchObject({
      status: 'FAIL',
      comparison: { refused: expect.stringContaining('baselines/tenancy.jsonl:1: expected one JSON object') },
    })
  })

  it('a pull request that deletes its baseline is compared with that of the base branch', () => {
    put(join(root, 'base'), TEN.slice(0, 5))
    vi.spyOn(process, 'cwd').mockReturnValue(root)
    vi.stubEnv('DOCKET_BASELINES', join(root, 'base'))
    expect(comparisonOf(null, 'gate')?.comparison).toMatchObject({
      refused: expect.stringContaining('only 5 of 10 items are in both'),
    })
  })

  it('a merge looks for what its shards did not have', () => {
    put(root)
    expect(comparisonOf(null, 'gate', true)).toMatchObject({ status: 'PASS', comparison: { run: 'first', refused: null } })
    expect(comparisonOf(null, 'gate')).toMatchObject({ comparison: null })
  })

  it('a baseline that was not there while the cases ran has held none: a ratchet passes nothing', () => {
    put(root)
    expect(comparisonOf(null, 'ratchet', true)).toMatchObject({
      status: 'FAIL',
      comparison: { refused: expect.stringContaining('it was not there when the cases ran') },
    })
  })

  it('what the base branch lacks is the reason, where something is decided by it', () => {
    mkdirSync(join(root, 'base'))
    vi.spyOn(process, 'cwd').mockReturnValue(root)
    vi.stubEnv('DOCKET_BASELINES', join(root, 'base'))
    expect(comparisonOf(null)).toMatchObject({
      status: 'FAIL',
      reasons: [expect.stringMatching(/^ratchet: .*counts once it is merged$/)],
    })
    const of = (gates: GateInput[]) =>
      withBaselines(makeFacts([{ header: makeHeader({ gates }), cases: TEN }]), () => root).baselines?.size
    expect(of([{ metric: 'correct', mode: 'regression' }])).toBe(1)
    expect(of([{ metric: 'correct', mode: 'noninferior', margin: 0.1 }])).toBe(1)
    expect(of([{ metric: 'correct', mode: 'noninferior', margin: 0.1, against: 'language' }])).toBe(0)
    expect(of([{ metric: 'correct', min: 0.5 }])).toBe(0)
  })
})

it('roots are those that the files of a run say, from the working directory', () => {
  const line = (project: string, root?: string): RunLine => ({
    ...{ schemaVersion: 4, kind: 'suite', project, header: makeHeader() },
    ...(root === undefined ? {} : { root }),
  })
  const rootOf = rootsIn([line('legal', 'packages/legal'), line('here')])
  expect(['legal', 'here', 'unknown'].map(rootOf)).toEqual([resolve('packages/legal'), resolve('.'), resolve('.')])
})

it('in a project with a root of its own, roots are from where Vitest was run', () => {
  mkdirSync(join(root, 'packages/legal/suites'), { recursive: true })
  writeFileSync(join(root, 'packages/legal/suites/tenancy.suite.ts'), '')
  const line: RunLine = { schemaVersion: 4, kind: 'suite', project: 'legal', root: 'packages/legal', header: makeHeader() }
  for (const cwd of [root, join(root, 'packages/legal'), join(root, 'packages/legal/suites')]) {
    vi.spyOn(process, 'cwd').mockReturnValue(cwd)
    expect(rootsIn([line])('legal')).toBe(join(root, 'packages/legal'))
  }
})

it('suites are told apart by project, file and name', () => {
  put(root)
  const { suites } = factsWith('baselines/tenancy.jsonl')
  const [{ project, header } = { project: '', header: makeHeader() }] = suites
  const { baselines } = withBaselines(factsWith('baselines/tenancy.jsonl'), () => root)
  expect([...(baselines?.keys() ?? [])]).toEqual([suiteKey(project, header)])
})
