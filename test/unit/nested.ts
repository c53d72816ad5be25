import { fileURLToPath } from 'node:url'
import type { TestCase } from 'vitest/node'
import { startVitest } from 'vitest/node'

export interface NestedRun {
  /** By full name: its state, and the messages of its errors. */
  cases: Record<string, { state: string; errors: string[] }>
  /** Errors outside any case, such as unhandled rejections. */
  unhandled: string[]
}

/** Runs a file of test/unit/nested in a Vitest of its own, and says what became of every case. */
export async function runNested(name: string): Promise<NestedRun> {
  const cases: NestedRun['cases'] = {}
  const unhandled: string[] = []
  // A failed run sets the exit code of its process, which is this test's.
  const { exitCode } = process
  const vitest = await startVitest('test', [], {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    config: false,
    include: [`test/unit/nested/${name}.nested.ts`],
    watch: false,
    reporters: [
      {
        onTestCaseResult(testCase: TestCase) {
          const { state, errors } = testCase.result()
          cases[testCase.fullName] = { state, errors: (errors ?? []).map(({ message }) => message) }
        },
        onTestRunEnd(_modules, errors) {
          unhandled.push(...errors.map(({ message }) => message))
        },
      },
    ],
  })
  await vitest.close()
  process.exitCode = exitCode
  return { cases, unhandled }
}
