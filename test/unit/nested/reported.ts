import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import { type CliOptions, type Reporter, startVitest } from 'vitest/node'
import { type DocketOptions, docket } from '../../../src/plugin.js'
import { readRunFiles } from '../../../src/run/run-files.js'
import type { RunLine } from '../../../src/schema/record.js'
import { Report } from '../../../src/schema/report.js'
import { TRANSFORMED_ONCE } from '../nested.js'

export interface Reported {
  /** What the process would exit with. */
  code: number
  /** As written, escape sequences and all: by Vitest and by the package. */
  stdout: string
  stderr: string
  /** `report.json`; null where there is none. */
  report: Report | null
  /** All lines of the run's files. */
  lines: RunLine[]
}

export interface ReportedOptions {
  /** Names of test/unit/nested; none is a run without any file. */
  names: string[]
  docket?: DocketOptions
  cli?: CliOptions
  /** File filters of the command line. */
  filters?: string[]
  /** Projects instead of the one at the root, for the folder that they write to. */
  projects?: (outputDir: string) => object[]
  /** Environment of the main process. */
  env?: Record<string, string>
  /** Where the run writes. @default a folder of its own, gone with the test */
  outputDir?: string
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SILENT: Reporter = {}

/** A folder that is gone with its test. */
export function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docket-nested-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** Runs files of test/unit/nested in a Vitest of its own, with the package's own reporter, and keeps all that it says. */
export async function runReported(options: ReportedOptions): Promise<Reported> {
  const outputDir = options.outputDir ?? mkdtempSync(join(tmpdir(), 'docket-nested-'))
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      written[name] += String(chunk)
      return true
    }),
  )
  // The summary of the job that runs these tests is not theirs to write.
  const env = { GITHUB_STEP_SUMMARY: '', NO_COLOR: '1', ...options.env }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  // A failed run sets the exit code of its process, which is this test's.
  const { exitCode } = process
  process.exitCode = undefined
  try {
    await run(options, outputDir, written)
    const code = Number(process.exitCode ?? 0)
    return { code, ...written, report: await readReport(outputDir), lines: await readLines(outputDir) }
  } finally {
    process.exitCode = exitCode
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
    if (options.outputDir === undefined) rmSync(outputDir, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function run(
  { names, filters = [], cli, projects, docket: given }: ReportedOptions,
  outputDir: string,
  written: Pick<Reported, 'stdout' | 'stderr'>,
): Promise<void> {
  const into = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk)
        done()
      },
    })
  const include = names.length === 0 ? ['test/unit/nested/*.none.ts'] : names.map((name) => `test/unit/nested/${name}.nested.ts`)
  const vitest = await startVitest(
    'test',
    filters,
    { root: ROOT, config: false, include, watch: false, reporters: [SILENT], ...TRANSFORMED_ONCE, ...cli },
    projects === undefined
      ? { plugins: [docket({ outputDir, cassettes: 'off', ...given })] }
      : { test: { projects: projects(outputDir) } },
    { stdout: into('stdout'), stderr: into('stderr') },
  )
  await vitest.close()
}

async function readReport(outputDir: string): Promise<Report | null> {
  const text = await readFile(join(outputDir, 'report.json'), 'utf8').catch(() => null)
  return text === null ? null : Report.parse(JSON.parse(text))
}

async function readLines(outputDir: string): Promise<RunLine[]> {
  const runs = join(outputDir, 'runs')
  const [run] = (await readdir(runs).catch(() => [])).sort().reverse()
  return run === undefined ? [] : readRunFiles(join(runs, run))
}

/** The first line of the report that was printed, put together again where it was too long; empty where none was. */
export function headline(written: string): string {
  const at = written.search(/^(?:PASS|FAIL|UNDECIDED|INFRASTRUCTURE): /m)
  return at === -1 ? '' : (written.slice(at).split('\n\n', 1)[0] ?? '').replace(/\s+/g, ' ').trim()
}
