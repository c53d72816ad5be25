import { appendFileSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Reporter, Vitest } from 'vitest/node'
import { messageOf } from '../src/errors.js'
import { openRunFile, pruneRuns, readRunFiles } from '../src/run/run-files.js'
import { type SharedRun, sharedRunOf } from '../src/run/shared-run.js'
import type { Report } from '../src/schema/report.js'
import { withBaselines } from './baselines.js'
import { type Collector, createCollector } from './collect.js'
import { factsOf, type RunFacts } from './facts.js'
import { renderJson } from './json.js'
import { renderMarkdown } from './markdown.js'
import { type BlobFile, fuseBlobs } from './merge-blobs.js'
import { writeMergedRun } from './merged-run.js'
import { writeOutputs } from './outputs.js'
import { planRun } from './plan-run.js'
import { buildReport, isBlocking } from './report.js'
import { ownsStandardOutput } from './standard-output.js'
import { renderTerminal } from './terminal.js'

const MARK = Symbol.for('vitest-docket.reporter')
const NAME = 'vitest-docket/reporter'

/**
 * Whether an entry of `reporters` is this reporter: by name, with or without options, or by a mark, since with several projects a
 * module may be loaded more than once.
 */
export function isDocketReporter(entry: unknown): boolean {
  if (Array.isArray(entry)) return isDocketReporter(entry[0])
  return entry === NAME || (typeof entry === 'object' && entry !== null && MARK in entry)
}

/** For `reporters: ['default', 'vitest-docket/reporter']`, where its place among others matters; the plugin adds it otherwise. */
export default function DocketReporter(): Reporter {
  return docketReporter()
}

/**
 * The reporter that the plugin adds: prints the report when a run ends, writes `report.json` and the job summary, and sets the exit
 * code where a gate, a red case or an outage asks for it.
 */
export function docketReporter(): Reporter {
  let vitest: Vitest
  let current: { run: SharedRun; collector: Collector } | undefined
  let underWay = false
  let planned = false
  let shards: string[] = []

  // Ctrl-C ends the process without `onTestRunEnd`: what is done is reported from the files that the workers wrote.
  const reportInterrupt = () => {
    const run = current?.run
    if (!underWay || run === undefined || !existsSync(run.dir)) return
    const facts = factsOf(readRunFiles(run.dir))
    publish(buildReport(withBaselines(facts, rootIn(run))), facts, run, vitest)
  }

  return Object.assign(
    {
      async onInit(instance) {
        vitest = instance
        const run = await sharedRunOf(instance)
        if (run !== undefined) current = { run, collector: createCollector(run) }
        if (run !== undefined && instance.config.mergeReports !== undefined) shards = fuseBlobs(blobsOf(instance), run.projects)
      },
      async onTestRunStart(specifications) {
        // Also without a suite file: that none was found must be said.
        underWay = current !== undefined && current.run.projects.size > 0
        if (!underWay) return
        current?.run.coordinator.reset()
        process.once('exit', reportInterrupt)
        // In a re-run of watch mode it would take the changes that the run itself is to see.
        const check =
          specifications.length > 0 ? () => current?.run.shardCheck?.waive() : () => current?.run.shardCheck?.restore()
        check()
        if (current !== undefined && !planned) await planRun(vitest, specifications, current.run)
        check()
        planned = vitest.config.watch
      },
      onTestModuleCollected: (module) => current?.collector.module(module),
      onTestCaseResult: (testCase) => current?.collector.result(testCase),
      onTestRunEnd(modules, errors, reason) {
        const reporting = underWay || vitest.config.mergeReports !== undefined
        underWay = false
        process.off('exit', reportInterrupt)
        if (!reporting || current === undefined) return
        const { run, collector } = current
        const ended = collector.end(vitest, modules, errors, reason)
        const refusal = run.coordinator.mayStart()
        const end =
          refusal === null
            ? ended
            : { ...ended, interrupted: true, partial: ['the run did not start'], problems: [refusal, ...ended.problems] }
        const facts = collector.facts(end)
        if (facts.suites.length === 0 && end.problems.length === 0) return
        const fail = () => {
          if (!vitest.config.watch) process.exitCode = 1
        }
        try {
          const merging = vitest.config.mergeReports !== undefined
          const compared = withBaselines(facts, rootIn(run), merging)
          if (merging) writeMergedRun(run, shards, compared, run.roots)
          else openRunFile(run, 'main').append({ kind: 'end', end })
          const report = buildReport(compared)
          publish(report, facts, run, vitest)
          if (isBlocking(report)) fail()
        } catch (error) {
          process.stderr.write(`\nvitest-docket could not finish its report: ${messageOf(error)}\n`)
          fail()
        }
      },
    } satisfies Reporter,
    { [MARK]: true },
  )
}

/** What Vitest read of the reports that are merged: not in its types, and the same in both majors. */
function blobsOf(vitest: Vitest): BlobFile[] {
  return (vitest.state as { blobs?: { files?: unknown } }).blobs?.files as BlobFile[]
}

function rootIn({ roots }: SharedRun): (project: string) => string {
  return (project) => roots.get(project) ?? process.cwd()
}

/** Printed before anything is written: what a full disk or a folder in the way must not take. Throws what could not be written. */
function publish(report: Report, facts: RunFacts, run: SharedRun, vitest: Vitest): void {
  // Of a shard one line says enough: its tables are those of a part, and the merge shows them of the whole.
  const shown = facts.end.shard === null ? report : { ...report, suites: [] }
  const out = ownsStandardOutput(vitest.config) ? process.stderr : process.stdout
  const { watch } = vitest.config
  const color = out.isTTY === true && !process.env['NO_COLOR']
  out.write(`\n${renderTerminal(shown, { columns: out.columns ?? 80, color, watch })}\n`)
  mkdirSync(run.outputDir, { recursive: true })
  writeFileSync(join(run.outputDir, 'report.json'), renderJson(report))
  writeOutputs(run.outputDir, [...run.outputs], report, facts)
  const summary = process.env['GITHUB_STEP_SUMMARY']
  if (summary && !watch) appendSummary(summary, shown)
  keepOutOfGit(run.outputDir)
  pruneRuns(dirname(run.dir))
}

/** Recordings may be committed; runs and the report are of one machine. */
function keepOutOfGit(outputDir: string): void {
  const path = join(outputDir, '.gitignore')
  if (!existsSync(path)) writeFileSync(path, '/runs/\n/report.json\n/junit.xml\n/cases.csv\n/.gitignore\n')
}

const SUMMARY_LIMIT = 1024 * 1024

/** A step's summary may be 1 MiB in all, with what other tools wrote before. */
function appendSummary(path: string, report: Report): void {
  const used = existsSync(path) ? statSync(path).size : 0
  // Blank lines first: what another tool wrote may end in a list, and would take the first line into it.
  appendFileSync(path, `\n\n${renderMarkdown(report, { maxBytes: Math.max(0, SUMMARY_LIMIT - used - 1024) })}`)
}
