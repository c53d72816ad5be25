import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CliOptions, type Reporter, startVitest } from 'vitest/node'
import { docket } from '../../src/plugin.js'
import type { CaseRecord } from '../../src/schema/record.js'

export interface NestedRun {
  /** By full name: its state, the messages of its errors, and the record that travels with it. */
  cases: Record<string, { state: string; errors: string[]; record?: CaseRecord }>
  /** Errors of files and suites, such as what a file throws as it loads. */
  broken: string[]
  /** Errors outside any case, such as unhandled rejections. */
  unhandled: string[]
}

type Plugins = ReturnType<typeof docket>[]

/** Runs a file of test/unit/nested in a Vitest of its own, and says what became of every case. */
export function runNested(name: string): Promise<NestedRun> {
  return start(name, {}, [])
}

/** The same with the plugin, offline; what it writes is gone afterwards. */
export async function runNestedSuite(name: string, options: CliOptions = {}): Promise<NestedRun> {
  const outputDir = await mkdtemp(join(tmpdir(), 'docket-nested-'))
  try {
    return await start(name, options, [docket({ outputDir, cassettes: 'off' })])
  } finally {
    await rm(outputDir, { recursive: true, force: true })
  }
}

async function start(name: string, options: CliOptions, plugins: Plugins): Promise<NestedRun> {
  const run: NestedRun = { cases: {}, broken: [], unhandled: [] }
  // A failed run sets the exit code of its process, which is this test's.
  const { exitCode } = process
  const vitest = await startVitest(
    'test',
    [],
    {
      ...options,
      root: fileURLToPath(new URL('../..', import.meta.url)),
      config: false,
      include: [`test/unit/nested/${name}.nested.ts`],
      watch: false,
      reporters: [recorder(run)],
    },
    { plugins },
  )
  await vitest.close()
  process.exitCode = exitCode
  return run
}

/** It bears the mark of the package's own reporter, which the plugin then leaves out: no report is printed among these tests'. */
function recorder({ cases, broken, unhandled }: NestedRun): Reporter {
  return Object.assign(
    {
      onTestCaseResult(testCase) {
        const { state, errors } = testCase.result()
        const { docket: record } = testCase.meta() as { docket?: CaseRecord }
        const messages = (errors ?? []).map(({ message }) => message)
        cases[testCase.fullName] = { state, errors: messages, ...(record === undefined ? {} : { record }) }
      },
      onTestRunEnd(modules, errors) {
        unhandled.push(...errors.map(({ message }) => message))
        for (const module of modules) {
          const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors())
          broken.push(...[...module.errors(), ...suites].map(({ message }) => message))
        }
      },
    } satisfies Reporter,
    { [Symbol.for('vitest-docket.reporter')]: true },
  )
}
