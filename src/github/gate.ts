import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { isBlocking } from '../../reporters/report.js'
import { Report } from '../schema/report.js'
import { clip } from '../text/clip.js'
import { plainText } from '../text/plain-text.js'
import { type BaseBaselines, baselinesOfBase } from './base-branch.js'
import { runCommand } from './child.js'
import { annotation } from './commands.js'
import { readWorkflowRun } from './event.js'
import { faultText } from './fault-text.js'
import { type Finished, type PublishOptions, publish } from './publish.js'
import { markerOf } from './sticky-comment.js'

export interface GateOptions extends PublishOptions {
  command: readonly string[]
  /** Where the command's run writes its report, from the working directory. */
  report: string
  /** Name of the folders that baselines lie in. */
  baselineDir: string
  /** false for a part of a run, of which the whole is published later. */
  isPublished: boolean
  environment: NodeJS.ProcessEnv
}

/**
 * Runs a command as the gate of a workflow: against the base branch's baselines, and with its report where reviewers look. Gives the exit code: the command's,
 * and never 0 where the report blocks or there is none. Throws an `OptionError` for a name that no comment can have.
 */
export async function gateOnGithub(options: GateOptions): Promise<number> {
  const { cwd, environment, say, command } = options
  const run = readWorkflowRun(environment, cwd)
  markerOf({ name: options.name, run })
  const base = await baselinesOfBase(run, { cwd, folder: options.baselineDir })
  if (base !== null && base.problem !== null)
    say(
      annotation(
        'warning',
        'vitest-docket',
        `the base branch's baselines could not be read, so nothing is compared with any: ${base.problem}`,
      ),
    )
  // A report of an earlier run must never be taken for this one's.
  const path = resolve(cwd, options.report)
  rmSync(path, { force: true })
  const began = Date.now()
  const exitCode = await runCommand(command, {
    env: childEnvironment(environment, base),
    onError: (message) => say(annotation('error', 'vitest-docket', `${command[0]} did not start: ${message}`)),
  })
  if (!options.isPublished) return exitCode
  const read = readReport(path, options.report, began)
  const finished: Finished = { ...read, reportPath: options.report, exitCode, base }
  await publish(run, finished, options)
  if (exitCode !== 0) return exitCode
  return read.report === null || isBlocking(read.report) ? 1 : 0
}

const LONGEST_REASON = 300

/** The summary is written here and not by the reporter too; the token is none of the command's business. */
function childEnvironment(environment: NodeJS.ProcessEnv, base: BaseBaselines | null): NodeJS.ProcessEnv {
  const { GITHUB_STEP_SUMMARY: _summary, GITHUB_TOKEN: _token, ...rest } = environment
  if (base === null) return rest
  // What closes the gates is then this, and not that somebody forgot to make a baseline.
  const reason = `the base branch's baselines could not be read: ${base.problem}`
  const problem = base.problem === null ? undefined : clip(plainText(reason), LONGEST_REASON)
  return { ...rest, DOCKET_BASELINES: base.dir, DOCKET_BASELINES_PROBLEM: problem }
}

/** Clocks of a container and of its host need not agree to the millisecond. */
const CLOCK_MS = 1000

function readReport(path: string, shown: string, began: number): Pick<Finished, 'report' | 'why'> {
  try {
    const report = Report.parse(JSON.parse(readFileSync(path, 'utf8')))
    // Not `<`: of a time that cannot be read nobody knows.
    if (Date.parse(report.startedAt) >= began - CLOCK_MS) return { report, why: '' }
    const why = `${shown} is of a run that began at ${report.startedAt}, before the command did: a cache or a copy brought it back`
    return { report: null, why }
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const why = isAbsent
      ? `it wrote no ${shown}; \`--report\` names another place`
      : `${shown} is no report of this version: ${faultText(error)}`
    return { report: null, why }
  }
}
