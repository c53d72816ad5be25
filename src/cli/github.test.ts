import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from 'citty'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { github } from './github.js'

let folder: string
let code: typeof process.exitCode

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-cli-'))
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  for (const name of Object.keys(process.env)) if (name.startsWith('GITHUB_')) vi.stubEnv(name, undefined)
  code = process.exitCode
  process.exitCode = undefined
})
afterEach(() => {
  process.exitCode = code
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the command with what stands behind its name. */
async function run(...rawArgs: string[]) {
  const said: string[] = []
  vi.spyOn(console, 'error').mockImplementation((text) => void said.push(String(text)))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  await runCommand(github, { rawArgs })
  return { said: said.join(''), code: process.exitCode }
}

describe('vitest-docket github', () => {
  it.each([
    [['npx', 'vitest', 'run'], 'expected the command behind `--`, received "npx": vitest-docket github -- npx …'],
    [['npx', '--', 'vitest'], 'expected the command behind `--`, received "npx": vitest-docket github -- npx …'],
    [['--blobs=here', '--', 'npx', 'vitest'], '`--blobs` merges by itself: leave it off, or the command'],
    [['--name', ' ', '--', 'true'], '`--name`: expected 1 to 100 characters, received " "'],
  ])('%j runs nothing, and says what was expected', async (args, message) => {
    expect(await run(...args)).toEqual({ said: message, code: 1 })
  })

  it('runs what stands behind `--` with its own options, and gives its exit code', async () => {
    const exit = [
      '--',
      process.execPath,
      '-e',
      'process.exitCode = Number(process.argv[1].slice("--name=".length))',
      '--',
      '--name=5',
    ]
    expect(await run('--no-publish', ...exit)).toEqual({ said: '', code: 5 })
    expect(await run('--report', 'elsewhere.json', ...exit)).toMatchObject({
      said: expect.stringMatching(/^::error title=vitest-docket::the run did not finish: it wrote no elsewhere\.json;/u),
      code: 5,
    })
  })
})
