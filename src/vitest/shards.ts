import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node'
import { partOf, type Shard } from '../run/shard.js'
import { isSuiteFile } from '../run/suite-file.js'
import type { SuiteHeader } from '../schema/record.js'
import type { Provided } from './provided.js'

/** Vitest refuses more shards than files. That holds for files that are dealt out whole, and its check is the only thing that `passWithNoTests` is set for here. */
export interface ShardCheck {
  /** Until the files are dealt out. */
  waive(): void
  /** As the user has it. */
  restore(): void
}

interface Suites {
  projects: ReadonlySet<string>
  suitesOnly: ReadonlySet<string>
}

/**
 * Under `--shard` gives every suite file to every shard, which then registers its part of the items, and deals out the other files as Vitest does. Returns
 * undefined where there is nothing to deal out.
 */
export function shardByItem({ config }: Vitest, suites: Suites): ShardCheck | undefined {
  const { shard } = config
  if (shard === undefined || config.mergeReports !== undefined) return undefined
  const Sequencer = config.sequence.sequencer
  const { passWithNoTests } = config
  const check: ShardCheck = {
    waive() {
      config.passWithNoTests = true
    },
    restore() {
      config.passWithNoTests = passWithNoTests
    },
  }
  const isSuite = ({ project, moduleId, pool }: TestSpecification) =>
    pool !== 'typecheck' && suites.projects.has(project.name) && isSuiteFile(moduleId, suites.suitesOnly.has(project.name))

  config.sequence.sequencer = class ByItem implements TestSequencer {
    readonly #other: TestSequencer

    constructor(vitest: Vitest) {
      this.#other = new Sequencer(vitest)
    }

    async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
      check.restore()
      const whole = files.filter((file) => !isSuite(file))
      if (files.length > 0 && whole.length === files.length && !passWithNoTests && shard.count > files.length) {
        throw new Error(`--shard=${shard.index}/${shard.count}: more shards than test files, of which there are ${files.length}`)
      }
      return [...files.filter(isSuite), ...(await this.#other.shard(whole))]
    }

    async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      check.restore()
      return this.#other.sort(files)
    }
  }
  check.waive()
  return check
}

/** The cases that this worker registers: all, or those of its shard. A file that the shards do not share is run whole by the one that it was dealt to. */
export function ownPart<Case extends { group: string }>(
  cases: readonly Case[],
  { file, suite }: Pick<SuiteHeader, 'file' | 'suite'>,
  path: string,
  { shard, suitesOnly }: Pick<Provided, 'shard' | 'suitesOnly'>,
): { cases: Case[]; shard: SuiteHeader['shard'] } {
  if (shard === null || !isSuiteFile(path, suitesOnly)) return { cases: [...cases], shard: null }
  const own = partOf(cases, shard, `${file}\0${suite}`)
  return { cases: own, shard: { ...shard, cases: own.length } }
}

/** The shard that a Vitest runs; null where it runs everything, or merges. */
export function shardOf({ config }: Vitest): Shard | null {
  const { shard, mergeReports } = config
  return shard === undefined || mergeReports !== undefined ? null : { index: shard.index, count: shard.count }
}
