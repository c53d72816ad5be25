import { describe, expect, it } from 'vitest'
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node'
import { ownPart, shardByItem, shardOf } from './shards.js'

/** Deals out as Vitest does: by place, and sorts by name. */
class ByPlace implements TestSequencer {
  #config: Vitest['config']
  constructor({ config }: Vitest) {
    this.#config = config
  }
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.#config.shard ?? {}
    return files.filter((_, i) => i % count === index - 1)
  }
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
  }
}

function vitestWith(config: Partial<Vitest['config']>): Vitest {
  return { config: { sequence: { sequencer: ByPlace }, ...config } } as unknown as Vitest
}

const file = (moduleId: string, project = 'docket', pool = 'forks') =>
  ({ moduleId, project: { name: project }, pool }) as TestSpecification
const names = (files: readonly TestSpecification[]) => files.map(({ moduleId }) => moduleId)
const SUITES = { projects: new Set(['docket', 'only']), suitesOnly: new Set(['only']) }

function sharded(config: Partial<Vitest['config']> = {}) {
  const vitest = vitestWith({ shard: { index: 2, count: 4 }, ...config })
  const check = shardByItem(vitest, SUITES)
  const sequencer = new vitest.config.sequence.sequencer(vitest)
  return { vitest, check, sequencer }
}

describe('files under --shard', () => {
  it('that declare benchmarks go to every shard, others to one', async () => {
    const files = [
      file('/a.suite.ts'),
      file('/1.test.ts'),
      file('/2.test.ts'),
      file('/b.ts', 'only'),
      file('/c.suite.ts', 'other project'),
      file('/d.suite.ts', 'docket', 'typecheck'),
    ]
    const { sequencer } = sharded()
    expect(names(await sequencer.shard(files))).toEqual(['/a.suite.ts', '/b.ts', '/2.test.ts'])
    expect(names(await sequencer.sort(files))).toEqual(names(files).sort())
  })

  it('are fewer than shards without an error, for which passing without tests is allowed until they are dealt out', async () => {
    const { vitest, check, sequencer } = sharded({ passWithNoTests: false })
    expect(vitest.config.passWithNoTests).toBe(true)
    expect(names(await sequencer.shard([file('/a.suite.ts')]))).toEqual(['/a.suite.ts'])
    expect(vitest.config.passWithNoTests).toBe(false)
    check?.waive()
    await sequencer.sort([])
    expect(vitest.config.passWithNoTests).toBe(false)
  })

  it('without a suite among them are refused where there are fewer than shards, as Vitest does', async () => {
    await expect(sharded().sequencer.shard([file('/1.test.ts')])).rejects.toThrow('--shard=2/4: more shards than test files')
    expect(await sharded({ passWithNoTests: true }).sequencer.shard([file('/1.test.ts')])).toEqual([])
    expect(await sharded().sequencer.shard([])).toEqual([])
  })

  it.each<[string, Partial<Vitest['config']>]>([
    ['no shard', { shard: undefined }],
    ['a merge', { mergeReports: 'blobs' }],
  ])('%s changes nothing', (_, config) => {
    const { vitest, check } = sharded(config)
    expect([vitest.config.sequence.sequencer, vitest.config.passWithNoTests, check, shardOf(vitest)]).toEqual([
      ByPlace,
      undefined,
      undefined,
      null,
    ])
  })
})

describe('the cases that a worker registers', () => {
  const cases = Array.from({ length: 8 }, (_, i) => ({ id: `T-${i}`, group: `T-${i}` }))
  const suite = { file: 'a.suite.ts', suite: 'Leases' }
  const shard = { index: 2, count: 4 }

  it('are those of its shard, and the declaration says how many', () => {
    const own = ownPart(cases, suite, '/a.suite.ts', { shard, suitesOnly: false })
    expect([own.cases.length, own.shard]).toEqual([2, { index: 2, count: 4, cases: 2 }])
  })

  it.each([
    ['without a shard', '/a.suite.ts', null],
    ['in a file that is dealt out whole', '/not-there.ts', shard],
  ])('are all %s', (_, path, given) => {
    expect(ownPart(cases, suite, path, { shard: given, suitesOnly: false })).toEqual({ cases, shard: null })
  })
})
