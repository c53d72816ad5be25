import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { docketProject } from '../src/plugin.js'
import { folderOfTest, headline, type ReportedOptions, runReported } from '../test/unit/nested/reported.js'

const LONG = { timeout: 60_000 }

/** Runs files whose judge is planned at half a dollar an item, two items a file; `asked` are the items that it was asked about. */
async function run(options: Omit<ReportedOptions, 'names'> & { names?: string[] }) {
  const notes = join(folderOfTest(), 'notes.txt')
  const reported = await runReported({ names: ['planned-a', 'planned-b'], ...options, env: { DOCKET_TEST_NOTES: notes } })
  return { ...reported, asked: existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').sort() : [] }
}

describe('a run over two files', () => {
  test('does not start where both together exceed the budget, though each fits alone', LONG, async () => {
    const { code, asked, stdout, report } = await run({ docket: { budget: { usd: 1.5 } } })
    expect(asked).toEqual([])
    expect(code).toBe(1)
    expect(headline(stdout)).toMatch(
      /^FAIL: the run does not start: it is estimated at 2\.00 USD \(4 calls, 440 tokens\) and the `budget` is 1\.5 USD; set `budget: \{ usd: 2 \}`/,
    )
    expect(report?.suites.map(({ n, status }) => [n, status])).toEqual([
      [0, 'UNDECIDED'],
      [0, 'UNDECIDED'],
    ])
  })

  test('does not start either where every file of the project is a suite and helpers declare them', LONG, async () => {
    const suites = (outputDir: string) => ({
      ...docketProject({ outputDir, cassettes: 'off', budget: { usd: 1.5 } }),
      test: { name: 'suites', include: ['test/unit/nested/helped-{a,b}.nested.ts'] },
    })
    const { code, asked, report } = await run({ names: [], projects: (outputDir) => [suites(outputDir)] })
    expect([asked, code]).toEqual([[], 1])
    expect(report?.problems[0]).toContain('the run does not start: it is estimated at 2.00 USD')
  })

  test('starts where the budget holds both', LONG, async () => {
    const { code, asked, report } = await run({ docket: { budget: { usd: 2 } } })
    expect(asked).toEqual(['A-1', 'A-2', 'B-1', 'B-2'])
    expect([code, report?.status]).toEqual([0, 'PASS'])
  })

  test('is estimated without the cases that a filter leaves out', LONG, async () => {
    const { asked, report } = await run({ docket: { budget: { usd: 1.5 } }, cli: { testNamePattern: '-1 ·' } })
    expect(asked).toEqual(['A-1', 'B-1'])
    expect(report?.problems).toEqual([])
  })
})

test('a run over one file is estimated as it is collected', LONG, async () => {
  const small = await run({ names: ['planned-a'], docket: { budget: { usd: 0.9 } } })
  expect([small.asked, small.code]).toEqual([[], 1])
  const enough = await run({ names: ['planned-a'], docket: { budget: { usd: 1 } } })
  expect([enough.asked, enough.code]).toEqual([['A-1', 'A-2'], 0])
})

test('a suite that costs nothing runs beside one that may not start', LONG, async () => {
  const { asked, report, code } = await run({ names: ['plain', 'planned-a'], docket: { budget: { usd: 0.9 } } })
  expect(asked).toEqual([])
  expect(report?.suites.map(({ suite, n }) => [suite, n])).toEqual([
    ['Tenancy', 20],
    ['Planned a', 0],
  ])
  expect(code).toBe(1)
})
