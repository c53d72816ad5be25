import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from 'citty'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { folderOfTest } from '../../test/unit/nested/reported.js'
import { checkBenchmark } from '../vitest/benchmark-options.js'
import { demo } from './demo.js'

const { run } = vi.hoisted(() => ({ run: vi.fn<(script: string, args: readonly string[]) => Promise<number>>() }))
vi.mock('./run-vitest.js', () => ({ runVitest: run, vitestScript: () => 'vitest.mjs' }))

afterEach(() => {
  process.exitCode = undefined
  vi.restoreAllMocks()
  run.mockReset()
})

/** Runs the command in place of which Vitest does no more than `vitest` says; gives what it says on standard error. */
async function demonstrated(rawArgs: string[], vitest: (folder: string) => void = reporting): Promise<string> {
  let said = ''
  vi.spyOn(console, 'error').mockImplementation((text) => {
    said += `${text}\n`
  })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text
    return true
  })
  run.mockImplementation(async (_, [, folder = '']) => {
    vitest(folder)
    return 0
  })
  await runCommand(demo, { rawArgs })
  return said
}

function reporting(folder: string): void {
  mkdirSync(join(folder, '.docket'), { recursive: true })
  writeFileSync(join(folder, '.docket/report.json'), '{}')
}

const here = (name: string) => join(folderOfTest(), name)

describe('vitest-docket demo', () => {
  it('writes a suite that no `*.suite.ts` finds, with a config that includes it, and says where to look and what to do next', async () => {
    const folder = here('my demo')
    const said = await demonstrated([folder, '--', '-t', 'T-REC'])
    expect(said).toMatch(/^wrote \S.*norvale\.demo\.ts and \S.*vitest\.config\.mts\n/)
    expect(said).toContain('under "Grid Norvale"')
    expect(said).toContain(`\`npx vitest --root "${folder}"\``)
    expect(run).toHaveBeenCalledWith('vitest.mjs', ['--root', folder, '-t', 'T-REC'])
    expect(readdirSync(folder).toSorted()).toEqual(['.docket', 'norvale.demo.ts', 'vitest.config.mts'])
    expect(readFileSync(join(folder, 'vitest.config.mts'), 'utf8')).toContain("include: ['norvale.demo.ts']")
    expect(await demonstrated([folder])).toContain(`running ${folder} as it is`)
  })

  it('says nothing more where the run came to no report', async () => {
    expect(await demonstrated([here('demo')], () => {})).toMatch(/^wrote .+\n$/)
  })

  it.each<[string, (folder: string) => string[], RegExp]>([
    ['two folders', (folder) => [folder, 'b'], /^expected one folder, received .+, b; put a name with spaces in quotes/],
    [
      'a file',
      (folder) => {
        writeFileSync(folder, '')
        return [folder]
      },
      /a is a file: name a folder, which need not be there yet/,
    ],
    ...['vitest.config.ts', 'vite.config.mjs', 'vitest.config.mts'].map(
      (name): [string, (folder: string) => string[], RegExp] => [
        `a folder with a ${name} of its own`,
        (folder) => {
          mkdirSync(folder)
          writeFileSync(join(folder, name), "import { docketProject } from 'vitest-docket/plugin'")
          return [folder]
        },
        new RegExp(
          `${name.replaceAll('.', '\\.')} does not include norvale\\.demo\\.ts, the demo's suite: name a folder of its own`,
        ),
      ],
    ),
  ])('%s is an error, and nothing runs', async (_, args, message) => {
    expect(await demonstrated(args(here('a')))).toMatch(message)
    expect(process.exitCode).toBe(1)
    expect(run).not.toHaveBeenCalled()
  })
})

describe('the suite that it copies', () => {
  it('holds, commented out, a benchmark of a system of one’s own that only has to be uncommented', async () => {
    const source = readFileSync(join(import.meta.dirname, '../../suites/norvale.suite.ts'), 'utf8')
    const [, body] = /^\/\/ describeBenchmark\((.*\n(?:\/\/.*\n)*)\/\/ \}\)$/m.exec(source) ?? []
    const code = `${body}})`.replaceAll(/^\/\/ ?/gm, '').slice(0, -1)
    const names = /^\/\/ import \{ (.+) \} from 'vitest-docket'$/m.exec(source)?.[1]?.split(', ')
    expect(names).toEqual(['describeBenchmark', 'httpSystem'])
    const { httpSystem } = await import('../systems/http.js')
    const { norvaleCorpus, norvaleItems } = await import('../datasets/norvale.js')
    const evaluate = new Function('httpSystem', 'corpus', 'items', `return [${code}]`)
    const [name, options] = evaluate(httpSystem, norvaleCorpus(), norvaleItems())
    expect(checkBenchmark(name, options)).toMatchObject({
      policy: 'report',
      system: { kind: 'http' },
      judge: { provider: 'anthropic' },
    })
  })
})
