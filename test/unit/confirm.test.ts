import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CaseLine } from '../../src/schema/record.js'
import { folderOfTest, runReported } from './nested/reported.js'

it('a run against an earlier one asks again about what changed, and about nothing else', { timeout: 60_000 }, async () => {
  const before = folderOfTest()
  const first = await runReported({ names: ['confirmed'], outputDir: before })
  expect(first.report?.suites[0]).toMatchObject({ n: 3, confirmation: null, cost: { judge: { calls: 3 } } })
  const [run = ''] = readdirSync(join(before, 'runs'))

  const env = { DOCKET_NESTED_BASELINE: join(before, 'runs', run) }
  const { report, lines, stdout } = await runReported({ names: ['confirmed'], env })
  const suite = report?.suites[0]
  expect(suite?.metrics['hallucinationRate']).toMatchObject({ count: 1, scored: 3 })
  // Three first verdicts, and two more for each of the two that changed.
  expect(suite?.cost.judge).toEqual({ calls: 7, inputTokens: 70, outputTokens: 7, usd: 3.5 })
  expect(suite?.confirmation).toMatchObject({
    cases: 2,
    votes: 6,
    differing: { g: { flipped: 2, of: 4 } },
    overturned: { g: 1, c: 0, outcome: 0 },
    ids: ['A'],
  })
  const verdictOf = (id: string) => lines.find((line): line is CaseLine => line.kind === 'case' && line.record.id === id)?.verdict
  expect(verdictOf('A')?.confirmation?.votes.map(({ g }) => g)).toEqual([false, true, true])
  expect(verdictOf('B')?.confirmation?.votes.map(({ g }) => g)).toEqual([false, false, false])
  expect(verdictOf('C')?.confirmation).toBeUndefined()
  expect(stdout).toContain('A: groundedness: not grounded at first, then grounded, grounded')
})
