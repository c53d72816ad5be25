import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Report, SuiteReport } from '../../src/schema/report.js'
import { type Finished, plainEnvironment, type Running, start } from './process.js'
import type { Runtime } from './setup.js'

/** Starts the consumer's own Vitest in one of its folders, on the runtime's node and without a terminal. */
export function startVitest(
  { node, temporary }: Pick<Runtime, 'node' | 'temporary'>,
  cwd: string,
  args: readonly string[] = ['run'],
  env?: Record<string, string>,
): Running {
  return start(node, [vitestOf(cwd), ...args], cwd, { ...plainEnvironment(), TMPDIR: temporary, ...env })
}

export function runVitest(...given: Parameters<typeof startVitest>): Promise<Finished> {
  return startVitest(...given).done
}

function vitestOf(cwd: string): string {
  for (let folder = cwd; ; folder = join(folder, '..')) {
    const script = join(folder, 'node_modules/vitest/vitest.mjs')
    if (existsSync(script)) return script
    if (folder === join(folder, '..')) throw new Error(`no vitest is installed at or above ${cwd}`)
  }
}

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync('schemas/report.schema.json', 'utf8')) as object,
)

/** `.docket/report.json` of a folder; throws where it is not valid by the published schema. */
export function readReport(folder: string): Report {
  const report: unknown = JSON.parse(readFileSync(join(folder, '.docket/report.json'), 'utf8'))
  if (!validate(report)) throw new Error(`report.json: ${JSON.stringify(validate.errors?.slice(0, 5))}`)
  return report as Report
}

/** The only suite of a report. */
export function onlySuite({ suites }: Report): SuiteReport {
  const [suite, ...more] = suites
  if (suite === undefined || more.length > 0) throw new Error(`expected one suite, received ${suites.length}`)
  return suite
}

/** The report as it was printed, from its first line on; empty where there is none. */
export function printed(output: string): string {
  const at = output.search(/^(?:PASS|FAIL|UNDECIDED|INFRASTRUCTURE): /m)
  return at === -1 ? '' : output.slice(at)
}

/** Its first line, put together again where it was too long for the terminal. */
export function headlineOf(output: string): string {
  return (printed(output).split('\n\n', 1)[0] ?? '').replace(/\s+/g, ' ').trim()
}

export interface CaseFile {
  kind: string
  record?: { id: string; errorClass: string; failure?: { message: string } }
}

/** Every line of the files of a folder's newest run. */
export function runLines(folder: string): CaseFile[] {
  const directory = newestRun(folder)
  return readdirSync(directory)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CaseFile)
}

export function newestRun(folder: string): string {
  const runs = join(folder, '.docket/runs')
  const newest = existsSync(runs) ? readdirSync(runs).sort().at(-1) : undefined
  if (newest === undefined) throw new Error(`no run in ${runs}`)
  return join(runs, newest)
}
