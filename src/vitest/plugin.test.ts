import { describe, expect, it } from 'vitest'
import type { Reporter } from 'vitest/node'
import { runReported } from '../../test/unit/nested/reported.js'
import { type DocketOptions, docketProject } from '../plugin.js'
import { sharedRunOf } from '../run/shared-run.js'

const LONG = { timeout: 60_000 }

/** What may be spent at most in a run of two projects, by what a coordinator admits: calls of one dollar, up to a hundred. */
async function admitted(...projects: DocketOptions[]): Promise<number> {
  let count = 0
  const asking: Reporter = {
    async onInit(vitest) {
      const run = await sharedRunOf(vitest)
      if (run === undefined) throw new Error('expected a run')
      const call = { calls: 1, inputTokens: 0, outputTokens: 0, usd: 1 }
      const [holder, party] = [{}, { name: 'a' }]
      while (count < 100 && (await run.coordinator.admit(holder, party, call)).ok) {
        run.coordinator.settle(holder, party, call)
        count += 1
      }
    },
  }
  const { report } = await runReported({
    names: [],
    projects: (outputDir) =>
      projects.map((options, i) => ({
        ...docketProject({ outputDir, ...options }),
        test: { name: `project ${i}`, include: ['test/unit/nested/plain.nested.ts'] },
      })),
    cli: { reporters: [asking] },
  })
  expect(report?.suites).toHaveLength(projects.length)
  return count
}

describe('the budget of a run of several projects', () => {
  it.each<[string, DocketOptions[], number]>([
    ['set by the first only', [{ budget: { usd: 20 } }, {}], 20],
    ['set by the last only', [{}, { budget: { usd: 20 } }], 20],
  ])('%s', LONG, async (_, projects, most) => {
    expect(await admitted(...projects)).toBe(most)
  })
})
