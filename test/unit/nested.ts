import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type CliOptions, type Reporter, startVitest } from 'vitest/node'
import { docket } from '../../src/plugin.js'
import type { CaseRecord } from '../../src/schema/record.js'
import { ROOT } from './docs.js'

export interface NestedRun {
  /** By full name: its state, the messages of its errors, and the record that travels with it. */
  cases: Record<string, { state: string; errors: string[]; record?: CaseRecord }>
  /** Where the errors of every case point, as file:line with commas between; empty where one points nowhere. */
  places: Record<string, string[]>
  /** Errors of files and suites, such as what a file throws as it loads. */
  broken: string[]
  /** Errors outside any case, such as unhandled rejections. */
  unhandled: string[]
  /** What was written to the console. */
  logs: string[]
}

/** The sources are the same in every nested run: what one transformed, by its content, the next ones read. */
export const TRANSFORMED_ONCE = { experimental: { fsModuleCache: true } } satisfies CliOptions

type Plugins = ReturnType<typeof docket>[]

/** Runs a file of test/unit/nested in a Vitest of its own, and says what became of every case. */
export function runNested(name: string): Promise<NestedRun> {
  return start(nested(name), {}, [])
}

/** The same with the plugin, offline; what it writes is gone afterwards. A name with a slash is any file, from the root. */
export async function runNestedSuite(name: string, options: CliOptions = {}): Promise<NestedRun> {
  const outputDir = await mkdtemp(join(tmpdir(), 'docket-nested-'))
  try {
    return await start(name.includes('/') ? name : nested(name), options, [docket({ outputDir, cassettes: 'off' })])
  } finally {
    await rm(outputDir, { recursive: true, force: true })
  }
}

const nested = (name: string) => `test/unit/nested/${name}.nested.ts`

async function start(file: string, options: CliOptions, plugins: Plugins): Promise<NestedRun> {
  const run: NestedRun = { cases: {}, places: {}, broken: [], unhandled: [], logs: [] }
  // A failed run sets the exit code of its process, which is this test's.
  const { exitCode } = process
  const vitest = await startVitest(
    'test',
    [],
    {
      ...options,
      root: ROOT,
      config: false,
      include: [file],
      watch: false,
      reporters: [recorder(run)],
      ...TRANSFORMED_ONCE,
    },
    { plugins, resolve: { alias: { 'vitest-docket': `${ROOT}/src/index.ts` } } },
  )
  await vitest.close()
  process.exitCode = exitCode
  return run
}

/** It bears the mark of the package's own reporter, which the plugin then leaves out: no report is printed among these tests'. */
function recorder({ cases, places, broken, unhandled, logs }: NestedRun): Reporter {
  return Object.assign(
    {
      onTestCaseResult(testCase) {
        const { state, errors } = testCase.result()
        const { docket: record } = testCase.meta() as { docket?: CaseRecord }
        const messages = (errors ?? []).map(({ message }) => message)
        places[testCase.fullName] = (errors ?? []).map(({ stacks = [] }) =>
          stacks.map(({ file, line }) => `${basename(file)}:${line}`).join(),
        )
        cases[testCase.fullName] = { state, errors: messages, ...(record === undefined ? {} : { record }) }
      },
      onUserConsoleLog({ content }) {
        logs.push(content.trimEnd())
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
