import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from 'citty'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { folderOfTest } from '../../test/unit/nested/reported.js'
import { OptionError } from '../errors.js'
import { resume, resumedText, splitArguments, vitestScript } from './resume.js'

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

it.each<[Parameters<typeof resumedText>[0], string]>([
  [
    { runs: [{ id: 'b', dir: '/b' }], rerun: null, sequence: 1, finished: 1, warnings: [] },
    'going on with run b: 1 case finished there',
  ],
  [
    {
      runs: ['c', 'b', 'a'].map((id) => ({ id, dir: `/${id}` })),
      ...{ rerun: 'infrastructure', sequence: 40, finished: 31, warnings: [] },
    },
    'going on with run c, which went on with b, a: 31 cases finished there; infrastructure failures are asked again',
  ],
])('says what it goes on with: %#', (resumption, said) => {
  expect(resumedText(resumption)).toBe(said)
})

describe('vitestScript', () => {
  it('is that of the Vitest at or above a folder', () => {
    const folder = folderOfTest()
    const installed = join(folder, 'node_modules/vitest')
    mkdirSync(installed, { recursive: true })
    writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: 'vitest', bin: { vitest: './v.mjs' } }))
    mkdirSync(join(folder, 'packages/a'), { recursive: true })
    expect(vitestScript(join(folder, 'packages/a'))).toBe(join(installed, 'v.mjs'))
  })

  it('refuses a folder that has none', () => {
    expect(() => vitestScript('/')).toThrow(OptionError)
    expect(() => vitestScript('/')).toThrow('run this in the folder where you run `vitest run`')
  })
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

  it('starts nothing where the folder is none of a run', async () => {
    const folder = folderOfTest()
    expect(await refused(folder)).toEqual([1, `no run at ${folder}: the folder of one holds a .jsonl file for each worker`])
  })
})
