import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderOfTest, type Reported, runReported } from '../../test/unit/nested/reported.js'
import { readRunFiles } from '../run/run-files.js'
import type { Report } from '../schema/report.js'

const LONG = { timeout: 120_000 }

type Called = Reported & { calls: string[] }

/** A folder that is gone with the tests of this file. */
function folderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docket-resumed-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** Runs of one suite in one folder, and the calls of each. */
function repository(outputDir: string) {
  const notes = join(outputDir, 'notes.txt')
  return {
    runs: () => readdirSync(join(outputDir, 'runs')).sort(),
    dir: (run: string) => join(outputDir, 'runs', run),
    async run(env: Record<string, string> = {}): Promise<Called> {
      rmSync(notes, { force: true })
      const reported = await runReported({
        names: ['resumed'],
        docket: { concurrency: 2, budget: {} },
        outputDir,
        env: { DOCKET_TEST_NOTES: notes, DOCKET_RESUME: '', DOCKET_RERUN: '', DOCKET_TEST_VERSION: 'prompt 1', ...env },
        cli: { maxWorkers: 1 },
      })
      const calls = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []
      return { ...reported, calls: calls.sort() }
    },
  }
}

/** Cuts a run off as a kill would: after so many cases, in the middle of the next line. */
function killAfter(dir: string, cases: number): void {
  rmSync(join(dir, 'main.jsonl'))
  const [file, ...more] = readdirSync(dir)
  if (file === undefined || more.length > 0) throw new Error(`expected one worker, received ${more.length + 1}`)
  const lines = readFileSync(join(dir, file), 'utf8').split('\n')
  let seen = 0
  const cut = lines.findIndex((line) => line.includes('"kind":"case"') && seen++ === cases)
  writeFileSync(join(dir, file), `${lines.slice(0, cut).join('\n')}\n${(lines[cut] ?? '').slice(0, 200)}`)
}

/** A report without what tells one run from another that came to the same. */
function same(report: Report | null | undefined) {
  if (report === null || report === undefined) throw new Error('no report')
  const { run: _run, startedAt: _startedAt, headline: _headline, sources: _sources, suites, ...rest } = report
  return { ...rest, suites: suites.map(({ latency: _latency, taken: _taken, ...suite }) => suite) }
}

const all = Array.from({ length: 12 }, (_, i) => `T-${i + 1}`)
const callsOf = (ids: string[]) => ids.flatMap((id) => [`asked ${id}`, `judged ${id}`]).sort()
const idsIn = (dir: string) => readRunFiles(dir).flatMap((line) => (line.kind === 'case' ? [line.record.id] : []))

describe('a run that was killed', () => {
  const { run, runs, dir } = repository(folderOfFile())
  let whole: Called
  let resumed: Called
  let first: string
  beforeAll(async () => {
    whole = await run()
    first = runs()[0] ?? ''
    killAfter(dir(first), 5)
    resumed = await run({ DOCKET_RESUME: dir(first) })
  }, 120_000)

  it('is gone on with: nothing is asked or judged twice', () => {
    expect(whole.calls).toEqual(callsOf(all))
    const done = idsIn(dir(first))
    expect(done).toHaveLength(5)
    expect(resumed.calls).toEqual(callsOf(all.filter((id) => !done.includes(id))))
  })

  it('and its report is that of a run which was not killed', () => {
    expect(same(resumed.report)).toEqual(same(whole.report))
    expect(resumed.code).toBe(whole.code)
  })

  it('but for what came from where, and what was paid now', () => {
    expect(resumed.report?.sources).toEqual([{ run: first, cases: 5 }])
    expect(resumed.report?.headline).toMatch(
      / · 9\.00 USD \(24 calls\), of that now 5\.25 USD \(14 calls\) · .* · 5 of 12 taken from run \S+$/,
    )
    const said = resumed.stdout.replace(/\s+/g, ' ')
    expect(said).toMatch(/taken over: 5 of 12 cases from run \S+; 14 calls were made in this run/)
  })

  it('is gone on with again, by the chain; its places in the dispatch are of one run', LONG, async () => {
    const [, second = ''] = runs()
    // Killed before it had even taken over what was finished.
    killAfter(dir(second), 2)
    const third = await run({ DOCKET_RESUME: dir(second) })
    const settled = [...idsIn(dir(first)), ...idsIn(dir(second))]
    expect(third.calls).toEqual(callsOf(all.filter((id) => !settled.includes(id))))
    const cases = third.lines.flatMap((line) => (line.kind === 'case' ? [line.record] : []))
    expect(new Set(cases.map(({ sequence }) => sequence)).size).toBe(12)
    const placesOf = (taken: boolean) =>
      cases.flatMap(({ takenFrom, sequence }) => ((takenFrom !== undefined) === taken ? [sequence ?? -1] : []))
    expect(Math.min(...placesOf(false))).toBeGreaterThan(Math.max(...placesOf(true)))
    expect(third.lines[0]).toMatchObject({ kind: 'run', resumes: second })
  })

  it('is asked again where another version answers, with the reason', LONG, async () => {
    const { calls, report } = await run({ DOCKET_TEST_VERSION: 'prompt 2', DOCKET_RESUME: dir(first) })
    expect(calls).toEqual(callsOf(all))
    expect(report?.sources).toEqual([])
    expect(report?.suites[0]?.warnings).toEqual([
      expect.stringMatching(
        /^resumed: not taken over and asked again: 5 cases \(.*\), since another system version: prompt 1 then, prompt 2 now$/,
      ),
    ])
  })
})

it('failures alone are asked again, of a run that came to its end', LONG, async () => {
  const { run, runs, dir } = repository(folderOfTest())
  const down = await run({ DOCKET_TEST_DOWN: 'yes' })
  expect(down.report?.suites[0]?.failures).toMatchObject([{ stage: 'system', cases: 1 }])
  const [first = ''] = runs()
  const kept = await run({ DOCKET_RESUME: dir(first) })
  expect(kept.calls).toEqual([])
  const {
    suites: [suite],
    ...rest
  } = same(kept.report)
  expect(suite?.warnings).toEqual([
    `resumed: ${first} came to its end and nothing of it is left to ask: what it has is taken over as it is`,
  ])
  expect({ ...rest, suites: [{ ...suite, warnings: [] }] }).toEqual(same(down.report))
  const rerun = await run({ DOCKET_RESUME: dir(first), DOCKET_RERUN: 'infrastructure' })
  expect(rerun.calls).toEqual(callsOf(['T-3']))
  expect(rerun.report?.suites[0]?.failures).toEqual([])
  const placed = (reported: Reported) =>
    reported.lines.flatMap((line) => (line.kind === 'case' && line.record.id === 'T-3' ? [line.record.sequence] : []))
  expect(placed(rerun)).toEqual(placed(down))
})

it('no run starts where there is none to go on with', LONG, async () => {
  const { run } = repository(folderOfTest())
  await expect(run({ DOCKET_RESUME: join(folderOfTest(), 'none') })).rejects.toThrow(
    /the run does not start: DOCKET_RESUME: no run at \S+none: give the folder of one/,
  )
})
