import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from 'citty'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeHeader } from '../../reporters/fixtures.test-util.js'
import { folderOfTest } from '../../test/unit/nested/reported.js'
import { makeRecord } from '../../test/unit/records.js'
import type { Resumption } from '../run/resume.js'
import { openRunFile } from '../run/run-files.js'
import { Item } from '../schema/item.js'
import { resume, resumedText, splitArguments } from './resume.js'

afterEach(() => {
  process.exitCode = undefined
  vi.restoreAllMocks()
})

describe('splitArguments', () => {
  it.each<[string[], string[], string[]]>([
    [[], [], []],
    [['run'], ['run'], []],
    [
      ['run', '--rerun', 'infrastructure', '--', '-t', 'T-1'],
      ['run', '--rerun', 'infrastructure'],
      ['-t', 'T-1'],
    ],
    [['--', 'a', '--', 'b'], [], ['a', '--', 'b']],
  ])('%j', (rawArgs, own, passedOn) => {
    expect(splitArguments(rawArgs)).toEqual({ own, passedOn })
  })
})

const NEWEST: Resumption = {
  runs: [{ id: 'b', dir: '/b' }],
  ...{ rerun: null, sequence: 3, cases: 3, finished: 3, over: false, unversioned: ['law'], warnings: [] },
}

it.each<[Parameters<typeof resumedText>[0], string]>([
  [{ ...NEWEST, cases: 1, finished: 1, unversioned: [] }, 'going on with run b: 1 case finished there'],
  [
    { ...NEWEST, warnings: ['resumed: b came to its end'] },
    [
      'going on with run b: 3 cases finished there',
      'b came to its end',
      'law has no `version`: its answers are taken over, though nobody can tell whether it has changed since; with one, a changed system is asked again',
    ].join('\n'),
  ],
  [
    {
      runs: ['c', 'b', 'a'].map((id) => ({ id, dir: `/${id}` })),
      ...{ rerun: 'infrastructure', sequence: 40, cases: 40, finished: 31, over: false, unversioned: [], warnings: [] },
    },
    'going on with run c, which went on with b, a: 31 cases finished there; infrastructure failures are asked again',
  ],
])('says what it goes on with: %#', (resumption, said) => {
  expect(resumedText(resumption)).toBe(said)
})

describe('vitest-docket resume', () => {
  async function refused(...rawArgs: string[]) {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    await runCommand(resume, { rawArgs })
    return [process.exitCode, String(said.mock.calls[0]?.[0])]
  }

  it.each<[string[], string | RegExp]>([
    [['no/such/run'], 'no run at no/such/run: run `vitest run` first, or name a folder'],
    [['--rerun', 'all'], '`--rerun`: expected infrastructure, received "all"'],
    [['--rerun', 'all', '--', 'no/such/run'], '`--rerun`: expected infrastructure, received "all"'],
  ])('%j starts nothing', async (rawArgs, message) => {
    expect(await refused(...rawArgs)).toEqual([1, message])
  })

  describe('without the name of a run', () => {
    const ENDED = { partial: [], interrupted: false, shard: null, problems: [], red: [], noResult: [] }
    const header = makeHeader()

    /** A run below the folder of runs: of one case unless it has none, which may have failed. */
    function run(id: string, { failed = false, cases = 1, ended = true } = {}): void {
      const place = { dir: join('.docket/runs', id), id, startedAt: '2026-11-30T10:00:00.000Z' }
      const writer = openRunFile(place, '1')
      writer.append({ kind: 'suite', project: 'p', header })
      const failure = { stage: 'system', kind: 'http', message: '503' } as const
      const record = makeRecord({ id: 'A', suite: header.suite, file: header.file, ...(failed ? { failure } : {}) })
      const item = Item.parse({ id: 'A', question: 'How long?' })
      if (cases > 0) writer.append({ kind: 'case', project: 'p', record, item, response: null, verdict: null, recordings: [] })
      if (ended) openRunFile(place, 'main').append({ kind: 'end', end: ENDED })
    }

    const HOME = process.cwd()
    afterEach(() => process.chdir(HOME))

    it.each<[string, () => void, string[], string]>([
      ['there is none', () => {}, [], 'no run at .docket/runs: run `vitest run` first, or name a folder'],
      [
        'the newest came to its end',
        () => run('b', { failed: true }),
        [],
        'the newest run b came to its end; nothing to go on with: name a run, or `--rerun infrastructure` for what failed outside the answers',
      ],
      [
        'the newest came to its end, and nothing of it failed',
        () => run('b'),
        ['--rerun', 'infrastructure'],
        'the newest run b came to its end, without infrastructure failures; nothing to go on with: name a run',
      ],
      [
        'the newest has no case, and an older one has',
        () => {
          run('a', { ended: false })
          run('b', { cases: 0, ended: false })
        },
        [],
        'the newest run b has no case, as `vitest list` leaves one: name the run to go on with, such as .docket/runs/a',
      ],
      [
        'none has a case',
        () => run('b', { cases: 0 }),
        ['--rerun', 'infrastructure'],
        'the newest run b has no case, as `vitest list` leaves one: name the run to go on with, there is none that has; start one with `vitest run`',
      ],
    ])('starts nothing where %s', async (_, prepare, rawArgs, message) => {
      process.chdir(folderOfTest())
      prepare()
      writeFileSync(existsSync('.docket/runs') ? '.docket/runs/z.txt' : 'z.txt', 'no run')
      expect(await refused(...rawArgs)).toEqual([1, message])
    })

    it.each<[string, () => void, string[]]>([
      ['was killed', () => run('b', { ended: false }), []],
      ['has failures that are asked again', () => run('b', { failed: true }), ['--rerun', 'infrastructure']],
      ['came to its end, but is named', () => run('b'), ['.docket/runs/b']],
    ])('goes on where the newest %s', async (_, prepare, rawArgs) => {
      process.chdir(folderOfTest())
      prepare()
      // No Vitest is installed there: what is refused is the next step.
      expect(await refused(...rawArgs)).toEqual([1, expect.stringContaining('no vitest is installed at or above')])
    })
  })

  it('starts nothing where the folder is none of a run', async () => {
    const folder = folderOfTest()
    expect(await refused(folder)).toEqual([1, `no run at ${folder}: the folder of one holds a .jsonl file for each worker`])
  })
})
