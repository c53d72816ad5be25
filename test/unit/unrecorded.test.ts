import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { blockStore } from '../../src/cassettes/recordings.test-util.js'
import { listEntries } from '../../src/cassettes/store.js'
import type { DocketOptions } from '../../src/plugin.js'
import { anthropicServer } from '../providers/anthropic.js'
import { literalVerdict, verdict } from '../providers/behaviour.js'
import { folderOfTest, type Reported, runReported } from './nested/reported.js'

const LONG = { timeout: 60_000 }

const casesOf = ({ lines }: Reported) => lines.flatMap((line) => (line.kind === 'case' ? [line] : []))

/** Two suite files in two workers, twelve cases of systems and a judge that cost. @param first What happens at the judge's first call. */
async function runWith(dir: string, first: () => Promise<unknown> = async () => {}, names = ['paid-a', 'paid-b'], env = {}) {
  const asked = { n: 0, ready: Promise.resolve<unknown>(undefined) }
  const server = await anthropicServer(async ({ prompt, n }) => {
    if (n === 0) asked.ready = first()
    await asked.ready
    return verdict(literalVerdict(prompt))
  })
  onTestFinished(() => server.close())
  const docket: DocketOptions = {
    judge: { provider: 'anthropic', model: 'claude-sonnet-4-6', baseURL: server.baseURL },
    budget: {},
    concurrency: 2,
    cassettes: { mode: 'record', dir },
  }
  return { server, run: await runReported({ names, docket, env, cli: { maxWorkers: 2 } }) }
}

describe('a folder of recordings that cannot be written', () => {
  it(
    'any more loses no verdict that was paid for, and each suite says it once, with the count and the way out',
    LONG,
    async () => {
      const dir = join(folderOfTest(), 'recordings')
      const { run, server } = await runWith(dir, () => blockStore(dir))
      const cases = casesOf(run)
      expect(server.requests).toHaveLength(12)
      expect(cases.map(({ record }) => record.errorClass)).toEqual(Array.from({ length: 12 }, () => 'correct'))
      expect(cases.map(({ verdict }) => verdict === null)).not.toContain(true)
      // A key that none was written under is none of a recording.
      expect(cases.flatMap(({ recordings }) => recordings)).toEqual([])
      for (const { record } of cases) {
        expect(record.unrecorded).toEqual([{ dir, reason: expect.stringMatching(/^(?:EEXIST|ENOTDIR): [^']*$/), replies: 1 }])
      }
      expect(await listEntriesOf(dir)).toEqual([])
      expect(run.report?.suites.map(({ warnings }) => warnings)).toEqual(
        Array.from({ length: 2 }, () => [
          expect.stringMatching(
            /^6 replies could not be recorded in .*recordings: (?:EEXIST|ENOTDIR): [^']*: set `cassettes\.dir` or mend the folder; a next run pays for them again$/,
          ),
        ]),
      )
    },
  )

  it(
    'from the first is an error of every case: no judge is asked, and systems no more than for the cases in flight',
    LONG,
    async () => {
      const dir = join(folderOfTest(), 'recordings')
      await writeFile(dir, '')
      const asked = join(folderOfTest(), 'asked')
      const { run, server } = await runWith(dir, async () => {}, ['asked-a', 'asked-b'], { DOCKET_NESTED: asked })
      expect(server.requests).toEqual([])
      // Two cases at a time, and each of two workers finds out for itself.
      expect((await readFile(asked, 'utf8')).trim().split('\n').length).toBeLessThanOrEqual(4)
      expect(casesOf(run)).toEqual([])
      expect(run.report?.suites.map(({ reasons }) => reasons[0])).toEqual(
        Array.from({ length: 2 }, () =>
          expect.stringMatching(
            /^6 red cases .*: `cassettes\.dir`: nothing can be recorded in .*recordings, so nothing that costs is asked: .* Mend the folder, set `cassettes\.dir`/,
          ),
        ),
      )
      expect(run.code).toBe(1)
    },
  )

  it('a folder that can be written is left as clean as it was', LONG, async () => {
    const dir = join(folderOfTest(), 'recordings')
    await mkdir(dir)
    const { run } = await runWith(dir)
    // Both suites ask their judge the same.
    expect(await listEntries(dir)).toHaveLength(6)
    expect((await readdir(dir)).filter((name) => !/^[0-9a-f]{2}$/.test(name))).toEqual([])
    expect(run.report?.suites.flatMap(({ warnings }) => warnings)).toEqual([])
    for (const { record } of casesOf(run)) expect(record).not.toHaveProperty('unrecorded')
  })
})

/** Once what stands in their place is gone. */
async function listEntriesOf(dir: string) {
  for (const name of await readdir(dir)) await rm(join(dir, name))
  return listEntries(dir)
}
